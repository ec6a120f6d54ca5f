package dev.gme.frontend.gmm;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;

/** The E-step of a mixture with full covariances, in parts that fit into memory. */
final class FullGathering {
  /** Frames that are held at a time. */
  private static final int PART = 1 << 14;

  private final FullGmm mixture;
  private final Alignment alignment;
  private double logLikelihood;

  FullGathering(FullGmm mixture, DiagonalGmm selector, int topN) {
    this.mixture = mixture;
    this.alignment = Alignment.of(mixture, selector, new Pruning(topN, 0, false));
  }

  GmmStatistics gather(RowSource frames) {
    double[] origin = mixture.means().transposeTimes(mixture.weights());
    GmmStatistics sum = null;
    for (int from = 0; from < frames.rows(); from += PART) {
      DoubleMatrix part = frames.doubles(from, Math.min(frames.rows(), from + PART));
      double[] logSums = new double[part.rows()];
      FramePosteriors p = alignment.posteriors(part, logSums);
      GmmStatistics s = GmmStatistics.gather(mixture, origin, part, p, 2);
      sum = sum == null ? s : sum.plus(s);
      for (double l : logSums) {
        logLikelihood += l;
      }
    }
    return sum;
  }

  /** Σ log Σ_c exp ℓ_c(o) over the chosen components. */
  double logLikelihood() {
    return logLikelihood;
  }
}
