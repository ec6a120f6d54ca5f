package dev.gme.core;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Finds the word that somebody meant who mistyped it.
 *
 * <pre>{@code
 * NearestWord.to("wespeeker", List.of("wespeaker", "speechbrain"));   // wespeaker
 * }</pre>
 */
public final class NearestWord {
  private NearestWord() {}

  /**
   * The known word that begins as typed, or else the one at the smallest edit distance (insertions,
   * deletions, changes, swaps of two neighbours), if no more than two letters or a third of those
   * typed, and less than half of the word's, would have to change. Upper and lower case are the
   * same.
   */
  public static Optional<String> to(String typed, Collection<String> known) {
    if (typed.isEmpty()) {
      return Optional.empty();
    }
    String lower = typed.toLowerCase(Locale.ROOT);
    Optional<String> begun =
        known.stream()
            .filter(k -> k.toLowerCase(Locale.ROOT).startsWith(lower))
            .sorted()
            .findFirst();
    if (begun.isPresent()) {
      return begun;
    }
    int most = Math.max(2, typed.length() / 3);
    ToIntFunction<String> edits = k -> distance(lower, k.toLowerCase(Locale.ROOT));
    return known.stream()
        .filter(k -> edits.applyAsInt(k) <= Math.min(most, (k.length() - 1) / 2))
        .min(Comparator.comparingInt(edits).thenComparing(k -> k));
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
