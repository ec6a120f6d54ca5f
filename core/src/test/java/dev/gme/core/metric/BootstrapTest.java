package dev.gme.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.CancelledProgress;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Seeds;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class BootstrapTest {
  static final Offset<Double> CLOSE = within(1e-11);

  private static final double INF = Double.POSITIVE_INFINITY;

  private static final List<OperatingPoint> POINTS =
      List.of(OperatingPoint.ofPrior(0.5), OperatingPoint.ofPrior(0.1), OperatingPoint.SRE08);

  private static final BootstrapOptions FEW =
      BootstrapOptions.DEFAULT.withPoints(POINTS).withReplicates(40);

  static double[] figures(Metrics m) {
    double[] out =
        Arrays.copyOf(
            new double[] {m.eerRocch(), m.eerInterpolated(), m.auc(), m.cllr(), m.minCllr()},
            5 + 2 * m.points().size());
    for (int k = 0; k < m.points().size(); k++) {
      out[5 + 2 * k] = m.minDcf(m.points().get(k));
      out[6 + 2 * k] = m.actDcf(m.points().get(k));
    }
    return out;
  }

  /** A few speakers, each against each, several times, with ties and weights by the seed. */
  private static final class Speakers {
    final int[] enrol;
    final int[] test;
    final TrialSet set;
    final int count;

    Speakers(long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      count = 3 + random.nextInt(5);
      int n = 60 + random.nextInt(100);
      enrol = new int[n];
      test = new int[n];
      set = new TrialSet(new double[n], new boolean[n], new double[n]);
      boolean grid = random.nextBoolean();
      boolean weighted = random.nextBoolean();
      boolean infinite = random.nextInt(4) == 0;
      for (int i = 0; i < n; i++) {
        enrol[i] = random.nextInt(count);
        test[i] = random.nextInt(3) == 0 ? enrol[i] : random.nextInt(count);
        set.isTarget[i] = enrol[i] == test[i];
        double score = random.nextDouble(-4, 4) + (set.isTarget[i] ? 1 : -1);
        set.scores[i] = grid ? Math.rint(score) : score;
        if (infinite && random.nextInt(30) == 0) {
          set.scores[i] = set.isTarget[i] ? -INF : INF;
        }
        set.weights[i] = !weighted ? 1 : random.nextInt(4) == 0 ? 0 : random.nextDouble(0.1, 2);
      }
    }

    ScoredTrials trials() {
      return set.trials().withSpeakers(enrol, test);
    }

    double[] drawnWeights(double[] c) {
      double[] out = new double[enrol.length];
      for (int i = 0; i < out.length; i++) {
        double factor = set.isTarget[i] ? c[enrol[i]] : c[enrol[i]] * c[test[i]];
        out[i] = set.weights[i] * factor;
      }
      return out;
    }
  }

  /** The sweep over runs against an evaluation with the weights of the draw, step by step. */
  @Seeds(60)
  void drawIsAnEvaluationWithItsWeights(long seed) {
    Speakers speakers = new Speakers(seed);
    int[] partition = new int[speakers.enrol.length];
    Arrays.setAll(partition, i -> i % 3);
    ScoredTrials plain = speakers.trials();
    for (ScoredTrials trials : List.of(plain, plain.equalized(partition))) {
      ReplicateMetrics sweep = new ReplicateMetrics(new BootstrapTrials(trials, POINTS));
      SplittableRandom random = new SplittableRandom(seed);
      for (int draw = 0; draw < 5; draw++) {
        double[] c = new double[speakers.count + 1];
        for (int i = 0; i < speakers.count; i++) {
          c[draw == 0 ? i : random.nextInt(speakers.count)]++;
        }
        c[speakers.count] = 1;
        double[] weights = speakers.drawnWeights(c);
        if (sweep.metrics(c).isEmpty()) {
          assertThatThrownBy(() -> trials.withWeights(weights)).isInstanceOf(GmeException.class);
        } else {
          Metrics expected =
              Evaluation.of(trials.withWeights(weights), EvaluationOptions.of(POINTS)).metrics();
          double[] found = figures(sweep.metrics(c).orElseThrow());
          double[] values = figures(expected);
          for (int k = 0; k < values.length; k++) {
            if (Double.isInfinite(values[k])) {
              assertThat(found[k]).isEqualTo(values[k]);
            } else {
              assertThat(found[k]).isEqualTo(values[k], CLOSE);
            }
          }
        }
      }
    }
  }

  @Test
  void doesNotDependOnTheThreadCount() {
    ScoredTrials trials = new Speakers(2).trials();
    int threads = Workers.threads();
    try {
      Workers.setThreads(1);
      Bootstrap one = Bootstrap.of(trials, FEW, Progress.NONE);
      Workers.setThreads(3);
      Bootstrap three = Bootstrap.of(trials, FEW, Progress.NONE);
      assertThat(three.replicates().stream().map(BootstrapTest::figures).toArray(double[][]::new))
          .isDeepEqualTo(
              one.replicates().stream().map(BootstrapTest::figures).toArray(double[][]::new));
      assertThat(three.interval(Metrics::cllr)).isEqualTo(one.interval(Metrics::cllr));
    } finally {
      Workers.setThreads(threads);
    }
  }

  @Test
  void seedDecides() {
    ScoredTrials trials = new Speakers(2).trials();
    Interval a = Bootstrap.of(trials, FEW, Progress.NONE).interval(Metrics::auc);
    Interval b = Bootstrap.of(trials, FEW, Progress.NONE).interval(Metrics::auc);
    Interval c = Bootstrap.of(trials, FEW.withSeed(2), Progress.NONE).interval(Metrics::auc);
    assertThat(b).isEqualTo(a);
    assertThat(c).isNotEqualTo(a);
    assertThat(a.confidence()).isEqualTo(0.95);
    assertThat(a.lo()).isLessThan(a.hi());
  }

  @Test
  void higherConfidenceIsWider() {
    ScoredTrials trials = new Speakers(2).trials();
    Interval a = Bootstrap.of(trials, FEW, Progress.NONE).interval(Metrics::auc);
    Interval b =
        Bootstrap.of(trials, FEW.withConfidence(0.5), Progress.NONE).interval(Metrics::auc);
    assertThat(b.lo()).isGreaterThan(a.lo());
    assertThat(b.hi()).isLessThan(a.hi());
  }

  /** What speakers are called must not matter, as long as the order stays. */
  @Test
  void labelsOfSpeakersAreAnyNumbers() {
    Speakers s = new Speakers(5);
    int[] enrol = Arrays.stream(s.enrol).map(i -> 1000 * i - 7).toArray();
    int[] test = Arrays.stream(s.test).map(i -> 1000 * i - 7).toArray();
    ScoredTrials renamed = s.set.trials().withSpeakers(enrol, test);
    assertThat(Bootstrap.of(renamed, FEW, Progress.NONE).interval(Metrics::auc))
        .isEqualTo(Bootstrap.of(s.trials(), FEW, Progress.NONE).interval(Metrics::auc));
  }

  @Test
  void speakersOfAbsentTrialsAreNotDrawn() {
    double[] scores = {2, 1, 0, -1, 5};
    boolean[] isTarget = {true, true, false, false, true};
    ScoredTrials trials =
        ScoredTrials.of(scores, isTarget, new double[] {1, 1, 1, 1, 0})
            .withSpeakers(new int[] {0, 1, 0, 1, 2}, new int[] {0, 1, 1, 0, 2});
    assertThat(new BootstrapTrials(trials, POINTS).present()).containsExactly(0, 1);
  }

  /** Two speakers: a draw of (2, 0) or (0, 2), half of all, has no non-target. */
  @Test
  void skippedDrawsAreCounted() {
    ScoredTrials trials =
        ScoredTrials.of(new double[] {2, 1, 0, -1}, new boolean[] {true, true, false, false})
            .withSpeakers(new int[] {0, 1, 0, 1}, new int[] {0, 1, 1, 0});
    Bootstrap b = Bootstrap.of(trials, FEW.withReplicates(200), Progress.NONE);
    // Binomial(200, ½): outside of this range once in 1e8 runs.
    assertThat(b.skipped()).isBetween(60, 140);
    assertThat(b.replicates()).hasSize(200 - b.skipped());
    assertThat(b.interval(Metrics::auc)).isEqualTo(new Interval(1, 1, 0.95));
  }

  @Test
  void infiniteCostOfSomeDrawsMakesTheIntervalInfinite() {
    int[] enrol = {0, 1, 2, 3, 0, 1, 2, 3};
    int[] test = {0, 1, 2, 3, 1, 2, 3, 0};
    ScoredTrials trials =
        ScoredTrials.of(
                new double[] {-INF, 1, 2, 3, -1, -2, -3, -INF},
                new boolean[] {true, true, true, true, false, false, false, false})
            .withSpeakers(enrol, test);
    Interval cllr = Bootstrap.of(trials, FEW, Progress.NONE).interval(Metrics::cllr);
    assertThat(cllr.lo()).isFinite();
    assertThat(cllr.hi()).isEqualTo(INF);
  }

  @Test
  void quantilesOfASmallSet() {
    double[] values = {4, 0, 1, 3, 2};
    assertThat(Interval.ofQuantiles(values, 0.5)).isEqualTo(new Interval(1, 3, 0.5));
    Interval i = Interval.ofQuantiles(values, 0.9);
    assertThat(i.lo()).isEqualTo(0.2, CLOSE);
    assertThat(i.hi()).isEqualTo(3.8, CLOSE);
    assertThat(i.contains(0.2 + 1e-9)).isTrue();
    assertThat(i.contains(3.9)).isFalse();
    assertThat(Interval.ofQuantiles(new double[] {7}, 0.9)).isEqualTo(new Interval(7, 7, 0.9));
    assertThat(Interval.ofQuantiles(new double[] {1, 2, INF, INF, INF}, 0.5))
        .isEqualTo(new Interval(2, INF, 0.5));
  }

  private static void assertRefused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(GmeException.class, e -> assertThat(e).hasMessage(message));
  }

  @Test
  void refusesTrialsWithoutSpeakers() {
    ScoredTrials trials = TrialSet.of(new double[] {1}, new double[] {0}).trials();
    assertRefused(
        () -> Bootstrap.of(trials, FEW, Progress.NONE),
        "a confidence interval needs the speakers of the trials, because trials of one speaker are"
            + " not independent of each other, but these trials have none");
  }

  @Test
  void refusesSpeakersThatContradictTheLabels() {
    ScoredTrials trials = ScoredTrials.of(new double[] {1, 0}, new boolean[] {true, false});
    assertRefused(
        () -> trials.withSpeakers(new int[] {4, 4}, new int[] {4, 4}),
        "a trial is a target trial exactly if both sides have one speaker, but trial 1 (counted from"
            + " 0) is a non-target trial of speakers 4 and 4");
    assertRefused(
        () -> trials.withSpeakers(new int[] {4, 4}, new int[] {5, 5}),
        "a trial is a target trial exactly if both sides have one speaker, but trial 0 (counted from"
            + " 0) is a target trial of speakers 4 and 5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trials.withSpeakers(new int[2], new int[3]))
        .withMessage("3 test speakers for 2 scores");
  }

  @Test
  void refusesDrawsThatAreAllSkipped() {
    // Target of 0, non-target of 1 and 2: a draw needs all three speakers.
    ScoredTrials trials =
        ScoredTrials.of(new double[] {1, 0}, new boolean[] {true, false})
            .withSpeakers(new int[] {0, 1}, new int[] {0, 2});
    BootstrapOptions none = FEW.withReplicates(1).withSeed(1);
    assertRefused(
        () -> Bootstrap.of(trials, none, Progress.NONE),
        "each of the 1 bootstrap replicates left no target or no non-target trials, so there is no"
            + " interval");
  }

  @Test
  void optionsAreChecked() {
    assertThatIllegalArgumentException().isThrownBy(() -> FEW.withReplicates(0));
    for (double confidence : new double[] {0, 1, Double.NaN}) {
      assertThatIllegalArgumentException().isThrownBy(() -> FEW.withConfidence(confidence));
    }
  }

  @Test
  void canBeCancelled() {
    assertThatThrownBy(() -> Bootstrap.of(new Speakers(1).trials(), FEW, new CancelledProgress()))
        .isInstanceOf(CancellationException.class);
  }
}
