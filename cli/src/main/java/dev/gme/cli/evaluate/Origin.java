package dev.gme.cli.evaluate;

import dev.gme.formats.artefact.Provenance;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** What artefacts say of where they come from. */
public final class Origin {
  private Origin() {}

  /** Name and version of this program. */
  public static String tool() {
    String version = Origin.class.getPackage().getImplementationVersion();
    return "gme " + (version == null ? "(not packaged)" : version);
  }

  /** Made now, by this command, from these files. */
  static Provenance of(CommandSpec spec, List<Path> files, Map<String, String> parameters)
      throws IOException {
    List<String> words = spec.root().commandLine().getParseResult().originalArgs();
    return new Provenance(
        digest(files), "gme " + String.join(" ", words), parameters, tool(), now());
  }

  public static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The digest of what the files hold, one after the other. */
  public static String digest(List<Path> files) throws IOException {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[1 << 16];
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          digest.update(buffer, 0, n);
        }
      }
    }
    return "sha256:" + HexFormat.of().formatHex(digest.digest());
  }
}
