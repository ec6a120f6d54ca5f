package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.OptionalOut;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Progress;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ScoreAbout;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.score.PairFiles;
import dev.gme.lab.score.ScoredList;
import dev.gme.lab.score.ScoredSides;
import java.io.IOException;
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
    NPZ,
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
          "Format of the scores: ${COMPLETION-CANDIDATES}; unless given, by the name of --out (.csv"
              + " and .tsv: table; .h5: bosaris; .npz; .npy), else scores (lines of: enrol test"
              + " score).")
  Format format;

  private final Terminal terminal;

  ScoreTarget(Terminal terminal) {
    this.terminal = terminal;
  }

  void check(CommandSpec spec, boolean isList) {
    Format as = format();
    CheckedOptions.require(
        !out.isStdout() || (as != Format.NPY && as != Format.NPZ && as != Format.BOSARIS),
        spec,
        "a matrix of scores needs a file: give --out FILE");
    CheckedOptions.require(
        !isList || as != Format.NPY,
        spec,
        "a .npy file is of all pairs, not of --trials: name it .npz, or .txt for text");
    if (as != Format.NPY && out.file().isPresent()) {
      CheckedOptions.of(
          spec,
          () -> {
            layout().requireName(out.file().get());
            return as;
          });
    }
  }

  private Format format() {
    if (format != null) {
      return format;
    }
    if (out.file().map(f -> f.toString().endsWith(".npy")).orElse(false)) {
      return Format.NPY;
    }
    return out.file()
        .flatMap(ListLayout::ofName)
        .map(named -> Format.valueOf(named.name()))
        .orElse(Format.SCORES);
  }

  private ListLayout layout() {
    return ListLayout.valueOf(format().name());
  }

  /** Writes the trials of a list. */
  void write(TrialList scored, ScoreAbout about) throws IOException {
    out.write(scored.withAbout(about), layout());
  }

  /** Scores all pairs and writes them, row by row where the form allows it. */
  ScoreReport writeAll(ScoredSides sides, ScoreAbout about, Progress progress) throws IOException {
    return switch (format()) {
      case NPY -> PairFiles.writeNpy(sides, about, out.file().orElseThrow(), progress);
      case SCORES, TABLE ->
          out.isStdout()
              ? PairFiles.writeText(sides, layout(), terminal.out(), progress)
              : PairFiles.writeText(sides, about, layout(), out.file().orElseThrow(), progress);
      default -> {
        ScoredList all = sides.all(progress);
        write(all.list(), about);
        yield all.report();
      }
    };
  }
}
