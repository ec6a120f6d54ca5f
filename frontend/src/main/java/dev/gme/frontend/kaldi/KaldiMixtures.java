package dev.gme.frontend.kaldi;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.formats.kaldi.KaldiMode;
import dev.gme.formats.kaldi.KaldiReader;
import dev.gme.formats.kaldi.KaldiWriter;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GaussianMixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Files of {@code <DiagGMM>} and {@code <FullGMM>}. They hold inverse covariances, means multiplied
 * by these, and constants that follow from the rest.
 *
 * <pre>{@code
 * FullGmm ubm = (FullGmm) KaldiMixtures.read(Path.of("final.ubm"));
 * KaldiMixtures.write(Path.of("final.dubm"), ubm.toDiagonal(), KaldiMode.BINARY);
 * }</pre>
 */
public final class KaldiMixtures {
  private static final String DIAGONAL = "<DiagGMM>";
  private static final String FULL = "<FullGMM>";

  private KaldiMixtures() {}

  /** The mixture of a file, of whichever kind it is. */
  public static GaussianMixture read(Path file) throws IOException {
    try (KaldiReader in = KaldiReader.open(file)) {
      String kind = in.token();
      return switch (kind) {
        case DIAGONAL -> diagonal(in);
        case FULL -> full(in);
        default -> throw in.bad("expected " + DIAGONAL + " or " + FULL + ", found '" + kind + "'");
      };
    }
  }

  /** The file of a diagonal mixture; another kind is refused. */
  public static DiagonalGmm readDiagonal(Path file) throws IOException {
    try (KaldiReader in = KaldiReader.open(file)) {
      in.expect(DIAGONAL);
      return diagonal(in);
    }
  }

  /** The file of a mixture with full covariances; another kind is refused. */
  public static FullGmm readFull(Path file) throws IOException {
    try (KaldiReader in = KaldiReader.open(file)) {
      in.expect(FULL);
      return full(in);
    }
  }

  private static double[] weights(KaldiReader in) throws IOException {
    String token = in.token();
    if (token.equals("<GCONSTS>")) {
      in.vector();
      token = in.token();
    }
    if (!token.equals("<WEIGHTS>")) {
      throw in.bad("expected <WEIGHTS>, found '" + token + "'");
    }
    return in.vector();
  }

  private static DiagonalGmm diagonal(KaldiReader in) throws IOException {
    double[] weights = weights(in);
    in.expect("<MEANS_INVVARS>");
    DoubleMatrix scaled = in.matrix();
    in.expect("<INV_VARS>");
    DoubleMatrix inverse = in.matrix();
    in.expect("</DiagGMM>");
    if (scaled.rows() != inverse.rows() || scaled.cols() != inverse.cols()) {
      throw in.bad("expected means and variances of one shape, found " + scaled + ", " + inverse);
    }
    double[] means = scaled.array().clone();
    double[] variances = inverse.array().clone();
    for (int i = 0; i < means.length; i++) {
      means[i] /= variances[i];
      variances[i] = 1 / variances[i];
    }
    int rows = scaled.rows();
    int cols = scaled.cols();
    return ModelParts.join(
        in,
        () ->
            DiagonalGmm.of(
                weights,
                DoubleMatrix.wrap(rows, cols, means),
                DoubleMatrix.wrap(rows, cols, variances)));
  }

  private static FullGmm full(KaldiReader in) throws IOException {
    double[] weights = weights(in);
    in.expect("<MEANS_INVCOVARS>");
    DoubleMatrix scaled = in.matrix();
    in.expect("<INV_COVARS>");
    DoubleMatrix[] inverses = ModelParts.symmetric(in, weights.length);
    in.expect("</FullGMM>");
    if (weights.length == 0 || scaled.rows() != weights.length) {
      throw in.bad("expected a mean for each of " + weights.length + " weights, found " + scaled);
    }
    if (inverses[0].rows() != scaled.cols()) {
      throw in.bad("expected covariances of the means' dimension, found " + inverses[0]);
    }
    return ModelParts.join(
        in,
        () -> {
          double[][] means = scaled.toRows();
          DoubleMatrix[] covariances = ModelParts.inverted(inverses, "train the mixture again");
          for (int c = 0; c < means.length; c++) {
            means[c] = covariances[c].times(means[c]);
          }
          return FullGmm.of(weights, DoubleMatrix.of(means), covariances);
        });
  }

  public static void write(Path file, DiagonalGmm mixture, KaldiMode mode) throws IOException {
    double[] m = mixture.means().array().clone();
    double[] v = mixture.variances().array().clone();
    double[] weights = mixture.weights();
    int dim = mixture.dimension();
    double[] constants = new double[mixture.components()];
    for (int c = 0; c < constants.length; c++) {
      double sum = dim * Math.log(2 * Math.PI);
      for (int i = c * dim; i < (c + 1) * dim; i++) {
        sum += Math.log(v[i]) + m[i] * m[i] / v[i];
        m[i] /= v[i];
        v[i] = 1 / v[i];
      }
      constants[c] = Math.log(weights[c]) - 0.5 * sum;
    }
    try (KaldiWriter out = KaldiWriter.create(file, mode)) {
      out.token(DIAGONAL).line();
      out.token("<GCONSTS>").array(KaldiArray.vector(constants).toSingle());
      out.token("<WEIGHTS>").array(KaldiArray.vector(weights).toSingle());
      out.token("<MEANS_INVVARS>").array(floats(constants.length, dim, m));
      out.token("<INV_VARS>").array(floats(constants.length, dim, v));
      out.token("</DiagGMM>").line();
      out.commit();
    }
  }

  private static KaldiArray floats(int rows, int cols, double[] values) {
    return KaldiArray.matrix(DoubleMatrix.wrap(rows, cols, values)).toSingle();
  }

  public static void write(Path file, FullGmm mixture, KaldiMode mode) throws IOException {
    int n = mixture.components();
    int dim = mixture.dimension();
    double[] weights = mixture.weights();
    double[] constants = new double[n];
    double[] scaled = new double[n * dim];
    DoubleMatrix[] inverses = new DoubleMatrix[n];
    for (int c = 0; c < n; c++) {
      Cholesky factor = Cholesky.of(mixture.covariance(c));
      double[] mean = mixture.means().row(c);
      inverses[c] = factor.inverse();
      System.arraycopy(inverses[c].times(mean), 0, scaled, c * dim, dim);
      double q = Arrays.stream(factor.solveLower(mean)).map(v -> v * v).sum();
      constants[c] =
          Math.log(weights[c]) - 0.5 * (dim * Math.log(2 * Math.PI) + factor.logDeterminant() + q);
    }
    try (KaldiWriter out = KaldiWriter.create(file, mode)) {
      out.token(FULL).line();
      out.token("<GCONSTS>").array(KaldiArray.vector(constants).toSingle());
      out.token("<WEIGHTS>").array(KaldiArray.vector(weights).toSingle());
      out.token("<MEANS_INVCOVARS>").array(floats(n, dim, scaled));
      out.token("<INV_COVARS>");
      for (DoubleMatrix inverse : inverses) {
        out.symmetric(inverse, true);
      }
      out.token("</FullGMM>").line();
      out.commit();
    }
  }
}
