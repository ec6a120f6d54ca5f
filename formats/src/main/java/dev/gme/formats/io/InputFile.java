package dev.gme.formats.io;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Opens files for reading; gzip is recognized by its first two bytes, whatever the name is. */
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
      InputStream in = isGzip(raw) ? new GZIPInputStream(raw, BUFFER) : raw;
      opened = true;
      return in;
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

  private static boolean isGzip(InputStream in) throws IOException {
    in.mark(2);
    boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return gzip;
  }
}
