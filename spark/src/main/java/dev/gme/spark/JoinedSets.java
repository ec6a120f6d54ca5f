package dev.gme.spark;

import java.util.Arrays;

/**
 * Sets of numbers from 0 that are joined pair by pair; each is known by its smallest number.
 *
 * <pre>{@code
 * JoinedSets sets = new JoinedSets(10);
 * sets.join(3, 5);
 * sets.first();            // 0, 1, 2, 3, 4, 3, …
 * }</pre>
 */
final class JoinedSets {
  /** Points at a smaller number of the same set, the smallest at itself. */
  private final int[] parent;

  JoinedSets(int n) {
    parent = new int[n];
    Arrays.setAll(parent, i -> i);
  }

  private int find(int i) {
    int at = i;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  void join(int i, int j) {
    int a = find(i);
    int b = find(j);
    parent[Math.max(a, b)] = Math.min(a, b);
  }

  void join(int[] from, int[] to) {
    for (int i = 0; i < from.length; i++) {
      join(from[i], to[i]);
    }
  }

  /** The smallest number of each number's set. */
  int[] first() {
    for (int i = 0; i < parent.length; i++) {
      parent[i] = parent[parent[i]];
    }
    return parent.clone();
  }

  /** Which numbers are in sets of more than so many. */
  boolean[] largerThan(int most) {
    int[] first = first();
    int[] sizes = new int[first.length];
    for (int f : first) {
      sizes[f]++;
    }
    boolean[] out = new boolean[first.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = sizes[first[i]] > most;
    }
    return out;
  }

  /** How many sets have their smallest number among some. */
  int count(boolean[] some) {
    int out = 0;
    for (int i = 0; i < parent.length; i++) {
      out += some[i] && parent[i] == i ? 1 : 0;
    }
    return out;
  }

  /** Takes sets apart, all of whose numbers are among some. */
  void separate(boolean[] some) {
    for (int i = 0; i < parent.length; i++) {
      parent[i] = some[i] ? i : parent[i];
    }
  }
}
