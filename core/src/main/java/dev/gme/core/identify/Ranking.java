package dev.gme.core.identify;

import java.util.stream.IntStream;

/**
 * The k best of numbered scores, the lower number first among equal ones. A workspace: a heap with
 * the worst on top.
 */
final class Ranking {
  private final double[] score;
  private final int[] number;
  private int size;

  Ranking(int k) {
    score = new double[k];
    number = new int[k];
  }

  /** Scores below this have no place. */
  double floor() {
    if (size < score.length) {
      return Double.NEGATIVE_INFINITY;
    }
    return size == 0 ? Double.POSITIVE_INFINITY : score[0];
  }

  /** Takes a score, and gives back the one that has no place: −∞ where there was room. */
  double offer(double s, int n) {
    if (size < score.length) {
      int i = size++;
      for (int up = (i - 1) / 2; i > 0 && isWorse(s, n, up); up = (i - 1) / 2) {
        move(up, i);
        i = up;
      }
      put(i, s, n);
      return Double.NEGATIVE_INFINITY;
    }
    if (size == 0 || isWorse(s, n, 0)) {
      return s;
    }
    double out = score[0];
    int i = 0;
    for (int down = worseChild(0); down < size && !isWorse(s, n, down); down = worseChild(i)) {
      move(down, i);
      i = down;
    }
    put(i, s, n);
    return out;
  }

  private int worseChild(int i) {
    int left = 2 * i + 1;
    return left + 1 < size && isWorse(score[left + 1], number[left + 1], left) ? left + 1 : left;
  }

  private boolean isWorse(double s, int n, int than) {
    return s < score[than] || (s == score[than] && n > number[than]);
  }

  private void move(int from, int to) {
    put(to, score[from], number[from]);
  }

  private void put(int i, double s, int n) {
    score[i] = s;
    number[i] = n;
  }

  /** Offers all that is in another one; those that have no place go to the sum. */
  void offerAll(Ranking other, LogSum rest) {
    for (int i = 0; i < other.size; i++) {
      rest.add(offer(other.score[i], other.number[i]));
    }
  }

  /** The numbers, best first. */
  int[] best() {
    return IntStream.range(0, size)
        .boxed()
        .sorted(
            (i, j) ->
                score[i] == score[j]
                    ? Integer.compare(number[i], number[j])
                    : Double.compare(score[j], score[i]))
        .mapToInt(i -> number[i])
        .toArray();
  }
}
