package dev.gme.spark;

import dev.gme.core.NameOrder;
import java.io.Serializable;

/**
 * The place of a recording in the order of (b, id), in which recordings are cut into blocks: those
 * of like precision are scored together, which makes tiles cheaper and their bounds smaller.
 */
record EmbeddingKey(double b, String id) implements Serializable, Comparable<EmbeddingKey> {
  @Override
  public int compareTo(EmbeddingKey other) {
    int order = Double.compare(b, other.b);
    return order != 0 ? order : NameOrder.BYTES.compare(id, other.id);
  }
}
