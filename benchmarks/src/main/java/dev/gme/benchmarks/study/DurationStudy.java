package dev.gme.benchmarks.study;

import dev.gme.core.Progress;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.metric.MetricSummary;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.table.ListReader;
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
import dev.gme.lab.score.TrialPairs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What becomes of short recordings (docs/studies/durations.md): i-vectors, which shrink to 0,
 * estimates without the prior, and meta-embeddings of the whole posterior, on real speech that is
 * cut to so many frames; means over several starts of training.
 */
public final class DurationStudy implements Study {
  private final Path lists;
  private final Size size;

  /**
   * The size of the front end, and what is tried.
   *
   * @param frames the test recordings are cut to; 0 for whole ones
   */
  record Size(int gaussians, int dim, int speakerDim, List<Integer> frames, int seeds) {}

  /**
   * The study of the page on a folder with wav.scp, utt2spk, train.utt, eval.utt and trials, such
   * as the lists of the shared audio.
   */
  public DurationStudy(Path lists) {
    this(lists, new Size(64, 60, 30, List.of(25, 50, 100, 200, 0), 3));
  }

  DurationStudy(Path lists, Size size) {
    this.lists = lists;
    this.size = size;
  }

  @Override
  public StudyResult run(Consumer<String> progress) throws IOException {
    CountedSteps steps = new CountedSteps(1 + size.seeds * (1 + size.frames.size()), progress);
    steps.accept("features");
    RecordingList recordings = RecordingList.of(lists, RecordingList.Options.DEFAULT);
    FeaturePipeline pipeline = features();
    List<String> train = Files.readAllLines(lists.resolve("train.utt"));
    List<String> eval = Files.readAllLines(lists.resolve("eval.utt"));
    List<FloatMatrix> trainFrames = frames(recordings, pipeline, train);
    List<FloatMatrix> evalFrames = frames(recordings, pipeline, eval);
    int[][] speakers = speakers(train);
    TrialPairs trials = TrialPairs.of(ListReader.read(lists.resolve("trials")), eval, eval);
    Map<String, Map<Integer, List<Outcome>>> all = new LinkedHashMap<>();
    for (long seed = 1; seed <= size.seeds; seed++) {
      steps.accept("training, seed " + seed);
      FrontEnd frontEnd = FrontEnd.train(size, trainFrames, seed);
      List<UncertaintySystem> systems =
          UncertaintySystem.train(frontEnd.posteriors(trainFrames, 0), speakers, size.speakerDim);
      IvectorPosteriors whole = frontEnd.posteriors(evalFrames, 0);
      for (int frames : size.frames) {
        steps.accept("seed " + seed + ", " + duration(frames).text());
        IvectorPosteriors cut = frontEnd.posteriors(evalFrames, frames);
        for (UncertaintySystem system : systems) {
          Outcome outcome = outcome(system, whole, cut, trials);
          all.computeIfAbsent(system.name(), n -> new LinkedHashMap<>())
              .computeIfAbsent(frames, f -> new ArrayList<>())
              .add(outcome);
        }
      }
    }
    return StudyResult.of(table(all));
  }

  /**
   * Features without normalization: every speaker of the shared audio was recorded in one session.
   */
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
  private record Outcome(double b, MetricSummary figures) {}

  private static Outcome outcome(
      UncertaintySystem system, IvectorPosteriors whole, IvectorPosteriors cut, TrialPairs trials) {
    double[] scores = system.scores(whole, cut, trials.enrol(), trials.test());
    return new Outcome(system.precision(cut), TrialFigures.of(trials.list(), scores));
  }

  private static Cell duration(int frames) {
    return frames == 0 ? Cell.text("whole") : Cell.number("%.2f s", frames / 100.0);
  }

  private static StudyTable table(Map<String, Map<Integer, List<Outcome>>> all) {
    List<List<Cell>> rows = new ArrayList<>();
    all.forEach(
        (name, byFrames) ->
            byFrames.forEach(
                (frames, outcomes) -> {
                  MetricSummary f =
                      MetricSummary.mean(outcomes.stream().map(Outcome::figures).toList());
                  double b = outcomes.stream().mapToDouble(Outcome::b).average().orElseThrow();
                  rows.add(
                      List.of(
                          Cell.text(name),
                          duration(frames),
                          Cell.number("%.2f", b),
                          Cell.percent(f.eer()),
                          Cell.number("%.2f", f.cllr()),
                          Cell.number("%.3f", f.minCllr())));
                }));
    return new StudyTable("", List.of("system", "test", "b", "EER", "Cllr", "min Cllr"), rows);
  }

  /** A universal background model and the i-vector extractor that was trained with it. */
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
                      GmmUpdate.DEFAULT,
                      seed))
              .train(FloatMatrix.wrap(n, d, together), Progress.NONE)
              .model();
      List<GmmStatistics> s = statistics(ubm, frames, 0, 2);
      IvectorExtractor extractor =
          new IvectorTrainer(
                  new IvectorTrainer.Options(size.dim, 10, IvectorUpdate.DEFAULT, 0.1, seed))
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
      Alignment alignment = Alignment.of(ubm, Pruning.DEFAULT);
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
