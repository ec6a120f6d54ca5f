package dev.gme.core.identify;

/**
 * Narrow bins of b, so that what depends on the b of a row can be interpolated between two nodes of
 * its bin (docs/math.md 10.4). They are equally wide in log(b + 1/λ_max), because 1/(1+(b+b')λ)
 * changes by no larger share of itself than b + 1/λ does.
 */
final class PrecisionBins {
  /**
   * The error of linear interpolation is below (WIDTH/2)²/2, 2e-6, of each term. Measured against
   * exact scores of rms 105 (d = 200, λ from 6 to 0.1, noise of 2 degrees of freedom): 1.2e-4 nat
   * rms; 3.6e-5 with half the width, where floats begin to show, and 4.7e-4 with twice the width.
   * Narrower bins have fewer rows each, so that more panels are not full.
   */
  private static final double WIDTH = 1.0 / 256;

  /** Where the two Chebyshev nodes lie, from the middle of the bin to its end. */
  private static final double NODE = Math.sqrt(0.5);

  private final double shift;

  PrecisionBins(double[] lambda) {
    double max = 0;
    for (double l : lambda) {
      max = Math.max(max, l);
    }
    shift = max > 0 ? 1 / max : 1;
  }

  int of(double b) {
    return (int) Math.floor(Math.log(b + shift) / WIDTH);
  }

  /** The first or second node of a bin. */
  double node(int bin, int which) {
    double lo = Math.exp(bin * WIDTH) - shift;
    double hi = Math.exp((bin + 1) * WIDTH) - shift;
    double half = (hi - lo) / 2 * NODE;
    return (lo + hi) / 2 + (which == 0 ? -half : half);
  }
}
