package dev.gme.frontend.gmm;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;

/** The statistics of order 2 of aligned frames, in parts that fit into memory. */
final class PartGathering {
  /** Frames that are held at a time. */
  private static final int PART = 1 << 14;

  private PartGathering() {}

  /** With the log-likelihood Σ log Σ_c exp ℓ_c(o) over the chosen components. */
  static GmmStatistics gather(GaussianMixture mixture, Alignment alignment, RowSource frames) {
    double[] origin = mixture.means().transposeTimes(mixture.weights());
    GmmStatistics sum = null;
    double logLikelihood = 0;
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
    return sum == null ? null : sum.withLogLikelihood(logLikelihood);
  }
}
