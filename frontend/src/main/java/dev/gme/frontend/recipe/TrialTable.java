package dev.gme.frontend.recipe;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.Figures;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.Cosine;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.Pipeline;
import dev.gme.core.score.TileScorer;
import dev.gme.core.score.TrialScorer;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A list of trials over i-vectors, whose enrolments are recordings or models of several: scored by
 * cosine or a trained pipeline, with the figures of all trials and of each condition.
 */
final class TrialTable {
  private final TrialList trials;
  private final String name;
  private final LabelledVectors vectors;
  private final int[][] models;
  private final int[] enrols;
  private final int[] tests;

  /** Figures of a part of the trials. */
  record Part(String condition, int targets, int nontargets, Figures figures) {}

  /** The trials whose recordings are all there. */
  private TrialTable(
      String name,
      TrialList trials,
      LabelledVectors vectors,
      int[][] models,
      int[] enrols,
      int[] tests) {
    this.name = name;
    this.trials = trials;
    this.vectors = vectors;
    this.models = models;
    this.enrols = enrols;
    this.tests = tests;
  }

  /**
   * Reads a list.
   *
   * @param modelFile the recordings of each model, if enrolments are models
   * @param missing whether trials of recordings that were skipped are left out
   */
  static TrialTable read(
      Path file, Optional<Path> modelFile, LabelledVectors vectors, boolean missing)
      throws IOException {
    Map<String, int[]> rows = new HashMap<>();
    if (modelFile.isPresent()) {
      KaldiLists.readGroups(modelFile.get())
          .forEach(
              (model, ids) ->
                  rows.put(
                      model,
                      ids.stream().mapToInt(vectors::row).filter(row -> row >= 0).toArray()));
    } else {
      vectors.ids().forEach(id -> rows.put(id, new int[] {vectors.row(id)}));
    }
    rows.values().removeIf(r -> r.length == 0);
    TrialList all = ListReader.read(file);
    if (!missing) {
      all.require(rows::containsKey, id -> vectors.row(id) >= 0);
    }
    int[][] models =
        all.enrolIds().stream().map(id -> rows.getOrDefault(id, new int[0])).toArray(int[][]::new);
    int[] testRows = all.testIds().stream().mapToInt(vectors::row).toArray();
    int[] kept =
        IntStream.range(0, all.size())
            .filter(i -> models[all.enrol(i)].length > 0 && testRows[all.test(i)] >= 0)
            .toArray();
    if (kept.length == 0) {
      throw new GmeException(
          file + ": of no trial are both sides among the evaluation recordings",
          "give the lists of these recordings with --eval");
    }
    // Models without recordings are of no kept trial; any row will do for them.
    int[][] usable =
        IntStream.range(0, models.length)
            .mapToObj(m -> models[m].length > 0 ? models[m] : new int[] {0})
            .toArray(int[][]::new);
    return new TrialTable(file.getFileName().toString(), all, vectors, usable, kept, testRows);
  }

  String name() {
    return name;
  }

  /** How many trials were left out. */
  int left() {
    return trials.size() - enrols.length;
  }

  /** Cosine of vectors about the mean of the training vectors. */
  double[] cosine(double[] mean) {
    DoubleMatrix centred = vectors.vectors().toDoubles().minusFromRows(mean);
    DoubleMatrix all = Cosine.scores(Enrolment.means(centred, models), centred);
    return IntStream.of(enrols).mapToDouble(i -> all.get(trials.enrol(i), test(i))).toArray();
  }

  private int test(int trial) {
    return tests[trials.test(trial)];
  }

  /** Log-likelihood ratios, models pooled. */
  double[] llr(Pipeline pipeline, Progress progress) {
    MetaEmbeddings all = pipeline.extract(vectors.vectors());
    float[] scores =
        new TrialScorer(TileScorer.DEFAULT_TOLERANCE)
            .score(
                all.pool(models),
                all,
                IntStream.of(enrols).map(trials::enrol).toArray(),
                IntStream.of(enrols).map(this::test).toArray(),
                progress)
            .scores();
    return IntStream.range(0, scores.length).mapToDouble(i -> scores[i]).toArray();
  }

  /** The trials with scores, to be written. */
  TrialList scored(double[] scores) {
    TrialList kept =
        TrialList.of(
            trials.enrolIds(),
            trials.testIds(),
            IntStream.of(enrols).map(trials::enrol).toArray(),
            IntStream.of(enrols).map(trials::test).toArray());
    return kept.withScores(scores);
  }

  /** All trials, then those of each condition; nothing where the list has no labels. */
  List<Part> figures(double[] scores) {
    List<Part> out = new ArrayList<>();
    if (!trials.hasLabels()) {
      return out;
    }
    out.add(part("", scores, i -> true));
    for (TrialList.Condition c : trials.conditions()) {
      for (int w = 0; c.words().size() > 1 && w < c.words().size(); w++) {
        int word = w;
        out.add(part(c.words().get(w), scores, i -> c.code(enrols[i]) == word));
      }
    }
    return out;
  }

  private Part part(String condition, double[] scores, java.util.function.IntPredicate which) {
    int[] some = IntStream.range(0, scores.length).filter(which).toArray();
    double[] s = IntStream.of(some).mapToDouble(i -> scores[i]).toArray();
    boolean[] target = new boolean[some.length];
    int targets = 0;
    for (int i = 0; i < some.length; i++) {
      target[i] = trials.isTarget(enrols[some[i]]);
      targets += target[i] ? 1 : 0;
    }
    return new Part(
        condition, targets, some.length - targets, Figures.of(ScoredTrials.of(s, target)));
  }
}
