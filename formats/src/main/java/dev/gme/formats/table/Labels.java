package dev.gme.formats.table;

/** Words that say whether both sides of a trial are one speaker. */
final class Labels {
  static final byte NONTARGET = 0;
  static final byte TARGET = 1;
  static final byte NONE = -1;

  private Labels() {}

  /** What the word says, or {@link #NONE} if it is no label. */
  static byte of(String word) {
    return switch (word) {
      case "target", "tgt", "true", "1" -> TARGET;
      case "nontarget", "imp", "false", "0" -> NONTARGET;
      default -> NONE;
    };
  }

  /** Digits are labels only where the layout says so. */
  static boolean isWord(String word) {
    return of(word) != NONE && word.length() > 1;
  }
}
