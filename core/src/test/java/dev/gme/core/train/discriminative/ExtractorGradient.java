package dev.gme.core.train.discriminative;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;

/**
 * The derivatives of an objective with respect to the parameters of an extractor: P, H, log λ and
 * the mean (docs/math.md 5.3).
 */
@SuppressWarnings("ArrayRecordComponent") // never compared as a whole, only read
public record ExtractorGradient(DoubleMatrix p, DoubleMatrix h, double[] logLambda, double[] mean) {
  /**
   * From the derivatives with respect to the meta-embeddings of some recordings.
   *
   * @param r the recordings, one a row
   * @param dA derivatives with respect to a, one recording a row
   * @param dB derivatives with respect to b, with a held fixed
   * @param dLambda derivatives with respect to λ
   */
  public static ExtractorGradient of(
      GmeExtractor extractor, DoubleMatrix r, DoubleMatrix dA, double[] dB, double[] dLambda) {
    int n = r.rows();
    double nu = extractor.nu();
    DoubleMatrix x = r.minusFromRows(extractor.mean());
    DoubleMatrix px = x.timesTranspose(extractor.p());
    DoubleMatrix y = x.timesTranspose(extractor.h());
    double[] b = new double[n];
    double[] e = new double[n];
    for (int i = 0; i < n; i++) {
      double q = 0;
      for (int k = 0; k < y.cols(); k++) {
        q += y.get(i, k) * y.get(i, k);
      }
      if (nu == Double.POSITIVE_INFINITY) {
        b[i] = 1;
      } else {
        b[i] = (nu + y.cols()) / (nu + q);
        // b enters through a = b Px as well.
        double t = dB[i];
        for (int k = 0; k < px.cols(); k++) {
          t += dA.get(i, k) * px.get(i, k);
        }
        e[i] = -2 * t * b[i] / (nu + q);
      }
    }
    DoubleMatrix bA = dA.scaleRows(b);
    DoubleMatrix ey = y.scaleRows(e);
    double[] lambda = extractor.lambda();
    double[] logLambda = new double[lambda.length];
    for (int k = 0; k < lambda.length; k++) {
      logLambda[k] = lambda[k] * dLambda[k];
    }
    double[] viaP = extractor.p().transposeTimes(columnSums(bA));
    double[] viaH = extractor.h().transposeTimes(columnSums(ey));
    double[] mean = new double[viaP.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = -(viaP[i] + viaH[i]);
    }
    return new ExtractorGradient(bA.transposeTimes(x), ey.transposeTimes(x), logLambda, mean);
  }

  private static double[] columnSums(DoubleMatrix m) {
    double[] ones = new double[m.rows()];
    java.util.Arrays.fill(ones, 1);
    return m.transposeTimes(ones);
  }
}
