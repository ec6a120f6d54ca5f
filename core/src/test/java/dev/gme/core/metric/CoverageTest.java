package dev.gme.core.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.Progress;
import dev.gme.core.math.StandardNormal;
import dev.gme.core.parallel.Workers;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often the 95 % interval of the equal-error rate holds the true one, over evaluations whose
 * speakers and trials are drawn anew.
 *
 * <p>100 speakers with an enrolment each, which is tried against ten recordings of the same speaker
 * and one of every other. A score is ±2 by its kind, plus an effect of the enrolment's speaker, one
 * of the test's speaker, and noise, of variance 1 each. So the scores of both kinds are normal with
 * variance 3 and the true rate is Φ(−2/√3), but trials of one speaker go together.
 */
class CoverageTest {
  private static final int SPEAKERS = 100;
  private static final int TARGETS = 10;
  private static final double TRUE_EER = StandardNormal.cdf(-2 / Math.sqrt(3));

  private static ScoredTrials draw(long seed) {
    Random random = new Random(seed);
    double[] asModel =
        IntStream.range(0, SPEAKERS).mapToDouble(s -> random.nextGaussian()).toArray();
    double[] asTest =
        IntStream.range(0, SPEAKERS).mapToDouble(s -> random.nextGaussian()).toArray();
    int perModel = SPEAKERS - 1 + TARGETS;
    int n = SPEAKERS * perModel;
    double[] scores = new double[n];
    boolean[] isTarget = new boolean[n];
    int[] enrol = new int[n];
    int[] test = new int[n];
    for (int i = 0; i < n; i++) {
      enrol[i] = i / perModel;
      test[i] = (enrol[i] + Math.max(0, i % perModel - TARGETS + 1)) % SPEAKERS;
      isTarget[i] = enrol[i] == test[i];
      scores[i] =
          (isTarget[i] ? 2 : -2) + asModel[enrol[i]] + asTest[test[i]] + random.nextGaussian();
    }
    return ScoredTrials.of(scores, isTarget).withSpeakers(enrol, test);
  }

  /** How many evaluations, of seeds from 1 on, have an interval that holds the true rate. */
  private static long holding(int evaluations, int draws, ToDoubleFunction<Metrics> eer) {
    BootstrapOptions options = BootstrapOptions.DEFAULT.withReplicates(draws);
    boolean[] holds = new boolean[evaluations];
    Workers.forEach(
        evaluations,
        e -> {
          Bootstrap bootstrap = Bootstrap.of(draw(e + 1), options, Progress.NONE);
          holds[e] = bootstrap.interval(eer).contains(TRUE_EER);
        });
    return IntStream.range(0, evaluations).filter(e -> holds[e]).count();
  }

  /**
   * 185 of 200 do, and 93.6 % of 1000 (with 400 draws each). Those that do not lie too low as a
   * rule: the hull of few targets is below the true ROC, and the hull of a draw still lower. For
   * the interpolated rate it is 190 of 200, and 95.1 %.
   */
  @Test
  @Tag("slow")
  void holdsTheTruthAsOftenAsPromised() {
    assertThat(holding(200, 1000, Metrics::eerRocch)).isBetween(176L, 198L);
  }

  /** Chance fails a right program once in 1000 seeds. */
  @Test
  void holdsTheTruthInASample() {
    assertThat(holding(30, 200, Metrics::eerRocch)).isGreaterThanOrEqualTo(24);
  }
}
