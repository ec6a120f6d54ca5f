package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.lab.score.VectorErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Covariances of vectors; a mixin. */
final class VarianceOptions {
  private static final Pattern ARRAY = Pattern.compile("(.+[.]npz):([^:/]+)");

  @Option(
      names = "--variance",
      paramLabel = "FILE",
      description =
          "Variances of the errors of all vectors, by id, in any format of vectors: D numbers a"
              + " recording, or D*D of a whole covariance. FILE.npz:ARRAY names an array beside the"
              + " vectors.")
  String variance;

  boolean isWanted() {
    return variance != null;
  }

  /** Reads them, before anything that takes long. */
  Optional<VectorErrors> read() throws IOException {
    if (variance == null) {
      return Optional.empty();
    }
    Matcher array = ARRAY.matcher(variance);
    return Optional.of(
        VectorErrors.of(
            (array.matches()
                    ? VectorFiles.readNpz(Path.of(array.group(1)), Map.of("X", array.group(2)))
                    : VectorFiles.read(Path.of(variance)))
                .requireFinite()));
  }

  void exclude(boolean other, String name, CommandSpec spec) {
    CheckedOptions.require(
        !other || !isWanted(), spec, "--variance and " + name + " exclude each other");
  }
}
