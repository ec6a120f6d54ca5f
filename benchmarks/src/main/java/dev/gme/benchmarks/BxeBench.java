package dev.gme.benchmarks;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.score.PairTiles;
import dev.gme.core.train.BxeMinibatch;
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
      double[] best = Turns.best(() -> minibatch.evaluate(enrol, test), product::run);
      slowest = Math.max(slowest, best[0]);
      worst = Math.max(worst, best[0] / best[1]);
      PairTiles.Gradient fine = new BxeMinibatch(0, 1, 0, FINE).evaluate(enrol, test);
      PairTiles.Gradient found = minibatch.evaluate(enrol, test);
      error("a", errors, found.enrol().a(), fine.enrol().a());
      error("a", errors, found.test().a(), fine.test().a());
      error("b", errors, found.enrol().b(), fine.enrol().b());
      error("b", errors, found.test().b(), fine.test().b());
      double[] lambda = enrol.lambda();
      error(
          "log_lambda",
          errors,
          found.lambda().scaleColumns(lambda),
          fine.lambda().scaleColumns(lambda));
    }
    out.add(
        Measurement.of(
            "bxe_minibatch", 1e3 * slowest, "ms", "5000 x 5000 pairs, d = 200, worst noise"));
    out.add(
        Measurement.ratio(
                "bxe_over_sgemm",
                worst,
                7.5,
                "forward and backward from meta-embeddings, over one sgemm of 5000 x 5000 x 200")
            .with(errors));
    return out;
  }

  /** |found − fine| / |fine|, the largest of all so far. */
  private static void error(
      String of, Map<String, Double> errors, DoubleMatrix found, DoubleMatrix fine) {
    double relative = norm(found.minus(fine)) / norm(fine);
    errors.merge("gradient_error_" + of, relative, Math::max);
  }

  private static double norm(DoubleMatrix m) {
    double[] x = m.array();
    return Math.sqrt(Blas.dot(x.length, x, 0, x, 0));
  }
}
