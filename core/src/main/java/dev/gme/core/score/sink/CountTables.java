package dev.gme.core.score.sink;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Tables of counts, one for each thread that asks at the same time. They are whole numbers, so it
 * does not matter which thread counted what.
 */
final class CountTables {
  private final int size;
  private final Queue<long[]> free = new ConcurrentLinkedQueue<>();

  CountTables(int size) {
    this.size = size;
  }

  long[] take() {
    long[] table = free.poll();
    return table == null ? new long[size] : table;
  }

  void giveBack(long[] table) {
    free.add(table);
  }

  /** The sum of all tables; none of them may be in use. */
  long[] total() {
    long[] out = new long[size];
    for (long[] table : free) {
      for (int i = 0; i < size; i++) {
        out[i] += table[i];
      }
    }
    return out;
  }
}
