package dev.gme.core.metric;

import dev.gme.core.math.SpecialFunctions;
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
  private static final int CHUNK = 4096;

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
          // Not from + CHUNK first, which overflows near the largest array.
          int to = from + Math.min(CHUNK, n - from);
          for (int p = from; p < to; p++) {
            double w = trials.weight(p);
            if (w == 0) {
              continue;
            }
            if (trials.isTarget(p)) {
              targets[c] += w * SpecialFunctions.softplus(-trials.score(p));
            } else {
              nontargets[c] += w * SpecialFunctions.softplus(trials.score(p));
            }
          }
        });
    return bits(sum(targets) / trials.targetWeight(), sum(nontargets) / trials.nontargetWeight());
  }

  /** The least cost that a monotone map of the scores can reach; never infinite, at most 1. */
  public static double minimum(Pav pav) {
    double targets = 0;
    double nontargets = 0;
    for (int k = 0; k < pav.size(); k++) {
      double llr = pav.llr(k);
      // An infinite llr costs nothing: its block holds no trial on the wrong side.
      if (Double.isFinite(llr)) {
        targets += pav.targets(k) * SpecialFunctions.softplus(-llr);
        nontargets += pav.nontargets(k) * SpecialFunctions.softplus(llr);
      }
    }
    return bits(targets / pav.targetWeight(), nontargets / pav.nontargetWeight());
  }

  private static double bits(double targetMean, double nontargetMean) {
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
