package dev.gme.core.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which sets must not come together, kept while sets are joined. */
final class Links {
  private final Map<Integer, Set<Integer>> apart = new HashMap<>();

  void part(int i, int j) {
    apart.computeIfAbsent(i, x -> new TreeSet<>()).add(j);
    apart.computeIfAbsent(j, x -> new TreeSet<>()).add(i);
  }

  boolean areApart(int i, int j) {
    return !apart.isEmpty() && apart.getOrDefault(i, Set.of()).contains(j);
  }

  /** Set j becomes part of set i, which inherits its links. */
  void join(int i, int j) {
    Set<Integer> ofJ = apart.remove(j);
    if (ofJ != null) {
      for (int x : ofJ) {
        apart.get(x).remove(j);
        part(i, x);
      }
    }
  }
}
