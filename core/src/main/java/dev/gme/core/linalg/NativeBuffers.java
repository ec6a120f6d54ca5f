package dev.gme.core.linalg;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;

/**
 * Memory outside the heap for the operands of hot kernels, zeroed, aligned to a cache line. It is
 * freed with its buffer by the garbage collector: allocate once and use again.
 */
public final class NativeBuffers {
  private static final int ALIGNMENT = 64;

  private NativeBuffers() {}

  public static FloatBuffer floats(int n) {
    return bytes((long) n * Float.BYTES).asFloatBuffer();
  }

  public static DoubleBuffer doubles(int n) {
    return bytes((long) n * Double.BYTES).asDoubleBuffer();
  }

  private static ByteBuffer bytes(long size) {
    if (size < 0 || size > Integer.MAX_VALUE - 2 * ALIGNMENT) {
      throw new IllegalArgumentException(
          "a native buffer holds up to 2 GiB, asked for " + size + " bytes");
    }
    // A slice is aligned at both ends, so there must be room for a whole number of lines.
    int lines = ((int) size + ALIGNMENT - 1) / ALIGNMENT;
    return ByteBuffer.allocateDirect((lines + 1) * ALIGNMENT)
        .alignedSlice(ALIGNMENT)
        .limit((int) size)
        .slice()
        .order(ByteOrder.nativeOrder());
  }
}
