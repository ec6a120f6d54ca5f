package dev.gme.cli.files;

import dev.gme.cli.terminal.Terminal;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.table.TrialList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * Where a list goes, to a file or to standard output; a mixin with {@code --out}.
 *
 * <pre>{@code
 * @Mixin OptionalOut out;
 * ...
 * out.write(scores, ListLayout.SCORES);
 * }</pre>
 */
public final class OptionalOut {
  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Where to write; unless given, stdout.")
  Path out;

  private final Terminal terminal;

  OptionalOut(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The file, if one was named. */
  public Optional<Path> file() {
    return Optional.ofNullable(out);
  }

  public boolean isStdout() {
    return out == null;
  }

  public void write(TrialList list, ListLayout layout) throws IOException {
    if (out == null) {
      ListWriter.write(terminal.out(), list, layout);
    } else {
      ListWriter.write(out, list, layout);
    }
  }
}
