package dev.gme.core.linalg;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;

/** Native memory of one thread for operands; each piece grows to the largest it has seen. */
final class NativeScratch {
  private final FloatBuffer[] floats;
  private final DoubleBuffer[] doubles;

  NativeScratch(int pieces) {
    floats = new FloatBuffer[pieces];
    doubles = new DoubleBuffer[pieces];
  }

  FloatBuffer floats(int which, int n) {
    if (floats[which] == null || floats[which].capacity() < n) {
      floats[which] = NativeBuffers.floats(n);
    }
    return floats[which];
  }

  DoubleBuffer doubles(int which, int n) {
    if (doubles[which] == null || doubles[which].capacity() < n) {
      doubles[which] = NativeBuffers.doubles(n);
    }
    return doubles[which];
  }

  /** A matrix in native memory for a copy of one on the heap, without gaps between its runs. */
  MatrixView<?> like(int which, MatrixView<?> x) {
    int n = x.runs() * x.runLength();
    return x.data instanceof float[]
        ? x.withoutGaps(floats(which, n))
        : x.withoutGaps(doubles(which, n));
  }

  /** A copy in native memory. */
  MatrixView<?> copy(int which, MatrixView<?> x) {
    MatrixView<?> out = like(which, x);
    copyIn(x, out);
    return out;
  }

  static void copyIn(MatrixView<?> heap, MatrixView<?> direct) {
    int runs = heap.runs();
    int n = heap.runLength();
    if (heap.data instanceof float[] from) {
      FloatBuffer to = (FloatBuffer) direct.data;
      for (int i = 0; i < runs; i++) {
        to.put(direct.run(i), from, heap.run(i), n);
      }
    } else {
      double[] from = (double[]) heap.data;
      DoubleBuffer to = (DoubleBuffer) direct.data;
      for (int i = 0; i < runs; i++) {
        to.put(direct.run(i), from, heap.run(i), n);
      }
    }
  }

  static void copyOut(MatrixView<?> direct, MatrixView<?> heap) {
    int runs = heap.runs();
    int n = heap.runLength();
    if (heap.data instanceof float[] to) {
      FloatBuffer from = (FloatBuffer) direct.data;
      for (int i = 0; i < runs; i++) {
        from.get(direct.run(i), to, heap.run(i), n);
      }
    } else {
      double[] to = (double[]) heap.data;
      DoubleBuffer from = (DoubleBuffer) direct.data;
      for (int i = 0; i < runs; i++) {
        from.get(direct.run(i), to, heap.run(i), n);
      }
    }
  }
}
