package dev.gme.report.text;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Any text, made safe inside elements and quoted attributes of HTML and SVG. */
public final class Markup {
  private Markup() {}

  /** Escapes what has a meaning in markup; characters that XML does not allow become U+FFFD. */
  public static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isAllowed(c) ? c : 0xFFFD);
              }
            });
    return out.toString();
  }

  /** Text inside a data URL, in UTF-8. */
  public static String urlEncoded(String text) {
    StringBuilder out = new StringBuilder(text.length() + text.length() / 4);
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      boolean isPlain = b > ' ' && b < 0x7F && "\"#%&'<>?[\\]^`{|}+".indexOf(b) < 0;
      out.append(isPlain ? String.valueOf((char) b) : String.format(Locale.ROOT, "%%%02X", b));
    }
    return out.toString();
  }

  /** Also refuses marks that change the direction of what follows them. */
  private static boolean isAllowed(int c) {
    boolean isSpace = c == '\t' || c == '\n' || c == '\r';
    boolean isControl = (c < 0x20 && !isSpace) || (c >= 0x7F && c < 0xA0);
    boolean isSurrogate = c >= 0xD800 && c <= 0xDFFF;
    boolean isDirection = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    return !isControl && !isSurrogate && !isDirection && c != 0xFFFE && c != 0xFFFF;
  }
}
