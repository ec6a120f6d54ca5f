package dev.gme.formats.io;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a text file, gzipped or not, one after the other and without their ends. Blank lines
 * at the end of the file are no lines; elsewhere they are refused, because nobody knows what is
 * missing there.
 *
 * <pre>{@code
 * try (TextLines lines = TextLines.open(path)) {
 *   for (String line = lines.next(); line != null; line = lines.next()) {
 *     use(lines.number(), line);
 *   }
 * }
 * }</pre>
 */
public final class TextLines implements Closeable {
  private final Path file;
  private final LineChunks chunks;
  private LineChunks.Chunk chunk;
  private int at;
  private long number;
  private long blank;

  private TextLines(Path file, LineChunks chunks) {
    this.file = file;
    this.chunks = chunks;
  }

  public static TextLines open(Path file) throws IOException {
    return InputFile.open(file, TextLines::of);
  }

  /** The lines of a file from the first on; to close them is to close the file. */
  public static TextLines of(InputFile in) throws IOException {
    return new TextLines(in.path(), LineChunks.of(in));
  }

  /** All lines of a file. */
  public static List<String> read(Path file) throws IOException {
    List<String> out = new ArrayList<>();
    try (TextLines lines = open(file)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        out.add(line);
      }
    }
    return out;
  }

  /** The next line, or null at the end. */
  public String next() throws IOException {
    for (String line = any(); line != null; line = any()) {
      number++;
      if (!line.isBlank()) {
        if (blank > 0) {
          throw BadFile.atLine(file, blank, "expected words, found a blank line", "remove it");
        }
        return line;
      }
      blank = blank == 0 ? number : blank;
    }
    return null;
  }

  private String any() throws IOException {
    if (chunk == null || at >= chunk.length()) {
      chunk = chunks.next();
      at = 0;
      if (chunk == null) {
        return null;
      }
    }
    byte[] bytes = chunk.bytes();
    int from = at;
    int end = from;
    while (end < chunk.length() && bytes[end] != '\n') {
      end++;
    }
    at = end + 1;
    int to = end > from && bytes[end - 1] == '\r' ? end - 1 : end;
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /** The number of the line that was read last, from 1. */
  public long number() {
    return number;
  }

  @Override
  public void close() throws IOException {
    chunks.close();
  }
}
