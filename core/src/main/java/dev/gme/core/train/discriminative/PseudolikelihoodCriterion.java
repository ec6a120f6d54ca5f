package dev.gme.core.train.discriminative;

import dev.gme.core.math.SeededRandom;
import java.util.Arrays;

/**
 * Pseudolikelihood of the training speakers under a Chinese restaurant prior (docs/math.md 5.4),
 * relative to what a system costs that knows the prior only.
 *
 * <p>A minibatch is a draw of whole speakers. Every pool in it is then the one that the full
 * objective has, and only the number of speakers to choose from is smaller: log P_i becomes the log
 * probability of the true seat given that the recording is of one of the drawn speakers or of a new
 * one (exactly so for discount 0; else a new one is as probable as the number of drawn speakers
 * makes it). Single recordings drawn at random would leave speakers with one or two of theirs,
 * whose pools are much less certain than those to be learnt from; drawn with replacement, a
 * recording would find itself in its own speaker's pool.
 */
final class PseudolikelihoodCriterion implements Criterion {
  /** Error of derivatives relative to their size: far below the noise of a minibatch. */
  private static final double TOLERANCE = 1e-3;

  /** The costs of decisions that training may not raise are for this prior of a target. */
  private static final double COST_PRIOR = BxeOptions.DEFAULT_PRIOR;

  private final WhitenedData data;
  private final PseudolikelihoodOptions options;
  private final int speakers;
  private final PseudolikelihoodTiles tiles;
  private final int[] heldOut;

  PseudolikelihoodCriterion(WhitenedData data, PseudolikelihoodOptions options) {
    this.data = data;
    this.options = options;
    speakers = Math.min(options.speakers(), data.training.length);
    tiles = new PseudolikelihoodTiles(options.prior(), TOLERANCE);
    heldOut = WhitenedData.flat(data.heldOut);
  }

  @Override
  public String name() {
    return "pseudolikelihood";
  }

  @Override
  public double costPrior() {
    return COST_PRIOR;
  }

  @Override
  public Objective minibatch(SeededRandom random) {
    int[][] all = data.training.clone();
    // The beginning of a shuffle.
    for (int s = 0; s < speakers; s++) {
      int t = s + random.nextInt(all.length - s);
      int[] drawn = all[t];
      all[t] = all[s];
      all[s] = drawn;
    }
    return over(WhitenedData.flat(Arrays.copyOf(all, speakers)));
  }

  @Override
  public Objective all() {
    return over(WhitenedData.flat(data.training));
  }

  @Override
  public Objective ofHeldOut() {
    return over(heldOut);
  }

  private Objective over(int[] recordings) {
    int[] labels = labels(recordings);
    return (theta, gradient) -> {
      ExtractorPass pass = data.pass(theta, recordings);
      if (!pass.isFinite()) {
        return Double.NaN;
      }
      PseudolikelihoodTiles.Gradient g = tiles.evaluate(pass.embeddings(), labels);
      float[] dPH = new float[data.space.dimension() * data.space.dimension()];
      pass.backward(g.recordings(), dPH);
      data.space.gradient(theta, dPH, g.lambda().array(), 1, gradient);
      return g.cost();
    };
  }

  /** The error rates are those of recordings against speakers, the recording left out. */
  @Override
  public HeldOutResult.OfFold heldOut(double[] theta) {
    ExtractorPass pass = data.pass(theta, heldOut);
    if (!pass.isFinite()) {
      return HeldOutResult.OfFold.IMPOSSIBLE;
    }
    HeldOutHistogram scores = new HeldOutHistogram();
    double[] costs = tiles.costs(pass.embeddings(), labels(heldOut), scores);
    double sum = 0;
    double[] ofSpeakers = new double[data.heldOut.length];
    int i = 0;
    for (int s = 0; s < ofSpeakers.length; s++) {
      for (int r = 0; r < data.heldOut[s].length; r++, i++) {
        sum += costs[i];
        ofSpeakers[s] += ofSpeakers.length * costs[i] / costs.length;
      }
    }
    return new HeldOutResult.OfFold(sum / costs.length, ofSpeakers, scores, 0, COST_PRIOR);
  }

  private int[] labels(int[] recordings) {
    return Arrays.stream(recordings).map(j -> data.speaker[j]).toArray();
  }

  @Override
  public String toString() {
    return name() + ", " + options;
  }
}
