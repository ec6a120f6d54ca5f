package dev.gme.core;

import java.util.Comparator;

/**
 * The order of names: that of their UTF-8 bytes, as {@code LC_ALL=C sort} gives it. It differs from
 * that of {@link String#compareTo} where characters beyond the first 65,536 occur.
 */
public final class NameOrder {
  public static final Comparator<String> BYTES = NameOrder::compare;

  private NameOrder() {}

  private static int compare(String a, String b) {
    int n = Math.min(a.length(), b.length());
    for (int i = 0; i < n; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        // Surrogates stand for what comes after all other characters.
        boolean beyond = Character.isSurrogate(x);
        return beyond == Character.isSurrogate(y) ? Character.compare(x, y) : beyond ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }
}
