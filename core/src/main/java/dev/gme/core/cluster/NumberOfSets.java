package dev.gme.core.cluster;

import java.util.Arrays;
import java.util.List;

/**
 * How many sets rule "best" finds on a path by the threshold t (docs/math.md 9.1): the joins that
 * maximize J − t·joins are the corners of the upper hull of J over the number of joins, and t lies
 * between the slopes on either side.
 */
final class NumberOfSets {
  /** The joins at the corners of the hull, and the slope after each but the last; slopes fall. */
  private final int[] corner;

  private final double[] slope;
  private final int start;
  private final int speakers;

  NumberOfSets(MergePath path, int speakers) {
    double[] j = path.objective();
    int[] hull = new int[j.length];
    int n = 0;
    for (int m = 0; m < j.length; m++) {
      while (n >= 2
          && (j[hull[n - 1]] - j[hull[n - 2]]) * (m - hull[n - 1])
              <= (j[m] - j[hull[n - 1]]) * (hull[n - 1] - hull[n - 2])) {
        n--;
      }
      hull[n++] = m;
    }
    corner = Arrays.copyOf(hull, n);
    slope = new double[n - 1];
    for (int c = 0; c + 1 < n; c++) {
      slope[c] = (j[corner[c + 1]] - j[corner[c]]) / (corner[c + 1] - corner[c]);
    }
    start = path.startSets();
    this.speakers = speakers;
  }

  /** The sets found at a threshold. */
  int at(double t) {
    int c = 0;
    while (c < slope.length && slope[c] > t) {
      c++;
    }
    return start - corner[c];
  }

  /** A threshold and its mean |log(found/true)|. */
  record Choice(double threshold, double error) {}

  /**
   * The threshold of least mean error over some paths: the middle of the first range of thresholds
   * that have it.
   */
  static Choice best(List<NumberOfSets> paths) {
    double[] edges =
        paths.stream().flatMapToDouble(p -> Arrays.stream(p.slope)).sorted().distinct().toArray();
    double least = Double.POSITIVE_INFINITY;
    double from = 0;
    double to = 0;
    // From high thresholds to low ones; outside the edges nothing changes any more.
    for (int e = edges.length; e >= 0; e--) {
      double hi = e == edges.length ? edges[e - 1] + 1 : edges[e];
      double lo = e == 0 ? edges[0] - 1 : edges[e - 1];
      double error = 0;
      for (NumberOfSets p : paths) {
        error += Math.abs(Math.log(p.at(0.5 * (lo + hi)) / (double) p.speakers));
      }
      error /= paths.size();
      if (error < least) {
        least = error;
        from = lo;
        to = hi;
      } else if (error == least && from == hi) {
        from = lo;
      }
    }
    return new Choice(0.5 * (from + to), least);
  }
}
