package dev.gme.core.train.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.CalibrationOptions;
import dev.gme.core.calibrate.CalibrationTrials;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.train.data.TrainingData;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeldOutJudgeTest {
  private static final double PRIOR = 0.1;
  private static final int SPEAKERS = 40;
  private static final HeldOutPairs PAIRS =
      HeldOutPairs.of(
          TrainingData.of(
              DoubleMatrix.zeros(3 * SPEAKERS, 2),
              IntStream.range(0, 3 * SPEAKERS).map(j -> j / 3).toArray()),
          5,
          1);

  /** Scores of one speaker lie higher by this. */
  private static List<double[]> scores(double distance, long seed) {
    SeededRandom random = new SeededRandom(seed, 0);
    List<double[]> out = new ArrayList<>();
    for (HeldOutPairs.Group group : PAIRS.groups()) {
      double[] of = new double[group.pairs()];
      int t = 0;
      for (int i = 0; i < group.speaker().length; i++) {
        for (int j = i + 1; j < group.speaker().length; j++) {
          boolean same = group.speaker()[i] == group.speaker()[j];
          of[t++] = (same ? distance : 0) + random.nextGaussian();
        }
      }
      out.add(of);
    }
    return out;
  }

  private static Judgement judge(List<double[]> scores) {
    return new HeldOutJudge(PAIRS, PRIOR).of(scores);
  }

  @Test
  void whatScoresAreCalledDoesNotMatter() {
    List<double[]> scores = scores(2, 1);
    List<double[]> others =
        scores.stream()
            .map(of -> IntStream.range(0, of.length).mapToDouble(t -> 7 - 0.01 * of[t]).toArray())
            .toList();
    Judgement a = judge(scores);
    Judgement b = judge(others);
    assertThat(b.cost()).isCloseTo(a.cost(), within(1e-6));
    assertThat(b.eer()).isCloseTo(a.eer(), within(1e-9));
    assertThat(b.minus(a).standardError()).isLessThan(1e-6);
  }

  @Test
  void betterScoresCostLessAndNothingCostsOne() {
    Judgement nothing = judge(scores(0, 1));
    Judgement some = judge(scores(1, 1));
    Judgement much = judge(scores(4, 1));
    // A calibration by others may lose a little on scores that say nothing.
    assertThat(nothing.cost()).isBetween(0.99, 1.05);
    assertThat(some.cost()).isLessThan(nothing.cost());
    assertThat(much.cost()).isLessThan(some.cost());
    assertThat(much.minus(some).value()).isEqualTo(much.cost() - some.cost());
    assertThat(much.minus(some).high()).isNegative();
    assertThat(much.eer()).isLessThan(some.eer());
    assertThat(much.cllr()).isLessThan(some.cllr());
  }

  /** All by itself: logistic regression on other groups, costs pair by pair. */
  @Test
  void agreesWithTheFormulas() {
    List<double[]> scores = scores(1.5, 2);
    Judgement judgement = judge(scores);
    double[] without = new double[SPEAKERS + 1];
    for (int left = 0; left <= SPEAKERS; left++) {
      double[] sum = new double[2];
      int[] count = new int[2];
      for (int g = 0; g < PAIRS.groups().size(); g++) {
        LinearCalibration by = train(scores, PAIRS.apart(g), CalibrationOptions.ofPrior(PRIOR));
        int[] speaker = PAIRS.groups().get(g).speaker();
        int t = 0;
        for (int i = 0; i < speaker.length; i++) {
          for (int j = i + 1; j < speaker.length; j++) {
            double odds = by.apply(scores.get(g)[t++]) + Math.log(PRIOR / (1 - PRIOR));
            if (speaker[i] != left && speaker[j] != left) {
              int same = speaker[i] == speaker[j] ? 1 : 0;
              sum[same] += Math.log1p(Math.exp(same == 1 ? -odds : odds));
              count[same]++;
            }
          }
        }
      }
      double entropy = -PRIOR * Math.log(PRIOR) - (1 - PRIOR) * Math.log(1 - PRIOR);
      without[left] = (PRIOR * sum[1] / count[1] + (1 - PRIOR) * sum[0] / count[0]) / entropy;
    }
    assertThat(judgement.cost()).isCloseTo(without[SPEAKERS], within(1e-9));
    double mean = IntStream.range(0, SPEAKERS).mapToDouble(s -> without[s]).average().orElse(0);
    double squares = 0;
    for (int s = 0; s < SPEAKERS; s++) {
      assertThat(judgement.without()[s]).isCloseTo(without[s], within(1e-9));
      squares += (without[s] - mean) * (without[s] - mean);
    }
    assertThat(judgement.uncertainCost().standardError())
        .isCloseTo(Math.sqrt(squares * (SPEAKERS - 1) / SPEAKERS), within(1e-9));
    LinearCalibration all =
        train(
            scores, IntStream.range(0, scores.size()).boxed().toList(), CalibrationOptions.DEFAULT);
    assertThat(judgement.calibration().coefficients()[0])
        .isCloseTo(all.coefficients()[0], within(1e-9));
    assertThat(judgement.calibration().offset()).isCloseTo(all.offset(), within(1e-9));
  }

  private static LinearCalibration train(
      List<double[]> scores, List<Integer> groups, CalibrationOptions options) {
    List<Double> all = new ArrayList<>();
    List<Boolean> same = new ArrayList<>();
    for (int g : groups) {
      int[] speaker = PAIRS.groups().get(g).speaker();
      int t = 0;
      for (int i = 0; i < speaker.length; i++) {
        for (int j = i + 1; j < speaker.length; j++) {
          all.add(scores.get(g)[t++]);
          same.add(speaker[i] == speaker[j]);
        }
      }
    }
    boolean[] isTarget = new boolean[same.size()];
    IntStream.range(0, isTarget.length).forEach(t -> isTarget[t] = same.get(t));
    return LinearCalibration.train(
            CalibrationTrials.of(isTarget, all.stream().mapToDouble(x -> x).toArray()),
            options.withRidge(1e-6))
        .calibration();
  }

  @Test
  void scoresThatAreNotFiniteAreRefused() {
    List<double[]> scores = scores(1, 1);
    scores.get(3)[0] = Double.POSITIVE_INFINITY;
    assertThatThrownBy(() -> judge(scores))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("not finite");
  }
}
