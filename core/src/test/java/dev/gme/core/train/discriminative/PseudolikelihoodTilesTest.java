package dev.gme.core.train.discriminative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.Roc;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.train.TrainingCases;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pseudolikelihood by tiles in float against the exact objective in double. */
@ExtendWith(RestoresThreads.class)
class PseudolikelihoodTilesTest {
  private static final double TOLERANCE = 1e-3;

  /** Speakers with 1 to 8 recordings each. */
  private static TrainingCases.Drawn draw(int dim, int d, double nu, int speakers) {
    return TrainingCases.draw(dim, d, nu, speakers, RecordingCounts.between(1, 8), 3);
  }

  @ParameterizedTest
  @CsvSource({
    "30, 12, 2, 150, 1, 0.5",
    "30, 12, 30, 100, 5, 0",
    "30, 12, Infinity, 100, -0.2, 0.3",
    "12, 1, 2, 60, 1, 0",
    "8, 8, Infinity, 90, 0.1, 0.9",
  })
  void derivativesAreWithinOneInAThousand(
      int dim, int d, double nu, int speakers, double alpha, double beta) {
    TrainingCases.Drawn drawn = draw(dim, d, nu, speakers);
    DoubleMatrix r = drawn.database().vectors();
    int[] labels = drawn.database().speakers();
    // Not the truth, where the gradient is small.
    GmeExtractor extractor = DescentCases.spoilt(drawn.truth().extractor());
    ChineseRestaurant prior = new ChineseRestaurant(alpha, beta);
    PseudolikelihoodObjective.Result exact =
        new PseudolikelihoodObjective(prior).evaluate(extractor, r, labels);

    MetaEmbeddings f = extractor.extract(r);
    PseudolikelihoodTiles tiles = new PseudolikelihoodTiles(prior, TOLERANCE);
    PseudolikelihoodTiles.Gradient g = tiles.evaluate(f, labels);
    double unit = priorCost(f, labels, prior);
    assertThat(unit * g.cost()).isCloseTo(exact.objective(), within(TOLERANCE * exact.objective()));
    assertThat(
            Arrays.stream(tiles.costs(f, labels, new HeldOutHistogram())).average().orElseThrow())
        .isCloseTo(g.cost(), within(1e-4 * g.cost()));

    ExtractorGradient through =
        ExtractorGradient.of(
            extractor,
            r,
            g.recordings().a().times(unit),
            g.recordings().b().times(unit).array(),
            g.lambda().times(unit).array());
    assertThat(TrainingCases.distance(through.p().array(), exact.gradient().p().array()))
        .isLessThan(TOLERANCE);
    assertThat(TrainingCases.distance(through.logLambda(), exact.gradient().logLambda()))
        .isLessThan(TOLERANCE);
    if (nu != TrainingCases.GAUSS) {
      assertThat(TrainingCases.distance(through.h().array(), exact.gradient().h().array()))
          .isLessThan(TOLERANCE);
    }
  }

  private static double priorCost(MetaEmbeddings f, int[] labels, ChineseRestaurant prior) {
    return new CrpPredictive(prior, new LeaveOneOut(f, Partition.of(labels))).priorCost();
  }

  /** Embeddings that say nothing cost what the prior costs, by the whole path. */
  @Test
  void costsOneWithoutInformation() {
    TrainingCases.Drawn drawn = draw(6, 3, 2, 40);
    int[] labels = drawn.database().speakers();
    MetaEmbeddings f = drawn.truth().extractor().extract(drawn.database().vectors());
    // b = 0 would be outside of what the tiles are made for.
    double[] b = f.b();
    Arrays.fill(b, 1e-9);
    MetaEmbeddings nothing = MetaEmbeddings.of(f.a().times(1e-9), b, f.lambda());
    ChineseRestaurant prior = new ChineseRestaurant(1, 0.5);
    assertThat(new PseudolikelihoodTiles(prior, TOLERANCE).evaluate(nothing, labels).cost())
        .isCloseTo(1, within(1e-6));
  }

  @Test
  void countsRecordingsAgainstSpeakers() {
    TrainingCases.Drawn drawn = draw(10, 4, 2, 50);
    int[] labels = drawn.database().speakers();
    MetaEmbeddings f = drawn.truth().extractor().extract(drawn.database().vectors());
    HeldOutHistogram histogram = new HeldOutHistogram();
    new PseudolikelihoodTiles(new ChineseRestaurant(1, 0.5), TOLERANCE).costs(f, labels, histogram);

    LeaveOneOut pools = new LeaveOneOut(f, Partition.of(labels));
    DoubleMatrix toSets = f.llr(pools.sets);
    int k = pools.sets();
    double[] scores = new double[f.size() * k];
    boolean[] isTarget = new boolean[scores.length];
    double[] weight = new double[scores.length];
    for (int i = 0; i < f.size(); i++) {
      for (int c = 0; c < k; c++) {
        boolean own = c == pools.set[i];
        scores[i * k + c] = own ? f.get(i).llr(pools.others.get(i)) : toSets.get(i, c);
        isTarget[i * k + c] = own;
        weight[i * k + c] = own && pools.isAlone(i) ? 0 : 1;
      }
    }
    double eer = Roc.of(ScoredTrials.of(scores, isTarget, weight)).eerRocch();
    assertThat(eer).isBetween(0.005, 0.4);
    assertThat(HeldOutHistogram.errorRates(List.of(histogram), 0, 0.01).eer())
        .isCloseTo(eer, within(0.02 * eer));
  }

  @Test
  void theSameOnAnyNumberOfThreads() {
    TrainingCases.Drawn drawn = draw(20, 8, 2, 200);
    int[] labels = drawn.database().speakers();
    MetaEmbeddings f = drawn.truth().extractor().extract(drawn.database().vectors());
    PseudolikelihoodTiles tiles =
        new PseudolikelihoodTiles(new ChineseRestaurant(1, 0.5), TOLERANCE);
    Workers.setThreads(1);
    PseudolikelihoodTiles.Gradient one = tiles.evaluate(f, labels);
    for (int threads : new int[] {2, 5}) {
      Workers.setThreads(threads);
      assertThat(tiles.evaluate(f, labels)).isEqualTo(one);
    }
  }
}
