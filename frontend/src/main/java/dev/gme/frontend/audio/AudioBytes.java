package dev.gme.frontend.audio;

import dev.gme.core.GmeException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of an audio file in their order, with the name and size of the file for errors. Nothing
 * larger than a few kilobytes is ever allocated here, whatever a header claims.
 */
final class AudioBytes implements AutoCloseable {
  private static final String BROKEN =
      "copy or convert the file again, or leave it out of the list";

  private final String name;
  private final long size;
  private final InputStream in;
  private final byte[] block = new byte[1 << 14];
  private int at;
  private int end;
  private long blockStart;

  /**
   * @param name of the file, for errors
   * @param size its length in bytes
   */
  AudioBytes(String name, long size, InputStream in) {
    this.name = name;
    this.size = size;
    this.in = in;
  }

  /** Bytes from here to the end of the file. */
  long remaining() {
    return size - position();
  }

  private long position() {
    return blockStart + at;
  }

  /** The next byte (0 to 255), −1 at the end. */
  int read() {
    return at == end && !fill() ? -1 : block[at++] & 0xff;
  }

  private boolean fill() {
    try {
      blockStart += end;
      at = 0;
      end = Math.max(0, in.read(block));
      return end > 0;
    } catch (IOException e) {
      end = 0;
      throw new GmeException(name + " cannot be read: " + e.getMessage(), BROKEN);
    }
  }

  /** The next byte, which must be there. */
  int need() {
    int b = read();
    if (b < 0) {
      throw truncated();
    }
    return b;
  }

  /** The next n bytes in a buffer of little-endian order. */
  ByteBuffer need(int n) {
    return ByteBuffer.wrap(needBytes(n)).order(ByteOrder.LITTLE_ENDIAN);
  }

  byte[] needBytes(int n) {
    byte[] bytes = new byte[n];
    need(bytes, n);
    return bytes;
  }

  void need(byte[] to, int n) {
    for (int done = 0; done < n; ) {
      if (at == end && !fill()) {
        throw truncated();
      }
      int part = Math.min(n - done, end - at);
      System.arraycopy(block, at, to, done, part);
      at += part;
      done += part;
    }
  }

  /** The next n bytes as characters. */
  String text(int n) {
    return new String(needBytes(n), StandardCharsets.ISO_8859_1);
  }

  /** Passes over n bytes, or to the end of the file if it comes first. */
  void skip(long n) {
    try {
      long buffered = Math.min(n, end - at);
      at += (int) buffered;
      if (n > buffered) {
        long left = Math.min(n - buffered, remaining());
        blockStart += end + left;
        at = 0;
        end = 0;
        in.skipNBytes(left);
      }
    } catch (EOFException e) {
      throw truncated();
    } catch (IOException e) {
      throw new GmeException(name + " cannot be read: " + e.getMessage(), BROKEN);
    }
  }

  /** How many samples of all channels the bytes hold; the bytes must be there. */
  long frames(long bytes, AudioFormat format) {
    if (bytes > remaining()) {
      throw new GmeException(
          name
              + " is truncated: its header promises "
              + bytes
              + " bytes of samples, the file has "
              + remaining(),
          BROKEN);
    }
    return bytes / format.frameBytes();
  }

  GmeException truncated() {
    return new GmeException(name + " is truncated: it ends at byte " + position(), BROKEN);
  }

  /** The file contradicts its own format. */
  GmeException damaged(String expected, String found) {
    return new GmeException(
        name
            + " is damaged before byte "
            + position()
            + ": expected "
            + expected
            + ", found "
            + found,
        BROKEN);
  }

  /** The file is sound but of a kind that is not read here. */
  GmeException unsupported(String what) {
    return new GmeException(
        name + " holds " + what + ", which is not supported", "convert it to WAV or FLAC");
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw new GmeException(name + " cannot be closed: " + e.getMessage(), BROKEN);
    }
  }
}
