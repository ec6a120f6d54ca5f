package dev.gme.report.drawing;

import java.awt.geom.Line2D;
import java.awt.geom.Point2D;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/** Leaves out points of a line that nobody would see. */
final class Thinning {
  private Thinning() {}

  /**
   * Which points to keep so that every point left out lies within a tolerance of the line through
   * the others (Ramer 1972, Douglas and Peucker 1973). First and last are kept.
   */
  static BitSet line(List<? extends Point2D> points, double tolerance) {
    BitSet keep = new BitSet(points.size());
    if (points.isEmpty()) {
      return keep;
    }
    keep.set(0);
    keep.set(points.size() - 1);
    Deque<int[]> open = new ArrayDeque<>();
    open.push(new int[] {0, points.size() - 1});
    while (!open.isEmpty()) {
      int[] range = open.pop();
      int worst = farthest(points, range[0], range[1], tolerance);
      if (worst > 0) {
        keep.set(worst);
        open.push(new int[] {range[0], worst});
        open.push(new int[] {worst, range[1]});
      }
    }
    return keep;
  }

  private static int farthest(List<? extends Point2D> points, int from, int to, double tolerance) {
    Point2D a = points.get(from);
    Point2D b = points.get(to);
    int worst = -1;
    double limit = tolerance * tolerance;
    for (int i = from + 1; i < to; i++) {
      Point2D p = points.get(i);
      double d = Line2D.ptSegDistSq(a.getX(), a.getY(), b.getX(), b.getY(), p.getX(), p.getY());
      if (d > limit) {
        limit = d;
        worst = i;
      }
    }
    return worst;
  }

  /** Points that keep a distance from the one kept before; the first is kept. */
  static List<Integer> spaced(List<? extends Point2D> points, double distance) {
    List<Integer> keep = new ArrayList<>();
    Point2D last = null;
    for (int i = 0; i < points.size(); i++) {
      if (last == null || last.distance(points.get(i)) >= distance) {
        keep.add(i);
        last = points.get(i);
      }
    }
    return keep;
  }
}
