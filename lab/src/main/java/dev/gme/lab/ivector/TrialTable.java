package dev.gme.lab.ivector;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
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
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A list of trials over i-vectors, whose enrolments are recordings or models of several: scored by
 * cosine or a trained pipeline.
 */
final class TrialTable {
  private final String name;
  private final TrialList trials;
  private final int left;
  private final LabelledVectors vectors;
  private final int[][] models;
  private final int[] tests;

  private TrialTable(
      String name,
      TrialList trials,
      int left,
      LabelledVectors vectors,
      int[][] models,
      int[] tests) {
    this.name = name;
    this.trials = trials;
    this.left = left;
    this.vectors = vectors;
    this.models = models;
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
    TrialList known = all.known(rows::containsKey, id -> vectors.row(id) >= 0);
    if (known.size() == 0) {
      throw new GmeException(
          file + ": of no trial are both sides among the evaluation recordings",
          "give the lists of these recordings with --eval");
    }
    // Models without recordings are of no known trial; any row will do for them.
    int[][] models =
        known.enrolIds().stream()
            .map(id -> rows.getOrDefault(id, new int[] {0}))
            .toArray(int[][]::new);
    return new TrialTable(
        file.getFileName().toString(),
        known,
        all.size() - known.size(),
        vectors,
        models,
        known.testIds().stream().mapToInt(vectors::row).toArray());
  }

  String name() {
    return name;
  }

  /** The trials whose recordings are all there. */
  TrialList trials() {
    return trials;
  }

  /** How many trials were left out. */
  int left() {
    return left;
  }

  /** Cosine of vectors about the mean of the training vectors. */
  double[] cosine(double[] mean) {
    DoubleMatrix centred = vectors.vectors().toDoubles().minusFromRows(mean);
    DoubleMatrix all = Cosine.scores(Enrolment.means(centred, models), centred);
    return IntStream.range(0, trials.size())
        .mapToDouble(i -> all.get(trials.enrol(i), test(i)))
        .toArray();
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
                IntStream.range(0, trials.size()).map(trials::enrol).toArray(),
                IntStream.range(0, trials.size()).map(this::test).toArray(),
                progress)
            .scores();
    return IntStream.range(0, scores.length).mapToDouble(i -> scores[i]).toArray();
  }
}
