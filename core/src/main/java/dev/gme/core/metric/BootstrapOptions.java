package dev.gme.core.metric;

import java.util.List;

/**
 * How a bootstrap over speakers is made.
 *
 * @param points operating points for detection costs
 * @param replicates how many times the speakers are drawn
 * @param confidence γ of the intervals
 * @param seed the same seed gives the same replicates, whatever the number of threads
 */
public record BootstrapOptions(
    List<OperatingPoint> points, int replicates, double confidence, long seed) {
  /** 1000 replicates, 95 % intervals, the two points of Cprm. */
  public static final BootstrapOptions DEFAULT =
      new BootstrapOptions(OperatingPoint.SRE16, 1000, 0.95, 1);

  public BootstrapOptions {
    points = List.copyOf(points);
    if (replicates < 1) {
      throw new IllegalArgumentException("at least one replicate is needed, found " + replicates);
    }
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("confidence lies between 0 and 1, found " + confidence);
    }
  }

  public BootstrapOptions withPoints(List<OperatingPoint> other) {
    return new BootstrapOptions(other, replicates, confidence, seed);
  }

  public BootstrapOptions withReplicates(int other) {
    return new BootstrapOptions(points, other, confidence, seed);
  }

  public BootstrapOptions withConfidence(double other) {
    return new BootstrapOptions(points, replicates, other, seed);
  }

  public BootstrapOptions withSeed(long other) {
    return new BootstrapOptions(points, replicates, confidence, other);
  }
}
