package dev.gme.frontend.corpus;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.TargetFile;
import dev.gme.frontend.artefact.FeatureSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the frames of an archive were made, in a file {@code x.features} beside {@code x.ark}: what
 * is trained on them can remember it, and take recordings later on.
 *
 * <pre>{@code
 * FeatureNotes.write(Path.of("train.ark"), spec);
 * Optional<FeatureSpec> known = FeatureNotes.read(List.of(Path.of("train.scp")));
 * }</pre>
 */
public final class FeatureNotes {
  private FeatureNotes() {}

  private static Path beside(Path archive) {
    String name = archive.getFileName().toString().replaceFirst("\\.(ark|scp)$", "");
    return archive.resolveSibling(name + ".features");
  }

  public static void write(Path archive, FeatureSpec spec) throws IOException {
    List<String> lines = new ArrayList<>();
    spec.toMap().forEach((key, value) -> lines.add(key + "=" + value));
    TargetFile.writeLines(beside(archive), lines);
  }

  /** What is known of all of some archives; empty if one has no notes. */
  public static Optional<FeatureSpec> read(List<Path> archives) throws IOException {
    FeatureSpec common = null;
    for (Path archive : archives) {
      if (!Files.exists(beside(archive))) {
        return Optional.empty();
      }
      FeatureSpec spec = parse(beside(archive));
      if (common != null && !common.equals(spec)) {
        throw new GmeException(
            archives.get(0) + " and " + archive + " hold features of different kinds",
            "make them with the same options");
      }
      common = spec;
    }
    return Optional.ofNullable(common);
  }

  /** The features of some archives and those that a model expects, if any of them are known. */
  public static Optional<FeatureSpec> agree(List<Path> archives, Optional<FeatureSpec> expected)
      throws IOException {
    Optional<FeatureSpec> found = read(archives);
    if (found.isPresent() && expected.isPresent() && !found.equals(expected)) {
      throw new GmeException(
          archives.get(0) + " holds other features than the mixture was trained on",
          "make them with the same options");
    }
    return expected.isPresent() ? expected : found;
  }

  private static FeatureSpec parse(Path file) throws IOException {
    return of(file.toString(), Files.readAllLines(file));
  }

  /**
   * What the lines of such a file say, wherever it lies.
   *
   * @param file what messages call it
   */
  public static FeatureSpec of(String file, List<String> lines) {
    Map<String, String> map = new LinkedHashMap<>();
    for (String line : lines) {
      int at = line.indexOf('=');
      map.put(line.substring(0, Math.max(0, at)), line.substring(at + 1));
    }
    try {
      return FeatureSpec.of(map);
    } catch (IllegalArgumentException e) {
      throw BadFile.at(
          file,
          "expected options of features, found something else: " + e.getMessage(),
          "make the features again, or remove this file");
    }
  }
}
