package dev.gme.cli.files;

import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/**
 * Reads trials, keys and scores; a mixin with the option that forces their layout.
 *
 * <pre>{@code
 * @Mixin TrialOptions trialOptions;
 * ...
 * TrialList key = trialOptions.read(keyFile);
 * }</pre>
 */
public final class TrialOptions {
  @Option(
      names = "--trials-format",
      paramLabel = "LAYOUT",
      description =
          "Read trials and scores as ${COMPLETION-CANDIDATES}, in any case; without it, the layout"
              + " is told by the content.")
  ListLayout layout;

  /** Whether the option was given. */
  public boolean isForced() {
    return layout != null;
  }

  public TrialList read(Path file) throws IOException {
    return layout == null ? ListReader.read(file) : ListReader.read(file, layout);
  }
}
