package dev.gme.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that somebody meant who mistyped it. */
final class Nearest {
  private Nearest() {}

  /**
   * The known word that begins as typed, or else the one at the smallest edit distance (insertions,
   * deletions, changes, swaps of two neighbours), if no more than two letters or a third of them
   * would have to change.
   */
  static Optional<String> to(String typed, Collection<String> known) {
    Optional<String> begun = known.stream().filter(k -> k.startsWith(typed)).sorted().findFirst();
    if (begun.isPresent()) {
      return begun;
    }
    int most = Math.max(2, typed.length() / 3);
    return known.stream()
        .filter(k -> distance(typed, k) <= Math.min(most, k.length() - 1))
        .min(Comparator.<String>comparingInt(k -> distance(typed, k)).thenComparing(k -> k));
  }

  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(d[i - 1][j - 1] + change, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
