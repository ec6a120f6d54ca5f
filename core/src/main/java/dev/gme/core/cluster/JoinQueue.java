package dev.gme.core.cluster;

import java.util.Arrays;

/**
 * Pairs of sets by their gain, largest first; among equal gains the smaller first index, then the
 * smaller second (docs/math.md 9.2). A binary heap on plain arrays.
 */
final class JoinQueue {
  private double[] gain = new double[1024];
  private int[] first = new int[1024];
  private int[] second = new int[1024];

  /** How often the two sets had been joined when the gain was computed. */
  private int[] stampFirst = new int[1024];

  private int[] stampSecond = new int[1024];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  double topGain() {
    return gain[0];
  }

  int topFirst() {
    return first[0];
  }

  int topSecond() {
    return second[0];
  }

  /** Whether the gain at the top is still that of its sets. */
  boolean topIsCurrent(int[] stamps) {
    return stamps[first[0]] == stampFirst[0] && stamps[second[0]] == stampSecond[0];
  }

  void add(double g, int i, int j, int stampI, int stampJ) {
    if (size == gain.length) {
      int n = size + (size >> 1);
      gain = Arrays.copyOf(gain, n);
      first = Arrays.copyOf(first, n);
      second = Arrays.copyOf(second, n);
      stampFirst = Arrays.copyOf(stampFirst, n);
      stampSecond = Arrays.copyOf(stampSecond, n);
    }
    int at = size++;
    put(at, g, i, j, stampI, stampJ);
    while (at > 0 && isBefore(at, (at - 1) >> 1)) {
      swap(at, (at - 1) >> 1);
      at = (at - 1) >> 1;
    }
  }

  void removeTop() {
    size--;
    put(0, gain[size], first[size], second[size], stampFirst[size], stampSecond[size]);
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        return;
      }
      if (child + 1 < size && isBefore(child + 1, child)) {
        child++;
      }
      if (!isBefore(child, at)) {
        return;
      }
      swap(at, child);
      at = child;
    }
  }

  private boolean isBefore(int x, int y) {
    if (gain[x] != gain[y]) {
      return gain[x] > gain[y];
    }
    return first[x] != first[y] ? first[x] < first[y] : second[x] < second[y];
  }

  private void put(int at, double g, int i, int j, int stampI, int stampJ) {
    gain[at] = g;
    first[at] = i;
    second[at] = j;
    stampFirst[at] = stampI;
    stampSecond[at] = stampJ;
  }

  private void swap(int x, int y) {
    double g = gain[x];
    int i = first[x];
    int j = second[x];
    int si = stampFirst[x];
    int sj = stampSecond[x];
    put(x, gain[y], first[y], second[y], stampFirst[y], stampSecond[y]);
    put(y, g, i, j, si, sj);
  }
}
