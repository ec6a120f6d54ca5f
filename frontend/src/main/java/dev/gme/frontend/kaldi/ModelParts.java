package dev.gme.frontend.kaldi;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.kaldi.KaldiReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Reads the parts of models that several of Kaldi's files have. */
final class ModelParts {
  private ModelParts() {}

  /** What the parts make together; if they do not fit, that is said of the file. */
  static <T> T join(KaldiReader in, Supplier<T> make) {
    try {
      return make.get();
    } catch (IllegalArgumentException | GmeException e) {
      throw in.bad("the parts make no model: " + e.getMessage());
    }
  }

  /** Some matrices of one shape on top of each other. */
  static DoubleMatrix stacked(KaldiReader in, int count) throws IOException {
    List<DoubleMatrix> all = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      DoubleMatrix m = in.matrix();
      if (c > 0 && (m.rows() != all.get(0).rows() || m.cols() != all.get(0).cols())) {
        throw in.bad("expected matrices of one shape, found " + all.get(0) + " and " + m);
      }
      all.add(m);
    }
    if (count == 0) {
      throw in.bad("expected at least one component, found none");
    }
    int rows = all.get(0).rows();
    int cols = all.get(0).cols();
    if ((long) rows * cols * count > Integer.MAX_VALUE - 8) {
      throw in.bad("expected at most 2^31 numbers, found " + (long) rows * cols * count);
    }
    double[] out = new double[rows * cols * count];
    for (int c = 0; c < count; c++) {
      System.arraycopy(all.get(c).array(), 0, out, c * rows * cols, rows * cols);
    }
    return DoubleMatrix.wrap(rows * count, cols, out);
  }

  /**
   * Covariances from their inverses, as Kaldi's files have them.
   *
   * @param help what to do where one has no inverse
   */
  static DoubleMatrix[] inverted(DoubleMatrix[] inverses, String help) {
    DoubleMatrix[] out = new DoubleMatrix[inverses.length];
    for (int c = 0; c < out.length; c++) {
      out[c] = Cholesky.of(inverses[c]).orThrow("inverse covariance " + (c + 1), help).inverse();
    }
    return out;
  }

  /** Some symmetric matrices of one size. */
  static DoubleMatrix[] symmetric(KaldiReader in, int count) throws IOException {
    List<DoubleMatrix> all = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      DoubleMatrix m = in.symmetric();
      if (c > 0 && m.rows() != all.get(0).rows()) {
        throw in.bad("expected matrices of one size, found " + all.get(0) + " and " + m);
      }
      all.add(m);
    }
    return all.toArray(DoubleMatrix[]::new);
  }
}
