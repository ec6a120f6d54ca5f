package dev.gme.core.calibrate;

import dev.gme.core.GmeException;
import dev.gme.core.metric.OperatingPoint;

/**
 * Turns log-likelihood ratios into the decisions that cost least for some prior and costs
 * (docs/math.md 7.3): accept from the threshold on. A ratio exactly at the threshold is accepted,
 * although rejecting it would cost the same.
 *
 * <pre>{@code
 * Decision decision = new Decision(new OperatingPoint(0.01, 10, 1));
 * System.out.println("threshold " + decision.threshold());
 * boolean same = decision.accepts(llr);
 * }</pre>
 *
 * @param point the prior and the costs
 */
public record Decision(OperatingPoint point) {
  /** log(Cfa (1−P)) − log(Cmiss P). */
  public double threshold() {
    return point.bayesThreshold();
  }

  /** Whether the two sides of a trial should be taken for one speaker. */
  public boolean accepts(double llr) {
    return accepts(llr, threshold());
  }

  /** The decision for each of many trials. */
  public boolean[] accepts(double[] llrs) {
    double threshold = threshold();
    boolean[] out = new boolean[llrs.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = accepts(llrs[i], threshold);
    }
    return out;
  }

  private static boolean accepts(double llr, double threshold) {
    if (Double.isNaN(llr)) {
      throw new GmeException(
          "there is no decision on a log-likelihood ratio of NaN",
          "find out why the scorer gave NaN there, or leave that trial out");
    }
    return llr >= threshold;
  }
}
