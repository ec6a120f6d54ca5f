package dev.gme.frontend.ivector;

import dev.gme.core.linalg.DoubleMatrix;

/** Symmetric matrices as their lower triangles, row by row: half the memory, half the products. */
final class Packed {
  private Packed() {}

  static int length(int d) {
    return Math.multiplyExact(d, d + 1) / 2;
  }

  static double[] pack(DoubleMatrix m) {
    double[] out = new double[length(m.rows())];
    pack(m, out);
    return out;
  }

  static void pack(DoubleMatrix m, double[] out) {
    int d = m.rows();
    for (int i = 0, at = 0; i < d; at += ++i) {
      System.arraycopy(m.array(), i * d, out, at, i + 1);
    }
  }

  /** The full matrix plus a multiple of the identity. */
  static DoubleMatrix unpack(double[] packed, int d, double shift) {
    double[] out = new double[d * d];
    for (int i = 0, at = 0; i < d; i++) {
      for (int j = 0; j <= i; j++, at++) {
        out[i * d + j] = packed[at];
        out[j * d + i] = packed[at];
      }
      out[i * d + i] += shift;
    }
    return DoubleMatrix.wrap(d, d, out);
  }

  /** Its lower triangle plus a multiple of the identity, zeros above: all that a factor needs. */
  static DoubleMatrix unpackLower(double[] packed, int d, double shift) {
    double[] out = new double[d * d];
    for (int i = 0, at = 0; i < d; at += ++i) {
      System.arraycopy(packed, at, out, i * d, i + 1);
      out[i * d + i] += shift;
    }
    return DoubleMatrix.wrap(d, d, out);
  }

  /** Adds xx' to a packed matrix. */
  static void addOuter(double[] x, double[] packed) {
    for (int i = 0, at = 0; i < x.length; i++) {
      for (int j = 0; j <= i; j++, at++) {
        packed[at] += x[i] * x[j];
      }
    }
  }
}
