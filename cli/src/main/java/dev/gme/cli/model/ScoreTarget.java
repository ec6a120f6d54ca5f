package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.OptionalOut;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Progress;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.score.PairFiles;
import dev.gme.lab.score.ScoredList;
import dev.gme.lab.score.ScoredSides;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Where scores go, and in which form; a mixin. */
final class ScoreTarget {
  /** How scores are written. */
  enum Format {
    SCORES,
    WESPEAKER,
    NIST,
    TABLE,
    BOSARIS,
    NPY;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Mixin OptionalOut out;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "Format of the scores: ${COMPLETION-CANDIDATES}; unless given, by the name of --out, else"
              + " scores (lines of: enrol test score).")
  Format format;

  private final Terminal terminal;

  ScoreTarget(Terminal terminal) {
    this.terminal = terminal;
  }

  void check(CommandSpec spec, boolean isList) {
    Format as = format();
    CheckedOptions.require(
        !out.isStdout() || (as != Format.NPY && as != Format.BOSARIS),
        spec,
        "a matrix of scores needs a file: give --out FILE");
    CheckedOptions.require(
        !isList || as != Format.NPY, spec, "--format npy is of all pairs, not of --trials");
  }

  private Format format() {
    if (format != null) {
      return format;
    }
    String name = out.file().map(Path::toString).orElse("");
    return name.endsWith(".npy")
        ? Format.NPY
        : name.matches(".*\\.(h5|hdf5)") ? Format.BOSARIS : Format.SCORES;
  }

  /** Writes the trials of a list. */
  void write(TrialList scored) throws IOException {
    out.write(scored, ListLayout.of(format().toString()));
  }

  /** Scores all pairs and writes them, tile by tile where the form allows it. */
  ScoreReport writeAll(ScoredSides sides, Progress progress) throws IOException {
    return switch (format()) {
      case NPY -> PairFiles.writeNpy(sides, out.file().orElseThrow(), progress);
      case SCORES ->
          out.isStdout()
              ? PairFiles.writeText(sides, terminal.out(), progress)
              : PairFiles.writeText(sides, out.file().orElseThrow(), progress);
      default -> {
        ScoredList all = sides.all(progress);
        write(all.list());
        yield all.report();
      }
    };
  }
}
