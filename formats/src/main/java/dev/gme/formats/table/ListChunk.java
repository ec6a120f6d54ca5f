package dev.gme.formats.table;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.LineChunks;
import dev.gme.formats.io.NumberParser;
import dev.gme.formats.table.ListColumns.Role;
import java.nio.file.Path;
import java.util.Arrays;

/** The trials of some lines of a list, with ids numbered among these lines. */
final class ListChunk {
  private final ListColumns columns;
  private final Fields fields;
  private final IdTable[] ids;
  private int[][] numbers;
  private double[] scores;
  private double[] weights;
  private byte[] labels;
  private int size;
  private int lines;
  private boolean blank;
  private int nans;
  private int firstNan;
  private String failure;
  private String help;

  private ListChunk(ListColumns columns, int most) {
    this.columns = columns;
    fields = new Fields(columns.separator());
    int words = 2 + columns.conditions().size();
    ids = new IdTable[words];
    Arrays.setAll(ids, k -> new IdTable());
    numbers = new int[words][most];
    scores = new double[columns.has(Role.SCORE) ? most : 0];
    weights = new double[columns.has(Role.WEIGHT) ? most : 0];
    labels = new byte[columns.has(Role.LABEL) ? most : 0];
  }

  static ListChunk parse(LineChunks.Chunk chunk, boolean first, ListColumns columns) {
    byte[] bytes = chunk.bytes();
    int feeds = 1;
    for (int i = 0; i < chunk.length(); i++) {
      feeds += bytes[i] == '\n' ? 1 : 0;
    }
    ListChunk out = new ListChunk(columns, feeds);
    int at = 0;
    while (at < chunk.length() && out.failure == null) {
      int end = at;
      while (end < chunk.length() && bytes[end] != '\n') {
        end++;
      }
      out.lines++;
      if (!(first && out.lines == 1 && columns.header())) {
        out.line(bytes, at, end);
      }
      at = end + 1;
    }
    return out;
  }

  private void line(byte[] bytes, int from, int to) {
    fields.split(bytes, from, to);
    if (fields.count() == 0) {
      blank = true;
      return;
    }
    if (blank) {
      fail("expected a trial on every line, found a blank line before this one", "remove it");
      return;
    }
    if (fields.badQuotes()) {
      fail("a quoted field does not end where the next comma is", "leave quotes in fields out");
      return;
    }
    if (fields.count() != columns.roles().size()) {
      fail(
          "expected " + columns.roles().size() + " fields, found " + fields.count(),
          "complete or remove that line, or name the layout");
      return;
    }
    int condition = 2;
    for (int c = 0; c < fields.count(); c++) {
      switch (columns.roles().get(c)) {
        case ENROL -> numbers[0][size] = ids[0].number(bytes, fields.start(c), fields.end(c));
        case TEST -> numbers[1][size] = ids[1].number(bytes, fields.start(c), fields.end(c));
        case CONDITION -> {
          numbers[condition][size] = ids[condition].number(bytes, fields.start(c), fields.end(c));
          condition++;
        }
        case LABEL -> label(c);
        case SCORE -> scores[size] = number(bytes, c);
        case WEIGHT -> weights[size] = number(bytes, c);
      }
    }
    size++;
  }

  private void label(int field) {
    labels[size] = Labels.of(fields.text(field));
    if (labels[size] == Labels.NONE) {
      fail(
          "expected target or nontarget, found " + BadFile.quoted(fields.text(field)),
          "write target or nontarget there, or take the line out");
    }
  }

  private double number(byte[] bytes, int field) {
    try {
      double value = NumberParser.parse(bytes, fields.start(field), fields.end(field));
      if (Double.isNaN(value)) {
        firstNan = nans == 0 ? lines : firstNan;
        nans++;
      }
      return value;
    } catch (NumberFormatException e) {
      fail(
          "expected a number as "
              + columns.names().get(field)
              + ", found "
              + BadFile.quoted(fields.text(field)),
          "correct it, or take the line out");
      return 0;
    }
  }

  private void fail(String sentence, String remedy) {
    if (failure == null) {
      failure = sentence;
      help = remedy;
    }
  }

  /** Throws what went wrong in these lines, if anything did. */
  void check(Path file, long linesBefore) {
    if (failure != null) {
      throw failure(file, linesBefore);
    }
  }

  private GmeException failure(Path file, long linesBefore) {
    return BadFile.atLine(file, linesBefore + lines, failure, help);
  }

  /** How many numbers are NaN, which is no score; they are counted before they are refused. */
  int nans() {
    return nans;
  }

  /** The line of the first of them, from 1. */
  int firstNan() {
    return firstNan;
  }

  int size() {
    return size;
  }

  int lines() {
    return lines;
  }

  /** Whether the lines end in a blank one, after which nothing may come. */
  boolean endsBlank() {
    return blank;
  }

  IdTable ids(int column) {
    return ids[column];
  }

  int[] numbers(int column) {
    return numbers[column];
  }

  double[] scores() {
    return scores;
  }

  double[] weights() {
    return weights;
  }

  byte[] labels() {
    return labels;
  }
}
