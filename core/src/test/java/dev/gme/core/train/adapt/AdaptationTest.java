package dev.gme.core.train.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.Checkpoint;
import dev.gme.core.Checkpoints;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.parallel.TreeSum;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.core.train.data.TrainingData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the golden numbers of group s do not say. Seeds 1 to 4. */
class AdaptationTest {
  private static final HtPlda TRUTH = ModelRecipe.of(20, 5, 4).draw(1);

  private static SimulatedDatabase draw(int speakers, long seed) {
    return new Simulator(TRUTH).draw(speakers, RecordingCounts.fixed(6), seed);
  }

  /** The same statistics from the whole and from parts, and for any kind of weighting. */
  @ParameterizedTest
  @ValueSource(doubles = {4, Double.POSITIVE_INFINITY})
  void statisticsAddUp(double nu) {
    DoubleMatrix x = draw(500, 1).vectors();
    GmeExtractor model = TRUTH.withNu(nu).extractor();
    DomainStatistics whole = DomainStatistics.gather(x, model);
    DomainStatistics parts =
        DomainStatistics.gather(x.rowRange(0, 1234), model)
            .plus(DomainStatistics.gather(x.rowRange(1234, x.rows()), model));
    assertThat(parts.vectors()).isEqualTo(whole.vectors());
    assertThat(parts.weight()).isCloseTo(whole.weight(), within(1e-9));
    assertThat(parts.mean()).containsExactly(whole.mean(), within(1e-12));
    assertThat(parts.covariance().minus(whole.covariance()).maxAbs()).isLessThan(1e-10);
    DomainStatistics other = DomainStatistics.gather(x, ModelChange.moved(model, new double[20]));
    assertThatThrownBy(() -> whole.plus(other)).hasMessageContaining("different means");
  }

  /** Leaves that are gathered one by one and sent give the same bits. */
  @Test
  void leavesCanBeGatheredAnywhere() {
    DoubleMatrix x = draw(900, 3).vectors();
    GmeExtractor model = TRUTH.extractor();
    int n = x.rows();
    int leaf = DomainStatistics.leaf(n);
    int leaves = (n + leaf - 1) / leaf;
    assertThat(leaves).isGreaterThan(3);
    TreeSum<DomainStatistics> sum = new TreeSum<>(DomainStatistics::plus);
    for (int i = leaves - 1; i >= 0; i--) {
      DoubleMatrix own = x.rowRange(i * leaf, Math.min(n, (i + 1) * leaf));
      DomainStatistics s = DomainStatistics.ofLeaf(own, model, true);
      sum.add(i, DomainStatistics.of(s.toMatrices()));
    }
    DomainStatistics whole = DomainStatistics.gather(x, model);
    DomainStatistics found = sum.total(leaves);
    assertThat(found.vectors()).isEqualTo(n);
    assertThat(found.weight()).isEqualTo(whole.weight());
    assertThat(found.mean()).isEqualTo(whole.mean());
    assertThat(found.covariance()).isEqualTo(whole.covariance());
  }

  /** A mean a million deviations away costs no digits of the covariance. */
  @Test
  void aMeanFarAwayCostsNoDigits() {
    GmeExtractor model = TRUTH.withNu(Double.POSITIVE_INFINITY).extractor();
    DoubleMatrix x = draw(100, 2).vectors();
    double[] far = new double[20];
    Arrays.fill(far, -1e7);
    DoubleMatrix near = TargetDomain.of(x, model).covariance();
    DoubleMatrix moved = TargetDomain.of(x.minusFromRows(far), model).covariance();
    assertThat(moved.minus(near).maxAbs()).isLessThan(1e-6 * near.maxAbs());
  }

  @Test
  void tooFewVectorsNeedShrinkage() {
    GmeExtractor model = TRUTH.extractor();
    TargetDomain few = TargetDomain.of(draw(2, 3).vectors(), model);
    assertThatThrownBy(() -> new CoralAdaptation(0).adapt(model, few))
        .hasMessageContaining("the covariance of 12 target vectors in 20 dimensions is singular");
    assertThatThrownBy(() -> new CoralPlusAdaptation(1, 1, 0).adapt(model, few))
        .hasMessageContaining("singular");
    assertThat(CoralAdaptation.DEFAULT.adapt(model, few).lambda()).containsExactly(model.lambda());
    assertThat(CoralPlusAdaptation.DEFAULT.adapt(model, few).speakerDimension()).isEqualTo(5);
    assertThatThrownBy(() -> new CoralAdaptation(1.5)).hasMessageContaining("from 0 to 1");
  }

  /** Noise of half the deviation has four times the precision; ν is what it was drawn with. */
  @Test
  void noiseLevelAndTailAreFoundWithoutLabels() {
    SimulatedDatabase drawn = draw(1000, 4);
    DoubleMatrix clean = drawn.z().selectRows(drawn.speakers()).timesTranspose(TRUTH.f());
    DoubleMatrix noise = drawn.vectors().minusFromRows(TRUTH.mean()).minus(clean);
    DoubleMatrix quiet = drawn.vectors().minus(noise.times(0.5));
    NoiseTail tail = NoiseTail.of(TRUTH.extractor(), quiet);
    assertThat(tail.nu()).isBetween(3.5, 4.6);
    assertThat(tail.kappa()).isBetween(3.7, 4.3);
    GmeExtractor adapted = tail.applied(TRUTH.extractor());
    ModelChange change = ModelChange.between(TRUTH.extractor(), adapted);
    assertThat(change.kappa()).isCloseTo(tail.kappa(), within(1e-9));
    assertThat(change.before().between()).isCloseTo(change.after().between(), within(1e-9));
    assertThatThrownBy(() -> new NoiseTail.Norms(new double[] {0, 0, 1}, 3, null))
        .hasMessageContaining("no noise at all");
  }

  @Test
  void twoScalesUndoWhatWasDoneToTheModel() {
    SimulatedDatabase drawn = draw(60, 2);
    GmeExtractor wrong = new TwoScales.Learned(3, 0.4, 4, 0, 0).applied(TRUTH.extractor());
    TwoScales.Learned learned =
        TwoScales.learn(wrong, drawn.vectors(), drawn.speakers(), 0, List.of(30.0), Progress.NONE);
    // Both starts see the same models, the truth among them, and so end at the same one.
    TwoScales.Learned ofTruth =
        TwoScales.learn(
            TRUTH.extractor(), drawn.vectors(), drawn.speakers(), 0, List.of(30.0), Progress.NONE);
    assertThat(learned.before()).isGreaterThan(ofTruth.before());
    assertThat(learned.after()).isLessThan(ofTruth.before());
    assertThat(learned.after()).isCloseTo(ofTruth.after(), within(1e-6));
    assertThat(learned.nu()).isEqualTo(ofTruth.nu());
    assertThat(learned.c() * 3 / ofTruth.c()).isCloseTo(1, within(0.02));
    assertThat(learned.g() * 0.4 / ofTruth.g()).isCloseTo(1, within(0.02));
    assertThatThrownBy(
            () ->
                TwoScales.learn(wrong, drawn.vectors(), new int[360], 0, List.of(), Progress.NONE))
        .hasMessageContaining("pairs of two");
  }

  @Test
  void mapResumesWithTheSameResult() {
    SimulatedDatabase drawn = draw(20, 3);
    TrainingData data = TrainingData.of(drawn.vectors(), drawn.speakers());
    HtPlda start = ModelRecipe.of(20, 5, Double.POSITIVE_INFINITY).draw(9);
    MapAdaptation map = new MapAdaptation(10, 10, 4);
    Trained<HtPlda> whole = map.train(data, start);
    for (int i = 1; i < whole.objective().size(); i++) {
      assertThat(whole.objective().get(i)).isGreaterThanOrEqualTo(whole.objective().get(i - 1));
    }
    List<Checkpoint> kept = new ArrayList<>();
    map.train(
        data,
        start,
        new Checkpoints() {
          @Override
          public void save(Checkpoint checkpoint) {
            kept.add(checkpoint);
          }

          @Override
          public Optional<Checkpoint> last() {
            return Optional.empty();
          }
        },
        Progress.NONE);
    Checkpoint second = kept.get(1);
    Trained<HtPlda> resumed =
        map.train(
            data,
            start,
            new Checkpoints() {
              @Override
              public void save(Checkpoint checkpoint) {}

              @Override
              public Optional<Checkpoint> last() {
                return Optional.of(second);
              }
            },
            Progress.NONE);
    assertThat(resumed.model().f()).isEqualTo(whole.model().f());
    assertThat(resumed.objective()).isEqualTo(whole.objective());
  }

  /** Recordings of two domains, each about its own mean, are as good as those of one. */
  @Test
  void knownDomainsHaveMeansOfTheirOwn() {
    DoubleMatrix x = draw(200, 4).vectors();
    int[] domain = IntStream.range(0, x.rows()).map(j -> j % 2).toArray();
    double[] r = x.array().clone();
    for (int j = 0; j < x.rows(); j++) {
      r[j * 20 + 3] += 50 * domain[j];
    }
    DoubleMatrix mixed = DoubleMatrix.wrap(x.rows(), 20, r);
    KnownDomains domains =
        KnownDomains.of(mixed, domain, TRUTH.extractor(), UnlabelledAdaptation.MEAN);
    MetaEmbeddings found = domains.extract(mixed, domain);
    MetaEmbeddings plain =
        KnownDomains.of(x, domain, TRUTH.extractor(), UnlabelledAdaptation.MEAN).extract(x, domain);
    assertThat(found.a().minus(plain.a()).maxAbs()).isLessThan(1e-8);
    assertThat(domains.size()).isEqualTo(2);
    ModelChange change = ModelChange.between(TRUTH.extractor(), domains.ofUnknown());
    assertThat(change.after().within() - change.before().within()).isCloseTo(625, within(10.0));
    assertThatThrownBy(
            () -> KnownDomains.of(mixed, new int[1200], TRUTH.extractor(), KaldiAdaptation.DEFAULT))
        .hasMessageContaining("mean or CORAL");
  }

  @Test
  void domainsOfOneVectorAreRefused() {
    int[] domain = new int[12];
    domain[3] = 1;
    assertThatThrownBy(
            () ->
                KnownDomains.of(
                    draw(2, 1).vectors(), domain, TRUTH.extractor(), UnlabelledAdaptation.MEAN))
        .hasMessageContaining("domain 1 (from 0) has 1 vectors");
  }
}
