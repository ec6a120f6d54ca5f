package dev.gme.frontend.ivector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.Objectives;
import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IvectorTrainerTest {
  private static IvectorTrainer trainer(
      int d, int iterations, IvectorUpdate.MinDivergence divergence) {
    IvectorUpdate update = new IvectorUpdate(divergence, 0, 0, 1e12);
    return new IvectorTrainer(new IvectorTrainer.Options(d, iterations, update, 0.1, 1));
  }

  /** With trained covariances and, from first moments alone, without. Seed 21. */
  @ParameterizedTest
  @EnumSource(IvectorUpdate.MinDivergence.class)
  void evidenceRises(IvectorUpdate.MinDivergence divergence) {
    IvectorSimulation s = new IvectorSimulation(5, 4, 3, 150, 60, 21);
    IvectorTrainer trainer = trainer(4, 15, divergence);
    Objectives.rise(trainer.train(s.ubm(), s.recordings, s.total, Progress.NONE).objective(), 1e-9);
    GmmStatistics first = GmmStatistics.of(s.total.counts(), s.total.sums(), null);
    Trained<IvectorExtractor> fixed = trainer.train(s.ubm(), s.recordings, first, Progress.NONE);
    Objectives.rise(fixed.objective(), 1e-9);
    assertThat(fixed.model().covariance(2)).isEqualTo(s.ubm().covariance(2));
  }

  /**
   * 1500 recordings: TT' is known to about √(2/1500) = 4 %, the noise, of 25,000 frames a
   * component, to 1 %; bounds are several times that. Seed 22.
   */
  @Test
  void recoversTheModel() {
    IvectorSimulation s = new IvectorSimulation(6, 3, 2, 1500, 100, 22);
    Trained<IvectorExtractor> t =
        trainer(2, 40, IvectorUpdate.MinDivergence.MEAN)
            .train(s.ubm(), s.recordings, s.total, Progress.NONE);
    IvectorExtractor model = t.model();
    DoubleMatrix tt = s.truth.t().outerGram();
    assertThat(model.t().outerGram().minus(tt).maxAbs()).isLessThan(0.2 * tt.maxAbs());
    for (int c = 0; c < 6; c++) {
      DoubleMatrix sigma = s.truth.covariance(c);
      assertThat(model.covariance(c).minus(sigma).maxAbs()).isLessThan(0.06 * sigma.maxAbs());
    }
    assertThat(model.means().minus(s.truth.means()).maxAbs()).isLessThan(0.15);
    // The best model explains the data no worse than the true one.
    IvectorStatistics truth = IvectorStatistics.gather(s.truth, s.recordings, Progress.NONE);
    double evidence = (s.truth.evidenceConstant(s.total) + truth.gain()) / 1500;
    assertThat(t.objective().get(40)).isGreaterThan(evidence);
  }

  /** The i-vector shrinks to 0, the estimate without prior does not. Seed 23. */
  @Test
  void withoutPriorThereIsNoShrinkage() {
    IvectorSimulation s = new IvectorSimulation(6, 3, 2, 2000, 4, 23);
    IvectorPosteriors p = s.truth.posteriors(s.recordings);
    double with = 0;
    double without = 0;
    double norm = 0;
    int full = 0;
    for (int i = 0; i < p.recordings(); i++) {
      IvectorPosteriors.PointEstimate e = p.withoutPrior(i);
      if (e.rank() < 2) {
        continue;
      }
      full++;
      // In the directions that the recording knows best, so that the noise stays bounded.
      DoubleMatrix j = p.quadratic(i);
      double[] jr = j.times(s.r.row(i));
      for (int k = 0; k < 2; k++) {
        with += jr[k] * p.mean(i)[k];
        without += jr[k] * e.vector()[k];
        norm += jr[k] * s.r.get(i, k);
      }
      assertThat(p.withRidge(i, 1)[0]).isCloseTo(p.mean(i)[0], Offset.offset(1e-9));
    }
    assertThat(full).isGreaterThan(1500);
    assertThat(without / norm).isBetween(0.95, 1.05);
    assertThat(with / norm).isLessThan(0.9);
  }

  @Test
  void doesNotDependOnThreadsOrBatches() {
    IvectorSimulation s = new IvectorSimulation(5, 4, 3, 300, 30, 24);
    IvectorTrainer trainer = trainer(3, 3, IvectorUpdate.MinDivergence.MEAN);
    int before = Workers.threads();
    try {
      Workers.setThreads(1);
      IvectorExtractor one = trainer.train(s.ubm(), s.recordings, s.total, Progress.NONE).model();
      Workers.setThreads(5);
      IvectorExtractor five = trainer.train(s.ubm(), s.recordings, s.total, Progress.NONE).model();
      assertThat(five.t()).isEqualTo(one.t());
      DoubleMatrix all = one.ivectors(s.recordings, Progress.NONE);
      DoubleMatrix some = one.posteriors(s.recordings.read(120, 130)).means();
      assertThat(all.rowRange(120, 130).minus(some).maxAbs()).isLessThan(1e-12);
    } finally {
      Workers.setThreads(before);
    }
  }

  @Test
  void statisticsAddUp() {
    IvectorSimulation s = new IvectorSimulation(5, 4, 3, 60, 30, 25);
    IvectorStatistics all = IvectorStatistics.gather(s.truth, s.recordings, Progress.NONE);
    IvectorStatistics sum =
        IvectorStatistics.gather(s.truth, s.recordings.read(0, 25), Progress.NONE);
    sum.add(IvectorStatistics.gather(s.truth, s.recordings.read(25, 60), Progress.NONE));
    assertThat(sum.recordings()).isEqualTo(60);
    IvectorUpdate update = IvectorUpdate.DEFAULT;
    DoubleMatrix once = update.apply(s.truth, all, s.total).t();
    assertThat(update.apply(s.truth, sum, s.total).t().minus(once).maxAbs()).isLessThan(1e-10);
  }

  /**
   * Leaves of two batches, since there are more than 64 batches: gathered one by one and added in
   * order, component by component, they give the extractor of one computer to the bit. Seed 30.
   */
  @Test
  void componentsMayBeSolvedAnywhere() {
    int m = 65 * 256 + 10;
    IvectorSimulation s = new IvectorSimulation(3, 2, 2, m, 3, 30);
    RecordingLeaves leaves = RecordingLeaves.of(m, 2);
    assertThat(leaves.limit()).isEqualTo(512);
    assertThat(leaves.size()).isEqualTo(33);
    IvectorTrainer trainer = trainer(2, 2, IvectorUpdate.MinDivergence.MEAN);
    IvectorExtractor start = trainer.start(s.ubm());
    Trained<IvectorExtractor> here = trainer.train(start, s.recordings, s.total, Progress.NONE);
    IvectorTrainer.EStep elsewhere =
        (model, progress) -> {
          ComponentStatistics[] pieces = new ComponentStatistics[3];
          IvectorTotals totals = null;
          for (int leaf = 0; leaf < leaves.size(); leaf++) {
            RecordingStatistics own =
                s.recordings.read((int) leaves.first(leaf), (int) leaves.first(leaf + 1));
            IvectorStatistics sums = IvectorStatistics.ofLeaf(model, own, progress);
            totals = totals == null ? sums.totals() : totals.plus(sums.totals());
            for (int c = 0; c < 3; c++) {
              ComponentStatistics piece = sums.component(c);
              pieces[c] = leaf == 0 ? piece : pieces[c].plus(piece);
            }
          }
          return expectation(model, pieces, totals);
        };
    Trained<IvectorExtractor> there =
        trainer.train(start, elsewhere, m, s.total, Checkpoints.NONE, Progress.NONE);
    assertThat(there.model().t()).isEqualTo(here.model().t());
    assertThat(there.model().means()).isEqualTo(here.model().means());
    assertThat(there.model().covariances()).isEqualTo(here.model().covariances());
    assertThat(there.objective()).isEqualTo(here.objective());
  }

  private static IvectorTrainer.Expectation expectation(
      IvectorExtractor model, ComponentStatistics[] pieces, IvectorTotals totals) {
    return new IvectorTrainer.Expectation() {
      @Override
      public IvectorTotals totals() {
        return totals;
      }

      @Override
      public IvectorExtractor maximize(IvectorUpdate update, GmmStatistics frames) {
        return update.join(
            model,
            Arrays.stream(pieces).map(p -> update.component(model, p, frames)).toList(),
            totals);
      }
    };
  }

  /** A single batch is its own leaf, and needs no memory of its own. */
  @Test
  void leavesOfRecordings() {
    assertThat(RecordingLeaves.of(1, 600).limit()).isEqualTo(256);
    assertThat(RecordingLeaves.of(64 * 256, 600).size()).isEqualTo(64);
    assertThat(RecordingLeaves.of(1_200_000, 600).size()).isEqualTo(64);
    assertThat(IvectorTrainer.memory(2048, 60, 600, 64 * 256))
        .isEqualTo(IvectorTrainer.memory(2048, 60, 600));
    assertThat(IvectorTrainer.memory(2048, 60, 600, 64 * 256 + 1))
        .isEqualTo(IvectorTrainer.memory(2048, 60, 600) + 8L * 2048 * (60 * 600 + 600 * 601 / 2));
  }

  /** More components than are worked on at a time, more recordings than are read at a time. */
  @Test
  void manyComponents() {
    IvectorSimulation s = new IvectorSimulation(300, 2, 3, 40, 400, 28);
    IvectorStatistics found = IvectorStatistics.gather(s.truth, s.recordings, Progress.NONE);
    IvectorPosteriors p = s.truth.posteriors(s.recordings);
    double gain = 0;
    DoubleMatrix last = DoubleMatrix.zeros(3, 3);
    for (int i = 0; i < 40; i++) {
      gain += p.logEvidenceGain(i);
      DoubleMatrix phi = DoubleMatrix.wrap(3, 1, p.mean(i));
      DoubleMatrix e = p.covariance(i).plus(phi.outerGram());
      last = last.plus(e.times(s.recordings.counts().get(i, 299)));
    }
    assertThat(found.gain()).isCloseTo(gain, Offset.offset(1e-9 * Math.abs(gain)));
    assertThat(found.secondMoment(299).get(2, 1)).isCloseTo(last.get(2, 1), Offset.offset(1e-9));
  }

  /** Means that T does not span cost a dimension, those that it spans none. */
  @Test
  void extractorsInKaldisForm() {
    IvectorSimulation s = new IvectorSimulation(6, 3, 2, 50, 100, 29);
    DoubleMatrix vectors = s.truth.posteriors(s.recordings).means();
    KaldiExtractor free = KaldiExtractor.of(s.ubm().weights(), s.truth);
    assertThat(free.standard().dimension()).isEqualTo(3);
    DoubleMatrix found = free.standard().posteriors(s.recordings).means();
    for (int i = 0; i < 50; i++) {
      assertThat(found.get(i, 0)).isCloseTo(0, Offset.offset(1e-4));
      assertThat(found.get(i, 1)).isCloseTo(vectors.get(i, 0), Offset.offset(1e-7));
      assertThat(found.get(i, 2)).isCloseTo(vectors.get(i, 1), Offset.offset(1e-7));
    }
    KaldiExtractor again = KaldiExtractor.of(s.ubm().weights(), free.standard());
    assertThat(again.standard().dimension()).isEqualTo(3);
    assertThat(again.priorOffset()).isCloseTo(free.priorOffset(), Offset.offset(1e-6));
  }

  @Test
  void diagonalNoiseStaysDiagonal() {
    IvectorSimulation s = new IvectorSimulation(4, 3, 2, 200, 50, 26);
    double[][] second = new double[4][];
    for (int c = 0; c < 4; c++) {
      second[c] = DoubleMatrix.wrap(3, 3, s.total.secondMoments().row(c)).diagonal();
    }
    GmmStatistics diagonal =
        GmmStatistics.of(s.total.counts(), s.total.sums(), DoubleMatrix.of(second));
    Trained<IvectorExtractor> t =
        trainer(2, 10, IvectorUpdate.MinDivergence.MEAN)
            .train(s.ubm().toDiagonal(), s.recordings, diagonal, Progress.NONE);
    Objectives.rise(t.objective(), 1e-9);
    assertThat(t.model().covariance(1).get(0, 1)).isZero();
  }

  @Test
  void recordingsWithoutFrames() {
    IvectorSimulation s = new IvectorSimulation(4, 3, 2, 5, 5, 27);
    RecordingStatistics none =
        new RecordingStatistics(DoubleMatrix.zeros(1, 4), DoubleMatrix.zeros(1, 12));
    IvectorPosteriors p = s.truth.posteriors(none);
    assertThat(p.mean(0)).containsExactly(0, 0);
    assertThat(p.precision(0)).isEqualTo(DoubleMatrix.identity(2));
    assertThatThrownBy(() -> p.withoutPrior(0))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("no frames");
    assertThatThrownBy(
            () ->
                s.truth.posteriors(
                    new RecordingStatistics(DoubleMatrix.zeros(1, 3), DoubleMatrix.zeros(1, 12))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
