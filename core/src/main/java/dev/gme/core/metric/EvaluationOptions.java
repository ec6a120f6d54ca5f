package dev.gme.core.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What an evaluation computes.
 *
 * @param points operating points for detection costs, each of them once
 * @param detResolution how far the DET curve may move between two points that are kept for
 *     plotting, in normal deviates
 */
public record EvaluationOptions(List<OperatingPoint> points, double detResolution) {
  /** A plot of 800 pixels over 8 deviates shows no more than this. */
  public static final double DEFAULT_DET_RESOLUTION = 0.01;

  /** The two points of Cprm. */
  public static final EvaluationOptions DEFAULT = of(CostPreset.SRE16);

  public EvaluationOptions {
    points = distinct(points);
    if (!(detResolution > 0 && detResolution < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the resolution of the DET curve must be positive, found " + detResolution);
    }
  }

  private static List<OperatingPoint> distinct(List<OperatingPoint> points) {
    Set<OperatingPoint> once = new LinkedHashSet<>(points);
    return List.copyOf(once);
  }

  /** All points of some evaluations. */
  public static EvaluationOptions of(CostPreset... presets) {
    List<OperatingPoint> points = new ArrayList<>();
    Arrays.stream(presets).map(CostPreset::points).forEach(points::addAll);
    return of(points);
  }

  /** The options for these points. */
  public static EvaluationOptions of(List<OperatingPoint> points) {
    return new EvaluationOptions(points, DEFAULT_DET_RESOLUTION);
  }
}
