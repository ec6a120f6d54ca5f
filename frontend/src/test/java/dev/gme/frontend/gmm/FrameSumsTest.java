package dev.gme.frontend.gmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.parallel.TreeSum;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Mixtures are the same to the bit wherever the sums over frames are made. */
class FrameSumsTest {
  /** Two clouds of frames, in nine leaves. Seed 41. */
  private static final DoubleMatrix FRAMES = frames(8200, 41);

  private static DoubleMatrix frames(int n, long seed) {
    double[] x = new SeededRandom(seed).gaussians(n * 3);
    for (int t = 0; t < n; t += 2) {
      x[3 * t] += 4;
    }
    return DoubleMatrix.wrap(n, 3, x);
  }

  /** Frames that nobody has together. */
  private static final class Elsewhere implements FramePasses {
    private final Random random = new Random(5);

    @Override
    public long frames() {
      return FRAMES.rows();
    }

    @Override
    public int dimension() {
      return 3;
    }

    @Override
    public double[] first() {
      return FRAMES.row(0);
    }

    @Override
    public GmmStatistics statistics(DiagonalGmm mixture) {
      FrameLeaves leaves = FrameLeaves.of(frames());
      List<Integer> order = new ArrayList<>(IntStream.range(0, leaves.size()).boxed().toList());
      Collections.shuffle(order, random);
      TreeSum<GmmStatistics> sum = new TreeSum<>(GmmStatistics::plus);
      for (int leaf : order) {
        DoubleMatrix own = FRAMES.rowRange((int) leaves.first(leaf), (int) leaves.first(leaf + 1));
        GmmStatistics s = GmmStatistics.ofLeaf(mixture, own);
        sum.add(leaf, GmmStatistics.of(s.toMatrices()));
      }
      return sum.total(leaves.size());
    }
  }

  @Test
  void framesMayBeAnywhere() {
    UbmTrainer trainer = new UbmTrainer(UbmTrainer.Options.DEFAULT.with(4, 3, 1));
    Trained<DiagonalGmm> here = trainer.train(FRAMES, Progress.NONE);
    Trained<DiagonalGmm> there = trainer.train(new Elsewhere(), Checkpoints.NONE, Progress.NONE);
    assertThat(there.model().means()).isEqualTo(here.model().means());
    assertThat(there.model().variances()).isEqualTo(here.model().variances());
    assertThat(there.model().weights()).isEqualTo(here.model().weights());
    assertThat(there.objective()).isEqualTo(here.objective());
    UbmTrainer kMeans =
        new UbmTrainer(UbmTrainer.Options.DEFAULT.with(4, 3, 1).with(UbmTrainer.Start.K_MEANS));
    assertThatThrownBy(() -> kMeans.train(new Elsewhere(), Checkpoints.NONE, Progress.NONE))
        .isInstanceOf(GmeException.class)
        .hasMessage("k-means needs the frames on one computer");
  }

  /** Full statistics are added in order: part by part in a leaf, leaf by leaf. */
  @Test
  void fullStatisticsInOrder() {
    DoubleMatrix many = frames(70 * (1 << 14) + 100, 42);
    DiagonalGmm diagonal =
        new UbmTrainer(UbmTrainer.Options.DEFAULT.with(2, 1, 1))
            .train(FRAMES, Progress.NONE)
            .model();
    FullGmm full = diagonal.toFull();
    Alignment alignment = Alignment.of(full, diagonal, new Pruning(1, 0, false));
    FrameLeaves leaves = FrameLeaves.inOrder(many.rows());
    assertThat(leaves.limit()).isEqualTo(2 << 14);
    assertThat(leaves.size()).isEqualTo(36);
    GmmStatistics sum = null;
    for (int leaf = 0; leaf < leaves.size(); leaf++) {
      DoubleMatrix own = many.rowRange((int) leaves.first(leaf), (int) leaves.first(leaf + 1));
      GmmStatistics s = GmmStatistics.ofLeaf(full, alignment, own);
      sum = sum == null ? s : sum.plus(s);
    }
    GmmStatistics whole = PartGathering.gather(full, alignment, many);
    assertThat(sum.secondMoments()).isEqualTo(whole.secondMoments());
    assertThat(sum.sums()).isEqualTo(whole.sums());
    assertThat(sum.logLikelihood()).isEqualTo(whole.logLikelihood());
    assertThat(whole.total()).isBetween(many.rows() - 1e-3, many.rows() + 1e-3);
  }

  @Test
  void leavesOfFrames() {
    assertThat(FrameLeaves.of(0).size()).isZero();
    assertThat(FrameLeaves.of(1000)).isEqualTo(new FrameLeaves(1000, 1024));
    assertThat(FrameLeaves.of(1_000_000).size()).isBetween(64, 70);
    FrameLeaves large = FrameLeaves.of(1_000_000_000);
    assertThat(large.limit()).isEqualTo(65_536);
    assertThat(large.first(large.size())).isEqualTo(1_000_000_000);
  }
}
