package dev.gme.frontend.gmm;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.testkit.GoldenCase;
import java.util.Arrays;

/** Golden group p, kind gmm; the group's test is in the package of i-vectors. */
public final class GmmGolden {
  private GmmGolden() {}

  public static void run(GoldenCase c) {
    double[] weights = c.vector("weights");
    DoubleMatrix means = DoubleMatrix.of(c.matrix("means"));
    boolean full = c.array("covs").shape().size() == 3;
    GaussianMixture mixture =
        full
            ? FullGmm.of(
                weights,
                means,
                Arrays.stream(c.array("covs").matrices())
                    .map(DoubleMatrix::of)
                    .toArray(DoubleMatrix[]::new))
            : DiagonalGmm.of(weights, means, DoubleMatrix.of(c.matrix("covs")));
    DoubleMatrix frames = DoubleMatrix.of(c.matrix("frames"));
    c.check("logLik", mixture.logDensities(frames));
    FramePosteriors all = Alignment.of(mixture, Pruning.none()).posteriors(frames);
    c.check("posterior", dense(all, weights.length));
    Pruning pruning = new Pruning((int) c.number("topN"), c.number("minPosterior"), false);
    FramePosteriors top = Alignment.of(mixture, pruning).posteriors(frames);
    c.check("posteriorTop", dense(top, weights.length));
    GmmStatistics s = GmmStatistics.gather(mixture, frames, top, 2);
    c.check("n", s.counts());
    c.check("f", s.sums().array());
    c.check("S", s.secondMoments().array());
    GmmUpdate update =
        new GmmUpdate(
            c.number("weightFloor"),
            c.number("minOccupancy"),
            full ? c.number("varianceFloor") : 0,
            full ? c.number("maxCondition") : 1e4,
            false);
    GaussianMixture updated;
    double[][] covs = new double[weights.length][];
    if (mixture instanceof FullGmm f) {
      double[] origin = means.transposeTimes(weights);
      FullGmm g = update.apply(f, GmmStatistics.gather(f, origin, frames, all, 2));
      Arrays.setAll(covs, i -> g.covariance(i).array());
      updated = g;
    } else {
      DiagonalGmm d = (DiagonalGmm) mixture;
      DiagonalGmm g = update.apply(d, GmmStatistics.gather(d, frames), c.vector("varianceFloor"));
      Arrays.setAll(covs, i -> g.variances().row(i));
      updated = g;
    }
    c.check("updatedWeights", updated.weights());
    c.check("updatedMeans", updated.means().array());
    c.check("updatedCovs", covs);
  }

  private static double[][] dense(FramePosteriors p, int components) {
    double[][] out = new double[p.frames()][components];
    for (int t = 0; t < out.length; t++) {
      int[] index = p.components(t);
      for (int i = 0; i < index.length; i++) {
        out[t][index[i]] = p.values(t)[i];
      }
    }
    return out;
  }
}
