package dev.gme.core.train.discriminative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.gme.core.math.SeededRandom;
import dev.gme.core.metric.Cllr;
import dev.gme.core.metric.Roc;
import dev.gme.core.metric.ScoredTrials;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeldOutHistogramTest {
  private static final double PRIOR = 0.01;

  /** Against the exact rates; scores that are shifted and stretched as those of raw systems are. */
  @ParameterizedTest
  @CsvSource({"1, 0", "1, -5", "20, 3", "0.01, 0"})
  void ratesAreThoseOfTheScores(double scale, double shift) {
    int n = 200_000;
    SeededRandom random = new SeededRandom(1);
    float[] scores = new float[n];
    boolean[] isTarget = new boolean[n];
    HeldOutHistogram histogram = new HeldOutHistogram();
    HeldOutHistogram.Counts counts = histogram.take();
    for (int i = 0; i < n; i++) {
      isTarget[i] = i % 40 == 0;
      scores[i] = (float) (scale * (3 * random.nextGaussian() + (isTarget[i] ? 6 : -6)) + shift);
      if (isTarget[i]) {
        counts.addTarget(scores[i]);
      }
    }
    counts.addNontargets(n, scores, 0);
    for (int i = 0; i < n; i += 40) {
      counts.removeNontarget(scores[i]);
    }
    histogram.give(counts);
    HeldOutHistogram.ErrorRates result = HeldOutHistogram.errorRates(List.of(histogram), 0, PRIOR);
    Roc exact = Roc.of(ScoredTrials.of(scores, isTarget));
    // A bin is at most 1/128 of its score: at 6 it holds 0.6 % of a standard deviation's rate.
    assertThat(result.eer()).isCloseTo(exact.eerRocch(), offset(0.01 * exact.eerRocch()));
    assertThat(result.minDcf()).isCloseTo(exact.cprmMin(), offset(0.01 * exact.cprmMin()));
  }

  /** Scores were raised by the prior log-odds when they were counted, and are lowered again. */
  @Test
  void knowsTheCostOfLikelihoodRatios() {
    int n = 20_000;
    double tau = -4.6;
    SeededRandom random = new SeededRandom(2);
    float[] llr = new float[n];
    boolean[] isTarget = new boolean[n];
    HeldOutHistogram[] folds = {new HeldOutHistogram(), new HeldOutHistogram()};
    for (int i = 0; i < n; i++) {
      isTarget[i] = i % 10 == 0;
      llr[i] = (float) (2 * random.nextGaussian() + (isTarget[i] ? 2 : -2));
      HeldOutHistogram.Counts counts = folds[i % 3 == 0 ? 0 : 1].take();
      float counted = (float) (llr[i] + tau);
      if (isTarget[i]) {
        counts.addTarget(counted);
      } else {
        counts.addNontargets(1, new float[] {counted}, 0);
      }
      folds[i % 3 == 0 ? 0 : 1].give(counts);
    }
    double cllr = Cllr.of(ScoredTrials.of(llr, isTarget));
    assertThat(HeldOutHistogram.errorRates(List.of(folds), tau, PRIOR).cllr())
        .isCloseTo(cllr, offset(1e-3 * cllr));
  }

  /** Below and above every other score, also where it is infinite. */
  @Test
  void keepsTheOrderOfAllFloats() {
    float[] ascending = {
      Float.NEGATIVE_INFINITY, -3e38f, -1, -1e-30f, 1e-30f, 0.5f, 1, 3e38f, Float.POSITIVE_INFINITY
    };
    for (int split = 1; split < ascending.length; split++) {
      HeldOutHistogram histogram = new HeldOutHistogram();
      HeldOutHistogram.Counts counts = histogram.take();
      counts.addNontargets(split, ascending, 0);
      for (int i = split; i < ascending.length; i++) {
        counts.addTarget(ascending[i]);
      }
      histogram.give(counts);
      assertThat(HeldOutHistogram.errorRates(List.of(histogram), 0, PRIOR).eer())
          .as("split at %d", split)
          .isZero();
    }
  }

  @Test
  void addsUpWhatManyThreadsCounted() {
    HeldOutHistogram histogram = new HeldOutHistogram();
    HeldOutHistogram.Counts one = histogram.take();
    HeldOutHistogram.Counts other = histogram.take();
    one.addTarget(1);
    one.addNontargets(1, new float[] {2}, 0);
    other.addTarget(3);
    other.addNontargets(3, new float[] {9, 0, 0, 0}, 1);
    histogram.give(one);
    histogram.give(other);
    HeldOutHistogram.ErrorRates result = HeldOutHistogram.errorRates(List.of(histogram), 0, PRIOR);
    Roc exact =
        Roc.of(
            ScoredTrials.of(
                new double[] {1, 2, 3, 0, 0, 0},
                new boolean[] {true, false, true, false, false, false}));
    assertThat(result.eer()).isEqualTo(exact.eerRocch());
    assertThat(result.toString()).isEqualTo("EER 16.67 %, Cprm_min 0.500");
  }
}
