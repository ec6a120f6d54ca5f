package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.Locale;

/** What the models of this package refuse, in one sentence each. */
final class Require {
  private Require() {}

  static void shape(String name, DoubleMatrix m, int rows, int cols) {
    if (m.rows() != rows || m.cols() != cols) {
      throw new IllegalArgumentException(
          name + " must be " + rows + " x " + cols + ", found " + m.rows() + " x " + m.cols());
    }
  }

  static void length(String name, double[] v, int n) {
    if (v.length != n) {
      throw new IllegalArgumentException(name + " must have " + n + " elements, found " + v.length);
    }
  }

  static void finite(String name, double[] v) {
    for (int i = 0; i < v.length; i++) {
      if (!Double.isFinite(v[i])) {
        throw new GmeException(
            name + " of a model must be finite, found " + v[i] + " at position " + i,
            "the model is damaged or its training failed: train it again");
      }
    }
  }

  static void vectorDimension(int expected, int found) {
    if (found != expected) {
      throw new GmeException(
          "the model takes vectors of dimension " + expected + ", found " + found,
          "use the vectors and the preprocessing that the model was trained with");
    }
  }

  static void symmetric(String name, DoubleMatrix m) {
    if (m.minus(m.transpose()).maxAbs() > 1e-6 * m.maxAbs()) {
      throw new GmeException(
          name + " must be symmetric, found a difference of more than 1e-6 of its largest element",
          "check that the right matrix was given, and not a root or factor of it");
    }
  }

  /** Speaker spaces have 1 to D dimensions. */
  static void speakerDimension(int d, int dim) {
    if (d < 1 || d > dim) {
      throw new IllegalArgumentException(
          "the speaker dimension must be from 1 to D = " + dim + ", found " + d);
    }
  }

  /**
   * Of values in descending order, d must not be zero.
   *
   * @param expected what is required, for example {@code F must have rank}
   * @param kind what the values are
   * @param zero values below this share of the largest are rounding
   */
  static void rank(String expected, String kind, double[] values, int d, double zero, String help) {
    if (!(values[d - 1] > zero * values[0])) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "%s d = %d, but %s %d is %s against a largest of %s",
              expected,
              d,
              kind,
              d,
              values[d - 1],
              values[0]),
          help);
    }
  }

  /** Degrees of freedom for a speaker space of d in D dimensions. */
  static void degreesOfFreedom(double nu, int d, int dim) {
    if (!(nu > 0)) {
      throw new GmeException(
          "the degrees of freedom nu must be positive, found " + nu,
          "use 2 as in the paper, or Infinity for Gaussian PLDA");
    }
    if (d == dim && nu != Double.POSITIVE_INFINITY) {
      throw new GmeException(
          "with d = D = " + dim + " the degrees of freedom have no effect, found nu = " + nu,
          "choose a speaker dimension below " + dim + ", or nu = Infinity");
    }
  }
}
