package dev.gme.core.train.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Recordings whose vectors are equal in every element; vectors of length 0 are not looked at. */
final class DuplicateRows {
  private final DataPart data;
  private final IntFunction<double[]> vector;
  private final List<DataReport.Pair> within = new ArrayList<>();
  private final List<DataReport.Pair> across = new ArrayList<>();

  private DuplicateRows(DataPart data, IntFunction<double[]> vector) {
    this.data = data;
    this.vector = vector;
  }

  /**
   * Looks for them.
   *
   * @param vector of a recording, to be compared where digests are equal
   */
  static DataReport.Duplicates find(DataPart scan, IntFunction<double[]> vector) {
    Map<Long, Integer> first = new HashMap<>();
    // Rows of one hash, in order, where there are several.
    Map<Long, List<Integer>> alike = new HashMap<>();
    for (int j = 0; j < scan.recordings(); j++) {
      if (scan.isUsable(j) && scan.norm(j) > 0) {
        Integer earlier = first.putIfAbsent(scan.hash(j), j);
        if (earlier != null) {
          alike.computeIfAbsent(scan.hash(j), h -> new ArrayList<>(List.of(earlier))).add(j);
        }
      }
    }
    DuplicateRows found = new DuplicateRows(scan, vector);
    alike.values().stream()
        .sorted((a, b) -> Integer.compare(a.get(0), b.get(0)))
        .forEach(found::compare);
    return new DataReport.Duplicates(
        found.within.size(),
        found.across.size(),
        found.within.stream().limit(DataRules.NAMED).toList(),
        found.across.stream().limit(DataRules.NAMED).toList());
  }

  /** Splits rows of one hash into sets of equal ones. */
  private void compare(List<Integer> rows) {
    List<EqualRows> sets = new ArrayList<>();
    for (int j : rows) {
      double[] x = vector.apply(j);
      EqualRows set = sets.stream().filter(s -> areEqual(s.vector, x)).findFirst().orElse(null);
      if (set == null) {
        sets.add(new EqualRows(x, j, data.speaker(j)));
        continue;
      }
      Integer ofSpeaker = set.firstOfSpeaker.putIfAbsent(data.speaker(j), j);
      if (ofSpeaker == null) {
        across.add(new DataReport.Pair(set.first, j));
      } else {
        within.add(new DataReport.Pair(ofSpeaker, j));
      }
    }
  }

  /** Whether two rows are equal as numbers: 0.0 is −0.0. */
  private static boolean areEqual(double[] x, double[] y) {
    int i = 0;
    while (i < x.length && x[i] == y[i]) {
      i++;
    }
    return i == x.length;
  }

  private static final class EqualRows {
    final double[] vector;
    final int first;
    final Map<Integer, Integer> firstOfSpeaker = new HashMap<>();

    EqualRows(double[] vector, int first, int speaker) {
      this.vector = vector;
      this.first = first;
      firstOfSpeaker.put(speaker, first);
    }
  }
}
