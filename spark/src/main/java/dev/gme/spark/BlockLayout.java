package dev.gme.spark;

import java.io.Serializable;
import java.util.Arrays;

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

  /** The block that a recording is in. */
  int block(int recording) {
    int at = Arrays.binarySearch(starts, recording);
    // An empty block begins where the next one does.
    while (at >= 0 && at + 1 < starts.length && starts[at + 1] == recording) {
      at++;
    }
    return at >= 0 ? at : -at - 2;
  }

  int recordings() {
    return starts[blocks()];
  }
}
