package dev.gme.core.model;

import static dev.gme.core.model.RandomModels.GAUSS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.Seeds;
import dev.gme.core.embedding.GeneralGme;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.linalg.Lu;
import dev.gme.core.math.SeededRandom;
import org.junit.jupiter.api.Test;

/** All forms of a model are one model, and what must not change its scores does not. */
class ConversionsTest {

  private static void assertClose(DoubleMatrix x, DoubleMatrix expected, String name) {
    assertThat(x.rows()).as(name).isEqualTo(expected.rows());
    assertThat(x.minus(expected).maxAbs())
        .as(name)
        .isLessThanOrEqualTo(1e-10 * (1 + expected.maxAbs()));
  }

  private static DoubleMatrix scores(GmeExtractor e, DoubleMatrix r) {
    MetaEmbeddings m = e.extract(r);
    return m.llr(m);
  }

  private static DoubleMatrix scores(HtPlda model, DoubleMatrix r) {
    return scores(model.extractor(), r);
  }

  private static void assertSameModel(HtPlda m, HtPlda expected) {
    assertThat(m.nu()).isEqualTo(expected.nu());
    assertThat(m.mean()).containsExactly(expected.mean(), offset(1e-12));
    assertClose(m.w(), expected.w(), "W");
    assertClose(m.f().outerGram(), expected.f().outerGram(), "FF'");
  }

  @Seeds(40)
  void roundTrips(long seed) {
    SeededRandom random = new SeededRandom(seed);
    HtPlda model = RandomModels.model(random);
    int dim = model.inputDimension();
    int d = model.speakerDimension();
    GmeExtractor extractor = model.extractor();
    DoubleMatrix r = RandomModels.vectors(random, 7, dim);
    DoubleMatrix expected = scores(extractor, r);

    assertSameModel(extractor.model(), model);
    assertClose(scores(extractor.model(), r), expected, "model → extractor → model");

    TwoCovariance covariances = model.twoCovariance();
    assertSameModel(covariances.model(d, model.nu()), model);
    assertClose(scores(covariances.extractor(d, model.nu()), r), expected, "two covariances");

    QuadraticScore quadratic = QuadraticScore.of(extractor);
    GmeExtractor full = quadratic.extractor(d, model.mean(), model.w(), model.nu());
    assertSameModel(full.model(), model);
    assertClose(scores(full, r), expected, "quadratic score");

    // Gaussian PLDA is the quadratic score, exactly.
    DoubleMatrix gaussian = scores(extractor.withNu(GAUSS), r);
    assertClose(quadratic.scores(r, r), gaussian, "quadratic = Gaussian");
    assertClose(scores(quadratic.extractor(d), r), gaussian, "Gaussian extractor");
  }

  /** What docs/math.md 3.1 and 3.2 say of P, H and λ. */
  @Seeds(40)
  void canonicalParts(long seed) {
    HtPlda model = RandomModels.model(new SeededRandom(seed));
    GmeExtractor e = model.extractor();
    DoubleMatrix wf = model.w().times(model.f());
    DoubleMatrix precision = model.f().transposeTimes(wf);
    DoubleMatrix explained = wf.times(Lu.of(precision).solve(wf.transpose()));
    assertClose(e.h().gram(), model.w().minus(explained), "G = H'H");
    assertClose(e.p().gram(), wf.outerGram(), "P'P = WFF'W");
    assertThat(e.lambda()).isSortedAccordingTo((x, y) -> Double.compare(y, x));
    assertThat(DoubleMatrix.diagonal(e.lambda()).trace())
        .isCloseTo(precision.trace(), offset(1e-10 * precision.trace()));
    assertThat(e.h().times(model.f()).maxAbs()).as("HF = 0").isLessThan(1e-11);
    for (int k = 0; k < e.speakerDimension(); k++) {
      double largest = 0;
      for (double v : e.p().row(k)) {
        largest = Math.abs(v) > Math.abs(largest) ? v : largest;
      }
      assertThat(largest).as("sign of row %d", k).isPositive();
    }
    // The canonical basis: F̃'WF̃ is diagonal.
    HtPlda canonical = e.model();
    DoubleMatrix diagonal = canonical.f().transposeTimes(canonical.w().times(canonical.f()));
    assertClose(diagonal, DoubleMatrix.diagonal(e.lambda()), "F̃'WF̃ = Λ");
  }

  /** a = b F'Wx and B = b F'WF in the basis of F give the same scores. */
  @Seeds(40)
  void embeddingByItsDefinition(long seed) {
    SeededRandom random = new SeededRandom(seed, 2);
    HtPlda model = RandomModels.model(random);
    int complement = model.inputDimension() - model.speakerDimension();
    DoubleMatrix r = RandomModels.vectors(random, 2, model.inputDimension());
    MetaEmbeddings e = model.extractor().extract(r);
    DoubleMatrix wf = model.w().times(model.f());
    DoubleMatrix precision = model.f().transposeTimes(wf).symmetrized();
    DoubleMatrix g = model.w().minus(wf.times(Lu.of(precision).solve(wf.transpose())));
    GeneralGme[] f = new GeneralGme[2];
    for (int i = 0; i < 2; i++) {
      double[] x = r.minusFromRows(model.mean()).row(i);
      double q = 0;
      double[] gx = g.times(x);
      for (int j = 0; j < x.length; j++) {
        q += x[j] * gx[j];
      }
      double b = model.nu() == GAUSS ? 1 : (model.nu() + complement) / (model.nu() + q);
      assertThat(e.b()[i]).isCloseTo(b, offset(1e-9 * b));
      double[] a = wf.transposeTimes(x);
      for (int k = 0; k < a.length; k++) {
        a[k] *= b;
      }
      f[i] = GeneralGme.of(a, precision.times(b));
      double expected = f[i].logExpectation();
      assertThat(e.get(i).logExpectation())
          .isCloseTo(expected, offset(1e-9 * (1 + Math.abs(expected))));
    }
    double llr = f[0].llr(f[1]);
    assertThat(e.get(0).llr(e.get(1))).isCloseTo(llr, offset(1e-9 * (1 + Math.abs(llr))));
  }

  /** Any P, H and λ with an invertible T are a model (docs/math.md 3.3). */
  @Seeds(40)
  void extractorsAreModels(long seed) {
    SeededRandom random = new SeededRandom(seed, 3);
    int dim = 2 + random.nextInt(8);
    int d = 1 + random.nextInt(dim - 1);
    DoubleMatrix t = RandomModels.invertible(random, dim);
    double[] lambda = new double[d];
    double[] root = new double[d];
    for (int k = 0; k < d; k++) {
      lambda[k] = Math.exp(2 * random.nextGaussian());
      root[k] = Math.sqrt(lambda[k]);
    }
    GmeExtractor e =
        GmeExtractor.of(
            random.gaussians(dim), t.rowRange(0, d).scaleRows(root), t.rowRange(d, dim), lambda, 3);
    DoubleMatrix r = RandomModels.vectors(random, 5, dim);
    HtPlda model = e.model();
    assertClose(model.w(), t.gram(), "W = T'T");
    assertClose(scores(model, r), scores(e, r), "scores");
  }

  /** A W that is not quite symmetric is replaced by its symmetric part, in every use of it. */
  @Seeds(40)
  void asymmetryLeftByRounding(long seed) {
    SeededRandom random = new SeededRandom(seed, 9);
    HtPlda model = RandomModels.model(random);
    int dim = model.inputDimension();
    DoubleMatrix r = RandomModels.vectors(random, 5, dim);
    double[] w = model.w().array().clone();
    for (int i = 0; i < dim; i++) {
      for (int j = 0; j < i; j++) {
        w[i * dim + j] += 4e-7 * model.w().maxAbs();
        w[j * dim + i] -= 4e-7 * model.w().maxAbs();
      }
    }
    HtPlda skew = HtPlda.of(model.mean(), model.f(), DoubleMatrix.wrap(dim, dim, w), model.nu());
    assertSameModel(skew, model);
    assertClose(scores(skew, r), scores(model, r), "scores");
  }

  @Seeds(40)
  void rotationOfTheSpeakerSpace(long seed) {
    SeededRandom random = new SeededRandom(seed, 4);
    HtPlda model = RandomModels.model(random);
    DoubleMatrix q = RandomModels.rotation(random, model.speakerDimension());
    HtPlda rotated = HtPlda.of(model.mean(), model.f().times(q), model.w(), model.nu());
    DoubleMatrix r = RandomModels.vectors(random, 5, model.inputDimension());
    assertClose(scores(rotated, r), scores(model, r), "scores after rotation");
  }

  /** Other coordinates r → Ar + t, for the vectors and the model alike. */
  @Seeds(40)
  void changeOfCoordinates(long seed) {
    SeededRandom random = new SeededRandom(seed, 5);
    HtPlda model = RandomModels.model(random);
    int dim = model.inputDimension();
    DoubleMatrix a = RandomModels.invertible(random, dim);
    DoubleMatrix inverse = Lu.of(a).inverse();
    double[] t = random.gaussians(dim);
    double[] mean = a.times(model.mean());
    double[] minusT = new double[dim];
    for (int i = 0; i < dim; i++) {
      mean[i] += t[i];
      minusT[i] = -t[i];
    }
    DoubleMatrix w = inverse.transposeTimes(model.w().times(inverse)).symmetrized();
    HtPlda moved = HtPlda.of(mean, a.times(model.f()), w, model.nu());
    DoubleMatrix r = RandomModels.vectors(random, 5, dim);
    DoubleMatrix movedVectors = r.timesTranspose(a).minusFromRows(minusT);
    assertClose(scores(moved, movedVectors), scores(model, r), "moved scores");
  }

  /** b − 1 = (D − d − q)/(ν + q): ten times the ν, a tenth of the difference. */
  @Seeds(40)
  void heavyTailsVanish(long seed) {
    SeededRandom random = new SeededRandom(seed, 6);
    HtPlda model = RandomModels.heavyTailed(random);
    DoubleMatrix r = RandomModels.vectors(random, 4, model.inputDimension());
    double[] b8 = model.withNu(1e8).extractor().extract(r).b();
    double[] b9 = model.withNu(1e9).extractor().extract(r).b();
    for (int i = 0; i < 4; i++) {
      assertThat((b8[i] - 1) / (b9[i] - 1)).isCloseTo(10, offset(0.01));
    }
    DoubleMatrix gaussian = scores(model.withNu(GAUSS), r);
    DoubleMatrix nearly = scores(model.withNu(1e15), r);
    assertClose(nearly, gaussian, "nu = 1e15");
    assertThat(model.withNu(GAUSS).extractor().extract(r).b()).containsOnly(1);
  }

  @Test
  void fullRankIsGaussian() {
    SeededRandom random = new SeededRandom(7);
    DoubleMatrix f = RandomModels.invertible(random, 4);
    HtPlda model =
        HtPlda.of(random.gaussians(4), f, RandomModels.positiveDefinite(random, 4), GAUSS);
    assertThat(model.extractor().h().rows()).isZero();
    assertSameModel(model.extractor().model(), model);
  }

  /** A between-speaker covariance of higher rank is cut to its best directions. */
  @Test
  void truncation() {
    TwoCovariance covariances =
        TwoCovariance.of(
            new double[3], DoubleMatrix.diagonal(4, 9, 1), DoubleMatrix.diagonal(1, 1, 1));
    HtPlda model = covariances.model(2, 5);
    assertThat(model.extractor().lambda()).containsExactly(new double[] {9, 4}, offset(1e-12));
    assertClose(model.f().outerGram(), DoubleMatrix.diagonal(4, 9, 0), "FF'");
    assertClose(model.w(), DoubleMatrix.identity(3), "W");
  }

  /** The batch and the vectors by one, as float or double, more than a chunk of them. */
  @Test
  void embeddingManyAtOnce() {
    SeededRandom random = new SeededRandom(8);
    HtPlda model =
        HtPlda.of(
            random.gaussians(6),
            RandomModels.gaussian(random, 6, 2),
            RandomModels.positiveDefinite(random, 6),
            2);
    GmeExtractor e = model.extractor();
    int n = 700;
    float[] values = new float[n * 6];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    FloatMatrix floats = FloatMatrix.wrap(n, 6, values);
    DoubleMatrix doubles = floats.doubles(0, n);
    MetaEmbeddings all = e.extract(doubles);
    assertThat(e.extract(floats).a()).isEqualTo(all.a());
    assertThat(e.extract(floats).b()).isEqualTo(all.b());
    for (int i = 0; i < n; i += 37) {
      MetaEmbeddings one = e.extract(doubles.rowRange(i, i + 1));
      assertThat(one.b()[0]).isCloseTo(all.b()[i], offset(1e-12));
      assertThat(one.a().row(0)).containsExactly(all.a().row(i), offset(1e-11));
    }
    assertThat(e.extract(DoubleMatrix.zeros(0, 6)).size()).isZero();
  }

  @Test
  void splitVectorByHand() {
    GmeExtractor e = GmeExtractor.splitVector(new double[] {2, 5}, 4, 3);
    MetaEmbeddings m = e.extract(DoubleMatrix.of(new double[][] {{1, -1, 3, 4}}));
    double b = (3.0 + 2) / (3 + 25);
    assertThat(m.b()).containsExactly(b);
    assertThat(m.a().array()).containsExactly(b, -b);
    assertClose(e.model().w(), DoubleMatrix.diagonal(0.5, 0.2, 1, 1), "W");
    assertClose(e.model().f().outerGram(), DoubleMatrix.diagonal(4, 25, 0, 0), "FF'");
  }

  @Seeds(40)
  void enrolment(long seed) {
    SeededRandom random = new SeededRandom(seed, 9);
    GmeExtractor e = RandomModels.model(random).extractor();
    DoubleMatrix r = RandomModels.vectors(random, 4, e.inputDimension());
    MetaEmbeddings single = e.extract(r);
    int[][] alone = {{0}, {1}, {2}, {3}};
    for (Enrolment way : Enrolment.values()) {
      MetaEmbeddings m = way.extract(e, r, alone);
      assertThat(m.b()).containsExactly(single.b(), offset(1e-12));
      assertThat(m.a().array()).containsExactly(single.a().array(), offset(1e-11));
    }
    MetaEmbeddings pooled = Enrolment.POOLED.extract(e, r, new int[][] {{0, 1, 2}});
    double b = single.b()[0] + single.b()[1] + single.b()[2];
    assertThat(pooled.b()[0]).isCloseTo(b, offset(1e-12 * b));
    // The mean of equal recordings is the recording; the pool knows it three times as well.
    int[][] thrice = {{0, 0, 0}};
    double once = single.b()[0];
    assertThat(Enrolment.AVERAGED.extract(e, r, thrice).b()[0])
        .isCloseTo(once, offset(1e-10 * once));
    assertThat(Enrolment.POOLED.extract(e, r, thrice).b()[0])
        .isCloseTo(3 * once, offset(1e-12 * once));
  }

  /** The noise covariance of the model is that of the two-covariance form. */
  @Test
  void twoCovarianceParts() {
    HtPlda model = RandomModels.model(new SeededRandom(10));
    TwoCovariance covariances = model.twoCovariance();
    assertClose(covariances.within(), Cholesky.of(model.w()).inverse(), "Σw");
    assertClose(covariances.between(), model.f().outerGram(), "Σb");
    assertThat(covariances.mean()).isEqualTo(model.mean());
  }

  @Test
  void inWords() {
    SeededRandom random = new SeededRandom(11);
    HtPlda model =
        HtPlda.of(new double[3], RandomModels.gaussian(random, 3, 2), DoubleMatrix.identity(3), 2);
    assertThat(model).hasToString("heavy-tailed PLDA, D = 3, d = 2, nu = 2.0");
    assertThat(model.extractor()).hasToString("extractor, D = 3, d = 2, nu = 2.0");
  }
}
