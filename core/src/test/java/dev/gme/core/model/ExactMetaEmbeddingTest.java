package dev.gme.core.model;

import static dev.gme.core.model.RandomModels.GAUSS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.Seeds;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import org.junit.jupiter.api.Test;

/** docs/math.md 3.6 on random models and recordings. */
class ExactMetaEmbeddingTest {

  @Seeds(40)
  void likelihoodUpToAConstant(long seed) {
    SeededRandom random = new SeededRandom(seed);
    HtPlda model = RandomModels.model(random);
    double[] r = RandomModels.vectors(random, 1, model.inputDimension()).row(0);
    ExactMetaEmbedding f = model.exact(r);
    double[] mode = f.mode();
    double constant = model.logDensity(r, mode);
    assertThat(f.logExact(mode)).isCloseTo(0, offset(1e-12));
    assertThat(f.logGaussian(mode)).isCloseTo(0, offset(1e-12));
    for (int i = 0; i < 5; i++) {
      double[] z = random.gaussians(model.speakerDimension());
      double log = model.logDensity(r, z);
      assertThat(log).isLessThanOrEqualTo(constant + 1e-12 * Math.abs(constant));
      assertThat(f.logExact(z)).isCloseTo(log - constant, offset(1e-9 * (1 + Math.abs(log))));
      double error = f.logExact(z) - f.logGaussian(z);
      double size = 1 + Math.abs(f.logGaussian(z));
      assertThat(f.error(z)).isCloseTo(error, offset(1e-12 * size));
      assertThat(f.error(z)).isGreaterThanOrEqualTo(f.minError());
    }
    double b = model.extractor().extract(DoubleMatrix.of(new double[][] {r})).b()[0];
    assertThat(f.b()).isCloseTo(b, offset(1e-10 * b));
  }

  /** Along a ray from the mode u grows as the square; the error is least where it is d. */
  @Seeds(40)
  void errorIsLeastWhereUIsD(long seed) {
    SeededRandom random = new SeededRandom(seed, 2);
    HtPlda model = RandomModels.heavyTailed(random);
    int d = model.speakerDimension();
    ExactMetaEmbedding f =
        model.exact(RandomModels.vectors(random, 1, model.inputDimension()).row(0));
    double[] direction = random.gaussians(d);
    double unit = Math.sqrt(d / (-2 * f.logGaussian(along(f, direction, 1))));
    double atD = f.error(along(f, direction, unit));
    assertThat(atD).isCloseTo(f.minError(), offset(1e-10)).isNegative();
    double before = 0;
    for (double s = 0.1; s < 1; s += 0.1) {
      double error = f.error(along(f, direction, s * unit));
      assertThat(error).as("falls up to u = d").isLessThan(before);
      before = error;
    }
    before = atD;
    for (double s = 1.1; s < 4; s += 0.2) {
      double error = f.error(along(f, direction, s * unit));
      assertThat(error).as("rises beyond u = d").isGreaterThan(before);
      before = error;
    }
    double nuPrime = model.nu() + model.inputDimension() - d;
    assertThat(f.nuPrime()).isCloseTo(nuPrime, offset(1e-12));
    double least = 0.5 * (d - (nuPrime + d) * Math.log1p(d / nuPrime));
    assertThat(f.minError()).isCloseTo(least, offset(1e-11));
  }

  private static double[] along(ExactMetaEmbedding f, double[] direction, double step) {
    double[] z = f.mode();
    for (int k = 0; k < z.length; k++) {
      z[k] += step * direction[k];
    }
    return z;
  }

  /** The error shrinks with 1/ν, and its digits stay: −d²/4ν' at the least. */
  @Test
  void errorVanishesForLargeNu() {
    SeededRandom random = new SeededRandom(3);
    HtPlda model =
        HtPlda.of(
            new double[5],
            RandomModels.gaussian(random, 5, 2),
            RandomModels.positiveDefinite(random, 5),
            1);
    double[] r = random.gaussians(5);
    double[] z = random.gaussians(2);
    double e10 = model.withNu(1e10).exact(r).error(z);
    double e11 = model.withNu(1e11).exact(r).error(z);
    assertThat(e10 / e11).isCloseTo(10, offset(1e-6));
    double least = model.withNu(1e10).exact(r).minError();
    assertThat(least).isCloseTo(-4 / 4e10, offset(1e-8 * 1e-10));
    ExactMetaEmbedding gaussian = model.withNu(GAUSS).exact(r);
    assertThat(gaussian.error(z)).isZero();
    assertThat(gaussian.minError()).isZero();
    assertThat(gaussian.logExact(z)).isEqualTo(gaussian.logGaussian(z));
    assertThat(gaussian.nuPrime()).isInfinite();
  }

  /** In one dimension the density integrates to 1. */
  @Test
  void densityIntegratesToOne() {
    HtPlda gaussian =
        HtPlda.of(
            new double[] {0.5},
            DoubleMatrix.of(new double[][] {{1.5}}),
            DoubleMatrix.of(new double[][] {{4}}),
            GAUSS);
    assertThat(integral(gaussian)).isCloseTo(1, offset(1e-12));
  }

  private static double integral(HtPlda model) {
    double[] z = {0.3};
    double sum = 0;
    double step = 0.01;
    for (int i = -4000; i <= 4000; i++) {
      sum += Math.exp(model.logDensity(new double[] {i * step}, z)) * step;
    }
    return sum;
  }

  /** A t-density with ν = 1 and W = 1 in two dimensions is 1/(2π (1+|x|²)^(3/2)). */
  @Test
  void densityOfTheCauchyDistribution() {
    HtPlda model =
        HtPlda.of(
            new double[2], DoubleMatrix.of(new double[][] {{1}, {0}}), DoubleMatrix.identity(2), 1);
    double[] r = {2, -3};
    double square = (2 - 0.5) * (2 - 0.5) + 9;
    double expected = -Math.log(2 * Math.PI) - 1.5 * Math.log1p(square);
    assertThat(model.logDensity(r, new double[] {0.5})).isCloseTo(expected, offset(1e-14));
    // A huge ν is the Gaussian.
    assertThat(model.withNu(1e14).logDensity(r, new double[] {0.5}))
        .isCloseTo(model.withNu(GAUSS).logDensity(r, new double[] {0.5}), offset(1e-12));
  }
}
