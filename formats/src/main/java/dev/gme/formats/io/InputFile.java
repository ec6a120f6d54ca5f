package dev.gme.formats.io;

import dev.gme.core.GmeException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Opens files for reading; gzip is recognized by its first two bytes, whatever the name is. That
 * compressed data is damaged is said of the file, here and when it is read.
 */
public final class InputFile {
  private static final int BUFFER = 1 << 16;

  private InputFile() {}

  /** The content, uncompressed. */
  public static InputStream open(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw BadFile.at(file, "expected a file, found a folder", "name a file in it");
    }
    InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    boolean opened = false;
    try {
      InputStream in = isGzip(raw) ? new Unpacked(file, new GZIPInputStream(raw, BUFFER)) : raw;
      opened = true;
      return in;
    } catch (EOFException | ZipException e) {
      throw damaged(file);
    } finally {
      if (!opened) {
        raw.close();
      }
    }
  }

  /** How many bytes {@link #open} will give, or {@link Long#MAX_VALUE} where only reading tells. */
  public static long size(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Long.MAX_VALUE;
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 2)) {
      return isGzip(in) ? Long.MAX_VALUE : Files.size(file);
    }
  }

  /** The first bytes of the content, at most {@code n}. */
  public static byte[] start(Path file, int n) throws IOException {
    try (InputStream in = open(file)) {
      return in.readNBytes(n);
    }
  }

  private static boolean isGzip(InputStream in) throws IOException {
    in.mark(2);
    boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return gzip;
  }

  private static GmeException damaged(Path file) {
    return BadFile.at(
        file, "expected gzipped data, found damaged compressed data", "make or copy it again");
  }

  /** What comes out of gzip, or a sentence. */
  private static final class Unpacked extends FilterInputStream {
    private final Path file;

    Unpacked(Path file, InputStream in) {
      super(in);
      this.file = file;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] out, int off, int n) throws IOException {
      try {
        return super.read(out, off, n);
      } catch (EOFException | ZipException e) {
        throw damaged(file);
      }
    }
  }
}
