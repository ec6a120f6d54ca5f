package dev.gme.frontend.gmm;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;

/**
 * The statistics of order 2 of aligned frames, in parts that fit into memory. Full ones are 59 MB
 * at 2048 x 60, too much for many partial sums: the parts of a leaf are added in order, and so are
 * the leaves.
 */
final class PartGathering {
  /** Frames that are held at a time. */
  static final int PART = 1 << 14;

  private PartGathering() {}

  /** With the log-likelihood Σ log Σ_c exp ℓ_c(o) over the chosen components. */
  static GmmStatistics gather(GaussianMixture mixture, Alignment alignment, RowSource frames) {
    FrameLeaves leaves = FrameLeaves.inOrder(frames.rows());
    GmmStatistics sum = null;
    for (int leaf = 0; leaf < leaves.size(); leaf++) {
      GmmStatistics s =
          ofLeaf(
              mixture, alignment, frames, (int) leaves.first(leaf), (int) leaves.first(leaf + 1));
      sum = sum == null ? s : sum.plus(s);
    }
    return sum;
  }

  /** Frames {@code from} (included) to {@code to} (excluded). */
  static GmmStatistics ofLeaf(
      GaussianMixture mixture, Alignment alignment, RowSource frames, int from, int to) {
    double[] origin = mixture.means().transposeTimes(mixture.weights());
    GmmStatistics sum = null;
    double logLikelihood = 0;
    for (int at = from; at < to; at += PART) {
      DoubleMatrix part = frames.doubles(at, Math.min(to, at + PART));
      double[] logSums = new double[part.rows()];
      FramePosteriors p = alignment.posteriors(part, logSums);
      GmmStatistics s = GmmStatistics.gather(mixture, origin, part, p, 2);
      sum = sum == null ? s : sum.plus(s);
      for (double l : logSums) {
        logLikelihood += l;
      }
    }
    return sum.withLogLikelihood(logLikelihood);
  }
}
