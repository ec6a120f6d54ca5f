package dev.gme.formats.table;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.StoredVectors;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.FloatRows;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.LineChunks;
import dev.gme.formats.io.NumberParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Vectors as text: {@code id v1 v2 …} a line, with commas, tabs or blanks between. A first line
 * without a number after its first field names the columns and is passed over.
 */
public final class TableVectors {
  private final Path file;
  private final StoredVectors.Taker taker;
  private Fields fields;
  private int dim = -1;
  private long line;
  private boolean blank;

  private TableVectors(Path file, StoredVectors.Taker taker) {
    this.file = file;
    this.taker = taker;
  }

  public static LabelledVectors read(Path file) throws IOException {
    return InputFile.read(file, TableVectors::read);
  }

  /** The vectors of a file that is open, which is closed. */
  public static LabelledVectors read(InputFile file) throws IOException {
    List<String> ids = new ArrayList<>();
    FloatRows rows = new FloatRows(file.toString());
    forEach(
        file,
        (id, vector) -> {
          ids.add(id);
          rows.add(vector.array());
        });
    return LabelledVectors.of(file.toString(), ids, rows.matrix());
  }

  /** Hands on vector after vector, without keeping them; the file is closed. */
  public static void forEach(InputFile file, StoredVectors.Taker taker) throws IOException {
    TableVectors table = new TableVectors(file.path(), taker);
    try (LineChunks in = LineChunks.of(file)) {
      for (LineChunks.Chunk c = in.next(); c != null; c = in.next()) {
        table.chunk(c);
      }
    }
  }

  private void chunk(LineChunks.Chunk chunk) throws IOException {
    byte[] bytes = chunk.bytes();
    int at = 0;
    while (at < chunk.length()) {
      int end = at;
      while (end < chunk.length() && bytes[end] != '\n') {
        end++;
      }
      line++;
      line(bytes, at, end);
      at = end + 1;
    }
  }

  private void line(byte[] bytes, int from, int to) throws IOException {
    if (fields == null) {
      String first = new String(bytes, from, to - from, StandardCharsets.UTF_8);
      fields = new Fields(first.indexOf(',') >= 0 ? ',' : first.indexOf('\t') >= 0 ? '\t' : ' ');
    }
    fields.split(bytes, from, to);
    if (fields.count() == 0) {
      blank = true;
      return;
    }
    if (blank) {
      throw BadFile.atLine(file, line, "expected no blank line before this one", "remove it");
    }
    if (line == 1 && isHeader(bytes)) {
      return;
    }
    int n = fields.count() - 1;
    if (n < 1 || fields.badQuotes() || (dim >= 0 && n != dim)) {
      throw BadFile.atLine(
          file,
          line,
          "expected an id and "
              + (dim < 0 ? "numbers" : dim + " numbers")
              + ", found "
              + fields.count()
              + " fields",
          "complete or remove that line");
    }
    dim = n;
    double[] row = new double[dim];
    for (int j = 0; j < dim; j++) {
      if (!isNumber(bytes, j + 1)) {
        throw BadFile.atLine(
            file,
            line,
            "expected a number in field "
                + (j + 2)
                + ", found "
                + BadFile.quoted(fields.text(j + 1)),
            "correct it, or give a file of vectors if this is none");
      }
      row[j] = (float) NumberParser.parse(bytes, fields.start(j + 1), fields.end(j + 1));
    }
    taker.take(fields.text(0), DoubleMatrix.wrap(1, dim, row));
  }

  /** Names of columns: not one number after the first field. */
  private boolean isHeader(byte[] bytes) {
    return fields.count() > 1
        && IntStream.range(1, fields.count()).noneMatch(field -> isNumber(bytes, field));
  }

  private boolean isNumber(byte[] bytes, int field) {
    try {
      NumberParser.parse(bytes, fields.start(field), fields.end(field));
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /**
   * Writes vectors with nine digits, as many as a float needs.
   *
   * @param separator a comma, a tab or a blank
   */
  public static void write(Path file, LabelledVectors set, char separator) throws IOException {
    try (TableRowsWriter writer = TableRowsWriter.create(file, separator)) {
      int dim = set.vectors().cols();
      for (int i = 0; i < set.size(); i++) {
        float[] row = Arrays.copyOfRange(set.vectors().array(), i * dim, (i + 1) * dim);
        writer.write(set.ids().get(i), row);
      }
      writer.commit();
    }
  }
}
