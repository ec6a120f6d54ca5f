package dev.gme.core.model;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Qr;
import dev.gme.core.math.SeededRandom;

/** Random parts of models for tests, well enough conditioned for ten digits. */
final class RandomModels {
  static final double GAUSS = Double.POSITIVE_INFINITY;

  private RandomModels() {}

  static DoubleMatrix gaussian(SeededRandom random, int rows, int cols) {
    return DoubleMatrix.wrap(rows, cols, random.gaussians(rows * cols));
  }

  static DoubleMatrix rotation(SeededRandom random, int n) {
    return Qr.of(gaussian(random, n, n)).q();
  }

  /** Singular values from 1/3 to 3. */
  static DoubleMatrix invertible(SeededRandom random, int n) {
    double[] s = new double[n];
    for (int i = 0; i < n; i++) {
      s[i] = Math.pow(3, 2 * random.nextDouble() - 1);
    }
    return rotation(random, n).scaleColumns(s).times(rotation(random, n));
  }

  static DoubleMatrix positiveDefinite(SeededRandom random, int n) {
    return invertible(random, n).gram();
  }

  /** Any 1 ≤ d ≤ D ≤ 12; ν is infinite for d = D and for one seed in four. */
  static HtPlda model(SeededRandom random) {
    int dim = 1 + random.nextInt(12);
    int d = 1 + random.nextInt(dim);
    boolean gaussian = d == dim || random.nextInt(4) == 0;
    double nu = gaussian ? GAUSS : 0.5 + 20 * random.nextDouble();
    DoubleMatrix f = invertible(random, dim).rowRange(0, d).transpose();
    return HtPlda.of(random.gaussians(dim), f, positiveDefinite(random, dim), nu);
  }

  /** A model with d below D and finite ν. */
  static HtPlda heavyTailed(SeededRandom random) {
    int dim = 2 + random.nextInt(11);
    int d = 1 + random.nextInt(dim - 1);
    DoubleMatrix f = invertible(random, dim).rowRange(0, d).transpose();
    double nu = 0.5 + 20 * random.nextDouble();
    return HtPlda.of(random.gaussians(dim), f, positiveDefinite(random, dim), nu);
  }

  /** Some recordings at a sensible distance from the mean, and outliers. */
  static DoubleMatrix vectors(SeededRandom random, int n, int dim) {
    double[] scale = new double[n];
    for (int i = 0; i < n; i++) {
      scale[i] = i % 3 == 0 ? 20 : 2;
    }
    return gaussian(random, n, dim).scaleRows(scale);
  }
}
