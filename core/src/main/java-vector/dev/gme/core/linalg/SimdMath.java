package dev.gme.core.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Whole vectors by {@link FloatLanes} and {@link DoubleLanes}, the rest of the range one element
 * after the other. The logarithms leave a vector with an unusual element (zero, negative,
 * subnormal, infinite, NaN) to the scalar code: nothing else in the loop has to care for these.
 */
final class SimdMath implements MathKernels {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> D = DoubleVector.SPECIES_PREFERRED;
  private static final int FL = F.length();
  private static final int DL = D.length();

  private final MathKernels scalar = new ScalarMath();

  @Override
  public void exp(int n, float[] x, int xOff, float[] y, int yOff) {
    int i = 0;
    for (; i <= n - FL; i += FL) {
      FloatLanes.exp(FloatVector.fromArray(F, x, xOff + i)).intoArray(y, yOff + i);
    }
    scalar.exp(n - i, x, xOff + i, y, yOff + i);
  }

  @Override
  public void exp(int n, double[] x, int xOff, double[] y, int yOff) {
    int i = 0;
    for (; i <= n - DL; i += DL) {
      DoubleLanes.exp(DoubleVector.fromArray(D, x, xOff + i)).intoArray(y, yOff + i);
    }
    scalar.exp(n - i, x, xOff + i, y, yOff + i);
  }

  @Override
  public void log(int n, float[] x, int xOff, float[] y, int yOff) {
    int i = 0;
    for (; i <= n - FL; i += FL) {
      FloatVector v = FloatVector.fromArray(F, x, xOff + i);
      if (FloatLanes.inLogDomain(v)) {
        FloatLanes.log(v).intoArray(y, yOff + i);
      } else {
        scalar.log(FL, x, xOff + i, y, yOff + i);
      }
    }
    scalar.log(n - i, x, xOff + i, y, yOff + i);
  }

  @Override
  public void log(int n, double[] x, int xOff, double[] y, int yOff) {
    int i = 0;
    for (; i <= n - DL; i += DL) {
      DoubleVector v = DoubleVector.fromArray(D, x, xOff + i);
      if (DoubleLanes.inLogDomain(v)) {
        DoubleLanes.log(v).intoArray(y, yOff + i);
      } else {
        scalar.log(DL, x, xOff + i, y, yOff + i);
      }
    }
    scalar.log(n - i, x, xOff + i, y, yOff + i);
  }

  @Override
  public void log1p(int n, float[] x, int xOff, float[] y, int yOff) {
    int i = 0;
    for (; i <= n - FL; i += FL) {
      FloatVector v = FloatVector.fromArray(F, x, xOff + i);
      if (FloatLanes.inLog1pDomain(v)) {
        FloatLanes.log1p(v).intoArray(y, yOff + i);
      } else {
        scalar.log1p(FL, x, xOff + i, y, yOff + i);
      }
    }
    scalar.log1p(n - i, x, xOff + i, y, yOff + i);
  }

  @Override
  public void log1p(int n, double[] x, int xOff, double[] y, int yOff) {
    int i = 0;
    for (; i <= n - DL; i += DL) {
      DoubleVector v = DoubleVector.fromArray(D, x, xOff + i);
      if (DoubleLanes.inLog1pDomain(v)) {
        DoubleLanes.log1p(v).intoArray(y, yOff + i);
      } else {
        scalar.log1p(DL, x, xOff + i, y, yOff + i);
      }
    }
    scalar.log1p(n - i, x, xOff + i, y, yOff + i);
  }

  @Override
  public void softplus(int n, float[] x, int xOff, float[] y, int yOff) {
    int i = 0;
    for (; i <= n - FL; i += FL) {
      FloatLanes.softplus(FloatVector.fromArray(F, x, xOff + i)).intoArray(y, yOff + i);
    }
    scalar.softplus(n - i, x, xOff + i, y, yOff + i);
  }

  @Override
  public void softplus(int n, double[] x, int xOff, double[] y, int yOff) {
    int i = 0;
    for (; i <= n - DL; i += DL) {
      DoubleLanes.softplus(DoubleVector.fromArray(D, x, xOff + i)).intoArray(y, yOff + i);
    }
    scalar.softplus(n - i, x, xOff + i, y, yOff + i);
  }

  @Override
  public void sigmoid(int n, float[] x, int xOff, float[] y, int yOff) {
    int i = 0;
    for (; i <= n - FL; i += FL) {
      FloatLanes.sigmoid(FloatVector.fromArray(F, x, xOff + i)).intoArray(y, yOff + i);
    }
    scalar.sigmoid(n - i, x, xOff + i, y, yOff + i);
  }

  @Override
  public void sigmoid(int n, double[] x, int xOff, double[] y, int yOff) {
    int i = 0;
    for (; i <= n - DL; i += DL) {
      DoubleLanes.sigmoid(DoubleVector.fromArray(D, x, xOff + i)).intoArray(y, yOff + i);
    }
    scalar.sigmoid(n - i, x, xOff + i, y, yOff + i);
  }

  @Override
  public void logistic(
      int n, float[] x, int xOff, float scale, float shift, float weight, float[] v, float[] y) {
    // A method for each loop: in larger ones the compiler gives up on inlining and boxes vectors.
    int whole = n / FL * FL;
    affine(whole, x, xOff, scale, shift, v);
    // exp(-|v|), which both functions need, takes the place of x.
    expOfMinusAbs(whole, v, x, xOff);
    softplusOf(whole, v, x, xOff, y);
    sigmoidOf(whole, v, x, xOff, weight);
    for (int i = whole; i < n; i++) {
      v[i] = Math.fma(scale, x[xOff + i], shift);
      float t = Math.max(v[i], FloatFunctions.LOGISTIC_LOW);
      y[i] = FloatFunctions.softplus(t);
      x[xOff + i] = weight * FloatFunctions.sigmoid(t);
    }
  }

  private static void affine(int n, float[] x, int xOff, float scale, float shift, float[] v) {
    FloatVector a = FloatVector.broadcast(F, scale);
    FloatVector b = FloatVector.broadcast(F, shift);
    for (int i = 0; i < n; i += FL) {
      a.fma(FloatVector.fromArray(F, x, xOff + i), b).intoArray(v, i);
    }
  }

  private static void expOfMinusAbs(int n, float[] v, float[] u, int uOff) {
    for (int i = 0; i < n; i += FL) {
      FloatLanes.expOfMinusAbsNotBelow(FloatVector.fromArray(F, v, i)).intoArray(u, uOff + i);
    }
  }

  private static void softplusOf(int n, float[] v, float[] u, int uOff, float[] y) {
    for (int i = 0; i < n; i += FL) {
      FloatLanes.softplus(FloatVector.fromArray(F, v, i), FloatVector.fromArray(F, u, uOff + i))
          .intoArray(y, i);
    }
  }

  private static void sigmoidOf(int n, float[] v, float[] u, int uOff, float weight) {
    FloatVector w = FloatVector.broadcast(F, weight);
    for (int i = 0; i < n; i += FL) {
      FloatLanes.sigmoid(FloatVector.fromArray(F, v, i), FloatVector.fromArray(F, u, uOff + i))
          .mul(w)
          .intoArray(u, uOff + i);
    }
  }
}
