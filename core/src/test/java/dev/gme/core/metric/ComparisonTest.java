package dev.gme.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final BootstrapOptions OPTIONS = BootstrapOptions.DEFAULT.withReplicates(200);
  private static final int SPEAKERS = 40;

  private final int[] enrol = new int[SPEAKERS * SPEAKERS];
  private final int[] test = new int[enrol.length];
  private final boolean[] isTarget = new boolean[enrol.length];
  private final double[] hardness = new double[SPEAKERS];

  /** Seed 8: every speaker against every one, some speakers much harder than others. */
  ComparisonTest() {
    Random random = new Random(8);
    Arrays.setAll(hardness, s -> 2 * random.nextGaussian());
    for (int i = 0; i < enrol.length; i++) {
      enrol[i] = i / SPEAKERS;
      test[i] = i % SPEAKERS;
      isTarget[i] = enrol[i] == test[i];
    }
  }

  private double[] scores(long seed, double separation) {
    Random random = new Random(seed);
    double[] out = new double[enrol.length];
    Arrays.setAll(
        out,
        i ->
            (isTarget[i] ? separation : -separation)
                + hardness[enrol[i]]
                + hardness[test[i]]
                + 0.3 * random.nextGaussian());
    return out;
  }

  private ScoredTrials trials(double[] scores) {
    return ScoredTrials.of(scores, isTarget).withSpeakers(enrol, test);
  }

  @Test
  void aSystemDoesNotDifferFromItself() {
    ScoredTrials a = trials(scores(1, 2));
    Comparison c = Comparison.of(a, a, OPTIONS, Progress.NONE);
    assertThat(c.interval(Metrics::eerRocch)).isEqualTo(new Interval(0, 0, 0.95));
    assertThat(c.shareLower(Metrics::eerRocch)).isZero();
    assertThat(c.skipped()).isZero();
  }

  /** The speakers' hardness drowns each figure, but not the difference. */
  @Test
  void pairedDrawsSeeWhatSingleOnesDoNot() {
    ScoredTrials better = trials(scores(1, 2.5));
    ScoredTrials worse = trials(scores(2, 2));
    Interval a = Bootstrap.of(better, OPTIONS, Progress.NONE).interval(Metrics::minCllr);
    Interval b = Bootstrap.of(worse, OPTIONS, Progress.NONE).interval(Metrics::minCllr);
    assertThat(a.hi()).as("intervals overlap").isGreaterThan(b.lo());
    Comparison c = Comparison.of(better, worse, OPTIONS, Progress.NONE);
    assertThat(c.interval(Metrics::minCllr).hi()).isNegative();
    assertThat(c.shareLower(Metrics::minCllr)).isGreaterThan(0.975);
    Interval other =
        Comparison.of(worse, better, OPTIONS, Progress.NONE).interval(Metrics::minCllr);
    assertThat(other.lo()).isEqualTo(-c.interval(Metrics::minCllr).hi(), BootstrapTest.CLOSE);
  }

  @Test
  void replicatesThatWereMadeBeforeCompareAlike() {
    ScoredTrials a = trials(scores(1, 2.5));
    ScoredTrials b = trials(scores(2, 2));
    Bootstrap first = Bootstrap.of(a, OPTIONS);
    Comparison later = Comparison.of(first, Bootstrap.of(b, OPTIONS));
    Comparison now = Comparison.of(a, b, OPTIONS);
    assertThat(later.interval(Metrics::cllr)).isEqualTo(now.interval(Metrics::cllr));
    assertThat(later.shareLower(Metrics::cllr)).isEqualTo(now.shareLower(Metrics::cllr));

    assertThat(first.isPairedWith(Bootstrap.of(b, OPTIONS.withSeed(2)))).isFalse();
    double[] weights = new double[enrol.length];
    Arrays.fill(weights, 1);
    assertThat(first.isPairedWith(Bootstrap.of(b.withWeights(weights), OPTIONS))).isTrue();
    weights[7] = 2;
    Bootstrap heavier = Bootstrap.of(b.withWeights(weights), OPTIONS);
    Bootstrap parted = Bootstrap.of(b.equalized(new int[enrol.length]), OPTIONS);
    assertThat(first.isPairedWith(heavier)).isFalse();
    assertThat(first.isPairedWith(parted)).isFalse();
    assertThatThrownBy(() -> Comparison.of(first, heavier))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("on the same trials");
  }

  @Test
  void refusesOtherTrials() {
    double[] scores = scores(1, 2);
    ScoredTrials a = trials(scores);
    assertRefused(a, ScoredTrials.of(scores, isTarget), "differs in its speakers");
    assertRefused(a, a.equalized(new int[enrol.length]), "differs in its partition");
    double[] weights = new double[enrol.length];
    Arrays.fill(weights, 1);
    weights[0] = 2;
    assertRefused(a, a.withWeights(weights), "trial 0 (counted from 0) differs in its weight");
    boolean[] other = isTarget.clone();
    other[0] = false;
    assertRefused(
        ScoredTrials.of(scores, isTarget),
        ScoredTrials.of(scores, other),
        "trial 0 (counted from 0) differs in its label");
    assertRefused(
        a,
        ScoredTrials.of(new double[] {1, 0}, new boolean[] {true, false}),
        "one has 1600 trials and the other 2");
  }

  private static void assertRefused(ScoredTrials a, ScoredTrials b, String why) {
    assertThatThrownBy(() -> Comparison.of(a, b, OPTIONS, Progress.NONE))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining(why);
  }

  @Test
  void refusesTheDifferenceOfInfinities() {
    double[] scores = scores(1, 2);
    scores[0] = Double.NEGATIVE_INFINITY;
    ScoredTrials a = trials(scores);
    Comparison c = Comparison.of(a, a, OPTIONS, Progress.NONE);
    assertThatThrownBy(() -> c.interval(Metrics::cllr))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("infinite for both systems");
    assertThat(c.interval(Metrics::auc).hi()).isZero();
  }
}
