package dev.gme.benchmarks;

import dev.gme.core.Progress;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.metric.Figures;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.artefact.FeatureSpec.Normalization;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.feature.FeaturePipeline;
import dev.gme.frontend.gmm.Alignment;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.GmmUpdate;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorPosteriors;
import dev.gme.frontend.ivector.IvectorTrainer;
import dev.gme.frontend.ivector.IvectorUpdate;
import dev.gme.frontend.ivector.RecordingStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * What becomes of short recordings (docs/studies/durations.md): i-vectors, which shrink to 0,
 * estimates without the prior, and meta-embeddings of the whole posterior, on real speech that is
 * cut to so many frames; means over several starts of training.
 */
public final class DurationStudy {
  private final Path lists;
  private final Size size;

  /**
   * How much.
   *
   * @param frames the test recordings are cut to; 0 for whole ones
   */
  record Size(int gaussians, int dim, int speakerDim, List<Integer> frames, int seeds) {}

  /**
   * On a folder with wav.scp, utt2spk, train.utt, eval.utt and trials, such as the lists of the
   * shared audio.
   */
  public DurationStudy(Path lists) {
    this(lists, new Size(64, 60, 30, List.of(25, 50, 100, 200, 0), 3));
  }

  DurationStudy(Path lists, Size size) {
    this.lists = lists;
    this.size = size;
  }

  /**
   * Runs it.
   *
   * @param progress told what is being done
   * @return the lines of a Markdown table
   */
  public List<String> run(Consumer<String> progress) throws IOException {
    progress.accept("features");
    RecordingList recordings = RecordingList.of(lists, RecordingList.Options.DEFAULT);
    FeaturePipeline pipeline = features();
    List<String> train = Files.readAllLines(lists.resolve("train.utt"));
    List<String> eval = Files.readAllLines(lists.resolve("eval.utt"));
    List<FloatMatrix> trainFrames = frames(recordings, pipeline, train);
    List<FloatMatrix> evalFrames = frames(recordings, pipeline, eval);
    int[][] speakers = speakers(train);
    TrialList trials = ListReader.read(lists.resolve("trials"));
    Map<String, Map<Integer, List<Cell>>> all = new LinkedHashMap<>();
    for (long seed = 1; seed <= size.seeds; seed++) {
      progress.accept("training, seed " + seed);
      FrontEnd frontEnd = FrontEnd.train(size, trainFrames, seed);
      List<UncertaintySystem> systems =
          UncertaintySystem.train(frontEnd.posteriors(trainFrames, 0), speakers, size.speakerDim);
      IvectorPosteriors whole = frontEnd.posteriors(evalFrames, 0);
      for (int frames : size.frames) {
        progress.accept("seed " + seed + ", " + duration(frames));
        IvectorPosteriors cut = frontEnd.posteriors(evalFrames, frames);
        for (UncertaintySystem system : systems) {
          Cell cell = cell(system, whole, cut, eval, trials);
          all.computeIfAbsent(system.name(), n -> new LinkedHashMap<>())
              .computeIfAbsent(frames, f -> new ArrayList<>())
              .add(cell);
        }
      }
    }
    return table(all);
  }

  /** Without normalization: every speaker of the shared audio was recorded in one session. */
  private static FeaturePipeline features() {
    return FeatureSpec.paper(8000).with(Normalization.NONE).pipeline();
  }

  private static List<FloatMatrix> frames(
      RecordingList recordings, FeaturePipeline pipeline, List<String> ids) {
    return ids.stream().map(id -> pipeline.compute(recordings.read(id))).toList();
  }

  private int[][] speakers(List<String> train) throws IOException {
    Map<String, String> speaker = KaldiLists.readPairs(lists.resolve("utt2spk"));
    Map<String, List<Integer>> rows = new LinkedHashMap<>();
    for (int i = 0; i < train.size(); i++) {
      rows.computeIfAbsent(speaker.get(train.get(i)), s -> new ArrayList<>()).add(i);
    }
    return rows.values().stream()
        .map(r -> r.stream().mapToInt(i -> i).toArray())
        .toArray(int[][]::new);
  }

  /** Mean precision of the tests, and how well they are told apart from whole enrolments. */
  private record Cell(double b, Figures figures) {}

  private static Cell cell(
      UncertaintySystem system,
      IvectorPosteriors whole,
      IvectorPosteriors cut,
      List<String> ids,
      TrialList trials) {
    Map<String, Integer> row = new HashMap<>();
    ids.forEach(id -> row.put(id, row.size()));
    int[] enrol =
        IntStream.range(0, trials.size())
            .map(t -> row.get(trials.enrolIds().get(trials.enrol(t))))
            .toArray();
    int[] test =
        IntStream.range(0, trials.size())
            .map(t -> row.get(trials.testIds().get(trials.test(t))))
            .toArray();
    boolean[] target = new boolean[trials.size()];
    for (int t = 0; t < target.length; t++) {
      target[t] = trials.isTarget(t);
    }
    double[] scores = system.scores(whole, cut, enrol, test);
    return new Cell(system.precision(cut), Figures.of(ScoredTrials.of(scores, target)));
  }

  private static String duration(int frames) {
    return frames == 0 ? "whole" : String.format(Locale.ROOT, "%.2f s", frames / 100.0);
  }

  private List<String> table(Map<String, Map<Integer, List<Cell>>> all) {
    List<String> lines = new ArrayList<>();
    lines.add("| system | test | b | EER | Cllr | min Cllr |");
    lines.add("|---|---|---|---|---|---|");
    all.forEach(
        (name, byFrames) ->
            byFrames.forEach(
                (frames, cells) -> {
                  Figures f = Figures.mean(cells.stream().map(Cell::figures).toList());
                  double b = cells.stream().mapToDouble(Cell::b).average().orElseThrow();
                  lines.add(
                      String.format(
                          Locale.ROOT,
                          "| %s | %s | %.2f | %.2f %% | %.2f | %.3f |",
                          name,
                          duration(frames),
                          b,
                          100 * f.eer(),
                          f.cllr(),
                          f.minCllr()));
                }));
    return lines;
  }

  /** A mixture and an extractor. */
  private record FrontEnd(DiagonalGmm ubm, IvectorExtractor extractor) {
    static FrontEnd train(Size size, List<FloatMatrix> frames, long seed) {
      int d = frames.get(0).cols();
      int n = frames.stream().mapToInt(FloatMatrix::rows).sum();
      float[] together = new float[n * d];
      int at = 0;
      for (FloatMatrix f : frames) {
        System.arraycopy(f.array(), 0, together, at, f.array().length);
        at += f.array().length;
      }
      DiagonalGmm ubm =
          new UbmTrainer(
                  new UbmTrainer.Options(
                      size.gaussians,
                      UbmTrainer.Start.SPLITTING,
                      4,
                      10,
                      0.01,
                      GmmUpdate.defaults(),
                      seed))
              .train(FloatMatrix.wrap(n, d, together), Progress.NONE)
              .model();
      List<GmmStatistics> s = statistics(ubm, frames, 0, 2);
      IvectorExtractor extractor =
          new IvectorTrainer(
                  new IvectorTrainer.Options(size.dim, 10, IvectorUpdate.defaults(), 0.1, seed))
              .train(
                  ubm,
                  RecordingStatistics.of(s),
                  s.stream().reduce(GmmStatistics::plus).orElseThrow(),
                  Progress.NONE)
              .model();
      return new FrontEnd(ubm, extractor);
    }

    private static List<GmmStatistics> statistics(
        DiagonalGmm ubm, List<FloatMatrix> frames, int most, int order) {
      Alignment alignment = Alignment.of(ubm, Pruning.usual());
      return frames.stream()
          .map(f -> f.doubles(0, most == 0 ? f.rows() : Math.min(most, f.rows())))
          .map(f -> GmmStatistics.gather(ubm, f, alignment.posteriors(f), order))
          .toList();
    }

    IvectorPosteriors posteriors(List<FloatMatrix> frames, int most) {
      return extractor.posteriors(RecordingStatistics.of(statistics(ubm, frames, most, 1)));
    }
  }
}
