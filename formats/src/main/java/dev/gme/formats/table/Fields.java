package dev.gme.formats.table;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The fields of one line after the other, as places in its bytes. */
final class Fields {
  private final char separator;
  private byte[] bytes = new byte[0];
  private int[] starts = new int[16];
  private int[] ends = new int[16];
  private int count;
  private boolean badQuotes;

  /**
   * Splits lines at a separator.
   *
   * @param separator a comma, a tab, or a blank for any number of blanks and tabs
   */
  Fields(char separator) {
    this.separator = separator;
  }

  /**
   * Splits a line, without its line feed; quotes around a field of a table, and blanks around one
   * without quotes, are left out.
   */
  void split(byte[] line, int from, int lineEnd) {
    bytes = line;
    count = 0;
    badQuotes = false;
    int to = lineEnd > from && line[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
    if (separator == ' ') {
      splitAtBlanks(from, to);
      return;
    }
    int at = from;
    while (at <= to && to > from) {
      boolean quoted = separator == ',' && at < to && line[at] == '"';
      int end = at + (quoted ? 1 : 0);
      while (end < to && (quoted ? line[end] != '"' : line[end] != separator)) {
        end++;
      }
      // A quote inside quotes, or none at the end.
      badQuotes |= quoted && (end == to || (end + 1 < to && line[end + 1] != separator));
      if (quoted) {
        add(at + 1, end);
      } else {
        addTrimmed(at, end);
      }
      at = end + (quoted ? 2 : 1);
    }
  }

  private void splitAtBlanks(int from, int to) {
    int at = from;
    while (at < to) {
      while (at < to && isBlank(bytes[at])) {
        at++;
      }
      int start = at;
      while (at < to && !isBlank(bytes[at])) {
        at++;
      }
      if (at > start) {
        add(start, at);
      }
    }
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  private void addTrimmed(int start, int end) {
    int from = start;
    int to = end;
    while (from < to && bytes[from] == ' ') {
      from++;
    }
    while (to > from && bytes[to - 1] == ' ') {
      to--;
    }
    add(from, to);
  }

  private void add(int start, int end) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    starts[count] = start;
    ends[count++] = end;
  }

  /** Whether a quoted field does not end where a field ends; then the fields mean nothing. */
  boolean badQuotes() {
    return badQuotes;
  }

  int count() {
    return count;
  }

  int start(int field) {
    return starts[field];
  }

  int end(int field) {
    return ends[field];
  }

  String text(int field) {
    return new String(bytes, starts[field], ends[field] - starts[field], StandardCharsets.UTF_8);
  }

  List<String> texts() {
    List<String> out = new ArrayList<>(count);
    for (int f = 0; f < count; f++) {
      out.add(text(f));
    }
    return out;
  }
}
