package dev.gme.core.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A way to share n recordings among speakers, kept as a restricted growth string: recording 0 has
 * label 0 and every further one an old label or the smallest new one. So two partitions are equal
 * exactly when their labels are.
 *
 * <pre>{@code
 * Partition p = Partition.of(7, 3, 7);   // labels 0, 1, 0: recordings 0 and 2 are one speaker
 * }</pre>
 */
public final class Partition {
  private final int[] labels;
  private final int sets;

  /** Takes ownership of labels that are a restricted growth string with that many sets. */
  Partition(int[] labels, int sets) {
    this.labels = labels;
    this.sets = sets;
  }

  /** From any labels: equal labels mean one speaker. */
  public static Partition of(int... labels) {
    Map<Integer, Integer> renamed = new HashMap<>();
    int[] growth = new int[labels.length];
    for (int i = 0; i < labels.length; i++) {
      int next = renamed.size();
      growth[i] = renamed.computeIfAbsent(labels[i], l -> next);
    }
    return new Partition(growth, renamed.size());
  }

  /** All n recordings of different speakers. */
  public static Partition finest(int n) {
    int[] labels = new int[n];
    for (int i = 0; i < n; i++) {
      labels[i] = i;
    }
    return new Partition(labels, n);
  }

  /** All n recordings of one speaker. */
  public static Partition coarsest(int n) {
    return new Partition(new int[n], Math.min(n, 1));
  }

  /** Number of recordings. */
  public int size() {
    return labels.length;
  }

  /** Number of sets (speakers). */
  public int sets() {
    return sets;
  }

  /** The set that recording i belongs to. */
  public int label(int i) {
    return labels[i];
  }

  /** The restricted growth string; a copy. */
  public int[] labels() {
    return labels.clone();
  }

  /** The number of recordings of each set. */
  public int[] setSizes() {
    int[] sizes = new int[sets];
    for (int l : labels) {
      sizes[l]++;
    }
    return sizes;
  }

  /** The recordings of each set, in ascending order. */
  public List<List<Integer>> members() {
    List<List<Integer>> out = new ArrayList<>();
    for (int s = 0; s < sets; s++) {
      out.add(new ArrayList<>());
    }
    for (int i = 0; i < labels.length; i++) {
      out.get(labels[i]).add(i);
    }
    return out;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Partition p && Arrays.equals(labels, p.labels);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(labels);
  }

  /** For example {@code {0,2} {1}}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (List<Integer> set : members()) {
      text.append(text.length() == 0 ? "{" : " {");
      text.append(String.join(",", set.stream().map(String::valueOf).toList())).append('}');
    }
    return text.toString();
  }
}
