package dev.gme.core.train;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.VectorMath;
import dev.gme.core.math.SpecialFunctions;
import dev.gme.core.score.PairTiles;
import java.util.Arrays;

/**
 * Binary cross-entropy of the tiles of a minibatch (docs/math.md 5.1). A tile is treated as if all
 * its pairs were non-targets, in vectorized passes; then the few pairs of one speaker are put
 * right.
 */
final class BxeLoss implements PairTiles.Loss {
  private final int[] enrol;
  private final int[] test;
  private final int[] speaker;

  /** The places of each speaker's recordings on the test side. */
  private final int[][] testsOf;

  private final float ofTarget;
  private final float ofNontarget;
  private final float scale;

  /** Offset of the calibration plus prior log-odds. */
  private final float shift;

  /** Takes the scores, or null. */
  private final ScoreHistogram histogram;

  /** The sums: the objective, and its derivatives with respect to scale and offset. */
  static final int OBJECTIVE = 0;

  static final int SCALE = 1;
  static final int OFFSET = 2;

  /**
   * For one minibatch.
   *
   * @param speaker the speaker of every recording of the training set, from 0
   * @param enrol recordings on the one side, repeats allowed
   * @param test recordings on the other side
   * @param histogram takes the scores, or null
   */
  BxeLoss(
      int[] speaker,
      int speakers,
      int[] enrol,
      int[] test,
      double priorLogOdds,
      double scale,
      double offset,
      ScoreHistogram histogram) {
    this.histogram = histogram;
    this.enrol = enrol;
    this.test = test;
    this.speaker = speaker;
    BxeObjective.Pairs pairs = new BxeObjective.Pairs(speaker, enrol, test);
    double prior = 1 / (1 + Math.exp(-priorLogOdds));
    ofTarget = pairs.targets == 0 ? 0 : (float) (prior / pairs.targets);
    ofNontarget = pairs.nontargets == 0 ? 0 : (float) ((1 - prior) / pairs.nontargets);
    this.scale = (float) scale;
    this.shift = (float) (offset + priorLogOdds);
    int[] count = new int[speakers];
    for (int t : test) {
      count[speaker[t]]++;
    }
    testsOf = new int[speakers][];
    for (int s = 0; s < speakers; s++) {
      testsOf[s] = new int[count[s]];
    }
    Arrays.fill(count, 0);
    for (int j = 0; j < test.length; j++) {
      int s = speaker[test[j]];
      testsOf[s][count[s]++] = j;
    }
  }

  @Override
  public int sums() {
    return 3;
  }

  @Override
  public void apply(PairTiles.Tile tile, double[] sums) {
    int n = tile.rows() * tile.cols();
    float[] g = tile.scores();
    float[] v = tile.scratch(0);
    float[] cost = tile.scratch(1);
    VectorMath.logistic(n, g, scale, shift, ofNontarget, v, cost);
    if (histogram != null) {
      count(tile, v);
    }
    forEachOfOneSpeaker(
        tile,
        (at, isTarget) -> {
          cost[at] = 0;
          g[at] = 0;
          if (isTarget) {
            double t = v[at];
            sums[OBJECTIVE] += ofTarget * SpecialFunctions.softplus(-t);
            g[at] = (float) (-ofTarget / (1 + Math.exp(t)));
          }
        });
    finish(tile, g, v, cost, sums);
  }

  /** A pair of one speaker at a place of a tile; a recording with itself is no target. */
  private interface SameSpeaker {
    void at(int place, boolean isTarget);
  }

  private void forEachOfOneSpeaker(PairTiles.Tile tile, SameSpeaker action) {
    for (int i = 0; i < tile.rows(); i++) {
      int x = enrol[tile.row(i)];
      for (int col : testsOf[speaker[x]]) {
        int j = tile.find(col);
        if (j >= 0) {
          action.at(i * tile.cols() + j, x != test[col]);
        }
      }
    }
  }

  private void count(PairTiles.Tile tile, float[] v) {
    ScoreHistogram.Counts counts = histogram.take();
    counts.addNontargets(tile.rows() * tile.cols(), v, 0);
    forEachOfOneSpeaker(
        tile,
        (at, isTarget) -> {
          counts.removeNontarget(v[at]);
          if (isTarget) {
            counts.addTarget(v[at]);
          }
        });
    histogram.give(counts);
  }

  /** Sums of costs and derivatives; then the derivatives with respect to the scores. */
  private void finish(PairTiles.Tile tile, float[] g, float[] v, float[] cost, double[] sums) {
    int cols = tile.cols();
    float[] ones = new float[cols];
    Arrays.fill(ones, 1);
    double costs = 0;
    double sum = 0;
    double weighted = 0;
    for (int i = 0; i < tile.rows(); i++) {
      costs += Blas.dot(cols, cost, i * cols, ones, 0);
      sum += Blas.dot(cols, g, i * cols, ones, 0);
      weighted += Blas.dot(cols, g, i * cols, v, i * cols);
    }
    if (scale != 1) {
      for (int i = 0; i < tile.rows() * cols; i++) {
        g[i] *= scale;
      }
    }
    sums[OBJECTIVE] += ofNontarget * costs;
    sums[OFFSET] += sum;
    sums[SCALE] += (weighted - shift * sum) / scale;
  }
}
