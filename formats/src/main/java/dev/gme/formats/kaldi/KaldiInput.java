package dev.gme.formats.kaldi;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The bytes of a Kaldi file, gzipped or not, with a look ahead. What an object declares is compared
 * with what is left of the file; where only reading tells that, memory grows with what was read.
 */
final class KaldiInput implements Closeable {
  /** Elements that are taken on trust where the size of the file is not known. */
  private static final int TRUSTED = 1 << 16;

  /** Elements of one object: their bytes in double are as many as an array has. */
  private static final long MOST = Integer.MAX_VALUE / 8;

  private final String file;

  /** Where places can be gone to; null where bytes come as they come. */
  private final InputFile places;

  private final long size;

  /** Null where there are places. */
  private final InputStream in;

  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;
  private long base;
  private String key;

  private KaldiInput(String file, InputFile places, InputStream in, long size) {
    this.file = file;
    this.places = places;
    this.in = in;
    this.size = size;
  }

  static KaldiInput open(Path file) throws IOException {
    return InputFile.open(file, KaldiInput::of);
  }

  /** The bytes of a file from the first on; to close them is to close the file. */
  static KaldiInput of(InputFile in) throws IOException {
    return in.hasPlaces()
        ? new KaldiInput(in.toString(), in, null, in.size())
        : new KaldiInput(in.toString(), null, in.stream(), in.size());
  }

  /** The first bytes of a file, to look at. */
  static KaldiInput start(InputFile in) throws IOException {
    InputStream bytes = new ByteArrayInputStream(in.start());
    return new KaldiInput(in.toString(), null, bytes, Long.MAX_VALUE);
  }

  /** What is read from now on belongs to this key; for messages. */
  void entry(String newKey) {
    key = newKey;
  }

  String where() {
    return key == null ? file : file + ", key " + BadFile.quoted(key);
  }

  GmeException bad(String found, String help) {
    return BadFile.at(where(), found, help);
  }

  /** The number of the next byte in the file. */
  long position() {
    return base + at;
  }

  /** How many bytes there are, at most, from here to the end. */
  long left() {
    return size == Long.MAX_VALUE ? size : size - position();
  }

  void seek(long position) throws IOException {
    if (places == null && position != position()) {
      throw bad("a place in a gzipped or streamed archive cannot be gone to", "unpack it first");
    }
    if (position < 0 || position > size) {
      throw bad(
          "expected an object at byte " + position + ", but the file has " + size + " bytes",
          "the list and the archive do not belong together: write both again");
    }
    if (position >= base && position <= base + end) {
      at = (int) (position - base);
    } else {
      base = position;
      at = 0;
      end = 0;
    }
  }

  private boolean fill() throws IOException {
    base += end;
    at = 0;
    end = 0;
    int got =
        places == null
            ? in.read(buffer, 0, buffer.length)
            : places.read(ByteBuffer.wrap(buffer), base);
    end = Math.max(0, got);
    return end > 0;
  }

  /** The next byte, or −1 at the end, without going on. */
  int peek() throws IOException {
    return at < end || fill() ? buffer[at] & 0xff : -1;
  }

  /** The next byte, or −1 at the end. */
  int read() throws IOException {
    return at < end || fill() ? buffer[at++] & 0xff : -1;
  }

  /** Refuses a size that the rest of the file cannot hold. */
  void need(long bytes, String what) {
    if (bytes > left()) {
      throw BadFile.truncated(where(), what, bytes, left());
    }
  }

  private void readFully(byte[] out, int off, int n, String what) throws IOException {
    int done = 0;
    while (done < n) {
      if (at == end && !fill()) {
        throw BadFile.truncated(where(), what, n, done);
      }
      int some = Math.min(n - done, end - at);
      System.arraycopy(buffer, at, out, off + done, some);
      at += some;
      done += some;
    }
  }

  ByteBuffer bytes(int n, String what) throws IOException {
    need(n, what);
    byte[] out = new byte[Math.min(n, left() == Long.MAX_VALUE ? TRUSTED : n)];
    int done = 0;
    while (done < n) {
      if (done == out.length) {
        out = Arrays.copyOf(out, (int) Math.min(n, 2L * out.length));
      }
      readFully(out, done, out.length - done, what);
      done = out.length;
    }
    return ByteBuffer.wrap(out).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** {@code n} numbers in double. */
  double[] numbers(long n, boolean single, String what) throws IOException {
    int width = single ? 4 : 8;
    if (n > left() / width) {
      long bytes = n > Long.MAX_VALUE / width ? Long.MAX_VALUE : n * width;
      throw BadFile.truncated(where(), what, bytes, left());
    }
    if (n > MOST) {
      throw bad("expected at most 2^28 numbers in one object, found " + what, "split it");
    }
    double[] out = new double[(int) (left() == Long.MAX_VALUE ? Math.min(n, TRUSTED) : n)];
    int done = 0;
    while (done < n) {
      if (done == out.length) {
        out = Arrays.copyOf(out, (int) Math.min(n, 2L * out.length));
      }
      int some = Math.min(out.length - done, TRUSTED);
      ByteBuffer block = bytes(some * width, what);
      for (int i = 0; i < some; i++) {
        out[done + i] = single ? block.getFloat() : block.getDouble();
      }
      done += some;
    }
    return out;
  }

  @Override
  public void close() throws IOException {
    if (places == null) {
      in.close();
    } else {
      places.close();
    }
  }
}
