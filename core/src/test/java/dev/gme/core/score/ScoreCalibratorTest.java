package dev.gme.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.calibrate.PavCalibration;
import dev.gme.core.calibrate.QualityCalibration;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.simulate.ModelRecipe;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScoreCalibratorTest {
  /** Seeds 1 and 2. */
  private final MetaEmbeddings enrol = random(70, 1);

  private final MetaEmbeddings test = random(90, 2);

  private static MetaEmbeddings random(int n, long seed) {
    Random random = new Random(seed);
    double[] a = random.doubles(n * 3L, -2, 2).toArray();
    double[] b = random.doubles(n, 0.1, 10).toArray();
    return MetaEmbeddings.of(DoubleMatrix.wrap(n, 3, a), b, new double[] {3, 2, 1});
  }

  private static FloatMatrix all(PairScorer scorer) {
    MatrixSink sink = new MatrixSink(scorer.enrolments(), scorer.tests());
    scorer.all(sink);
    return sink.matrix();
  }

  static Stream<Calibration> calibrations() {
    return Stream.of(
        LinearCalibration.of(-0.5, 0.7),
        QualityCalibration.of(0.7, -0.5, 0.3),
        PavCalibration.of(new double[] {-1, 0, 2}, new double[] {-3, -1, 0.5, 4}));
  }

  /** Against the calibration of each score on its own, with log b summed over both sides. */
  @ParameterizedTest
  @MethodSource("calibrations")
  void tilesAndListsAreCalibratedAlike(Calibration calibration) {
    ScoreCalibrator calibrator = ScoreCalibrator.of(calibration, enrol, test);
    PairScorer scorer = ScoreKind.exactLlr().scorer(enrol, test);
    FloatMatrix raw = all(scorer);
    FloatMatrix calibrated = all(scorer.transformed(calibrator));
    for (int i = 0; i < enrol.size(); i++) {
      for (int j = 0; j < test.size(); j++) {
        double q = Math.log(enrol.b()[i]) + Math.log(test.b()[j]);
        float s = raw.get(i, j);
        double expected =
            calibration.inputs() == 2 ? calibration.apply(s, q) : calibration.apply(s);
        assertThat(calibrator.apply(i, j, s))
            .isCloseTo(expected, within(1e-14 * (1 + Math.abs(s))));
        assertThat((double) calibrated.get(i, j))
            .isCloseTo(expected, within(1e-6 * (1 + Math.abs(s))));
        assertThat(calibrator.apply(new int[] {i}, new int[] {j}, new float[] {s}))
            .containsExactly((float) calibrator.apply(i, j, s));
      }
    }
  }

  /** Scores between two transforms are floats, in lists, tiles and one by one. */
  @Test
  void transformsCompose() {
    ScoreTransform first = ScoreCalibrator.of(QualityCalibration.of(0.7, -0.5, 0.3), enrol, test);
    ScoreTransform second = ScoreCalibrator.of(LinearCalibration.of(1, 2), enrol, test);
    ScoreTransform both = first.then(second);
    PairScorer scorer = ScoreKind.exactLlr().scorer(enrol, test);
    PairScorer stepByStep = scorer.transformed(first).transformed(second);
    assertThat(all(scorer.transformed(both)).array()).isEqualTo(all(stepByStep).array());
    int[] enrols = {3, 69};
    int[] tests = {89, 0};
    float[] raw = scorer.list(enrols, tests).scores();
    assertThat(both.apply(enrols, tests, raw))
        .isEqualTo(second.apply(enrols, tests, first.apply(enrols, tests, raw)))
        .isEqualTo(stepByStep.list(enrols, tests).scores());
    assertThat(both).hasToString(first + ", then " + second);
    assertThat(scorer.transformed(first).description())
        .isEqualTo("calibrated log-likelihood ratios");
  }

  /** One call scores calibrated, from vectors as from meta-embeddings of the model. */
  @Test
  void aCalibratedModelScoresCalibrated() {
    Pipeline pipeline =
        Pipeline.of(Preprocessing.of(List.of()), ModelRecipe.of(5, 3, 2).draw(1).extractor());
    CalibratedModel model = new CalibratedModel(pipeline, QualityCalibration.of(0.7, -0.5, 0.3));
    Random random = new Random(3);
    DoubleMatrix enrolVectors = DoubleMatrix.wrap(4, 5, random.doubles(20, -1, 1).toArray());
    DoubleMatrix testVectors = DoubleMatrix.wrap(6, 5, random.doubles(30, -1, 1).toArray());
    MetaEmbeddings e = pipeline.extract(enrolVectors);
    MetaEmbeddings t = pipeline.extract(testVectors);
    FloatMatrix raw = all(model.uncalibrated().scorer(enrolVectors, testVectors));
    assertThat(raw.array()).isEqualTo(all(ScoreKind.llr().scorer(e, t)).array());
    FloatMatrix calibrated = all(model.scorer(enrolVectors, testVectors));
    ScoreCalibrator calibrator = ScoreCalibrator.of(model.calibration(), e, t);
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 6; j++) {
        assertThat((double) calibrated.get(i, j))
            .isCloseTo(calibrator.apply(i, j, raw.get(i, j)), within(1e-5));
      }
    }
    assertThat(all(model.scorer(e, t)).array()).isEqualTo(calibrated.array());
    assertThat(model.uncalibrated()).hasToString(pipeline.toString());
    assertThat(model.scorer(ScoreKind.exactLlr(), e, t).tolerance()).isZero();
  }

  @Test
  void fusionsAndOtherQualitiesAreRefused() {
    HtPlda model = ModelRecipe.of(5, 3, 2).draw(1);
    Pipeline pipeline = Pipeline.of(Preprocessing.of(List.of()), model.extractor());
    for (Calibration c :
        List.of(LinearCalibration.of(0, 1, 1), QualityCalibration.of(1, 0, 1, 1))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ScoreCalibrator.of(c, enrol, test))
          .withMessageContaining("the calibration takes");
      assertThatIllegalArgumentException().isThrownBy(() -> new CalibratedModel(pipeline, c));
    }
    assertThat(new CalibratedModel(pipeline, LinearCalibration.of(-0.5, 2)))
        .hasToString(pipeline + ", then llr = 2.00000 * score - 0.500000");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                ScoreCalibrator.of(LinearCalibration.of(0, 1), enrol, test)
                    .apply(new int[1], new int[2], new float[1]));
  }

  @Test
  void anEmbeddingThatSaysNothingHasNoLogarithm() {
    MetaEmbeddings vacuous =
        MetaEmbeddings.of(
            DoubleMatrix.wrap(1, 3, new double[3]), new double[1], new double[] {3, 2, 1});
    assertThatThrownBy(() -> ScoreCalibrator.of(QualityCalibration.of(1, 0, 1), enrol, vacuous))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("embedding 0 (counted from 0) has precision b = 0.0");
    ScoreCalibrator linear = ScoreCalibrator.of(LinearCalibration.of(1, 2), enrol, vacuous);
    assertThat(linear.apply(0, 0, 0)).isEqualTo(1);
    assertThat(ScoreCalibrator.of(LinearCalibration.of(1, 2)).apply(0, 0, 3)).isEqualTo(7);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScoreCalibrator.of(QualityCalibration.of(1, 0, 1)))
        .withMessageContaining("give the meta-embeddings of both sides");
  }
}
