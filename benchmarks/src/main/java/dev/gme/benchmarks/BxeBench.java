package dev.gme.benchmarks;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.train.BxeMinibatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One minibatch of binary cross-entropy at the paper's size: 5000 × 5000 pairs, d = 200, from
 * meta-embeddings to the derivatives with respect to them, on all threads.
 */
public final class BxeBench implements Benchmark {
  private static final int BATCH = 5000;

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    List<Measurement> out = new ArrayList<>();
    double worst = 0;
    double slowest = 0;
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
    }
    out.add(
        Measurement.of(
            "bxe_minibatch", 1e3 * slowest, "ms", "5000 x 5000 pairs, d = 200, worst noise"));
    out.add(
        Measurement.ratio(
            "bxe_over_sgemm",
            worst,
            7.5,
            "forward and backward from meta-embeddings, over one sgemm of 5000 x 5000 x 200"));
    return out;
  }
}
