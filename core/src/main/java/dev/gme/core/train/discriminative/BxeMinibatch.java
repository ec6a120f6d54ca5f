package dev.gme.core.train.discriminative;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.score.tile.PairTiles;

/**
 * Binary cross-entropy over all pairs of two equally long lists of meta-embeddings, where row i of
 * both is of speaker i, with its derivatives, by tiles. It is the inner part of {@link BxeTrainer}
 * as a thing of its own, to be measured.
 */
public final class BxeMinibatch {
  private static final double TOLERANCE = 1e-3;

  private final double priorLogOdds;
  private final double scale;
  private final double offset;
  private final PairTiles tiles;

  /** Pairs at the accuracy of training. */
  public BxeMinibatch(double priorLogOdds, double scale, double offset) {
    this(priorLogOdds, scale, offset, TOLERANCE);
  }

  /**
   * Pairs at a given accuracy.
   *
   * @param tolerance the error of derivatives relative to their size that the ranks are chosen for
   */
  public BxeMinibatch(double priorLogOdds, double scale, double offset, double tolerance) {
    this.priorLogOdds = priorLogOdds;
    this.scale = scale;
    this.offset = offset;
    tiles = new PairTiles(tolerance);
  }

  /** The objective and its derivatives with respect to the meta-embeddings. */
  public PairTiles.Gradient evaluate(MetaEmbeddings enrol, MetaEmbeddings test) {
    int n = enrol.size();
    int[] speaker = new int[2 * n];
    int[] left = new int[n];
    int[] right = new int[n];
    for (int i = 0; i < n; i++) {
      left[i] = i;
      right[i] = n + i;
      speaker[i] = i;
      speaker[n + i] = i;
    }
    return tiles.run(
        enrol, test, new BxeLoss(speaker, n, left, right, priorLogOdds, scale, offset, null));
  }
}
