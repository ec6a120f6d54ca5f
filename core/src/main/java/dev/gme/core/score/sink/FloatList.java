package dev.gme.core.score.sink;

import java.util.Arrays;

/** Floats in a row that grows. */
final class FloatList {
  private float[] values = new float[16];
  private int size;

  int size() {
    return size;
  }

  float get(int i) {
    return values[i];
  }

  void add(float x) {
    makeRoom(1);
    values[size++] = x;
  }

  void addAll(float[] x, int off, int n) {
    makeRoom(n);
    System.arraycopy(x, off, values, size, n);
    size += n;
  }

  void addAll(FloatList other) {
    addAll(other.values, 0, other.size);
  }

  float[] toArray() {
    return Arrays.copyOf(values, size);
  }

  private void makeRoom(int more) {
    int needed = Math.addExact(size, more);
    if (needed > values.length) {
      values =
          Arrays.copyOf(
              values, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 1.5 * size)));
    }
  }
}
