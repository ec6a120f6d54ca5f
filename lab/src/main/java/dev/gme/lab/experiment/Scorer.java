package dev.gme.lab.experiment;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Cosine;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.QuadraticScore;
import dev.gme.core.parallel.Workers;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.lab.cache.Store;
import dev.gme.lab.data.EvaluationSet;
import dev.gme.lab.system.SystemModel;
import dev.gme.lab.system.SystemModel.Scoring;
import dev.gme.lab.system.TrainedSystem;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * Scores the trials of sets, as far as the store does not have the scores. Gaussian PLDA is scored
 * by its quadratic form where a trial has one vector on each side, and not by meta-embeddings: so
 * that the two are programs of their own, whose agreement says something.
 */
final class Scorer {
  /** Models whose scores against all tests are in memory at a time. */
  private static final int ROWS = 256;

  private static final int CHUNK = 4096;

  private final Store store;

  /** Digests read all vectors of a set, and every system asks for them. */
  private final IdentityHashMap<EvaluationSet, String> digests = new IdentityHashMap<>();

  Scorer(Store store) {
    this.store = store;
  }

  String digest(EvaluationSet set) {
    return digests.computeIfAbsent(set, EvaluationSet::digest);
  }

  SetScores score(TrainedSystem system, EvaluationSet set) throws IOException {
    SystemModel model = system.model();
    Scoring how =
        model.scoring() == Scoring.QUADRATIC && !set.hasSingleVectors()
            ? Scoring.EXACT
            : model.scoring();
    String key = store.key("scores").add(how).add(system.key()).add(digest(set)).text();
    Map<String, NpyArray> arrays =
        store.arrays(
            key,
            () ->
                switch (how) {
                  case COSINE -> ofPairs(cosine(model, set));
                  case QUADRATIC -> ofPairs(quadratic(model, set));
                  case EXACT, TILES -> embeddings(model, set);
                });
    return new SetScores(
        arrays.get("scores").doubles(),
        arrays.containsKey("enrol_b") ? arrays.get("enrol_b").doubles() : null,
        arrays.containsKey("test_b") ? arrays.get("test_b").doubles() : null);
  }

  private static Map<String, NpyArray> ofPairs(double[] scores) {
    return Map.of("scores", NpyArray.of(scores));
  }

  private static double[] cosine(SystemModel model, EvaluationSet set) {
    DoubleMatrix test = model.preprocessing().apply(set.matrix().toDoubles());
    DoubleMatrix enrol =
        set.enrolment() == Enrolment.AVERAGED
            ? model.preprocessing().apply(means(set))
            : Enrolment.means(test, set.models().rows());
    return pairs(enrol, test, set, Cosine::scores);
  }

  private static double[] quadratic(SystemModel model, EvaluationSet set) {
    QuadraticScore score = QuadraticScore.of(model.extractor().orElseThrow());
    DoubleMatrix test = model.preprocessing().apply(set.matrix().toDoubles());
    return pairs(model.preprocessing().apply(means(set)), test, set, score::scores);
  }

  private static DoubleMatrix means(EvaluationSet set) {
    return Enrolment.means(set.matrix().toDoubles(), set.models().rows());
  }

  /** The scores of trials from those of all pairs, some rows at a time. */
  private static double[] pairs(
      DoubleMatrix enrol, DoubleMatrix test, EvaluationSet set, BinaryOperator<DoubleMatrix> all) {
    int[] enrols = set.enrolOfTrial();
    int[] tests = set.testOfTrial();
    double[] out = new double[enrols.length];
    for (int from = 0; from < enrol.rows(); from += ROWS) {
      int to = Math.min(enrol.rows(), from + ROWS);
      DoubleMatrix scores = all.apply(enrol.rowRange(from, to), test);
      for (int t = 0; t < out.length; t++) {
        if (enrols[t] >= from && enrols[t] < to) {
          out[t] = scores.get(enrols[t] - from, tests[t]);
        }
      }
    }
    return out;
  }

  private static Map<String, NpyArray> embeddings(SystemModel model, EvaluationSet set) {
    Pipeline pipeline = model.pipeline();
    MetaEmbeddings test = pipeline.extract(set.matrix());
    MetaEmbeddings enrol =
        set.enrolment() == Enrolment.AVERAGED
            ? pipeline.extract(means(set))
            : test.pool(set.models().rows());
    int[] enrols = set.enrolOfTrial();
    int[] tests = set.testOfTrial();
    double[] out = new double[enrols.length];
    Workers.forEach(
        out.length / CHUNK + 1,
        c -> {
          for (int t = c * CHUNK; t < Math.min(out.length, (c + 1) * CHUNK); t++) {
            out[t] = enrol.llr(enrols[t], test, tests[t]);
          }
        });
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put("scores", NpyArray.of(out));
    arrays.put("enrol_b", NpyArray.of(enrol.b()));
    arrays.put("test_b", NpyArray.of(test.b()));
    return arrays;
  }
}
