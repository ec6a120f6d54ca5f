package dev.gme.core.metric;

/**
 * Where a path of (Pmiss, Pfa) from (0, 1) to (1, 0), made of straight lines, has both rates equal
 * (docs/math.md 7.2).
 */
final class EqualError {
  private double missBefore;
  private double faBefore = 1;
  private double miss;
  private double fa = 1;

  /** Goes on to the next point of the path; not once the rates have met. */
  void advance(double nextMiss, double nextFa) {
    missBefore = miss;
    faBefore = fa;
    miss = nextMiss;
    fa = nextFa;
  }

  /** Whether the last line reached equal rates. */
  boolean isFound() {
    return miss >= fa;
  }

  double rate() {
    double before = faBefore - missBefore;
    double after = miss - fa;
    return (faBefore * after + fa * before) / (before + after);
  }
}
