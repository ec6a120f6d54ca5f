package dev.gme.frontend.kaldi;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import java.nio.file.Path;
import java.util.Arrays;

/** Mixtures and their statistics in the golden samples. */
public final class KaldiModels {
  private KaldiModels() {}

  public static DiagonalGmm diagonal(Path file) {
    KaldiReader in = KaldiReader.of(file);
    in.begin();
    in.expect("<DiagGMM>");
    in.expect("<GCONSTS>");
    in.vector();
    in.expect("<WEIGHTS>");
    double[] weights = in.vector();
    in.expect("<MEANS_INVVARS>");
    double[][] m = in.matrix();
    in.expect("<INV_VARS>");
    double[][] v = in.matrix();
    for (int c = 0; c < m.length; c++) {
      for (int k = 0; k < m[c].length; k++) {
        m[c][k] /= v[c][k];
        v[c][k] = 1 / v[c][k];
      }
    }
    return DiagonalGmm.of(weights, DoubleMatrix.of(m), DoubleMatrix.of(v));
  }

  public static FullGmm full(Path file) {
    KaldiReader in = KaldiReader.of(file);
    in.begin();
    in.expect("<FullGMM>");
    in.expect("<GCONSTS>");
    in.vector();
    in.expect("<WEIGHTS>");
    double[] weights = in.vector();
    in.expect("<MEANS_INVCOVARS>");
    double[][] m = in.matrix();
    in.expect("<INV_COVARS>");
    DoubleMatrix[] covariances = new DoubleMatrix[weights.length];
    for (int c = 0; c < weights.length; c++) {
      covariances[c] = Cholesky.of(DoubleMatrix.of(in.matrix())).inverse();
      m[c] = covariances[c].times(m[c]);
    }
    return FullGmm.of(weights, DoubleMatrix.of(m), covariances);
  }

  /** The constants as the file has them. */
  public static double[] constants(Path file) {
    KaldiReader in = KaldiReader.of(file);
    in.begin();
    in.token();
    in.expect("<GCONSTS>");
    return in.vector();
  }

  public static GmmStatistics statistics(Path file) {
    KaldiReader in = KaldiReader.of(file);
    in.begin();
    in.expect("<GMMACCS>");
    in.expect("<VECSIZE>");
    in.integer();
    in.expect("<NUMCOMPONENTS>");
    in.integer();
    in.expect("<FLAGS>");
    in.integer();
    in.expect("<OCCUPANCY>");
    double[] n = in.vector();
    in.expect("<MEANACCS>");
    DoubleMatrix f = DoubleMatrix.of(in.matrix());
    in.expect("<DIAGVARACCS>");
    return GmmStatistics.of(n, f, DoubleMatrix.of(in.matrix()));
  }

  public static void check(KaldiCase c, DiagonalGmm found) {
    Path file = c.output("means");
    DiagonalGmm expected = diagonal(file);
    c.check("weights", expected.weights(), found.weights());
    c.check("means", expected.means().toRows(), found.means().toRows());
    c.check("vars", expected.variances().toRows(), found.variances().toRows());
    double[] constants = new double[found.components()];
    for (int i = 0; i < constants.length; i++) {
      constants[i] =
          constant(
              found.weights()[i],
              found.means().row(i),
              DoubleMatrix.diagonal(found.variances().row(i)));
    }
    c.check("gconsts", constants(file), constants);
  }

  public static void check(KaldiCase c, FullGmm found) {
    Path file = c.output("means");
    FullGmm expected = full(file);
    c.check("weights", expected.weights(), found.weights());
    c.check("means", expected.means().toRows(), found.means().toRows());
    c.check("covars", covariances(expected), covariances(found));
    double[] constants = new double[found.components()];
    for (int i = 0; i < constants.length; i++) {
      constants[i] = constant(found.weights()[i], found.means().row(i), found.covariance(i));
    }
    c.check("gconsts", constants(file), constants);
  }

  private static double[][] covariances(FullGmm g) {
    double[][] out = new double[g.components()][];
    Arrays.setAll(out, i -> g.covariance(i).array());
    return out;
  }

  /** log w − ½ (P log 2π + log|Σ| + m'Σ⁻¹m). */
  private static double constant(double weight, double[] mean, DoubleMatrix covariance) {
    Cholesky l = Cholesky.of(covariance);
    double q = Arrays.stream(l.solveLower(mean)).map(v -> v * v).sum();
    return Math.log(weight) - 0.5 * (mean.length * Math.log(2 * Math.PI) + l.logDeterminant() + q);
  }
}
