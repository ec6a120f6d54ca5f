package dev.gme.frontend.feature;

/**
 * From frequencies to mel, with warping for the length of the vocal tract: within two corners a
 * frequency is divided by the factor; outside them straight lines lead to the ends of the filters,
 * which stay where they are.
 */
final class MelScale {
  private final double low;
  private final double high;
  private final double warp;

  /** The corners, before warping. */
  private final double left;

  private final double right;

  MelScale(MelOptions options, double nyquist) {
    this.low = options.lowFrequency();
    this.high = options.highFrequency() + (options.highFrequency() > 0 ? 0 : nyquist);
    if (!(low >= 0 && low < high && high <= nyquist)) {
      throw new IllegalArgumentException(
          "filters from " + low + " to " + high + " Hz at a Nyquist frequency of " + nyquist);
    }
    this.warp = options.vtlnWarp();
    double top = options.vtlnHigh() + (options.vtlnHigh() < 0 ? nyquist : 0);
    this.left = options.vtlnLow() * Math.max(1, warp);
    this.right = top * Math.min(1, warp);
    if (warp != 1 && !(options.vtlnLow() > low && left < right && top < high)) {
      throw new IllegalArgumentException(
          "warping from "
              + options.vtlnLow()
              + " to "
              + top
              + " Hz of filters from "
              + low
              + " to "
              + high
              + " Hz");
    }
  }

  static double mel(double hertz) {
    return 1127 * Math.log1p(hertz / 700);
  }

  static double hertz(double mel) {
    return 700 * Math.expm1(mel / 1127);
  }

  /** A corner of a filter: so many of {@code parts} equal parts up from the lowest. */
  double corner(int k, int parts) {
    double mel = mel(low) + k * (mel(high) - mel(low)) / parts;
    return warp == 1 ? mel : mel(warped(hertz(mel)));
  }

  private double warped(double f) {
    if (f <= low || f >= high) {
      return f;
    }
    if (f < left) {
      return low + (left / warp - low) / (left - low) * (f - low);
    }
    return f < right ? f / warp : high - (high - right / warp) / (high - right) * (high - f);
  }
}
