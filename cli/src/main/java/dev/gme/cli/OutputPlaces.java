package dev.gme.cli;

import dev.gme.formats.io.TargetFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Looks at the places of results before any work is done: to learn after an hour of training that
 * there is no such folder is too late.
 */
final class OutputPlaces {
  private static final List<String> RESULTS = List.of("--out", "--report");

  private OutputPlaces() {}

  /** Refuses a file that cannot be written where the command line wants it. */
  static void require(ParseResult line) throws IOException {
    if (line.isUsageHelpRequested() || line.isVersionHelpRequested()) {
      return;
    }
    for (OptionSpec option : line.matchedOptions()) {
      boolean isFile = option.paramLabel().startsWith("FILE");
      if (isFile
          && List.of(option.names()).stream().anyMatch(RESULTS::contains)
          && option.getValue() instanceof Path path
          && !isTableOfKaldi(path)) {
        TargetFile.requirePlace(path);
      }
    }
  }

  /** For example {@code ark,scp:x.ark,x.scp}, which is the name of no file. */
  private static boolean isTableOfKaldi(Path path) {
    return path.toString().matches("(ark|scp)[,:].*");
  }
}
