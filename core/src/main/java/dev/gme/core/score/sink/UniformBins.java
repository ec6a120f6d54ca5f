package dev.gme.core.score.sink;

import java.util.Objects;

/** Bins of equal width, the first and the last one open. */
final class UniformBins extends ScoreBins {
  private final double lowest;
  private final double highest;
  private final int count;
  private final double perUnit;

  UniformBins(double lowest, double highest, int count) {
    if (!(count > 0 && highest > lowest && Double.isFinite(highest - lowest))) {
      throw new IllegalArgumentException(
          "bins need a lower and a higher finite limit and a positive number, found "
              + count
              + " from "
              + lowest
              + " to "
              + highest);
    }
    this.lowest = lowest;
    this.highest = highest;
    this.count = count;
    perUnit = count / (highest - lowest);
  }

  @Override
  public int size() {
    return Math.addExact(count, 2);
  }

  @Override
  public int bin(float score) {
    // A conversion to int stops at the ends of its range, at infinities too.
    double place = (score - lowest) * perUnit;
    return place < 0 ? 0 : Math.min((int) place, count) + 1;
  }

  @Override
  public double lower(int bin) {
    return bin == 0 ? Double.NEGATIVE_INFINITY : edge(bin - 1);
  }

  @Override
  public double upper(int bin) {
    return bin > count ? Double.POSITIVE_INFINITY : edge(bin);
  }

  private double edge(int i) {
    return i == count ? highest : lowest + i / perUnit;
  }

  // A loop of its own, so that the compiler sees which bin() it calls.
  @Override
  void count(float[] x, int off, int n, long[] counts) {
    for (int i = off; i < off + n; i++) {
      counts[bin(x[i])]++;
    }
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof UniformBins other
        && count == other.count
        && Double.compare(lowest, other.lowest) == 0
        && Double.compare(highest, other.highest) == 0;
  }

  @Override
  public int hashCode() {
    return Objects.hash(lowest, highest, count);
  }

  @Override
  public String toString() {
    return count + " bins from " + lowest + " to " + highest;
  }
}
