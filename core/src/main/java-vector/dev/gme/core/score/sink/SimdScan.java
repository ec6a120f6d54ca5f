package dev.gme.core.score.sink;

import dev.gme.core.linalg.LaneSum;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Whole vectors, the rest one element after the other. */
final class SimdScan implements ScanKernels {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> D = DoubleVector.SPECIES_PREFERRED;

  /** As many floats as a vector has doubles. */
  private static final VectorSpecies<Float> HALF =
      VectorSpecies.of(float.class, VectorShape.forBitSize(D.vectorBitSize() / 2));

  private static final int FL = F.length();
  private static final int DL = D.length();

  private final ScalarScan scalar = new ScalarScan();

  private static DoubleVector doubles(float[] x, int off) {
    return (DoubleVector) FloatVector.fromArray(HALF, x, off).castShape(D, 0);
  }

  @Override
  public double sum(int n, float[] x, int off) {
    DoubleVector s0 = DoubleVector.zero(D);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    int i = 0;
    for (; i <= n - 4 * DL; i += 4 * DL) {
      s0 = s0.add(doubles(x, off + i));
      s1 = s1.add(doubles(x, off + i + DL));
      s2 = s2.add(doubles(x, off + i + 2 * DL));
      s3 = s3.add(doubles(x, off + i + 3 * DL));
    }
    return LaneSum.of(s0.add(s1).add(s2.add(s3))) + scalar.sum(n - i, x, off + i);
  }

  @Override
  public void addMoments(int n, float[] x, int off, double shift, double[] sums) {
    DoubleVector s0 = DoubleVector.zero(D);
    DoubleVector s1 = s0;
    DoubleVector q0 = s0;
    DoubleVector q1 = s0;
    int i = 0;
    for (; i <= n - 2 * DL; i += 2 * DL) {
      DoubleVector y0 = doubles(x, off + i).sub(shift);
      DoubleVector y1 = doubles(x, off + i + DL).sub(shift);
      s0 = s0.add(y0);
      s1 = s1.add(y1);
      q0 = y0.fma(y0, q0);
      q1 = y1.fma(y1, q1);
    }
    sums[0] += LaneSum.of(s0.add(s1));
    sums[1] += LaneSum.of(q0.add(q1));
    scalar.addMoments(n - i, x, off + i, shift, sums);
  }

  @Override
  public int countAtLeast(int n, float[] x, int off, float threshold) {
    int count = 0;
    int i = 0;
    for (; i <= n - FL; i += FL) {
      count +=
          FloatVector.fromArray(F, x, off + i).compare(VectorOperators.GE, threshold).trueCount();
    }
    return count + scalar.countAtLeast(n - i, x, off + i, threshold);
  }

  @Override
  public int findAtLeast(int n, float[] x, int off, float threshold, int[] found) {
    int count = 0;
    int i = 0;
    for (; i <= n - FL; i += FL) {
      FloatVector v = FloatVector.fromArray(F, x, off + i);
      if (v.compare(VectorOperators.GE, threshold).anyTrue()) {
        count = ScalarScan.find(i, i + FL, x, off, threshold, found, count);
      }
    }
    return ScalarScan.find(i, n, x, off, threshold, found, count);
  }

  @Override
  public int findAtLeast(int n, float[] x, int off, float[] threshold, int[] found) {
    int count = 0;
    int i = 0;
    for (; i <= n - FL; i += FL) {
      FloatVector v = FloatVector.fromArray(F, x, off + i);
      if (v.compare(VectorOperators.GE, FloatVector.fromArray(F, threshold, i)).anyTrue()) {
        count = ScalarScan.find(i, i + FL, x, off, threshold, found, count);
      }
    }
    return ScalarScan.find(i, n, x, off, threshold, found, count);
  }
}
