package dev.gme.lab.cluster;

import dev.gme.core.partition.PartitionWords;
import java.util.List;

/**
 * A partition of recordings as a user states it: sets of ids between bars, as in {@code a,b|c}.
 *
 * <pre>{@code
 * List<String> ids = StatedPartition.parse("a,b|c").ids();   // a, b, c
 * }</pre>
 *
 * @param sets the recordings of each speaker
 */
public record StatedPartition(List<List<String>> sets) {
  /** Reads sets of ids; refuses an id without letters. */
  public static StatedPartition parse(String text) {
    return new StatedPartition(PartitionWords.sets(text));
  }

  /** All recordings that are named, in the order in which they are. */
  public List<String> ids() {
    return sets.stream().flatMap(List::stream).toList();
  }
}
