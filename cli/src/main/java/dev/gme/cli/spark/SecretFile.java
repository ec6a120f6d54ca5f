package dev.gme.cli.spark;

import dev.gme.core.GmeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The secret that the processes of a cluster share. It goes to them in a file that only its owner
 * may read, never on a command line, which everybody on a machine sees.
 */
final class SecretFile {
  private static final int BYTES = 32;
  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private SecretFile() {}

  /** Makes a secret where there is no such file. */
  static void createIfMissing(Path file) throws IOException {
    if (!Files.exists(file)) {
      byte[] random = new byte[BYTES];
      new SecureRandom().nextBytes(random);
      writePrivately(file, List.of(HexFormat.of().formatHex(random)));
    }
  }

  /** The secret in a file, refused where others may read it. */
  static String read(Path file) throws IOException {
    if (isPosix(file)) {
      Set<PosixFilePermission> open = Files.getPosixFilePermissions(file);
      open.retainAll(OTHERS);
      if (!open.isEmpty()) {
        throw new GmeException(
            file + " may be read by others, so it is no secret", "run chmod 600 " + file);
      }
    }
    String secret = Files.readString(file).strip();
    if (secret.isEmpty() || secret.contains("\n")) {
      throw new GmeException(
          file + ": expected a secret in one line, found " + (secret.isEmpty() ? "none" : "more"),
          "remove it; 'gme spark cluster master' makes a new one");
    }
    return secret;
  }

  /** The settings by which processes of Spark know each other. */
  static Map<String, String> settings(Path file) throws IOException {
    return Map.of(
        "spark.authenticate",
        "true",
        "spark.authenticate.secret",
        read(file),
        // It knows no secret, and where it is on, as in 4.1.0, a master with one does not start.
        "spark.master.rest.enabled",
        "false");
  }

  /** Settings of Spark in a file of their own, gone with this process. */
  static Path properties(Map<String, String> settings) throws IOException {
    Path file = Files.createTempFile("gme-spark", ".properties");
    file.toFile().deleteOnExit();
    Files.delete(file);
    writePrivately(
        file, settings.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
    return file;
  }

  private static void writePrivately(Path file, List<String> lines) throws IOException {
    Files.createFile(file);
    if (isPosix(file)) {
      Files.setPosixFilePermissions(
          file, EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
    }
    Files.write(file, lines, StandardCharsets.UTF_8);
  }

  private static boolean isPosix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
