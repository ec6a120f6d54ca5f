package dev.gme.core.linalg;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * A function of {@link VectorMath} with its stated error bounds and with its truth.
 *
 * @param floatBound in units in the last place
 * @param doubleBound in units in the last place
 * @param from where {@code exact} begins, exclusively
 * @param to where it ends, exclusively
 * @param strict the truth to double precision
 * @param exact the truth to more than thirty digits
 */
record ElementaryFunction(
    String name,
    double floatBound,
    double doubleBound,
    double from,
    double to,
    DoubleUnaryOperator strict,
    UnaryOperator<BigDecimal> exact,
    FloatKernel floats,
    DoubleKernel doubles) {

  interface FloatKernel {
    void apply(MathKernels kernels, int n, float[] x, int xOff, float[] y, int yOff);
  }

  interface DoubleKernel {
    void apply(MathKernels kernels, int n, double[] x, int xOff, double[] y, int yOff);
  }

  static final ElementaryFunction EXP =
      new ElementaryFunction(
          "exp",
          1.1,
          1.1,
          -1000,
          1000,
          StrictMath::exp,
          BigMath::exp,
          MathKernels::exp,
          MathKernels::exp);

  static final ElementaryFunction LOG =
      new ElementaryFunction(
          "log",
          1,
          1,
          0,
          Double.POSITIVE_INFINITY,
          StrictMath::log,
          BigMath::log,
          MathKernels::log,
          MathKernels::log);

  static final ElementaryFunction LOG1P =
      new ElementaryFunction(
          "log1p",
          1.5,
          1,
          -1,
          Double.POSITIVE_INFINITY,
          StrictMath::log1p,
          BigMath::log1p,
          MathKernels::log1p,
          MathKernels::log1p);

  static final ElementaryFunction SOFTPLUS =
      new ElementaryFunction(
          "softplus",
          2,
          2,
          -1000,
          1000,
          x -> Math.max(x, 0) + StrictMath.log1p(StrictMath.exp(-Math.abs(x))),
          BigMath::softplus,
          MathKernels::softplus,
          MathKernels::softplus);

  static final ElementaryFunction SIGMOID =
      new ElementaryFunction(
          "sigmoid",
          2.5,
          2.5,
          -1000,
          1000,
          x -> {
            double u = StrictMath.exp(-Math.abs(x));
            return (x < 0 ? u : 1) / (1 + u);
          },
          BigMath::sigmoid,
          MathKernels::sigmoid,
          MathKernels::sigmoid);

  static List<ElementaryFunction> all() {
    return List.of(EXP, LOG, LOG1P, SOFTPLUS, SIGMOID);
  }

  @Override
  public String toString() {
    return name;
  }
}
