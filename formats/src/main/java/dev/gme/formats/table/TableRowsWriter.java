package dev.gme.formats.table;

import dev.gme.formats.io.TargetFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes vectors as lines of text, {@code id v1 v2 …}, with nine digits, as many as a float needs.
 *
 * <pre>{@code
 * try (TableRowsWriter out = TableRowsWriter.create(path, ',')) {
 *   out.write(id, row);
 *   out.commit();
 * }
 * }</pre>
 */
public final class TableRowsWriter implements Closeable {
  private final TargetFile target;
  private final char separator;
  private final LineBuffer line = new LineBuffer();

  private TableRowsWriter(TargetFile target, char separator) {
    this.target = target;
    this.separator = separator;
  }

  /**
   * Begins a table of vectors.
   *
   * @param separator a comma, a tab or a blank
   */
  public static TableRowsWriter create(Path file, char separator) throws IOException {
    return new TableRowsWriter(TargetFile.create(file), separator);
  }

  /** The separator that the name of a file stands for: a comma for .csv, else a tab. */
  public static char separator(Path file) {
    return file.getFileName().toString().endsWith(".csv") ? ',' : '\t';
  }

  public void write(String id, float[] row) throws IOException {
    line.clear().word(LineBuffer.encode(List.of(id), ' ', false)[0]);
    for (float x : row) {
      line.sign(separator).number(x, ListWriter.DIGITS);
    }
    line.sign('\n').writeTo(target.stream());
  }

  /** Puts the file into its place. */
  public void commit() throws IOException {
    target.commit();
  }

  /** Removes what was not committed. */
  @Override
  public void close() throws IOException {
    target.close();
  }
}
