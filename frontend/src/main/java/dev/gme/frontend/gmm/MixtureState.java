package dev.gme.frontend.gmm;

import dev.gme.core.Checkpoint;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.HashMap;
import java.util.Map;

/** Mixtures as named matrices, the form of checkpoints. */
final class MixtureState {
  private static final String WEIGHTS = "weights";
  private static final String MEANS = "means";
  private static final String VARIANCES = "variances";
  private static final String COVARIANCES = "covariances";

  private MixtureState() {}

  static Map<String, DoubleMatrix> of(GaussianMixture m) {
    Map<String, DoubleMatrix> out = new HashMap<>();
    out.put(WEIGHTS, DoubleMatrix.wrap(1, m.components(), m.weights()));
    out.put(MEANS, m.means());
    if (m instanceof FullGmm full) {
      out.put(COVARIANCES, full.covariances());
    } else {
      out.put(VARIANCES, ((DiagonalGmm) m).variances());
    }
    return out;
  }

  static DiagonalGmm diagonal(Checkpoint c) {
    return DiagonalGmm.of(c.get(WEIGHTS).row(0), c.get(MEANS), c.get(VARIANCES));
  }

  static FullGmm full(Checkpoint c) {
    return FullGmm.ofRows(c.get(WEIGHTS).row(0), c.get(MEANS), c.get(COVARIANCES));
  }
}
