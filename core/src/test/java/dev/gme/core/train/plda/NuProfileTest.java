package dev.gme.core.train.plda;

import static dev.gme.core.train.TrainingCases.GAUSS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Seeds;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.core.train.TrainingCases;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.discriminative.BxeObjective;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(RestoresThreads.class)
class NuProfileTest {

  /** Gaussian PLDA trained on data of the given ν, and its profile on other speakers. */
  private static NuProfile ofShortcut(double nu, long seed) {
    TrainingCases.Drawn train = TrainingCases.draw(30, 8, nu, 400, RecordingCounts.fixed(6), seed);
    SpeakerStatistics statistics = SpeakerStatistics.gather(train.data());
    HtPlda plda =
        new GaussianPldaEm(Stopping.after(20))
            .train(statistics, PldaStart.fromScatter(statistics, 8))
            .model();
    SimulatedDatabase heldOut =
        new Simulator(train.truth()).draw(100, RecordingCounts.fixed(5), 100 + seed);
    return NuProfile.of(
        plda, heldOut.vectors(), heldOut.speakers(), NuProfile.GRID, 0, Progress.NONE);
  }

  /** A grid neighbour is allowed; seeds 1 to 3 all gave 2 itself. */
  @Seeds(3)
  void findsHeavyTails(long seed) {
    NuProfile profile = ofShortcut(2, seed);
    assertThat(profile.points()).extracting(NuProfile.Point::nu).isEqualTo(NuProfile.GRID);
    assertThat(profile.best().nu()).isIn(1.0, 2.0, 5.0);
    double gaussian = profile.points().get(7).normalizedBxe();
    assertThat(profile.best().normalizedBxe()).isLessThan(gaussian - 0.1);
  }

  @Seeds(3)
  void findsGaussianNoise(long seed) {
    assertThat(ofShortcut(GAUSS, seed).best().nu()).isGreaterThanOrEqualTo(30);
  }

  /** More recordings than one block of scores has rows, and fewer. */
  @ParameterizedTest
  @CsvSource({"10, 0", "10, -4.6", "10, 2", "280, -2"})
  void isTheObjectiveOfTrainingOverThePriorsEntropy(int speakers, double priorLogOdds) {
    TrainingCases.Drawn drawn = TrainingCases.draw(4, 2, 2, speakers, RecordingCounts.fixed(4), 4);
    int[] labels = drawn.database().speakers();
    int[] all = new int[labels.length];
    Arrays.setAll(all, i -> i);
    double pi = 1 / (1 + Math.exp(-priorLogOdds));
    double entropy = -pi * Math.log(pi) - (1 - pi) * Math.log(1 - pi);
    DoubleMatrix r = drawn.database().vectors();
    NuProfile profile =
        NuProfile.of(drawn.truth(), r, labels, List.of(3.0, GAUSS), priorLogOdds, Progress.NONE);
    for (NuProfile.Point point : profile.points()) {
      // It counts every pair twice, once in each direction, and divides by twice as many.
      double expected =
          new BxeObjective(priorLogOdds)
                  .evaluate(drawn.truth().withNu(point.nu()).extractor(), r, labels, all, all, 1, 0)
                  .objective()
              / entropy;
      assertThat(point.normalizedBxe()).isCloseTo(expected, offset(1e-10 * expected));
    }
  }

  /**
   * At prior log-odds x far from 0 the cost over the prior of the rare kind is, up to e^-|x|, the
   * mean of e^∓llr over the frequent trials plus that of x ± llr over the rare ones, and the
   * entropy is |x| + 1.
   */
  @ParameterizedTest
  @ValueSource(doubles = {-700, -100, 100, 700})
  void extremePriors(double x) {
    TrainingCases.Drawn drawn = TrainingCases.draw(6, 2, 2, 8, RecordingCounts.fixed(3), 7);
    DoubleMatrix r = drawn.database().vectors();
    int[] speakers = drawn.database().speakers();
    HtPlda model = drawn.truth().withNu(3);
    DoubleMatrix llr = model.extractor().extract(r).llr(model.extractor().extract(r));
    double[] sum = new double[2];
    int[] count = new int[2];
    for (int i = 0; i < r.rows(); i++) {
      for (int j = i + 1; j < r.rows(); j++) {
        int kind = (speakers[i] == speakers[j]) == (x > 0) ? 0 : 1;
        double towardsFrequent = Math.signum(x) * llr.get(i, j);
        sum[kind] += kind == 0 ? Math.exp(-towardsFrequent) : Math.abs(x) + towardsFrequent;
        count[kind]++;
      }
    }
    double expected = (sum[0] / count[0] + sum[1] / count[1]) / (Math.abs(x) + 1);
    double found =
        NuProfile.of(model, r, speakers, List.of(3.0), x, Progress.NONE).best().normalizedBxe();
    assertThat(found).isCloseTo(expected, offset(1e-12 * expected));
  }

  @Test
  void sameBytesForAnyNumberOfThreads() {
    TrainingCases.Drawn drawn = TrainingCases.draw(6, 2, 2, 60, 5);
    Workers.setThreads(1);
    NuProfile one = profile(drawn, drawn.database().speakers());
    Workers.setThreads(4);
    assertThat(profile(drawn, drawn.database().speakers())).isEqualTo(one);
  }

  private static NuProfile profile(TrainingCases.Drawn drawn, int[] speakers) {
    return NuProfile.of(
        drawn.truth(), drawn.database().vectors(), speakers, NuProfile.GRID, 0, Progress.NONE);
  }

  @Test
  void bestIsTheFirstOfEqualPoints() {
    NuProfile.Point a = new NuProfile.Point(1, 0.5);
    NuProfile.Point b = new NuProfile.Point(2, 0.4);
    NuProfile.Point c = new NuProfile.Point(5, 0.4);
    assertThat(new NuProfile(List.of(a, b, c)).best()).isEqualTo(b);
  }

  @Test
  void refusals() {
    TrainingCases.Drawn drawn = TrainingCases.draw(4, 2, 2, 3, RecordingCounts.fixed(2), 6);
    assertThatThrownBy(() -> profile(drawn, new int[6]))
        .isInstanceOf(GmeException.class)
        .hasMessage("a profile of nu needs pairs of one speaker and pairs of two, found 15 and 0");
    assertThatThrownBy(() -> profile(drawn, new int[] {0, 1, 2, 3, 4, 5}))
        .isInstanceOf(GmeException.class)
        .hasMessageEndingWith("found 0 and 15");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> profile(drawn, new int[] {0, 0, 1}))
        .withMessage("6 recordings need as many speakers, found 3");
    DoubleMatrix r = drawn.database().vectors();
    int[] speakers = drawn.database().speakers();
    for (double logOdds : new double[] {Double.NaN, 701, -701, GAUSS}) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  NuProfile.of(drawn.truth(), r, speakers, NuProfile.GRID, logOdds, Progress.NONE))
          .withMessage("the prior log-odds must be from -700 to 700, found " + logOdds);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NuProfile.of(drawn.truth(), r, speakers, List.of(), 0, Progress.NONE))
        .withMessage("a profile needs at least one nu");
    assertThatThrownBy(
            () -> NuProfile.of(drawn.truth(), r, speakers, List.of(-1.0), 0, Progress.NONE))
        .isInstanceOf(GmeException.class)
        .hasMessage("the degrees of freedom nu must be positive, found -1.0");
  }
}
