package dev.gme.core.score.sink;

/** The loops behind {@link Scan}; ranges were checked by the caller. */
interface ScanKernels {
  double sum(int n, float[] x, int off);

  void addMoments(int n, float[] x, int off, double shift, double[] sums);

  int countAtLeast(int n, float[] x, int off, float threshold);

  int findAtLeast(int n, float[] x, int off, float threshold, int[] found);

  int findAtLeast(int n, float[] x, int off, float[] threshold, int[] found);
}
