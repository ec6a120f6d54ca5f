package dev.gme.core.train.discriminative;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.math.SpecialFunctions;
import dev.gme.core.score.tile.PairTiles;

/**
 * Binary cross-entropy over all pairs (docs/math.md 5.1), over the entropy of its prior. After the
 * extractor's parameters θ has the logarithm of the calibration's scale, and its offset.
 */
final class BxeCriterion implements Criterion {
  /** Error of derivatives relative to their size: far below the noise of a minibatch. */
  private static final double TOLERANCE = 1e-3;

  /** Held-out recordings whose pairs are looked at: as many pairs as a minibatch has. */
  private static final int LOOKED_AT = 1000;

  /** How many parameters the calibration has. */
  static final int CALIBRATION = 2;

  private final WhitenedData data;
  private final BxeOptions options;
  private final int[] training;
  private final int[] heldOut;
  private final PairTiles tiles = new PairTiles(TOLERANCE);

  BxeCriterion(WhitenedData data, BxeOptions options) {
    this.data = data;
    this.options = options;
    training = WhitenedData.flat(data.training);
    heldOut = WhitenedData.forAllPairs(data.heldOut, LOOKED_AT);
  }

  @Override
  public String name() {
    return "BXE";
  }

  @Override
  public double costPrior() {
    return SpecialFunctions.sigmoid(options.priorLogOdds());
  }

  /** Two sides of independent draws with replacement. */
  @Override
  public Objective minibatch(SeededRandom random) {
    int[] enrol = draw(random);
    int[] test = draw(random);
    return (theta, gradient) -> evaluate(theta, enrol, test, gradient);
  }

  private int[] draw(SeededRandom random) {
    int[] out = new int[options.batch()];
    for (int i = 0; i < out.length; i++) {
      out[i] = training[random.nextInt(training.length)];
    }
    return out;
  }

  @Override
  public Objective all() {
    return (theta, gradient) -> evaluate(theta, training, training, gradient);
  }

  @Override
  public Objective ofHeldOut() {
    return (theta, gradient) -> evaluate(theta, heldOut, heldOut, gradient);
  }

  @Override
  public HeldOutResult.OfFold heldOut(double[] theta) {
    ExtractorPass pass = data.pass(theta, heldOut);
    if (!pass.isFinite()) {
      return HeldOutResult.OfFold.IMPOSSIBLE;
    }
    MetaEmbeddings e = pass.embeddings();
    HeldOutHistogram scores = new HeldOutHistogram();
    DoubleMatrix sums = tiles.forward(e, e, TOLERANCE, loss(theta, heldOut, heldOut, scores));
    double[] ofSpeakers = new double[data.heldOut.length];
    for (int s = 0; s < ofSpeakers.length; s++) {
      int speaker = data.speaker[data.heldOut[s][0]];
      ofSpeakers[s] =
          ofSpeakers.length * sums.get(0, BxeLoss.SPEAKERS + speaker) / options.entropy();
    }
    return new HeldOutResult.OfFold(
        sums.get(0, BxeLoss.OBJECTIVE) / options.entropy(),
        ofSpeakers,
        scores,
        options.priorLogOdds(),
        costPrior());
  }

  /** Over all pairs of two lists of recordings. */
  private double evaluate(double[] theta, int[] enrol, int[] test, double[] gradient) {
    ExtractorPass left = data.pass(theta, enrol);
    ExtractorPass right = data.pass(theta, test);
    if (!(left.isFinite() && right.isFinite())) {
      return Double.NaN;
    }
    BxeLoss loss = loss(theta, enrol, test, null);
    PairTiles.Gradient g = tiles.run(left.embeddings(), right.embeddings(), loss);
    float[] dPH = new float[data.space.dimension() * data.space.dimension()];
    left.backward(g.enrol(), dPH);
    right.backward(g.test(), dPH);
    data.space.gradient(theta, dPH, g.lambda().array(), 1 / options.entropy(), gradient);
    return finish(theta, g.sums(), gradient);
  }

  /** The derivatives of the calibration; returns the objective. */
  private double finish(double[] theta, DoubleMatrix sums, double[] gradient) {
    int at = data.space.size();
    double entropy = options.entropy();
    gradient[at] = Math.exp(theta[at]) * sums.get(0, BxeLoss.SCALE) / entropy;
    gradient[at + 1] = sums.get(0, BxeLoss.OFFSET) / entropy;
    return sums.get(0, BxeLoss.OBJECTIVE) / entropy;
  }

  private BxeLoss loss(double[] theta, int[] enrol, int[] test, HeldOutHistogram scores) {
    int at = data.space.size();
    return new BxeLoss(
        data.speaker,
        data.speakers,
        enrol,
        test,
        options.priorLogOdds(),
        Math.exp(theta[at]),
        theta[at + 1],
        scores);
  }

  @Override
  public String toString() {
    return name() + ", " + options;
  }
}
