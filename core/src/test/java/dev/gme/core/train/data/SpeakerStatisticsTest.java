package dev.gme.core.train.data;

import static dev.gme.core.train.TrainingCases.GAUSS;
import static dev.gme.core.train.TrainingCases.distance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.TreeSum;
import dev.gme.core.parallel.Workers;
import dev.gme.core.train.TrainingCases;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(RestoresThreads.class)
class SpeakerStatisticsTest {

  private static SpeakerStatistics gather(TrainingData data) {
    return SpeakerStatistics.gather(data);
  }

  private static void assertSameBytes(SpeakerStatistics actual, SpeakerStatistics expected) {
    assertThat(actual.mean()).isEqualTo(expected.mean());
    assertThat(actual.counts()).isEqualTo(expected.counts());
    assertThat(actual.sums()).isEqualTo(expected.sums());
    assertThat(actual.secondMoment()).isEqualTo(expected.secondMoment());
  }

  private static void assertClose(SpeakerStatistics actual, SpeakerStatistics expected) {
    assertThat(actual.mean()).containsExactly(expected.mean(), offset(1e-12));
    assertThat(actual.counts()).containsExactly(expected.counts(), offset(1e-12));
    assertThat(distance(actual.sums(), expected.sums())).isLessThan(1e-12);
    assertThat(distance(actual.secondMoment(), expected.secondMoment())).isLessThan(1e-12);
  }

  @Test
  void byHand() {
    DoubleMatrix r = DoubleMatrix.of(new double[][] {{1, 0}, {3, 2}, {5, 10}, {100, 100}});
    TrainingData data = TrainingData.of(r, new int[] {7, 7, 3, 7}, new double[] {1, 2, 1, 0});
    SpeakerStatistics s = gather(data);
    assertThat(data.speakers()).isEqualTo(2);
    assertThat(s.total()).isEqualTo(4);
    assertThat(s.mean()).containsExactly(3, 3.5);
    // Speakers are in the order of their numbers.
    assertThat(s.counts()).containsExactly(1, 3);
    assertThat(s.sums()).isEqualTo(DoubleMatrix.of(new double[][] {{2, 6.5}, {-2, -6.5}}));
    // Moved from about the first vector, (5, 10).
    DoubleMatrix second = DoubleMatrix.of(new double[][] {{8, 20}, {20, 59}});
    assertThat(distance(s.secondMoment(), second)).isLessThan(1e-15);
  }

  /** The mean is not known before the pass that needs it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void meanOfOnePass(boolean weighted) {
    TrainingCases.Drawn drawn = TrainingCases.draw(6, 2, 5, 300, 1);
    double[] w = weighted ? TrainingCases.weights(drawn.size(), 2) : null;
    TrainingData data = drawn.weighted(w);
    double[] mean = new double[6];
    for (int j = 0; j < data.size(); j++) {
      for (int i = 0; i < 6; i++) {
        mean[i] += data.weight(j) * data.vectors().doubles(j, j + 1).get(0, i) / data.totalWeight();
      }
    }
    assertClose(gather(data), SpeakerStatistics.gather(data, mean));
  }

  @Test
  void partsAddUp() {
    TrainingCases.Drawn drawn = TrainingCases.draw(7, 3, 2, 400, 3);
    int[] speakers = drawn.database().speakers();
    double[] mean = drawn.truth().mean();
    SpeakerStatistics all = SpeakerStatistics.gather(drawn.data(), mean);
    int cut = 0;
    while (speakers[cut] < 150) {
      cut++;
    }
    SpeakerStatistics first = part(drawn, 0, cut, mean);
    SpeakerStatistics second = part(drawn, cut, drawn.size(), mean);
    SpeakerStatistics sum = first.plus(second);
    assertClose(sum, all);
    assertThat(sum.speakers()).isEqualTo(400);
    assertThat(sum.total()).isEqualTo(drawn.size());
    SpeakerStatistics elsewhere = SpeakerStatistics.gather(drawn.data(), new double[7]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> first.plus(elsewhere))
        .withMessage("statistics about different means cannot be added");
  }

  private static SpeakerStatistics part(
      TrainingCases.Drawn drawn, int from, int to, double[] mean) {
    DoubleMatrix r = drawn.database().vectors().rowRange(from, to);
    int[] labels = Arrays.copyOfRange(drawn.database().speakers(), from, to);
    return SpeakerStatistics.gather(TrainingData.of(r, labels), mean);
  }

  /** A recording of weight 3 is three recordings; one of weight 0 is none, even if it is broken. */
  @Test
  void weightsAreRepetitions() {
    TrainingCases.Drawn drawn = TrainingCases.draw(4, 2, 2, 30, 4);
    int n = drawn.size();
    int[] repeat = new int[n];
    Arrays.setAll(repeat, j -> j % 4);
    int[] rows = new int[Arrays.stream(repeat).sum()];
    int[] speakers = drawn.database().speakers();
    int[] labels = new int[rows.length];
    int at = 0;
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < repeat[j]; k++) {
        rows[at] = j;
        labels[at++] = speakers[j];
      }
    }
    double[] broken = drawn.database().vectors().array().clone();
    Arrays.fill(broken, 0, 4, Double.NaN);
    Arrays.fill(broken, 16, 20, 1e300);
    TrainingData weighted =
        TrainingData.of(
            DoubleMatrix.wrap(n, 4, broken),
            speakers,
            Arrays.stream(repeat).asDoubleStream().toArray());
    TrainingData repeated = TrainingData.of(drawn.database().vectors().selectRows(rows), labels);
    assertClose(gather(weighted), gather(repeated));
  }

  @Test
  void sameBytesForAnyNumberOfThreads() {
    TrainingCases.Drawn drawn = TrainingCases.draw(9, 3, 2, 2500, 5);
    TrainingData data = drawn.weighted(TrainingCases.weights(drawn.size(), 6));
    Workers.setThreads(1);
    SpeakerStatistics one = gather(data);
    for (int threads : new int[] {2, 3, 8}) {
      Workers.setThreads(threads);
      assertSameBytes(gather(data), one);
    }
  }

  @Test
  void floatsAreTakenAsTheyAre() {
    TrainingCases.Drawn drawn = TrainingCases.draw(5, 2, GAUSS, 200, 7);
    assertSameBytes(gather(drawn.inFloats()), gather(drawn.roundedToFloats()));
  }

  /** The order of recordings, also within a speaker, matters to rounding only. */
  @Test
  void shuffled() {
    TrainingCases.Drawn drawn = TrainingCases.draw(6, 2, 2, 300, 8);
    int[] order = TrainingCases.permutation(drawn.size(), 9);
    int[] speakers = drawn.database().speakers();
    int[] labels = Arrays.stream(order).map(j -> speakers[j]).toArray();
    SpeakerStatistics straight = gather(drawn.data());
    SpeakerStatistics shuffled =
        gather(TrainingData.of(drawn.database().vectors().selectRows(order), labels));
    assertThat(shuffled.mean()).containsExactly(straight.mean(), offset(1e-12));
    assertThat(distance(shuffled.secondMoment(), straight.secondMoment())).isLessThan(1e-12);
    // Speakers are in the order of their numbers, however they appear.
    assertThat(distance(shuffled.sums(), straight.sums())).isLessThan(1e-12);
  }

  /** Dimension 3, so that most groups have more speakers than dimensions; seed 11. */
  @Test
  void byCountIsTheSumOverLeaves() {
    TrainingData data = TrainingCases.draw(3, 2, 2, 1500, 11).data();
    double[] mean = data.firstVector();
    SpeakerLeaves leaves = SpeakerLeaves.of(data.recordingsOfSpeakers());
    TreeSum<SpeakerStatistics> sum = new TreeSum<>(SpeakerStatistics::plus);
    for (int leaf = leaves.size() - 1; leaf >= 0; leaf--) {
      int from = leaves.first(leaf);
      int to = leaves.first(leaf + 1);
      TrainingData own = data.only(j -> data.speaker(j) >= from && data.speaker(j) < to);
      sum.add(leaf, SpeakerStatistics.ofLeaf(own, mean).byCount());
    }
    SpeakerStatistics found = sum.total(leaves.size()).aboutTheirMean();
    SpeakerStatistics whole = SpeakerStatistics.gatherByCount(data, mean).aboutTheirMean();
    assertThat(leaves.size()).isGreaterThan(8);
    assertThat(whole.isByCount()).isTrue();
    assertThat(found.toMatrices()).isEqualTo(whole.toMatrices());
    assertThat(whole.groups().groups()).anyMatch(SpeakersByCount.Group::isProduct);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void vectorThatIsNotFinite(double bad) {
    TrainingCases.Drawn drawn = TrainingCases.draw(5, 2, 2, 100, 10);
    for (int row : new int[] {0, 17, drawn.size() - 1}) {
      double[] r = drawn.database().vectors().array().clone();
      r[row * 5 + 3] = bad;
      TrainingData data =
          TrainingData.of(DoubleMatrix.wrap(drawn.size(), 5, r), drawn.database().speakers());
      assertThatThrownBy(() -> gather(data))
          .isInstanceOf(GmeException.class)
          .hasMessage(
              "vector " + row + " (from 0) must be finite, found " + bad + " at position 3");
    }
  }

  @Test
  void refusals() {
    DoubleMatrix r = DoubleMatrix.zeros(3, 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrainingData.of(r, new int[2]))
        .withMessage("3 vectors need as many labels and weights, found 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrainingData.of(r, new int[3], new double[1]))
        .withMessage("3 vectors need as many labels and weights, found 3 and 1");
    assertThatThrownBy(() -> TrainingData.of(r, new int[3], new double[] {1, -1, 1}))
        .isInstanceOf(GmeException.class)
        .hasMessage("weight 1 must be finite and not negative, found -1.0");
    assertThatThrownBy(() -> TrainingData.of(r, new int[3], new double[3]))
        .isInstanceOf(GmeException.class)
        .hasMessage("there are no vectors to learn from");
    assertThatThrownBy(() -> TrainingData.of(DoubleMatrix.zeros(0, 2), new int[0]))
        .isInstanceOf(GmeException.class)
        .hasMessage("there are no vectors to learn from");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SpeakerStatistics.gather(TrainingData.of(r, new int[3]), new double[3]))
        .withMessage("a mean of 3 for vectors of dimension 2");
  }
}
