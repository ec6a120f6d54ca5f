package dev.gme.core.train.adapt;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.FiniteVectors;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * The directions without speakers, y = H(r−μ), in which a recording shows its noise whoever speaks
 * (docs/math.md 11.8).
 */
public final class Complement {
  private static final int ROWS = 256;

  private Complement() {}

  /** q = |H(r−μ)|² of every vector. */
  public static double[] norms(GmeExtractor model, RowSource vectors) {
    Dimensions.require(model.inputDimension(), vectors.cols());
    if (model.speakerDimension() == model.inputDimension()) {
      throw new GmeException(
          "with d = D = " + model.inputDimension() + " no direction is free of speakers",
          "take a model with a smaller speaker dimension");
    }
    double[] out = new double[vectors.rows()];
    double[] mean = model.mean();
    Workers.forEach(
        (out.length + ROWS - 1) / ROWS,
        c -> {
          int from = c * ROWS;
          int to = Math.min(out.length, from + ROWS);
          DoubleMatrix rows = vectors.doubles(from, to);
          FiniteVectors.require(rows, row -> vectors.name(from + row));
          double[] q = norms(model, rows.minusFromRows(mean));
          System.arraycopy(q, 0, out, from, q.length);
        });
    return out;
  }

  private static double[] norms(GmeExtractor model, DoubleMatrix x) {
    int n = model.inputDimension() - model.speakerDimension();
    double[] y = x.timesTranspose(model.h()).array();
    double[] q = new double[x.rows()];
    for (int i = 0; i < q.length; i++) {
      q[i] = Blas.dot(n, y, i * n, y, i * n);
    }
    return q;
  }

  /** b of centred rows. */
  static double[] weights(GmeExtractor model, DoubleMatrix x) {
    double nu = model.nu();
    if (nu == Double.POSITIVE_INFINITY) {
      double[] ones = new double[x.rows()];
      Arrays.fill(ones, 1);
      return ones;
    }
    int n = model.inputDimension() - model.speakerDimension();
    double[] b = norms(model, x);
    for (int i = 0; i < b.length; i++) {
      b[i] = (nu + n) / (nu + b[i]);
    }
    return b;
  }
}
