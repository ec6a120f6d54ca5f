package dev.gme.core.train.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.StepSpec;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.train.TrainingCases;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the learner reads and refuses; what it learns is in PreprocessingTest. */
class PreprocessingTrainerTest {
  private static final DoubleMatrix X = DoubleMatrix.wrap(6, 4, new SeededRandom(1).gaussians(24));

  private static final int[] LABELS = {1, 1, 2, 2, 3, 3};

  private static Preprocessing learn(StepSpec plan, RowSource x, int[] labels, double[] weights) {
    return new PreprocessingTrainer(List.of(plan))
        .train(TrainingData.of(x, labels, weights))
        .model();
  }

  private static void refused(Runnable action, String message, String help) {
    GmeException e = catchThrowableOfType(GmeException.class, action::run);
    assertThat(e).hasMessage(message);
    assertThat(e.help()).isEqualTo(help);
  }

  @Test
  void dimensionOfLda() {
    String sentence =
        "LDA to %d dimensions needs as many input dimensions and more speakers than that, found 4"
            + " dimensions and %d speakers";
    refused(
        () -> learn(StepSpec.lda(3), X, LABELS, null),
        sentence.formatted(3, 3),
        "choose an LDA dimension of at most 2");
    refused(
        () -> learn(StepSpec.lda(1), X, new int[6], null),
        sentence.formatted(1, 1),
        "give training vectors of several speakers");
  }

  @Test
  void pcaKeepsTheDirectionsOfMostVariance() {
    TrainingData data = TrainingData.of(X, LABELS);
    DoubleMatrix y = learn(StepSpec.pca(2), X, LABELS, null).apply(X);
    SpeakerScatter before = SpeakerScatter.of(data);
    SpeakerScatter after = SpeakerScatter.of(data.withVectors(y));
    double[] expected = SymmetricEigen.of(before.total()).values();
    for (int i = 0; i < 2; i++) {
      assertThat(after.total().get(i, i)).isCloseTo(expected[i], offset(1e-12));
      assertThat(after.total().get(i, 1 - i) * i).isCloseTo(0, offset(1e-12));
    }
    refused(
        () -> learn(StepSpec.pca(3), X.rowRange(0, 3), new int[] {1, 1, 2}, null),
        "PCA to 3 dimensions needs vectors that vary in as many, found 2 of 4",
        "choose a PCA dimension of at most 2");
  }

  @Test
  void singularCovariances() {
    for (StepSpec plan : List.of(StepSpec.lda(2), StepSpec.whitenWithin())) {
      refused(
          () -> learn(plan, X, LABELS, null),
          "the recordings of 3 speakers (6 in all) vary about their speakers' means in 3 of 4"
              + " dimensions only, so the noise cannot be estimated",
          "give more recordings per speaker, or reduce the dimension to at most 2 first, by LDA"
              + " with a total factor above 0");
    }
    // Which is possible.
    assertThat(learn(StepSpec.lda(2, 1), X, LABELS, null).apply(X).cols()).isEqualTo(2);
    refused(
        () -> learn(StepSpec.whitenTotal(), X.rowRange(0, 3), new int[] {1, 1, 2}, null),
        "the total covariance has rank 2 in 4 dimensions and cannot be inverted",
        "give more recordings than dimensions, or reduce the dimension first");
    DoubleMatrix constant = X.scaleColumns(new double[] {1, 0, 1, 1});
    for (StepSpec plan :
        List.of(StepSpec.lda(2, 1), StepSpec.whitenWithin(), StepSpec.whitenTotal())) {
      refused(
          () -> learn(plan, constant, LABELS, null),
          "column 1 (from 0) of the vectors is the same in all recordings",
          "leave it out of the vectors");
    }
  }

  @Test
  void vectorsAndLabels() {
    refused(
        () -> learn(StepSpec.centre(), DoubleMatrix.zeros(0, 4), new int[0], null),
        "there are no vectors to learn from",
        "give training vectors");
    refused(
        () -> learn(StepSpec.centre(), X, LABELS, new double[6]),
        "there are no vectors to learn from",
        "give training vectors");
    for (double weight : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      refused(
          () -> learn(StepSpec.centre(), X, LABELS, new double[] {1, 1, weight, 1, 1, 1}),
          "weight 2 must be finite and not negative, found " + weight,
          "mend the weights");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> learn(StepSpec.centre(), X, new int[5], null))
        .withMessage("6 vectors need as many labels and weights, found 5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> learn(StepSpec.centre(), X, LABELS, new double[1]))
        .withMessage("6 vectors need as many labels and weights, found 6 and 1");
    double[] damaged = X.array().clone();
    damaged[4 * 3 + 1] = Double.NaN;
    DoubleMatrix y = DoubleMatrix.wrap(6, 4, damaged);
    refused(
        () -> learn(StepSpec.centre(), y, LABELS, null),
        "vector 3 (from 0) must be finite, found NaN at position 1",
        "drop the recording or extract its vector again");
    // Weight 0: not there.
    assertThat(learn(StepSpec.centre(), y, LABELS, new double[] {1, 1, 1, 0, 1, 1}).steps())
        .hasSize(1);
  }

  /** The row of a vector without direction is named as it is in the data, not in a block. */
  @Test
  void zeroVectorsBeforeALengthNormalization() {
    TrainingData data = TrainingCases.draw(3, 1, 2, 200, RecordingCounts.fixed(4), 1).data();
    double[][] rows = data.vectors().doubles(0, 800).toRows();
    rows[777] = new double[3];
    TrainingData damaged = data.withVectors(DoubleMatrix.of(rows));
    refused(
        () ->
            new PreprocessingTrainer(List.of(StepSpec.length(), StepSpec.centre())).train(damaged),
        "vector 777 (from 0) has length 0.0 and no direction",
        "drop the recording");
  }

  /** Linear steps take no further pass, a length normalization takes one, and blocks are small. */
  @Test
  void readsInBlocks() {
    TrainingData data = TrainingCases.draw(5, 2, 2, 600, RecordingCounts.fixed(5), 2).data();
    List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
    RowSource counting =
        new RowSource() {
          @Override
          public int rows() {
            return data.size();
          }

          @Override
          public int cols() {
            return data.dimension();
          }

          @Override
          public DoubleMatrix doubles(int from, int to) {
            sizes.add(to - from);
            return data.vectors().doubles(from, to);
          }
        };
    List<StepSpec> plans =
        List.of(
            StepSpec.centre(),
            StepSpec.whitenWithin(),
            StepSpec.lda(3),
            StepSpec.length(),
            StepSpec.centre());
    new PreprocessingTrainer(plans).train(data.withVectors(counting));
    // Each pass also reads one vector alone, as an origin.
    assertThat(sizes.stream().mapToInt(s -> s).sum()).isEqualTo(2 * 3001);
    assertThat(sizes).allMatch(size -> size <= 512);
  }
}
