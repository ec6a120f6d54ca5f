package dev.gme.core.metric;

import dev.gme.core.linalg.VectorMath;
import dev.gme.core.parallel.Workers;

/**
 * The cost of log-likelihood ratios in bits: how much of the information in the trials they lose,
 * averaged over operating points (docs/math.md 7.4 and 7.5). 0 is perfect, 1 is what a detector
 * pays that always says 0, and a confident error may cost any amount.
 *
 * <pre>{@code
 * double cllr = Cllr.of(trials);
 * double calibrationLoss = cllr - Cllr.minimum(Pav.of(trials));
 * }</pre>
 */
public final class Cllr {
  /** Small enough for a plain sum to be accurate, large enough for a task. */
  static final int CHUNK = 4096;

  private static final double LOG_2 = Math.log(2);

  private Cllr() {}

  /** The cost of the scores as they are. Infinite if one is infinite and on the wrong side. */
  public static double of(ScoredTrials trials) {
    int n = trials.size();
    int chunks = n / CHUNK + 1; // the last may be empty
    double[] targets = new double[chunks];
    double[] nontargets = new double[chunks];
    Workers.forEach(
        chunks,
        c -> {
          int from = c * CHUNK;
          int count = Math.min(CHUNK, n - from);
          double[] nats = new double[count];
          costs(trials, from, count, nats, 0);
          for (int i = 0; i < count; i++) {
            double w = trials.weight(from + i);
            if (w == 0) {
              continue;
            }
            if (trials.isTarget(from + i)) {
              targets[c] += w * nats[i];
            } else {
              nontargets[c] += w * nats[i];
            }
          }
        });
    return bits(sum(targets) / trials.targetWeight(), sum(nontargets) / trials.nontargetWeight());
  }

  /** What {@code count} trials from a place of the order cost each, in nats and unweighted. */
  static void costs(ScoredTrials trials, int from, int count, double[] out, int outOff) {
    for (int i = 0; i < count; i++) {
      double s = trials.score(from + i);
      out[outOff + i] = trials.isTarget(from + i) ? -s : s;
    }
    VectorMath.softplus(count, out, outOff, out, outOff);
  }

  /** The least cost that a monotone map of the scores can reach; never infinite, at most 1. */
  public static double minimum(Pav pav) {
    return pav.hull().minCllr();
  }

  /** Cllr from the mean costs of both kinds in nats. */
  static double bits(double targetMean, double nontargetMean) {
    return (targetMean + nontargetMean) / 2 / LOG_2;
  }

  private static double sum(double[] parts) {
    double sum = 0;
    for (double part : parts) {
      sum += part;
    }
    return sum;
  }
}
