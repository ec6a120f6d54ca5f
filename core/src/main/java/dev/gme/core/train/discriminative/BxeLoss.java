package dev.gme.core.train.discriminative;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.VectorMath;
import dev.gme.core.math.SpecialFunctions;
import dev.gme.core.score.tile.PairTiles;
import java.util.Arrays;

/**
 * Binary cross-entropy of the tiles of a minibatch (docs/math.md 5.1). A row of a tile is treated
 * as if all its pairs were non-targets, in vectorized passes; then the few pairs of one speaker are
 * put right.
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
  private final HeldOutHistogram histogram;

  /** The sums: the objective, and its derivatives with respect to scale and offset. */
  static final int OBJECTIVE = 0;

  static final int SCALE = 1;
  static final int OFFSET = 2;

  /**
   * From here on, one for each speaker, where scores are counted: the cost of its targets and twice
   * that of its non-targets. A non-target has two speakers, each of which it would change with.
   */
  static final int SPEAKERS = 3;

  /**
   * The loss over one minibatch.
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
      HeldOutHistogram histogram) {
    this.histogram = histogram;
    this.enrol = enrol;
    this.test = test;
    this.speaker = speaker;
    PairCosts pairs = new PairCosts(speaker, enrol, test);
    ofTarget = (float) pairs.costOfTarget(priorLogOdds);
    ofNontarget = (float) pairs.costOfNontarget(priorLogOdds);
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
    return histogram == null ? SPEAKERS : SPEAKERS + testsOf.length;
  }

  @Override
  public void apply(PairTiles.Tile tile, double[] sums) {
    Row row = new Row(tile.cols());
    HeldOutHistogram.Counts counts = histogram == null ? null : histogram.take();
    for (int i = 0; i < tile.rows(); i++) {
      row.nontargets(tile.scores(), i * tile.cols(), counts);
      double targets = row.sameSpeaker(tile, i, counts);
      double nontargets = row.finish(tile.scores(), i * tile.cols(), sums);
      sums[OBJECTIVE] += targets + nontargets;
      if (counts != null) {
        sums[SPEAKERS + speaker[enrol[tile.row(i)]]] += targets + 2 * nontargets;
      }
    }
    if (counts != null) {
      histogram.give(counts);
    }
  }

  /** What is made of one row of a tile, little enough to stay in the nearest cache. */
  private final class Row {
    private final int n;

    /** Calibrated scores plus prior log-odds. */
    private final float[] v;

    private final float[] cost;
    private final float[] ones;

    Row(int n) {
      this.n = n;
      v = new float[n];
      cost = new float[n];
      ones = new float[n];
      Arrays.fill(ones, 1);
    }

    /** As if all pairs were non-targets: g is overwritten by the derivatives of their costs. */
    void nontargets(float[] g, int off, HeldOutHistogram.Counts counts) {
      VectorMath.logistic(n, g, off, scale, shift, ofNontarget, v, cost);
      if (counts != null) {
        counts.addNontargets(n, v, 0);
      }
    }

    /**
     * Puts the pairs of one speaker right; a recording with itself is no target. Returns the cost
     * of the targets.
     */
    double sameSpeaker(PairTiles.Tile tile, int i, HeldOutHistogram.Counts counts) {
      double sum = 0;
      float[] g = tile.scores();
      int x = enrol[tile.row(i)];
      for (int col : testsOf[speaker[x]]) {
        int j = tile.find(col);
        if (j < 0) {
          continue;
        }
        boolean isTarget = x != test[col];
        double t = v[j];
        cost[j] = 0;
        g[i * n + j] = isTarget ? (float) (-ofTarget / (1 + Math.exp(t))) : 0;
        if (isTarget) {
          sum += ofTarget * SpecialFunctions.softplus(-t);
        }
        if (counts != null) {
          counts.removeNontarget(v[j]);
          if (isTarget) {
            counts.addTarget(v[j]);
          }
        }
      }
      return sum;
    }

    /**
     * Sums of derivatives; then the derivatives with respect to the scores. Returns the cost of the
     * non-targets.
     */
    double finish(float[] g, int off, double[] sums) {
      double sum = Blas.dot(n, g, off, ones, 0);
      sums[OFFSET] += sum;
      sums[SCALE] += (Blas.dot(n, g, off, v, 0) - shift * sum) / scale;
      if (scale != 1) {
        for (int j = off; j < off + n; j++) {
          g[j] *= scale;
        }
      }
      return ofNontarget * (double) Blas.dot(n, cost, 0, ones, 0);
    }
  }
}
