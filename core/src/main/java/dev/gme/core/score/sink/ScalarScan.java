package dev.gme.core.score.sink;

/** Sums and comparisons in plain loops, one element after the other. */
final class ScalarScan implements ScanKernels {
  @Override
  public double sum(int n, float[] x, int off) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += x[off + i];
    }
    return sum;
  }

  @Override
  public void addMoments(int n, float[] x, int off, double shift, double[] sums) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double y = x[off + i] - shift;
      sum += y;
      squares += y * y;
    }
    sums[0] += sum;
    sums[1] += squares;
  }

  @Override
  public int countAtLeast(int n, float[] x, int off, float threshold) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      count += x[off + i] >= threshold ? 1 : 0;
    }
    return count;
  }

  @Override
  public int findAtLeast(int n, float[] x, int off, float threshold, int[] found) {
    return find(0, n, x, off, threshold, found, 0);
  }

  /** Looks at elements {@code from} to {@code to} and goes on writing at {@code count}. */
  static int find(int from, int to, float[] x, int off, float threshold, int[] found, int count) {
    int c = count;
    for (int i = from; i < to; i++) {
      // Written always and kept where it counts: a branch would be guessed wrong too often.
      found[c] = i;
      c += x[off + i] >= threshold ? 1 : 0;
    }
    return c;
  }

  @Override
  public int findAtLeast(int n, float[] x, int off, float[] threshold, int[] found) {
    return find(0, n, x, off, threshold, found, 0);
  }

  static int find(int from, int to, float[] x, int off, float[] threshold, int[] found, int count) {
    int c = count;
    for (int i = from; i < to; i++) {
      found[c] = i;
      c += x[off + i] >= threshold[i] ? 1 : 0;
    }
    return c;
  }
}
