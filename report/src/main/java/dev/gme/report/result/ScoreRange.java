package dev.gme.report.result;

import dev.gme.core.metric.RocPoint;
import java.util.List;

/**
 * The scores worth looking at: from the lower quartile of non-targets to the upper one of targets,
 * and a margin. Log-likelihood ratios of non-targets may reach a hundred times farther down, where
 * nothing is decided.
 *
 * @param lo the lowest
 * @param hi the highest
 */
record ScoreRange(double lo, double hi) {
  private static final double QUARTILE = 0.25;

  /**
   * A share of the range, added at each end; takes in three standard deviations of usual normal
   * scores.
   */
  private static final double MARGIN = 0.4;

  /** What lies farther out than this share of both kinds needs no margin. */
  private static final double TAIL = 1e-3;

  /** The range of the thresholds of a DET curve; from 0 to 0 if no score is finite. */
  static ScoreRange of(List<RocPoint> det) {
    List<RocPoint> finite = det.stream().filter(p -> Double.isFinite(p.threshold())).toList();
    if (finite.isEmpty()) {
      return new ScoreRange(0, 0);
    }
    double from = lowest(finite, QUARTILE);
    double to = highest(finite, QUARTILE);
    double margin = MARGIN * Math.abs(to - from);
    return new ScoreRange(
        Math.max(lowest(finite, TAIL), Math.min(from, to) - margin),
        Math.min(highest(finite, TAIL), Math.max(from, to) + margin));
  }

  /** The highest threshold with at most this share of either kind below. */
  private static double lowest(List<RocPoint> points, double share) {
    double lowest = points.get(0).threshold();
    for (RocPoint p : points) {
      if (p.pMiss() <= share && 1 - p.pFa() <= share) {
        lowest = p.threshold();
      }
    }
    return lowest;
  }

  /** The lowest threshold with at most this share of either kind at or above it. */
  private static double highest(List<RocPoint> points, double share) {
    return points.stream()
        .filter(p -> 1 - p.pMiss() <= share && p.pFa() <= share)
        .mapToDouble(RocPoint::threshold)
        .findFirst()
        .orElse(points.get(points.size() - 1).threshold());
  }
}
