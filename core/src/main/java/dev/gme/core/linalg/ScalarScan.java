package dev.gme.core.linalg;

/** One element after the other. */
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
  public int firstAtLeast(int n, float[] x, int off, float threshold) {
    for (int i = 0; i < n; i++) {
      if (x[off + i] >= threshold) {
        return i;
      }
    }
    return n;
  }

  @Override
  public int firstAtLeast(int n, float[] x, int off, float[] threshold, int thresholdOff) {
    for (int i = 0; i < n; i++) {
      if (x[off + i] >= threshold[thresholdOff + i]) {
        return i;
      }
    }
    return n;
  }
}
