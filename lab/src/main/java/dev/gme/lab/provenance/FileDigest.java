package dev.gme.lab.provenance;

import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.Sha256;
import dev.gme.formats.io.TargetFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/** What files hold, in a few characters. */
public final class FileDigest {
  private FileDigest() {}

  public static String of(Path file) throws IOException {
    return of(List.of(file));
  }

  /** The digest of the files' bytes, one file after the other; unknown where one is a pipe. */
  public static String of(List<Path> files) throws IOException {
    Sha256 digest = new Sha256();
    byte[] buffer = new byte[1 << 16];
    for (Path file : files) {
      if (TargetFile.isStream(file)) {
        return "unknown: " + file + " was a pipe";
      }
      try (InputFile opened = InputFile.open(file)) {
        InputStream in = opened.stored();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          digest.update(buffer, 0, n);
        }
      }
    }
    return "sha256:" + digest.hex();
  }
}
