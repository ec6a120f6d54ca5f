package dev.gme.core.model;

import static dev.gme.core.model.RandomModels.GAUSS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.linalg.Lu;
import dev.gme.core.math.SeededRandom;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The sentences that users see, with the remedy beside them. */
class ModelRefusalsTest {
  private static final double NAN = Double.NaN;

  private static void wrongUse(ThrowingCallable what, String sentence) {
    assertThatIllegalArgumentException().isThrownBy(what).withMessage(sentence);
  }

  private static void refused(ThrowingCallable what, String part, String help) {
    GmeException e = catchThrowableOfType(GmeException.class, what);
    assertThat(e).as("expected: %s", part).isNotNull();
    assertThat(e).hasMessageContaining(part);
    assertThat(e.help()).contains(help);
  }

  private static DoubleMatrix m(double[]... rows) {
    return DoubleMatrix.of(rows);
  }

  private static double[] v(double... x) {
    return x;
  }

  private static final DoubleMatrix I2 = DoubleMatrix.identity(2);
  private static final DoubleMatrix F = m(v(1), v(1));

  @Test
  void shapesOfAModel() {
    wrongUse(() -> HtPlda.of(v(0, 0, 0), F, I2, 2), "F must be 3 x 1, found 2 x 1");
    wrongUse(
        () -> HtPlda.of(v(0, 0), F, DoubleMatrix.identity(3), 2), "W must be 2 x 2, found 3 x 3");
    wrongUse(
        () -> HtPlda.of(v(0, 0), DoubleMatrix.zeros(2, 3), I2, 2),
        "the speaker dimension must be from 1 to D = 2, found 3");
    wrongUse(
        () -> HtPlda.of(v(0, 0), DoubleMatrix.zeros(2, 0), I2, 2),
        "the speaker dimension must be from 1 to D = 2, found 0");
  }

  @Test
  void valuesOfAModel() {
    refused(
        () -> HtPlda.of(v(0, NAN), F, I2, 2),
        "the mean of a model must be finite, found NaN at position 1",
        "train it again");
    refused(
        () -> HtPlda.of(v(0, 0), m(v(1), v(GAUSS)), I2, 2),
        "F of a model must be finite, found Infinity at position 1",
        "train it again");
    refused(
        () -> HtPlda.of(v(0, 0), F, DoubleMatrix.diagonal(1, NAN), 2),
        "the noise precision W holds NaN or infinite elements",
        "inverse covariance");
    refused(
        () -> HtPlda.of(v(0, 0), F, m(v(1, 0.1), v(0, 1)), 2),
        "W must be symmetric",
        "and not a root or factor of it");
    refused(
        () -> HtPlda.of(v(0, 0), F, DoubleMatrix.diagonal(3, -1), 2),
        "the noise precision W must be positive definite, but pivot 2 of 2 is not positive"
            + " (eigenvalues from -1.00 to 3.00)",
        "check that W is an inverse covariance");
    refused(
        () -> HtPlda.of(v(0, 0, 0), m(v(1, 2), v(1, 2), v(0, 0)), DoubleMatrix.identity(3), 2),
        "F must have rank d = 2, but singular value 2 is ",
        "choose a smaller d");
    refused(
        () -> HtPlda.of(v(0, 0), DoubleMatrix.zeros(2, 1), I2, 2),
        "F must have rank d = 1, but singular value 1 is 0.0 against a largest of 0.0",
        "choose a smaller d");
  }

  @Test
  void shapeOfTheComplement() {
    GmeExtractor full = GmeExtractor.of(v(0, 0), I2, m(), v(2, 1), GAUSS);
    assertThat(full.h()).isEqualTo(DoubleMatrix.zeros(0, 2));
    wrongUse(
        () -> GmeExtractor.of(v(0, 0), I2, I2, v(2, 1), GAUSS), "H must be 0 x 2, found 2 x 2");
    wrongUse(
        () -> GmeExtractor.of(v(0, 0), m(v(1, 0)), m(), v(2), 2), "H must be 1 x 2, found 0 x 2");
  }

  @Test
  void degreesOfFreedom() {
    for (double nu : new double[] {0, -1, NAN}) {
      refused(
          () -> HtPlda.of(v(0, 0), F, I2, nu),
          "the degrees of freedom nu must be positive, found " + nu,
          "Infinity for Gaussian PLDA");
    }
    refused(
        () -> HtPlda.of(v(0, 0), I2, I2, 2),
        "with d = D = 2 the degrees of freedom have no effect, found nu = 2.0",
        "choose a speaker dimension below 2, or nu = Infinity");
    HtPlda full = HtPlda.of(v(0, 0), I2, I2, GAUSS);
    refused(() -> full.withNu(3), "with d = D = 2", "nu = Infinity");
    refused(() -> full.extractor().withNu(3), "with d = D = 2", "nu = Infinity");
    refused(() -> full.twoCovariance().model(2, 3), "with d = D = 2", "nu = Infinity");
  }

  @Test
  void vectorsOfAModel() {
    HtPlda model = HtPlda.of(v(0, 0), F, I2, 2);
    GmeExtractor e = model.extractor();
    QuadraticScore score = QuadraticScore.of(e);
    String dimension = "the model takes vectors of dimension 2, found 3";
    String use = "use the vectors and the preprocessing that the model was trained with";
    DoubleMatrix wide = DoubleMatrix.zeros(1, 3);
    refused(() -> e.extract(wide), dimension, use);
    refused(() -> e.extract(FloatMatrix.wrap(1, 3, new float[3])), dimension, use);
    refused(() -> model.exact(v(1, 2, 3)), dimension, use);
    refused(() -> model.logDensity(v(1, 2, 3), v(1)), dimension, use);
    refused(() -> score.scores(wide, I2), dimension, use);
    refused(() -> score.scores(I2, wide), dimension, use);
    wrongUse(() -> model.logDensity(v(1, 2), v(1, 2)), "z must have 1 elements, found 2");
    wrongUse(() -> model.exact(v(1, 2)).logExact(v(1, 2)), "z must have 1 elements, found 2");

    // The row is named also beyond the first chunk.
    double[] values = new double[2 * 1000];
    values[2 * 700 + 1] = NAN;
    DoubleMatrix bad = DoubleMatrix.wrap(1000, 2, values);
    String row = "vector 700 (from 0) must be finite, found NaN at position 1";
    refused(() -> e.extract(bad), row, "drop the recording or extract its vector again");
    refused(() -> score.scores(I2, bad), row, "drop the recording");
    refused(
        () -> model.exact(v(1, GAUSS)),
        "vector 0 (from 0) must be finite, found Infinity at position 1",
        "drop the recording");
    refused(
        () -> model.logDensity(v(NAN, 1), v(1)),
        "vector 0 (from 0) must be finite, found NaN at position 0",
        "drop the recording");
  }

  @Test
  void extractor() {
    DoubleMatrix p = m(v(1, 0));
    DoubleMatrix h = m(v(0, 1));
    wrongUse(
        () -> GmeExtractor.of(v(0, 0), p, h, v(), 2),
        "the speaker dimension must be from 1 to D = 2, found 0");
    wrongUse(
        () -> GmeExtractor.of(v(0, 0), p, h, v(1, 1, 1), 2),
        "the speaker dimension must be from 1 to D = 2, found 3");
    wrongUse(() -> GmeExtractor.of(v(0, 0), I2, h, v(1), 2), "P must be 1 x 2, found 2 x 2");
    wrongUse(() -> GmeExtractor.of(v(0, 0), p, I2, v(1), 2), "H must be 1 x 2, found 2 x 2");
    wrongUse(
        () -> GmeExtractor.splitVector(v(1, 1, 1), 2, 2),
        "lambda has 3 elements, more than the vectors: 2");
    String damaged = "the model is damaged or its training failed: train it again";
    refused(
        () -> GmeExtractor.of(v(0, 0), p, h, v(-1), 2),
        "lambda must not be negative, found -1.0",
        damaged);
    refused(
        () -> GmeExtractor.of(v(0, 0), p, h, v(NAN), 2),
        "lambda of a model must be finite, found NaN at position 0",
        damaged);
    refused(
        () -> GmeExtractor.of(v(0, 0), m(v(NAN, 0)), h, v(1), 2), "P of a model must be", damaged);
    refused(
        () -> GmeExtractor.of(v(0, 0), p, m(v(NAN, 0)), v(1), 2), "H of a model must be", damaged);
    refused(
        () -> GmeExtractor.of(v(0, NAN), p, h, v(1), 2), "the mean of a model must be", damaged);
    refused(() -> GmeExtractor.of(v(0, 0), p, h, v(1), 0), "nu must be positive", "Infinity");
  }

  /** Such extractors score, but are no model. */
  @Test
  void extractorsWithoutAModel() {
    String sentence = "this extractor has no PLDA model: its matrix [Λ^-½ P; H] is singular";
    DoubleMatrix p = m(v(1, 0));
    GmeExtractor dependent = GmeExtractor.of(v(0, 0), p, m(v(2, 0)), v(1), 2);
    GmeExtractor noSpeakers = GmeExtractor.of(v(0, 0), p, m(v(0, 1)), v(0), 2);
    GmeExtractor noComplement = QuadraticScore.of(dependent).extractor(1);
    for (GmeExtractor e : List.of(dependent, noSpeakers, noComplement)) {
      refused(e::model, sentence, "it can still score");
      assertThat(e.extract(I2).llr(e.extract(I2)).isFinite()).isTrue();
    }
  }

  @Test
  void twoCovariances() {
    wrongUse(
        () -> TwoCovariance.of(v(0, 0, 0), I2, I2),
        "the between-speaker covariance must be 3 x 3, found 2 x 2");
    wrongUse(
        () -> TwoCovariance.of(v(0, 0), I2, F),
        "the within-speaker covariance must be 2 x 2, found 2 x 1");
    refused(
        () -> TwoCovariance.of(v(0, 0), m(v(1, 1), v(0, 1)), I2),
        "the between-speaker covariance must be symmetric",
        "check that the right matrix was given");
    refused(
        () -> TwoCovariance.of(v(0, 0), I2, DoubleMatrix.diagonal(1, NAN)),
        "the within-speaker covariance of a model must be finite",
        "train it again");
    TwoCovariance singular = TwoCovariance.of(v(0, 0), I2, DoubleMatrix.diagonal(1, 0));
    refused(
        () -> singular.extractor(1, 2),
        "the within-speaker covariance must be positive definite, but pivot 2 of 2",
        "more recordings per speaker than dimensions are needed");
    TwoCovariance lowRank = TwoCovariance.of(v(0, 0), DoubleMatrix.diagonal(4, 0), I2);
    refused(
        () -> lowRank.extractor(2, GAUSS),
        "the between-speaker covariance has a rank below d = 2: eigenvalue 2 relative to the noise"
            + " is 0.0 against a largest of 4.0",
        "choose a smaller speaker dimension");
    wrongUse(() -> lowRank.model(0, 2), "the speaker dimension must be from 1 to D = 2, found 0");
    wrongUse(() -> lowRank.model(3, 2), "the speaker dimension must be from 1 to D = 2, found 3");
  }

  @Test
  void quadraticScores() {
    wrongUse(() -> QuadraticScore.of(I2, F, v(0, 0), 0), "Gamma must be 2 x 2, found 2 x 1");
    wrongUse(() -> QuadraticScore.of(F, I2, v(0, 0), 0), "Lambda must be 2 x 2, found 2 x 1");
    refused(
        () -> QuadraticScore.of(m(v(1, 1), v(0, 1)), I2, v(0, 0), 0),
        "Lambda must be symmetric",
        "check");
    refused(() -> QuadraticScore.of(I2, I2, v(0, NAN), 0), "c of a model must be finite", "train");
    refused(() -> QuadraticScore.of(I2, I2, v(0, 0), NAN), "k of a model must be finite", "train");

    QuadraticScore score = QuadraticScore.of(model().extractor());
    wrongUse(() -> score.extractor(0), "the speaker dimension must be from 1 to D = 4, found 0");
    refused(
        () -> score.extractor(3),
        "Lambda must be positive with rank at least d = 3, but eigenvalue 3 is ",
        "choose a smaller speaker dimension");
    QuadraticScore positive = QuadraticScore.of(I2, I2, v(0, 0), 0);
    refused(
        () -> positive.extractor(1),
        "Lambda and Gamma are not those of a PLDA model: the ratio of component 0 must lie between"
            + " 0 and 1, found -1.0",
        "check the two matrices and the speaker dimension d = 1");
    QuadraticScore wrongK =
        QuadraticScore.of(score.lambda(), score.gamma(), score.c(), score.k() + 0.1);
    refused(
        () -> wrongK.extractor(2),
        "for these Lambda, Gamma and c, found " + wrongK.k(),
        "check that the four parts are of one model");
    // c may only point where P does.
    double[] orthogonal = orthogonalTo(model().extractor().p(), v(1, 1, 1, 1));
    double[] strange = score.c();
    for (int i = 0; i < 4; i++) {
      strange[i] += orthogonal[i];
    }
    QuadraticScore wrongC = QuadraticScore.of(score.lambda(), score.gamma(), strange, score.k());
    refused(() -> wrongC.extractor(2), "no mean gives this c", "the four parts are of one model");
  }

  private static HtPlda model() {
    SeededRandom random = new SeededRandom(5);
    return HtPlda.of(
        random.gaussians(4),
        RandomModels.gaussian(random, 4, 2),
        RandomModels.positiveDefinite(random, 4),
        3);
  }

  /** The part of x that the rows of p do not span. */
  private static double[] orthogonalTo(DoubleMatrix p, double[] x) {
    double[] weights = Lu.of(p.outerGram()).solve(column(p.times(x))).array();
    double[] inside = p.transposeTimes(weights);
    double[] out = x.clone();
    for (int i = 0; i < out.length; i++) {
      out[i] -= inside[i];
    }
    return out;
  }

  private static DoubleMatrix column(double[] x) {
    return DoubleMatrix.wrap(x.length, 1, x);
  }

  @Test
  void quadraticScoresWithTheWrongNoise() {
    HtPlda model = model();
    QuadraticScore score = QuadraticScore.of(model.extractor());
    double[] mean = model.mean();
    DoubleMatrix w = model.w();
    String sentence =
        "W does not belong to these scores: W − P'Λ⁻¹P must be positive semidefinite of rank 2";
    String help = "give the within-speaker precision of the same model";
    refused(() -> score.extractor(2, mean, w.times(1.1), 3), sentence, help);
    refused(() -> score.extractor(2, mean, w.times(0.9), 3), sentence, help);
    refused(() -> score.extractor(2, mean, DoubleMatrix.identity(4).times(100), 3), sentence, help);
    DoubleMatrix p = model.extractor().p();
    double[] inverse = model.extractor().lambda();
    for (int k = 0; k < 2; k++) {
      inverse[k] = 1 / inverse[k];
    }
    DoubleMatrix onlySpeakers = p.transposeTimes(p.scaleRows(inverse)).symmetrized();
    refused(() -> score.extractor(2, mean, onlySpeakers, 3), sentence, help);
    refused(
        () ->
            score.extractor(
                2, mean, m(v(1, 1, 0, 0), v(0, 1, 0, 0), v(0, 0, 1, 0), v(0, 0, 0, 1)), 3),
        "W must be symmetric",
        "check that the right matrix");
    wrongUse(() -> score.extractor(2, v(0, 0), w, 3), "the mean must have 4 elements, found 2");
    wrongUse(() -> score.extractor(2, mean, I2, 3), "W must be 4 x 4, found 2 x 2");

    // Mirrored, the mean gives the same k; only c tells.
    double[] mirrored = mean.clone();
    double[] other = mean.clone();
    for (int i = 0; i < 4; i++) {
      mirrored[i] = -mean[i];
      other[i] += 1;
    }
    for (double[] wrong : List.of(mirrored, other)) {
      refused(
          () -> score.extractor(2, wrong, w, 3),
          "the mean does not belong to these scores: it gives another c or k",
          "give the mean of the same model");
    }
  }

  @Test
  void preprocessingPlans() {
    String sentence = "LDA needs a dimension of at least 1 and a factor of at least 0, found ";
    wrongUse(() -> StepSpec.lda(0), sentence + "0 and 0.0");
    wrongUse(() -> StepSpec.lda(2, -1), sentence + "2 and -1.0");
    wrongUse(() -> StepSpec.lda(2, NAN), sentence + "2 and NaN");
  }

  @Test
  void preprocessedVectors() {
    Preprocessing chain = Preprocessing.of(List.of(new PreprocessingStep.Length(2)));
    refused(
        () -> chain.apply(DoubleMatrix.zeros(1, 3)),
        "the preprocessing takes vectors of dimension 2, found 3",
        "use the vectors that the model was trained with");
    refused(
        () -> chain.apply(m(v(1, 2), v(NAN, 2))),
        "vector 1 (from 0) must be finite, found NaN at position 0",
        "drop the recording");
    refused(
        () -> chain.apply(m(v(1, 2), v(0, 0))),
        "vector 1 (from 0) has length 0.0 and no direction",
        "drop the recording");
    refused(
        () -> chain.apply(m(v(1e200, 1e200))),
        "vector 0 (from 0) must lie within 1e100 of 0, found 1.0E200 at position 0",
        "drop the recording");
    refused(
        () -> Cosine.scores(I2, m(v(1, 1), v(0, 0))),
        "vector 1 (from 0) has length 0.0 and no direction",
        "drop the recording");
    refused(() -> Cosine.scores(m(v(NAN, 1)), I2), "vector 0 (from 0) has length NaN", "drop the");
    refused(
        () -> new PreprocessingStep.Centre(v(NAN)), "the mean of a model must be finite", "train");
    refused(
        () -> new PreprocessingStep.Linear("lda 1", m(v(NAN))),
        "lda 1 of a model must be finite",
        "train");
    wrongUse(() -> Enrolment.means(I2, new int[][] {{0}, {}}), "model 1 has no recordings");
  }

  @Test
  void vectorsWhoseSquaresOverflow() {
    GmeExtractor extractor = HtPlda.of(v(0, 0), F, I2, Double.POSITIVE_INFINITY).extractor();
    refused(
        () -> extractor.extract(m(v(0, 1), v(1, -1e101))),
        "vector 1 (from 0) must lie within 1e100 of 0, found -1.0E101 at position 1",
        "extract its vector again");
    var far = extractor.extract(m(v(1e100, 1), v(-1e100, 1)));
    assertThat(far.llr(far).isFinite()).isTrue();
  }
}
