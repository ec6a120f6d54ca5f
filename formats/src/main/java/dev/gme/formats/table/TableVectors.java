package dev.gme.formats.table;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.LineChunks;
import dev.gme.formats.io.Numbers;
import dev.gme.formats.io.TargetFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Vectors as text: {@code id v1 v2 …} a line, with commas, tabs or blanks between. A first line
 * whose second field is no number names the columns and is passed over.
 */
public final class TableVectors {
  private final Path file;
  private final List<String> ids = new ArrayList<>();
  private Fields fields;
  private float[] all = new float[0];
  private int dim = -1;
  private long line;

  private TableVectors(Path file) {
    this.file = file;
  }

  public static LabelledVectors read(Path file) throws IOException {
    TableVectors table = new TableVectors(file);
    try (LineChunks in = LineChunks.open(file)) {
      for (LineChunks.Chunk c = in.next(); c != null; c = in.next()) {
        table.chunk(c);
      }
    }
    int width = Math.max(0, table.dim);
    float[] exact = Arrays.copyOf(table.all, table.ids.size() * width);
    return LabelledVectors.of(
        file.toString(), table.ids, FloatMatrix.wrap(table.ids.size(), width, exact));
  }

  private void chunk(LineChunks.Chunk chunk) {
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

  private void line(byte[] bytes, int from, int to) {
    if (fields == null) {
      String first = new String(bytes, from, to - from, StandardCharsets.UTF_8);
      fields = new Fields(first.indexOf(',') >= 0 ? ',' : first.indexOf('\t') >= 0 ? '\t' : ' ');
    }
    fields.split(bytes, from, to);
    if (line == 1 && fields.count() > 1 && !isNumber(bytes, 1)) {
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
    int at = Math.multiplyExact(ids.size(), dim);
    if (all.length - at < dim) {
      all = Arrays.copyOf(all, Math.max(at + dim, (int) Math.min(2L * at, Integer.MAX_VALUE - 8)));
    }
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
      all[at + j] = (float) Numbers.parse(bytes, fields.start(j + 1), fields.end(j + 1));
    }
    ids.add(fields.text(0));
  }

  private boolean isNumber(byte[] bytes, int field) {
    try {
      Numbers.parse(bytes, fields.start(field), fields.end(field));
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
    byte[][] ids = LineBuffer.encode(set.ids());
    float[] values = set.vectors().array();
    int dim = set.vectors().cols();
    LineBuffer lines = new LineBuffer();
    try (TargetFile target = TargetFile.create(file)) {
      for (int i = 0; i < ids.length; i++) {
        lines.clear().word(ids[i]);
        for (int j = 0; j < dim; j++) {
          lines.sign(separator).number(values[i * dim + j], ListWriter.DIGITS);
        }
        lines.sign('\n').writeTo(target.stream());
      }
      target.commit();
    }
  }
}
