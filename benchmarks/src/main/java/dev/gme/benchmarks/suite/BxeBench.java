package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.AlternatingRuns;
import dev.gme.benchmarks.workload.SimulatedEmbeddings;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.score.tile.PairTiles;
import dev.gme.core.train.discriminative.BxeMinibatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One minibatch of binary cross-entropy at the paper's size: 5000 × 5000 pairs, d = 200, from
 * meta-embeddings to the derivatives with respect to them, on all threads.
 */
public final class BxeBench implements Benchmark {
  private static final int BATCH = 5000;

  /** So accurate that what is left is the rounding of floats. */
  private static final double FINE = 1e-7;

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    List<Measurement> out = new ArrayList<>();
    double worst = 0;
    double slowest = 0;
    Map<String, Double> errors = new LinkedHashMap<>();
    for (int freedom : new int[] {2, 8, 30}) {
      progress.accept("BXE minibatch of 5000 x 5000, noise of " + freedom + " degrees of freedom");
      SimulatedEmbeddings simulated = new SimulatedEmbeddings(freedom);
      MetaEmbeddings enrol = simulated.draw(BATCH, 11);
      MetaEmbeddings test = simulated.draw(BATCH, 12);
      TiledSgemm product = new TiledSgemm(enrol.a(), test.a());
      BxeMinibatch minibatch = new BxeMinibatch(0, 1, 0);
      double[] best = AlternatingRuns.best(() -> minibatch.evaluate(enrol, test), product::run);
      slowest = Math.max(slowest, best[0]);
      worst = Math.max(worst, best[0] / best[1]);
      errors(
          derivatives(minibatch.evaluate(enrol, test), enrol.lambda()),
          derivatives(new BxeMinibatch(0, 1, 0, FINE).evaluate(enrol, test), enrol.lambda()),
          errors);
    }
    out.add(
        Measurement.of(
            "bxe_minibatch", 1e3 * slowest, "ms", "5000 x 5000 pairs, d = 200, worst noise"));
    out.add(
        Measurement.ratio(
                "bxe_over_sgemm",
                worst,
                6.8,
                "forward and backward from meta-embeddings, over one sgemm of 5000 x 5000 x 200")
            .with(errors));
    return out;
  }

  /** Derivatives with respect to a and b of both sides and to log λ. */
  private static Map<String, DoubleMatrix> derivatives(PairTiles.Gradient g, double[] lambda) {
    Map<String, DoubleMatrix> out = new LinkedHashMap<>();
    out.put("a", g.enrol().a().above(g.test().a()));
    out.put("b", g.enrol().b().above(g.test().b()));
    out.put("log_lambda", g.lambda().scaleColumns(lambda));
    return out;
  }

  /** |found − fine| / |fine| of all derivatives together and of each kind, the largest so far. */
  private static void errors(
      Map<String, DoubleMatrix> found, Map<String, DoubleMatrix> fine, Map<String, Double> to) {
    double allErrors = 0;
    double all = 0;
    for (Map.Entry<String, DoubleMatrix> e : fine.entrySet()) {
      double error = squares(found.get(e.getKey()).minus(e.getValue()));
      double size = squares(e.getValue());
      to.merge("gradient_error_" + e.getKey(), Math.sqrt(error / size), Math::max);
      allErrors += error;
      all += size;
    }
    to.merge("gradient_error", Math.sqrt(allErrors / all), Math::max);
  }

  private static double squares(DoubleMatrix m) {
    double[] x = m.array();
    return Blas.dot(x.length, x, 0, x, 0);
  }
}
