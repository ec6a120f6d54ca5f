package dev.gme.spark;

import java.io.Serializable;

/** The meta-embedding of a recording on its way to its block. */
@SuppressWarnings("ArrayRecordComponent") // travels, and is never compared
record EmbeddingRow(String id, double b, float[] a) implements Serializable {
  /** Where it stands among all. */
  EmbeddingKey key() {
    return new EmbeddingKey(b, id);
  }
}
