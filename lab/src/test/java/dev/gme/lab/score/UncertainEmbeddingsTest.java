package dev.gme.lab.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.PreprocessingStep;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.lists.EnrolmentModels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Vectors are drawn with seed 5. */
class UncertainEmbeddingsTest {
  private static final int DIM = 6;
  private static final SeededRandom RANDOM = new SeededRandom(5);
  private static final LabelledVectors VECTORS = set(8, RANDOM.gaussians(8 * DIM));

  private static LabelledVectors set(int n, double[] values) {
    float[] x = new float[values.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) values[i];
    }
    List<String> ids = IntStream.range(0, n).mapToObj(i -> "r" + i).toList();
    return LabelledVectors.of("test", ids, FloatMatrix.wrap(n, values.length / n, x));
  }

  private static Pipeline pipeline(double nu) {
    HtPlda model =
        HtPlda.of(
            new double[DIM],
            DoubleMatrix.wrap(DIM, 2, new SeededRandom(6).gaussians(2 * DIM)),
            DoubleMatrix.identity(DIM),
            nu);
    Preprocessing chain =
        Preprocessing.of(
            List.of(
                new PreprocessingStep.Centre(new double[DIM]), new PreprocessingStep.Length(DIM)));
    return Pipeline.of(chain, model.extractor());
  }

  private static LabelledVectors constant(int size, double value) {
    double[] all = new double[8 * size];
    Arrays.fill(all, value);
    return set(8, all);
  }

  private static float[] scores(TrialScoring how) {
    Side side = how.recordings(VECTORS);
    List<Integer> enrol = new ArrayList<>();
    List<Integer> test = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      for (int j = 0; j < 8; j++) {
        enrol.add(i);
        test.add(j);
      }
    }
    return how.scorer(side, side)
        .list(enrol.stream().mapToInt(i -> i).toArray(), test.stream().mapToInt(i -> i).toArray())
        .scores();
  }

  @Test
  void withoutUncertaintyScoresAreThoseOfPoints() {
    for (double nu : new double[] {2, Double.POSITIVE_INFINITY}) {
      Pipeline model = pipeline(nu);
      VectorErrors none = VectorErrors.of(constant(DIM, 0));
      float[] points = scores(TrialScoring.llr(model, LlrAccuracy.EXACT));
      assertThat(scores(TrialScoring.uncertain(model, none)))
          .containsExactly(points, within(1e-5f));
      assertThat(scores(TrialScoring.canonical(model, none, LlrAccuracy.EXACT, e -> {})))
          .containsExactly(points, within(1e-5f));
      assertThat(UncertainEmbeddings.of(model, VECTORS, none).error().rms()).isLessThan(1e-9);
    }
  }

  @Test
  void uncertaintyMovesScoresTowardsZeroAndItsErrorIsTold() {
    Pipeline model = pipeline(Double.POSITIVE_INFINITY);
    VectorErrors errors = VectorErrors.of(constant(DIM, 1e6));
    for (float s : scores(TrialScoring.uncertain(model, errors))) {
      assertThat(s).isCloseTo(0, within(1e-3f));
    }
    double[] uneven = new double[8 * DIM];
    for (int i = 0; i < uneven.length; i++) {
      uneven[i] = i % DIM == 0 ? 4 : 0;
    }
    UncertainEmbeddings e = UncertainEmbeddings.of(model, VECTORS, VectorErrors.of(set(8, uneven)));
    UncertainEmbeddings.CanonicalError error = e.error();
    assertThat(error.rms()).isPositive().isLessThanOrEqualTo(error.largest());
    assertThat(error.meanDivergence()).isPositive().isLessThanOrEqualTo(error.largestDivergence());
    assertThat(error.toString()).contains("nat on average", error.worst());
  }

  @Test
  void diagonalAndWholeCovariancesAgreeAndPoolsArePools() {
    Pipeline model = pipeline(2);
    double[] whole = new double[8 * DIM * DIM];
    for (int i = 0; i < 8; i++) {
      for (int k = 0; k < DIM; k++) {
        whole[i * DIM * DIM + k * DIM + k] = 0.5;
      }
    }
    VectorErrors diagonal = VectorErrors.of(constant(DIM, 0.5));
    VectorErrors full = VectorErrors.of(set(8, whole));
    assertThat(scores(TrialScoring.uncertain(model, full)))
        .containsExactly(scores(TrialScoring.uncertain(model, diagonal)), within(1e-5f));
    UncertainEmbeddings e = UncertainEmbeddings.of(model, VECTORS, diagonal);
    var pool = e.pooled(new int[][] {{0, 3}, {1}});
    var one = e.pooled(new int[][] {{0}, {3}});
    assertThat(pool).hasSize(2);
    assertThat(pool.get(0).b().minus(one.get(0).b().plus(one.get(1).b())).maxAbs())
        .isLessThan(1e-12);
  }

  @Test
  void refusesCovariancesThatAreNone() {
    Pipeline model = pipeline(2);
    refused(model, constant(DIM, -1), "variance 0 (from 0) of vector 'r0' must be at least 0");
    refused(model, constant(3, 1), "expected 6 variances or 36 elements of a covariance");
    refused(model, set(4, new double[4 * DIM]), "no variance of recording 'r4'");
    double[] indefinite = new double[8 * DIM * DIM];
    indefinite[5 * DIM * DIM] = -1;
    refused(
        model, set(8, indefinite), "the covariance of vector 'r5' is not positive semidefinite");
    double[] askew = new double[8 * DIM * DIM];
    askew[1] = 1;
    refused(model, set(8, askew), "the covariance of vector 'r0' is not symmetric");
    TrialScoring how = TrialScoring.uncertain(model, VectorErrors.of(constant(DIM, 1)));
    assertThatThrownBy(
            () -> how.side(VECTORS, EnrolmentModels.ofRecordings(VECTORS), Enrolment.AVERAGED))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("cannot be averaged");
  }

  private static void refused(Pipeline model, LabelledVectors covariances, String message) {
    assertThatThrownBy(() -> UncertainEmbeddings.of(model, VECTORS, VectorErrors.of(covariances)))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(((GmeException) e).help()).isNotEmpty());
  }
}
