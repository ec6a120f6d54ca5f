package dev.gme.formats.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;

/** Cuts a text file, gzipped or not, into chunks of whole lines. */
public final class LineChunks implements Closeable {
  /** So many lines that most ids of a list come more than once in a chunk. */
  private static final int SIZE = 1 << 22;

  /** A longer line is no line of any list. */
  private static final int LONGEST_LINE = 1 << 26;

  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final Path file;
  private final InputStream in;
  private final int size;
  private byte[] rest = new byte[0];
  private boolean ended;

  /**
   * Whole lines; the last may lack its line feed.
   *
   * @param bytes not a copy, and longer than the lines
   * @param length how many of the bytes are lines
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Chunk(byte[] bytes, int length) {}

  private LineChunks(Path file, InputStream in, int size) {
    this.file = file;
    this.in = in;
    this.size = size;
  }

  public static LineChunks open(Path file) throws IOException {
    return InputFile.open(file, LineChunks::of);
  }

  /** The chunks of a file from its first line on; to close them is to close the file. */
  public static LineChunks of(InputFile in) throws IOException {
    // One byte more than there is shows the end.
    int size = (int) Math.min(SIZE - 1L, in.size()) + 1;
    LineChunks chunks = new LineChunks(in.path(), in.stream(), size);
    chunks.skipMark();
    return chunks;
  }

  /** Programs of Windows begin text in UTF-8 with a mark, which is no part of the first word. */
  private void skipMark() throws IOException {
    byte[] start = in.readNBytes(MARK.length);
    rest = Arrays.equals(start, MARK) ? new byte[0] : start;
    ended = start.length < MARK.length;
  }

  /** The next lines, or null at the end of the file. */
  public Chunk next() throws IOException {
    byte[] bytes = Arrays.copyOf(rest, Math.max(size, 2 * rest.length));
    int length = rest.length;
    while (length > 0 || !ended) {
      int got = ended ? 0 : in.readNBytes(bytes, length, bytes.length - length);
      ended |= got < bytes.length - length;
      length += got;
      int end = ended ? length : lastLineFeed(bytes, length) + 1;
      if (end > 0 || ended) {
        rest = Arrays.copyOfRange(bytes, end, length);
        return end == 0 ? null : new Chunk(bytes, end);
      }
      if (length >= LONGEST_LINE) {
        throw BadFile.at(
            file, "expected lines of text, found one of over 64 MiB", "check that it is a list");
      }
      bytes = Arrays.copyOf(bytes, 2 * length);
    }
    return null;
  }

  private static int lastLineFeed(byte[] bytes, int length) {
    int at = length - 1;
    while (at >= 0 && bytes[at] != '\n') {
      at--;
    }
    return at;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
