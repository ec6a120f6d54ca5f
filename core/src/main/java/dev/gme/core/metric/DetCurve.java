package dev.gme.core.metric;

import dev.gme.core.math.StandardNormal;
import java.util.ArrayList;
import java.util.List;

/**
 * Thins the points of a ROC for a plot on probit axes. Points are left out as long as they, and the
 * next one, lie within the resolution of the last one kept, along both axes. So the line through
 * the points that are kept leaves the true one by no more than the resolution, and the corners of
 * long steps stay where they are.
 */
final class DetCurve {
  /** Rates below this, and 0 above all, are one place of the plot: it has to end somewhere. */
  private static final double SMALLEST_RATE = 1e-9;

  private final double resolution;
  private final List<RocPoint> points = new ArrayList<>();
  private RocPoint last;

  /** A point beyond either is no longer near the last one kept. */
  private double farMiss;

  private double farFa;

  private DetCurve(double resolution) {
    this.resolution = resolution;
  }

  static List<RocPoint> of(ScoredTrials trials, double resolution) {
    DetCurve curve = new DetCurve(resolution);
    DistinctScores step = trials.distinctScores();
    step.next();
    curve.keep(new RocPoint(step.score(), false, 0, 1));
    // Points only become objects where they may be kept.
    double all = trials.targetWeight();
    double nonAll = trials.nontargetWeight();
    double threshold = step.score();
    double miss = 0;
    double fa = 1;
    boolean more = true;
    while (more) {
      more = step.next();
      double nextMiss = step.targetsBelow() / all;
      double nextFa = (nonAll - step.nontargetsBelow()) / nonAll;
      if (curve.isFar(nextMiss, nextFa)) {
        curve.keep(new RocPoint(threshold, false, miss, fa));
      }
      threshold = more ? step.score() : Double.POSITIVE_INFINITY;
      miss = nextMiss;
      fa = nextFa;
      if (!more || curve.isFar(miss, fa)) {
        curve.keep(new RocPoint(threshold, !more, miss, fa));
      }
    }
    return List.copyOf(curve.points);
  }

  private boolean isFar(double miss, double fa) {
    return inside(miss) > farMiss || inside(fa) < farFa;
  }

  private void keep(RocPoint point) {
    if (point.equals(last)) {
      return;
    }
    points.add(point);
    last = point;
    farMiss = StandardNormal.cdf(StandardNormal.quantile(inside(point.pMiss())) + resolution);
    farFa = StandardNormal.cdf(StandardNormal.quantile(inside(point.pFa())) - resolution);
  }

  private static double inside(double rate) {
    return Math.min(Math.max(rate, SMALLEST_RATE), 1 - SMALLEST_RATE);
  }
}
