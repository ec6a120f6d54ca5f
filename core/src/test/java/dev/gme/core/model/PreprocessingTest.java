package dev.gme.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.Seeds;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.train.data.PreprocessingTrainer;
import dev.gme.core.train.data.SpeakerScatter;
import dev.gme.core.train.data.TrainingData;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** docs/math.md 3.9: what each step promises, on random data. */
class PreprocessingTest {

  /** Speakers of unequal numbers of recordings, in 2 to 6 dimensions, some with odd labels. */
  private static final class Data {
    final DoubleMatrix x;
    final int[] labels;

    Data(long seed) {
      SeededRandom random = new SeededRandom(seed);
      int dim = 2 + random.nextInt(5);
      int n = 60;
      DoubleMatrix mix = RandomModels.invertible(random, dim);
      DoubleMatrix speakers = RandomModels.gaussian(random, 12, dim).times(2);
      labels = new int[n];
      double[] noise = random.gaussians(n * dim);
      for (int j = 0; j < n; j++) {
        int s = j < 24 ? j / 2 : random.nextInt(12);
        labels[j] = 100 - 7 * s;
        for (int i = 0; i < dim; i++) {
          noise[j * dim + i] += 5 + speakers.get(s, i);
        }
      }
      x = DoubleMatrix.wrap(n, dim, noise).times(mix);
    }

    TrainingData data() {
      return TrainingData.of(x, labels);
    }

    SpeakerScatter scatter() {
      return SpeakerScatter.of(data());
    }

    SpeakerScatter after(Preprocessing chain) {
      return SpeakerScatter.of(data().withVectors(chain.apply(x)));
    }

    Preprocessing learn(String steps) {
      return learn(Arrays.stream(steps.split(", ")).map(StepSpec::parse).toArray(StepSpec[]::new));
    }

    Preprocessing learn(StepSpec... plans) {
      return PreprocessingTest.learn(List.of(plans), data());
    }
  }

  private static Preprocessing learn(List<StepSpec> plans, TrainingData data) {
    return new PreprocessingTrainer(plans).train(data).model();
  }

  private static void assertClose(DoubleMatrix m, DoubleMatrix expected) {
    assertThat(m.minus(expected).maxAbs()).isLessThan(1e-10 * (1 + expected.maxAbs()));
  }

  @Seeds(20)
  void scatterByItsDefinition(long seed) {
    Data data = new Data(seed);
    SpeakerScatter scatter = data.scatter();
    int n = data.x.rows();
    assertThat(scatter.speakers()).isEqualTo(12);
    DoubleMatrix centred = data.x.minusFromRows(scatter.mean());
    assertThat(centred.transpose().times(ones(n)))
        .usingComparatorWithPrecision(1e-10)
        .containsOnly(0);
    assertClose(scatter.total(), centred.gram().times(1.0 / n));
    DoubleMatrix between = DoubleMatrix.zeros(data.x.cols(), data.x.cols());
    for (int s = 0; s < 12; s++) {
      int label = 100 - 7 * s;
      int[] rows = IntStream.range(0, n).filter(j -> data.labels[j] == label).toArray();
      double[] mean = Enrolment.means(centred, new int[][] {rows}).row(0);
      DoubleMatrix row = DoubleMatrix.of(new double[][] {mean});
      between = between.plus(row.gram().times((double) rows.length / n));
    }
    assertClose(scatter.between(), between);
  }

  private static double[] ones(int n) {
    double[] out = new double[n];
    Arrays.fill(out, 1);
    return out;
  }

  @Seeds(20)
  void centre(long seed) {
    Data data = new Data(seed);
    assertThat(data.after(data.learn(StepSpec.centre())).mean())
        .usingComparatorWithPrecision(1e-11)
        .containsOnly(0);
  }

  @Seeds(20)
  void whitenings(long seed) {
    Data data = new Data(seed);
    DoubleMatrix identity = DoubleMatrix.identity(data.x.cols());
    assertClose(data.after(data.learn(StepSpec.whitenWithin())).within(), identity);
    assertClose(data.after(data.learn(StepSpec.whitenTotal())).total(), identity);
    // The symmetric root.
    PreprocessingStep.Linear step =
        (PreprocessingStep.Linear) data.learn(StepSpec.whitenTotal()).steps().get(0);
    assertThat(step.matrix()).isEqualTo(step.matrix().transpose());
  }

  @Seeds(20)
  void lda(long seed) {
    Data data = new Data(seed);
    int p = 1 + (int) (seed % data.x.cols());
    SpeakerScatter scatter = data.after(data.learn(StepSpec.lda(p)));
    assertClose(scatter.within(), DoubleMatrix.identity(p));
    double[] ratios = scatter.between().diagonal();
    assertClose(scatter.between(), DoubleMatrix.diagonal(ratios));
    assertThat(ratios).isSortedAccordingTo((x, y) -> Double.compare(y, x));

    // κ only rescales the rows, by 1/√(1+κλ).
    double kappa = 0.7;
    SpeakerScatter mixed = data.after(data.learn(StepSpec.lda(p, kappa)));
    assertClose(mixed.within().plus(mixed.between().times(kappa)), DoubleMatrix.identity(p));
    DoubleMatrix plain = matrix(data.learn(StepSpec.lda(p)));
    double[] scale = new double[p];
    for (int k = 0; k < p; k++) {
      scale[k] = 1 / Math.sqrt(1 + kappa * ratios[k]);
    }
    assertClose(matrix(data.learn(StepSpec.lda(p, kappa))), plain.scaleRows(scale));
  }

  private static DoubleMatrix matrix(Preprocessing chain) {
    return ((PreprocessingStep.Linear) chain.steps().get(0)).matrix();
  }

  @Seeds(20)
  void lengthIsRootOfTheDimension(long seed) {
    Data data = new Data(seed);
    DoubleMatrix y =
        data.learn(StepSpec.centre(), StepSpec.lda(2), StepSpec.length()).apply(data.x);
    DoubleMatrix directions = data.learn(StepSpec.centre(), StepSpec.lda(2)).apply(data.x);
    double[] cosines = Cosine.scores(y, directions).diagonal();
    for (int i = 0; i < y.rows(); i++) {
      assertThat(RowLengths.of(y, i)).isCloseTo(Math.sqrt(2), offset(1e-14));
      assertThat(cosines[i]).isCloseTo(1, offset(1e-14));
    }
  }

  /** A weight of 2 is a recording twice, a weight of 0 none. */
  @Seeds(20)
  void integerWeightsAreRepeats(long seed) {
    Data data = new Data(seed);
    SeededRandom random = new SeededRandom(seed, 2);
    int n = data.x.rows();
    double[] weights = new double[n];
    int total = 0;
    for (int j = 0; j < n; j++) {
      weights[j] = random.nextInt(4);
      total += (int) weights[j];
    }
    int[] rows = new int[total];
    int[] labels = new int[total];
    for (int j = 0, at = 0; j < n; j++) {
      for (int w = 0; w < weights[j]; w++, at++) {
        rows[at] = j;
        labels[at] = data.labels[j];
      }
    }
    DoubleMatrix repeated = data.x.selectRows(rows);
    SpeakerScatter weighted = SpeakerScatter.of(TrainingData.of(data.x, data.labels, weights));
    SpeakerScatter counted = SpeakerScatter.of(TrainingData.of(repeated, labels));
    assertThat(weighted.mean()).containsExactly(counted.mean(), offset(1e-11));
    assertClose(weighted.within(), counted.within());
    assertClose(weighted.between(), counted.between());
    assertThat(weighted.speakers()).isEqualTo(counted.speakers());

    List<StepSpec> plans =
        List.of(StepSpec.centre(), StepSpec.lda(2), StepSpec.whitenTotal(), StepSpec.length());
    assertClose(
        learn(plans, TrainingData.of(data.x, data.labels, weights)).apply(data.x),
        learn(plans, TrainingData.of(repeated, labels)).apply(data.x));
  }

  /** A mean of 1e6 costs the covariance no digits. */
  @Test
  void largeMeans() {
    Data data = new Data(1);
    double[] shift = ones(data.x.cols());
    Arrays.fill(shift, -1e6);
    SpeakerScatter far = SpeakerScatter.of(data.data().withVectors(data.x.minusFromRows(shift)));
    SpeakerScatter near = data.scatter();
    assertThat(far.within().minus(near.within()).maxAbs()).isLessThan(1e-8);
    assertThat(far.between().minus(near.between()).maxAbs()).isLessThan(1e-8);
  }

  /** Block by block and row by row, in any order, a view is what the chain gives at once. */
  @Seeds(20)
  void viewsAreTheSame(long seed) {
    Data data = new Data(seed);
    Preprocessing chain = data.learn("centre, lda 2, whiten-total, length, centre");
    DoubleMatrix all = chain.apply(data.x);
    RowSource view = chain.view(FloatMatrix.of(data.x));
    assertThat(view.rows()).isEqualTo(60);
    assertThat(view.cols()).isEqualTo(2);
    int[] rows = {59, 3, 4, 5, 0, 3};
    // The view is of floats.
    assertThat(view.doubles(rows).minus(all.selectRows(rows)).maxAbs()).isLessThan(1e-4);
    RowSource exact = chain.view(data.x);
    assertClose(exact.doubles(7, 19), all.rowRange(7, 19));
    assertClose(exact.doubles(rows), all.selectRows(rows));
  }

  /** What linear steps do to covariances is computed: the same as learning from their outputs. */
  @Seeds(20)
  void stepsAreLearnedFromWhatTheStepsBeforeLeave(long seed) {
    Data data = new Data(seed);
    StepSpec[] plans = {
      StepSpec.centre(),
      StepSpec.whitenWithin(),
      StepSpec.lda(2, 0.5),
      StepSpec.whitenTotal(),
      StepSpec.centre()
    };
    DoubleMatrix step = data.x;
    for (StepSpec plan : plans) {
      step = learn(List.of(plan), TrainingData.of(step, data.labels)).apply(step);
    }
    assertClose(data.learn(plans).apply(data.x), step);
  }

  @Test
  void chains() {
    Data data = new Data(2);
    Preprocessing chain = data.learn("centre, lda 2, whiten-total, length, whiten-within");
    assertThat(chain).hasToString("centre, lda 2, whiten total, length, whiten within");
    assertThat(chain.steps().get(1).inputDimension()).isEqualTo(data.x.cols());
    assertThat(chain.steps().get(1).outputDimension()).isEqualTo(2);
    assertThat(chain.steps().get(3).inputDimension()).isEqualTo(2);
    assertThat(((PreprocessingStep.Centre) chain.steps().get(0)).mean())
        .isEqualTo(data.scatter().mean());
    // The same steps put together again.
    assertThat(Preprocessing.of(chain.steps()).apply(data.x)).isEqualTo(chain.apply(data.x));

    Preprocessing none = Preprocessing.of(List.of());
    assertThat(none).hasToString("none");
    assertThat(none.apply(data.x)).isEqualTo(data.x);

    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Preprocessing.of(
                    List.of(new PreprocessingStep.Length(3), new PreprocessingStep.Length(2))))
        .withMessage("step 1 takes dimension 2, the one before gives 3");
  }
}
