package dev.gme.core.train.discriminative;

import static dev.gme.core.train.TrainingCases.GAUSS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.embedding.CanonicalGme;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;
import dev.gme.core.partition.PartitionScorer;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.core.train.TrainingCases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(RestoresThreads.class)
class PseudolikelihoodObjectiveTest {
  /** An extractor, and recordings for it. */
  private static final class Case {
    final GmeExtractor extractor;
    final DoubleMatrix r;
    final int[] speaker;

    Case(GmeExtractor extractor, DoubleMatrix r, int[] speaker) {
      this.extractor = extractor;
      this.r = r;
      this.speaker = speaker;
    }

    PseudolikelihoodObjective.Result evaluate(ChineseRestaurant prior) {
      return new PseudolikelihoodObjective(prior).evaluate(extractor, r, speaker);
    }
  }

  private static Case simulated(int dim, int d, double nu, int speakers, long seed) {
    var model = ModelRecipe.of(dim, d, nu).draw(seed);
    SimulatedDatabase data =
        new Simulator(model).draw(speakers, RecordingCounts.between(1, 4), seed);
    return new Case(model.extractor(), data.vectors(), data.speakers());
  }

  /** Move recording i through all seats, and take prior and likelihood of the whole partitions. */
  private static double[] byPartitions(Case c, ChineseRestaurant prior) {
    MetaEmbeddings f = c.extractor.extract(c.r);
    List<CanonicalGme> recordings = new ArrayList<>();
    for (int i = 0; i < f.size(); i++) {
      recordings.add(f.get(i));
    }
    var scorer = new PartitionScorer<>(recordings);
    Partition truth = Partition.of(c.speaker);
    double[] out = new double[f.size()];
    for (int i = 0; i < out.length; i++) {
      int[] labels = c.speaker.clone();
      labels[i] = Integer.MIN_VALUE;
      List<Partition> seats = new ArrayList<>(List.of(Partition.of(labels)));
      for (int j = 0; j < out.length; j++) {
        if (j != i) {
          labels[i] = c.speaker[j];
          Partition seat = Partition.of(labels);
          if (!seats.contains(seat)) {
            seats.add(seat);
          }
        }
      }
      double sum = 0;
      for (Partition seat : seats) {
        sum +=
            Math.exp(
                prior.logProbability(seat)
                    - prior.logProbability(truth)
                    + scorer.logLr(seat, truth));
      }
      out[i] = -Math.log(sum);
    }
    return out;
  }

  @ParameterizedTest
  @CsvSource({"2, 1, 0", "2, 0, 0.5", "2, -0.2, 0.3", "30, 5, 0.9", "Infinity, 0.01, 0"})
  void isThePosteriorOfEachLabelGivenTheOthers(double nu, double alpha, double beta) {
    Case c = simulated(6, 3, nu, 8, 1);
    ChineseRestaurant prior = new ChineseRestaurant(alpha, beta);
    double[] expected = byPartitions(c, prior);
    PseudolikelihoodObjective.Result result = c.evaluate(prior);
    assertThat(result.logProb()).containsExactly(expected, offset(1e-11));
    assertThat(result.objective())
        .isCloseTo(-Arrays.stream(expected).average().orElseThrow(), offset(1e-11));
  }

  /**
   * One recording is worth 1e12 times the others of its speaker. Taken out by a subtraction it
   * would leave them four digits.
   */
  @Test
  void recordingThatDominatesItsSpeaker() {
    Case drawn = simulated(5, 2, 2, 4, 2);
    GmeExtractor sharp = drawn.extractor.withNu(1e-12);
    double[] r = drawn.r.array().clone();
    int[] speaker = drawn.speaker;
    int last = speaker[speaker.length - 1];
    assertThat(Arrays.stream(speaker).filter(s -> s == last).count()).isGreaterThan(2);
    // The last recording at the mean, where H sees nothing of it.
    int sharpest = speaker.length - 1;
    System.arraycopy(sharp.mean(), 0, r, sharpest * 5, 5);
    Case c = new Case(sharp, DoubleMatrix.wrap(speaker.length, 5, r), speaker);
    double[] b = sharp.extract(c.r).b();
    double next = Arrays.stream(b, 0, sharpest).max().orElseThrow();
    assertThat(b[sharpest]).isGreaterThan(1e12 * next);
    ChineseRestaurant prior = new ChineseRestaurant(1, 0.5);
    double[] expected = byPartitions(c, prior);
    double[] logProb = c.evaluate(prior).logProb();
    for (int i = 0; i < logProb.length; i++) {
      assertThat(logProb[i]).isCloseTo(expected[i], offset(1e-9 * (1 + Math.abs(expected[i]))));
    }
  }

  /** Central differences along random directions, over all parameters at once. */
  @ParameterizedTest
  @CsvSource({"7, 3, 2", "4, 4, Infinity", "5, 1, 0.5", "8, 3, Infinity"})
  void gradient(int dim, int d, double nu) {
    Case c = simulated(dim, d, nu, 10, 3);
    ChineseRestaurant prior = new ChineseRestaurant(0.7, 0.2);
    ExtractorGradient g = c.evaluate(prior).gradient();
    SeededRandom random = new SeededRandom(4);
    for (int repeat = 0; repeat < 5; repeat++) {
      DoubleMatrix dP = DoubleMatrix.wrap(d, dim, random.gaussians(d * dim));
      DoubleMatrix dH = DoubleMatrix.wrap(dim - d, dim, random.gaussians((dim - d) * dim));
      double[] dLog = random.gaussians(d);
      double[] dMean = random.gaussians(dim);
      double expected =
          dot(g.p().array(), dP.array())
              + dot(g.h().array(), dH.array())
              + dot(g.logLambda(), dLog)
              + dot(g.mean(), dMean);
      double step = 1e-5;
      double up =
          new Case(moved(c.extractor, dP, dH, dLog, dMean, step), c.r, c.speaker)
              .evaluate(prior)
              .objective();
      double down =
          new Case(moved(c.extractor, dP, dH, dLog, dMean, -step), c.r, c.speaker)
              .evaluate(prior)
              .objective();
      // The differences are good to about step².
      assertThat((up - down) / (2 * step))
          .isCloseTo(expected, offset(1e-7 * (1 + Math.abs(expected))));
    }
  }

  private static GmeExtractor moved(
      GmeExtractor e, DoubleMatrix dP, DoubleMatrix dH, double[] dLog, double[] dMean, double t) {
    double[] lambda = e.lambda();
    for (int k = 0; k < lambda.length; k++) {
      lambda[k] *= Math.exp(t * dLog[k]);
    }
    double[] mean = e.mean();
    for (int i = 0; i < mean.length; i++) {
      mean[i] += t * dMean[i];
    }
    return GmeExtractor.of(mean, e.p().plus(dP.times(t)), e.h().plus(dH.times(t)), lambda, e.nu());
  }

  private static double dot(double[] x, double[] y) {
    return IntStream.range(0, x.length).mapToDouble(i -> x[i] * y[i]).sum();
  }

  /** Several blocks of recordings, the last one not full. */
  @Test
  void sameBytesForAnyNumberOfThreads() {
    Case c = simulated(8, 3, 2, 250, 5);
    assertThat(c.r.rows()).isGreaterThan(512);
    ChineseRestaurant prior = new ChineseRestaurant(1, 0.5);
    Workers.setThreads(1);
    PseudolikelihoodObjective.Result one = c.evaluate(prior);
    for (int threads : new int[] {2, 5}) {
      Workers.setThreads(threads);
      PseudolikelihoodObjective.Result many = c.evaluate(prior);
      assertThat(many.logProb()).isEqualTo(one.logProb());
      assertThat(many.objective()).isEqualTo(one.objective());
      assertThat(many.gradient().p()).isEqualTo(one.gradient().p());
      assertThat(many.gradient().h()).isEqualTo(one.gradient().h());
      assertThat(many.gradient().logLambda()).isEqualTo(one.gradient().logLambda());
      assertThat(many.gradient().mean()).isEqualTo(one.gradient().mean());
    }
  }

  /** Names of speakers and the order of recordings mean nothing. */
  @Test
  void shuffledAndRenamed() {
    Case c = simulated(6, 2, 2, 120, 6);
    int n = c.r.rows();
    int[] order = TrainingCases.permutation(n, 7);
    int[] renamed = new int[n];
    for (int i = 0; i < n; i++) {
      renamed[i] = 1000 - 3 * c.speaker[order[i]];
    }
    ChineseRestaurant prior = new ChineseRestaurant(1, 0.5);
    PseudolikelihoodObjective.Result straight = c.evaluate(prior);
    PseudolikelihoodObjective.Result shuffled =
        new Case(c.extractor, c.r.selectRows(order), renamed).evaluate(prior);
    double[] logProb = straight.logProb();
    double[] expected = Arrays.stream(order).mapToDouble(i -> logProb[i]).toArray();
    assertThat(shuffled.logProb()).containsExactly(expected, offset(1e-11));
    assertThat(shuffled.gradient().p().minus(straight.gradient().p()).maxAbs()).isLessThan(1e-12);
    assertThat(shuffled.gradient().h().minus(straight.gradient().h()).maxAbs()).isLessThan(1e-12);
  }

  /** Its speaker is new for sure, also where the prior's concentration is not positive. */
  @ParameterizedTest
  @ValueSource(doubles = {-0.3, 0, 2})
  void singleRecording(double concentration) {
    Case c = simulated(4, 2, 2, 1, 8);
    Case single = new Case(c.extractor, c.r.rowRange(0, 1), new int[] {5});
    PseudolikelihoodObjective.Result result =
        single.evaluate(new ChineseRestaurant(concentration, 0.5));
    assertThat(result.objective()).isZero();
    assertThat(result.logProb()).containsExactly(0);
    assertThat(result.gradient().p().maxAbs()).isZero();
    assertThat(result.gradient().h().maxAbs()).isZero();
    assertThat(Arrays.stream(result.gradient().logLambda())).allMatch(v -> v == 0);
    assertThat(Arrays.stream(result.gradient().mean())).allMatch(v -> v == 0);
  }

  /** The more seats the prior gives to newcomers, the likelier is a recording that is alone. */
  @Test
  void priorSpeaksForNewSpeakers() {
    Case c = simulated(6, 3, GAUSS, 20, 9);
    int[] alone = new int[c.r.rows()];
    Arrays.setAll(alone, i -> i);
    Case apart = new Case(c.extractor, c.r, alone);
    double few = apart.evaluate(new ChineseRestaurant(0.1, 0)).objective();
    double many = apart.evaluate(new ChineseRestaurant(1000, 0)).objective();
    assertThat(many).isLessThan(few);
  }

  @Test
  void refusals() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PseudolikelihoodObjective(new ChineseRestaurant(0, 0)))
        .withMessageContaining("must not both be 0");
    Case c = simulated(4, 2, 2, 3, 10);
    PseudolikelihoodObjective objective =
        new PseudolikelihoodObjective(new ChineseRestaurant(1, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> objective.evaluate(c.extractor, c.r, new int[2]))
        .withMessageContaining("found " + c.r.rows() + " recordings and 2 speakers");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> objective.evaluate(c.extractor, DoubleMatrix.zeros(0, 4), new int[0]))
        .withMessageContaining("at least one recording is needed");
  }
}
