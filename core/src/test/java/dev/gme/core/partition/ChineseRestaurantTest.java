package dev.gme.core.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.math.SeededRandom;
import dev.gme.core.math.SpecialFunctions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChineseRestaurantTest {
  private static final int N = 8;

  @ParameterizedTest
  @CsvSource({"1, 0", "0.01, 0", "30, 0", "2, 0.5", "-0.3, 0.4", "0, 0.7", "-0.89, 0.9", "0, 0"})
  void sumsToOneEqualsSeatingAndIsExchangeable(double alpha, double beta) {
    ChineseRestaurant prior = new ChineseRestaurant(alpha, beta);
    SeededRandom random = new SeededRandom(1);
    for (int n = 0; n <= N; n++) {
      double sum = 0;
      double sets = 0;
      for (Partition p : Partitions.all(n)) {
        double log = prior.logProbability(p);
        sum += Math.exp(log);
        sets += Math.exp(log) * p.sets();
        double seated = Math.log(predictive(p, alpha, beta));
        assertThat(log).as("%s", p).isCloseTo(seated, offset(1e-12));
        assertThat(prior.logProbability(relabelled(p, random))).isCloseTo(log, offset(1e-12));
      }
      assertThat(sum).isCloseTo(1, offset(1e-12));
      assertThat(prior.expectedSets(n)).isCloseTo(sets, offset(1e-11));
    }
  }

  /** One recording after the other, by the rule of docs/math.md 2. */
  private static double predictive(Partition p, double alpha, double beta) {
    int[] size = new int[p.sets()];
    int sets = 0;
    double probability = 1;
    for (int i = 0; i < p.size(); i++) {
      int l = p.label(i);
      if (size[l] == 0) {
        probability *= i == 0 ? 1 : (sets * beta + alpha) / (i + alpha);
        sets++;
      } else {
        probability *= (size[l] - beta) / (i + alpha);
      }
      size[l]++;
    }
    return probability;
  }

  private static Partition relabelled(Partition p, SeededRandom random) {
    int[] labels = p.labels();
    for (int i = labels.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int kept = labels[i];
      labels[i] = labels[j];
      labels[j] = kept;
    }
    return Partition.of(labels);
  }

  /** The closed forms of docs/math.md 2, where they do not cancel. */
  @ParameterizedTest
  @CsvSource({"0.5, 0, 1000", "10, 0, 50", "3, 0.5, 1000", "0.1, 0.9, 20"})
  void expectedSetsInClosedForm(double alpha, double beta, int n) {
    double expected =
        beta == 0
            ? alpha * (SpecialFunctions.digamma(n + alpha) - SpecialFunctions.digamma(alpha))
            : Math.exp(
                        SpecialFunctions.logGammaRatio(alpha + n, beta)
                            + SpecialFunctions.logGammaRatio(alpha + beta, 1 - beta))
                    / beta
                - alpha / beta;
    assertThat(new ChineseRestaurant(alpha, beta).expectedSets(n))
        .isCloseTo(expected, offset(1e-10 * expected));
  }

  @Test
  void expectedSetsAtTheExtremes() {
    assertThat(new ChineseRestaurant(0, 0).expectedSets(1000)).isEqualTo(1);
    assertThat(new ChineseRestaurant(1e15, 0).expectedSets(10)).isCloseTo(10, offset(1e-12));
    assertThat(new ChineseRestaurant(1e-320, 0).expectedSets(10)).isCloseTo(1, offset(1e-12));
    // A vanishing discount is no discount.
    double without = new ChineseRestaurant(2, 0).expectedSets(100);
    assertThat(new ChineseRestaurant(2, 1e-14).expectedSets(100)).isCloseTo(without, offset(1e-10));
    assertThat(new ChineseRestaurant(1, 0.5).expectedSets(0)).isZero();
  }

  @Test
  void oneSpeakerForCertain() {
    ChineseRestaurant one = new ChineseRestaurant(0, 0);
    assertThat(one.logProbability(Partition.coarsest(5))).isCloseTo(0, offset(1e-14));
    assertThat(one.logProbability(Partition.of(0, 0, 1))).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void refusals() {
    for (double discount : new double[] {-0.1, 1, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new ChineseRestaurant(1, discount))
          .withMessage("the discount must be at least 0 and below 1, found " + discount);
    }
    double[][] wrong = {{-0.5, 0.5}, {-1, 0}, {Double.NaN, 0}, {Double.POSITIVE_INFINITY, 0.5}};
    for (double[] w : wrong) {
      assertThatIllegalArgumentException()
          .as(Arrays.toString(w))
          .isThrownBy(() -> new ChineseRestaurant(w[0], w[1]))
          .withMessage(
              "the concentration must be finite and above minus the discount, found "
                  + w[0]
                  + " with discount "
                  + w[1]);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ChineseRestaurant(1, 0).expectedSets(-1))
        .withMessage("n must be at least 0, found -1");
  }
}
