package dev.gme.core.cluster;

import dev.gme.core.score.sink.PairSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which sets must not come together, kept while sets are joined. Two enrolled speakers never do:
 * they have the first numbers, and a joined set keeps its smaller one.
 */
final class Links {
  private final int enrolled;
  private final Map<Integer, Set<Integer>> apart = new HashMap<>();

  /** Of sets whose first so many are enrolled speakers. */
  Links(int enrolled) {
    this.enrolled = enrolled;
  }

  void part(int i, int j) {
    apart.computeIfAbsent(i, x -> new TreeSet<>()).add(j);
    apart.computeIfAbsent(j, x -> new TreeSet<>()).add(i);
  }

  boolean areApart(int i, int j) {
    return Math.max(i, j) < enrolled
        || (!apart.isEmpty() && apart.getOrDefault(i, Set.of()).contains(j));
  }

  /** The pairs of some sets that must not come together, and each set with itself. */
  PairSet among(int[] sets) {
    int[] alike = new int[sets.length];
    int[][] listed = new int[sets.length][];
    for (int s = 0; s < sets.length; s++) {
      alike[s] = sets[s] < enrolled ? -1 : s;
      listed[s] =
          apart.getOrDefault(sets[s], Set.of()).stream()
              .mapToInt(x -> Arrays.binarySearch(sets, x))
              .toArray();
    }
    PairSet same = PairSet.equal(alike, alike);
    return apart.isEmpty() ? same : same.plus(PairSet.of(listed));
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
