package dev.gme.core.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Partitions in words: recordings of one speaker between commas, speakers between bars.
 *
 * <pre>{@code
 * Partition p = PartitionWords.parse(PartitionWords.sets("a,c|b"), List.of("a", "b", "c"));
 * String words = PartitionWords.of(p, List.of("a", "b", "c"));   // a,c|b
 * }</pre>
 */
public final class PartitionWords {
  private PartitionWords() {}

  /** The sets of names that a text states. */
  public static List<List<String>> sets(String text) {
    List<List<String>> out = new ArrayList<>();
    for (String set : text.split("\\|", -1)) {
      List<String> names = Arrays.stream(set.split(",", -1)).map(String::strip).toList();
      if (names.contains("")) {
        throw new IllegalArgumentException(
            "a partition is written as 'a,b|c', found '" + text + "'");
      }
      out.add(names);
    }
    return out;
  }

  /** The partition of the named recordings, each of which must be in exactly one set. */
  public static Partition parse(List<List<String>> sets, List<String> names) {
    Map<String, Integer> setOf = new HashMap<>();
    for (int s = 0; s < sets.size(); s++) {
      for (String name : sets.get(s)) {
        if (setOf.put(name, s) != null) {
          throw new IllegalArgumentException("the partition has '" + name + "' twice");
        }
        if (!names.contains(name)) {
          throw new IllegalArgumentException(
              "the partition has '" + name + "', which is not one of the recordings");
        }
      }
    }
    int[] labels = new int[names.size()];
    for (int i = 0; i < labels.length; i++) {
      Integer set = setOf.get(names.get(i));
      if (set == null) {
        throw new IllegalArgumentException("the partition lacks '" + names.get(i) + "'");
      }
      labels[i] = set;
    }
    return Partition.of(labels);
  }

  /** The other way round. */
  public static String of(Partition partition, List<String> names) {
    return partition.members().stream()
        .map(set -> set.stream().map(names::get).collect(Collectors.joining(",")))
        .collect(Collectors.joining("|"));
  }
}
