package dev.gme.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.assertj.core.data.Offset;

/** What holds for all trials, tried on small random sets (seeds 1 to 200). */
class MetricPropertyTest {
  private static final Offset<Double> EQUAL = within(1e-11);
  private static final double ROUNDING = 1e-12;

  private static final List<OperatingPoint> POINTS =
      List.of(
          OperatingPoint.ofPrior(0.5),
          OperatingPoint.SRE08,
          OperatingPoint.ofPrior(0.2),
          new OperatingPoint(0.9, 1, 5));

  @Seeds(200)
  void agreesWithBruteForce(long seed) {
    TrialSet set = TrialSet.random(seed);
    BruteForce brute = new BruteForce(set);
    Roc roc = Roc.of(set.trials());
    assertThat(roc.eerRocch()).isEqualTo(brute.eerRocch(), EQUAL);
    assertThat(roc.eerInterpolated()).isEqualTo(brute.eerInterpolated(), EQUAL);
    assertThat(roc.auc()).isEqualTo(brute.auc(), EQUAL);
    assertThat(Cllr.minimum(roc.pav())).isEqualTo(brute.minCllr(), EQUAL);
    if (Double.isInfinite(brute.cllr())) {
      assertThat(Cllr.of(set.trials())).isInfinite().isPositive();
    } else {
      assertThat(Cllr.of(set.trials())).isEqualTo(brute.cllr(), EQUAL);
    }
    for (OperatingPoint p : POINTS) {
      assertThat(roc.actDcf(p).dcf()).isEqualTo(brute.actDcf(p), EQUAL);
      assertThat(roc.minDcf(p).dcf()).isEqualTo(brute.minDcf(p), EQUAL);
      RocPoint at = roc.minDcf(p).at();
      assertThat(at.rejectsAll() ? OptionalDouble.empty() : OptionalDouble.of(at.threshold()))
          .isEqualTo(brute.minDcfThreshold(p));
    }
  }

  @Seeds(200)
  void boundsHold(long seed) {
    TrialSet set = TrialSet.random(seed);
    ScoredTrials trials = set.trials();
    Roc roc = Roc.of(trials);
    assertThat(roc.eerRocch()).isLessThanOrEqualTo(roc.eerInterpolated() + ROUNDING);
    assertThat(roc.eerRocch()).isBetween(0.0, 0.5 + ROUNDING);
    double minCllr = Cllr.minimum(roc.pav());
    assertThat(minCllr).isBetween(0.0, 1 + ROUNDING);
    assertThat(minCllr).isLessThanOrEqualTo(Cllr.of(trials) + ROUNDING);
    for (OperatingPoint p : POINTS) {
      assertThat(roc.minDcf(p).dcf()).isLessThanOrEqualTo(Math.min(1, roc.actDcf(p).dcf()));
    }
  }

  /** Scores keep their order, and which of them are equal, under all of these. */
  @Seeds(200)
  void onlyTheOrderOfScoresMatters(long seed) {
    TrialSet set = TrialSet.random(seed);
    Roc roc = Roc.of(set.trials());
    List<DoubleUnaryOperator> maps =
        List.of(s -> 3 * s - 7, s -> s * s * s, Math::atan, s -> s > 0 ? s : s / 8);
    for (DoubleUnaryOperator map : maps) {
      Roc mapped = Roc.of(set.mapScores(map).trials());
      assertThat(mapped.eerRocch()).isEqualTo(roc.eerRocch());
      assertThat(mapped.eerInterpolated()).isEqualTo(roc.eerInterpolated());
      assertThat(mapped.auc()).isEqualTo(roc.auc());
      assertThat(mapped.cprmMin()).isEqualTo(roc.cprmMin());
      assertThat(Cllr.minimum(mapped.pav())).isEqualTo(Cllr.minimum(roc.pav()));
    }
  }

  @Seeds(200)
  void integerWeightsAreRepeats(long seed) {
    TrialSet set = TrialSet.random(seed);
    set = set.withWeights(set.roundedWeights());
    ScoredTrials weighted = set.trials();
    TrialSet repeats = set.repeated();
    ScoredTrials repeated = ScoredTrials.of(repeats.scores, repeats.isTarget);
    assertThat(weighted.targetWeight()).isEqualTo(repeated.targetWeight());
    assertThat(weighted.nontargetWeight()).isEqualTo(repeated.nontargetWeight());
    Roc a = Roc.of(weighted);
    Roc b = Roc.of(repeated);
    assertThat(a.hull()).isEqualTo(b.hull());
    assertThat(a.eerRocch()).isEqualTo(b.eerRocch());
    assertThat(a.eerInterpolated()).isEqualTo(b.eerInterpolated());
    assertThat(a.auc()).isEqualTo(b.auc(), EQUAL);
    for (OperatingPoint p : POINTS) {
      assertThat(a.minDcf(p)).isEqualTo(b.minDcf(p));
      assertThat(a.actDcf(p)).isEqualTo(b.actDcf(p));
    }
    assertThat(Cllr.minimum(a.pav())).isEqualTo(Cllr.minimum(b.pav()));
    if (!set.hasInfiniteScore()) {
      assertThat(Cllr.of(weighted)).isEqualTo(Cllr.of(repeated), EQUAL);
    }
  }

  @Seeds(200)
  void otherWeightsNeedNoOtherSort(long seed) {
    TrialSet set = TrialSet.random(seed);
    SplittableRandom random = new SplittableRandom(seed);
    double[] weights = new double[set.size()];
    Arrays.setAll(weights, i -> i < 2 ? 1 : random.nextInt(4) * random.nextDouble(0.5, 1));
    ScoredTrials sortedOnce = set.trials().withWeights(weights);
    ScoredTrials sortedAgain = set.withWeights(weights).trials();
    assertThat(Roc.of(sortedOnce).hull()).isEqualTo(Roc.of(sortedAgain).hull());
    assertThat(Cllr.of(sortedOnce)).isEqualTo(Cllr.of(sortedAgain));
    assertThat(Roc.of(sortedOnce).auc()).isEqualTo(Roc.of(sortedAgain).auc());
  }

  /** The walk over scores and the totals agree to the last bit, so that rates end at 0 and 1. */
  @Seeds(200)
  void walkEndsAtTheTotals(long seed) {
    ScoredTrials trials = TrialSet.random(seed).trials();
    DistinctScores steps = trials.distinctScores();
    double last = Double.NaN;
    while (steps.next()) {
      assertThat(steps.targets() + steps.nontargets()).isPositive();
      assertThat(steps.score() <= last).isFalse();
      last = steps.score();
    }
    assertThat(steps.targetsBelow()).isEqualTo(trials.targetWeight());
    assertThat(steps.nontargetsBelow()).isEqualTo(trials.nontargetWeight());
    assertThat(steps.next()).isFalse();
  }
}
