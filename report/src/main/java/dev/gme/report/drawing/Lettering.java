package dev.gme.report.drawing;

/** Size, weight and colour of the words of a chart, by what they are for. */
enum Lettering {
  TITLE(14, true, Ink.TEXT),
  LABEL(12, false, Ink.TEXT),
  TICK(11.5, false, Ink.MUTED),
  NOTE(10, false, Ink.MUTED);

  private static final String NARROW = "iljtfrI.,:;'|!()[] ";
  private static final String WIDE = "mwMW@%—…";

  final double size;
  final boolean bold;
  final Ink ink;

  Lettering(double size, boolean bold, Ink ink) {
    this.size = size;
    this.bold = bold;
    this.ink = ink;
  }

  /** About how wide a text is: fonts differ, and the same layout has to do for all. */
  double width(String text) {
    return size * text.codePoints().mapToDouble(Lettering::em).sum();
  }

  private static double em(int c) {
    if (NARROW.indexOf(c) >= 0) {
      return 0.34;
    }
    boolean isIdeograph = c >= 0x2e80 && c != 0xfffd;
    return isIdeograph ? 1 : WIDE.indexOf(c) >= 0 ? 0.92 : Character.isUpperCase(c) ? 0.68 : 0.58;
  }

  /** The text, or its beginning and an ellipsis if it is wider than this. */
  String fit(String text, double width) {
    if (width(text) <= width) {
      return text;
    }
    int end = text.length();
    while (end > 0 && width(text.substring(0, end) + "…") > width) {
      end = text.offsetByCodePoints(end, -1);
    }
    return text.substring(0, end) + "…";
  }
}
