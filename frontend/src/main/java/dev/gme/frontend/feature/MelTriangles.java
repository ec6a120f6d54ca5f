package dev.gme.frontend.feature;

/** Triangles over frequency, whose centres are spaced evenly on a mel scale. */
final class MelTriangles implements MelBanks.Shape {
  /** Slaney's scale is linear up to here, and then grows by 6.4 in 27 steps. */
  private static final double BEND = 1000;

  private static final double HERTZ_A_STEP = 200.0 / 3;
  private static final double LOG_STEP = Math.log(6.4) / 27;

  private final StftMel.Options options;

  /** Where filter b begins, has its centre, and ends: at b, b + 1 and b + 2; in Hz. */
  private final double[] corners;

  MelTriangles(StftMel.Options options, int rate) {
    this.options = options;
    double high = options.high() == 0 ? rate / 2.0 : options.high();
    if (!(options.low() < high && high <= rate / 2.0)) {
      throw new IllegalArgumentException(
          "filters from " + options.low() + " to " + high + " Hz at a rate of " + rate);
    }
    corners = new double[options.bands() + 2];
    double from = mel(options.low());
    double to = mel(high);
    for (int k = 0; k < corners.length; k++) {
      corners[k] = hertz(from + (to - from) * k / (corners.length - 1));
    }
  }

  private double mel(double hertz) {
    if (options.scale() == StftMel.Scale.HTK) {
      return MelScale.mel(hertz);
    }
    return hertz < BEND
        ? hertz / HERTZ_A_STEP
        : BEND / HERTZ_A_STEP + Math.log(hertz / BEND) / LOG_STEP;
  }

  private double hertz(double mel) {
    if (options.scale() == StftMel.Scale.HTK) {
      return MelScale.hertz(mel);
    }
    double bend = BEND / HERTZ_A_STEP;
    return mel < bend ? mel * HERTZ_A_STEP : BEND * Math.exp(LOG_STEP * (mel - bend));
  }

  @Override
  public double weight(int b, double hertz) {
    double centre = corners[b + 1];
    double below = centre - corners[b];
    double above =
        options.triangles() == StftMel.Triangles.SYMMETRIC ? below : corners[b + 2] - centre;
    double w = hertz <= centre ? 1 - (centre - hertz) / below : 1 - (hertz - centre) / above;
    return options.areaNorm() ? w * 2 / (below + above) : w;
  }
}
