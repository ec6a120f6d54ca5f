package dev.gme.frontend.gmm;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;

/** The statistics of order 2 of aligned frames, in parts that fit into memory. */
final class PartGathering {
  /** Frames that are held at a time. */
  private static final int PART = 1 << 14;

  private final GaussianMixture mixture;
  private final Alignment alignment;
  private double logLikelihood;

  PartGathering(GaussianMixture mixture, Alignment alignment) {
    this.mixture = mixture;
    this.alignment = alignment;
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
