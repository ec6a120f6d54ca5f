package dev.gme.core.train.discriminative;

import java.util.Arrays;

/** Which parameters move, as functions of free ones that begin at 0. */
interface FreeParameters {
  /** How many are free. */
  int size();

  /** The parameters at these free ones, from where the stage began. */
  double[] at(double[] begin, double[] free);

  /** The gradient with respect to the free ones, from that with respect to all. */
  double[] gradient(double[] theta, double[] gradient);

  /** The parameters from one index up to another, as they are. */
  static FreeParameters range(int from, int to) {
    return new FreeParameters() {
      @Override
      public int size() {
        return to - from;
      }

      @Override
      public double[] at(double[] begin, double[] free) {
        double[] theta = begin.clone();
        for (int i = 0; i < free.length; i++) {
          theta[from + i] += free[i];
        }
        return theta;
      }

      @Override
      public double[] gradient(double[] theta, double[] gradient) {
        return Arrays.copyOfRange(gradient, from, to);
      }
    };
  }

  /**
   * The power s of every meta-embedding f^s, as its logarithm: P and λ times s. Then the parameters
   * behind λ as they are. It says how far to trust what the start has learned, which only speakers
   * that it has not seen can tell.
   *
   * @param size parameters up to the last one that moves
   */
  static FreeParameters power(WhitenedExtractor space, int size) {
    int ofP = space.speakerDimension() * space.dimension();
    int logLambda = space.dimension() * space.dimension();
    int behind = space.size();
    return new FreeParameters() {
      @Override
      public int size() {
        return 1 + size - behind;
      }

      @Override
      public double[] at(double[] begin, double[] free) {
        double[] theta = begin.clone();
        for (int i = 0; i < ofP; i++) {
          theta[i] *= Math.exp(free[0]);
        }
        for (int i = logLambda; i < behind; i++) {
          theta[i] += free[0];
        }
        for (int i = behind; i < size; i++) {
          theta[i] += free[1 + i - behind];
        }
        return theta;
      }

      @Override
      public double[] gradient(double[] theta, double[] gradient) {
        double[] out = new double[size()];
        for (int i = 0; i < ofP; i++) {
          out[0] += theta[i] * gradient[i];
        }
        for (int i = logLambda; i < behind; i++) {
          out[0] += gradient[i];
        }
        System.arraycopy(gradient, behind, out, 1, size - behind);
        return out;
      }
    };
  }

  /**
   * A factor for every row of P and one for H, as their logarithms; then log λ and the parameters
   * behind it as they are.
   *
   * @param size parameters up to the last one that moves
   */
  static FreeParameters scales(WhitenedExtractor space, int size) {
    int dim = space.dimension();
    int d = space.speakerDimension();
    int plain = size - dim * dim;
    return new FreeParameters() {
      @Override
      public int size() {
        return d + 1 + plain;
      }

      /** The last factor is that of all rows of H. */
      private int factor(int row) {
        return Math.min(row, d);
      }

      @Override
      public double[] at(double[] begin, double[] free) {
        double[] theta = begin.clone();
        for (int row = 0; row < dim; row++) {
          double f = Math.exp(free[factor(row)]);
          for (int i = row * dim; i < (row + 1) * dim; i++) {
            theta[i] *= f;
          }
        }
        for (int k = 0; k < plain; k++) {
          theta[dim * dim + k] += free[d + 1 + k];
        }
        return theta;
      }

      @Override
      public double[] gradient(double[] theta, double[] gradient) {
        double[] out = new double[size()];
        for (int row = 0; row < dim; row++) {
          for (int i = row * dim; i < (row + 1) * dim; i++) {
            out[factor(row)] += theta[i] * gradient[i];
          }
        }
        System.arraycopy(gradient, dim * dim, out, d + 1, plain);
        return out;
      }
    };
  }
}
