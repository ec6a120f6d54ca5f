package dev.gme.core.metric;

import dev.gme.core.GmeException;
import java.util.List;

/**
 * Where a detector is used: the prior probability of a target and the costs of the two errors
 * (docs/math.md 7.3).
 *
 * <pre>{@code
 * OperatingPoint rare = new OperatingPoint(0.01, 10, 1);
 * boolean accepted = llr >= rare.bayesThreshold();
 * }</pre>
 *
 * @param pTarget prior probability of a target, between 0 and 1
 * @param cMiss cost of rejecting a target
 * @param cFa cost of accepting a non-target
 */
public record OperatingPoint(double pTarget, double cMiss, double cFa) {
  /** The point of the NIST evaluations up to 2008. */
  public static final OperatingPoint SRE08 = new OperatingPoint(0.01, 10, 1);

  /** The point of the NIST evaluation of 2010. */
  public static final OperatingPoint SRE10 = new OperatingPoint(0.001, 1, 1);

  /** The two points of the NIST evaluation of 2016, whose mean is its primary cost. */
  public static final List<OperatingPoint> SRE16 = List.of(ofPrior(0.01), ofPrior(0.005));

  public OperatingPoint {
    requireProper("the prior of a target", pTarget, pTarget < 1);
    requireProper("the cost of a miss", cMiss, cMiss < Double.POSITIVE_INFINITY);
    requireProper("the cost of a false alarm", cFa, cFa < Double.POSITIVE_INFINITY);
    requireProper("prior times cost of a miss", cMiss * pTarget, true);
    requireProper("prior times cost of a false alarm", cFa * (1 - pTarget), true);
  }

  private static void requireProper(String what, double value, boolean belowLimit) {
    if (!(value > 0 && belowLimit)) {
      throw new GmeException(
          "an operating point cannot have " + value + " as " + what,
          "the prior lies between 0 and 1, both excluded, and costs are positive numbers");
    }
  }

  /** Reads {@code prior:cost:cost}, prior of a target and costs of a miss and a false alarm. */
  public static OperatingPoint parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length == 3) {
      try {
        return new OperatingPoint(
            Double.parseDouble(parts[0]),
            Double.parseDouble(parts[1]),
            Double.parseDouble(parts[2]));
      } catch (NumberFormatException e) {
        // Reported below, with what was expected.
      }
    }
    throw new GmeException(
        "expected prior:cost:cost, such as 0.01:10:1, found '" + text + "'",
        "give the prior of a target, the cost of a miss and the cost of a false alarm");
  }

  /** The point of this prior with unit costs. */
  public static OperatingPoint ofPrior(double pTarget) {
    return new OperatingPoint(pTarget, 1, 1);
  }

  /** The threshold at which log-likelihood ratios cost least. */
  public double bayesThreshold() {
    return Math.log(cFa * (1 - pTarget)) - Math.log(cMiss * pTarget);
  }

  /** The cost of these error rates, relative to the better of accepting all and rejecting all. */
  public double dcf(double pMiss, double pFa) {
    double miss = cMiss * pTarget;
    double fa = cFa * (1 - pTarget);
    return (miss * pMiss + fa * pFa) / Math.min(miss, fa);
  }
}
