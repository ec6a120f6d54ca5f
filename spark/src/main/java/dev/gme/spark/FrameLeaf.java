package dev.gme.spark;

import dev.gme.core.linalg.FloatMatrix;
import java.io.Serializable;

/**
 * Frames that are a leaf of more, in their order.
 *
 * @param number of the leaf
 * @param frames one after the other
 */
@SuppressWarnings("ArrayRecordComponent") // travels, and is never compared
record FrameLeaf(int number, int dimension, float[] frames) implements Numbered, Serializable {
  FloatMatrix matrix() {
    return FloatMatrix.wrap(frames.length / dimension, dimension, frames);
  }
}
