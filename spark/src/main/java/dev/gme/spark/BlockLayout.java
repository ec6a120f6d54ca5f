package dev.gme.spark;

import java.io.Serializable;

/**
 * Which recordings are in which block.
 *
 * @param starts the number of the first recording of each block, and of all at the end
 */
@SuppressWarnings("ArrayRecordComponent") // travels, and is never compared
record BlockLayout(int[] starts) implements Serializable {
  int blocks() {
    return starts.length - 1;
  }

  /** The first recording of a block; of {@link #blocks}, the number of recordings. */
  int first(int block) {
    return starts[block];
  }

  int recordings() {
    return starts[blocks()];
  }
}
