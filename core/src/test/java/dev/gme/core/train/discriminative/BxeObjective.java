package dev.gme.core.train.discriminative;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SpecialFunctions;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.partition.Partition;

/**
 * Binary cross-entropy over all pairs of a minibatch (docs/math.md 5.1 to 5.3), with its gradient,
 * exact in double. It is the yardstick for the fast path: time grows with pairs times d.
 */
public final class BxeObjective {
  private final double priorLogOdds;

  /** For a prior log-odds τ of target trials. */
  public BxeObjective(double priorLogOdds) {
    if (!Double.isFinite(priorLogOdds)) {
      throw new IllegalArgumentException(
          "the prior log-odds must be finite, found " + priorLogOdds);
    }
    this.priorLogOdds = priorLogOdds;
  }

  /** The value with its derivatives. */
  public record Result(
      double objective,
      ExtractorGradient gradient,
      double gradScale,
      double gradOffset,
      long targets,
      long nontargets) {}

  /**
   * The objective in nats.
   *
   * @param r recordings, one a row
   * @param speaker the speaker of each, any numbers
   * @param enrol rows of r on the one side, repeats allowed
   * @param test rows of r on the other side
   * @param scale α of the calibration v = α s + β + τ
   * @param offset β
   */
  public Result evaluate(
      GmeExtractor extractor,
      DoubleMatrix r,
      int[] speaker,
      int[] enrol,
      int[] test,
      double scale,
      double offset) {
    MetaEmbeddings f = extractor.extract(r);
    PairCosts pairs = new PairCosts(Partition.of(speaker).labels(), enrol, test);
    DoubleMatrix scores = f.pool(single(enrol)).llr(f.pool(single(test)));
    double[] a = f.a().array();
    double[] b = f.b();
    double[] lambda = f.lambda();
    int d = lambda.length;
    double ofTarget = pairs.costOfTarget(priorLogOdds);
    double ofNontarget = pairs.costOfNontarget(priorLogOdds);

    EmbeddingGradient gradient = new EmbeddingGradient(f);
    double[] dLambda = new double[d];
    double[] own = new double[b.length];
    double[] pooled = new double[d];
    double objective = 0;
    double gradScale = 0;
    double gradOffset = 0;
    for (int i = 0; i < enrol.length; i++) {
      for (int j = 0; j < test.length; j++) {
        int x = enrol[i];
        int y = test[j];
        if (x == y) {
          continue;
        }
        double s = scores.get(i, j);
        double v = scale * s + offset + priorLogOdds;
        boolean target = speaker[x] == speaker[y];
        objective +=
            target
                ? ofTarget * SpecialFunctions.softplus(-v)
                : ofNontarget * SpecialFunctions.softplus(v);
        double g = target ? -ofTarget / (1 + Math.exp(v)) : ofNontarget / (1 + Math.exp(-v));
        gradScale += g * s;
        gradOffset += g;
        double gs = scale * g;
        for (int k = 0; k < d; k++) {
          pooled[k] = a[x * d + k] + a[y * d + k];
        }
        double bPooled = b[x] + b[y];
        gradient.add(x, gs, pooled, 0, bPooled);
        gradient.add(y, gs, pooled, 0, bPooled);
        EmbeddingGradient.addLambda(dLambda, gs, lambda, pooled, 0, bPooled);
        own[x] += gs;
        own[y] += gs;
      }
    }
    for (int x = 0; x < b.length; x++) {
      gradient.add(x, -own[x], a, x * d, b[x]);
      EmbeddingGradient.addLambda(dLambda, -own[x], lambda, a, x * d, b[x]);
    }
    return new Result(
        objective,
        ExtractorGradient.of(extractor, r, gradient.a(), gradient.dB, dLambda),
        gradScale,
        gradOffset,
        pairs.targets,
        pairs.nontargets);
  }

  private static int[][] single(int[] rows) {
    int[][] out = new int[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      out[i] = new int[] {rows[i]};
    }
    return out;
  }
}
