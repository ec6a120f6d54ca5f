package dev.gme.cli;

import dev.gme.benchmarks.DurationStudy;
import dev.gme.benchmarks.PaperSizeStudy;
import dev.gme.benchmarks.ScoringStudy;
import dev.gme.benchmarks.WrongModelStudy;
import dev.gme.cli.files.JsonOption;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Repeats a study of docs/studies. */
@Command(
    name = "study",
    description = "Repeat a study of docs/studies and print its table; takes minutes.",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  gme study wrong-model",
      "  gme study paper-size",
      "  gme study durations --data audio/lists"
    })
final class StudyCommand implements Callable<Integer> {
  /** The studies there are. */
  enum Study {
    DURATIONS,
    PAPER_SIZE,
    SCORING,
    WRONG_MODEL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Parameters(paramLabel = "STUDY", description = "Which one: ${COMPLETION-CANDIDATES}.")
  Study study;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "For durations: a folder with wav.scp, utt2spk, train.utt, eval.utt and trials.")
  Path data;

  @Mixin JsonOption json;

  private final Terminal terminal;

  StudyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    List<String> lines =
        switch (study) {
          case DURATIONS -> new DurationStudy(recordings()).run(terminal::say);
          case PAPER_SIZE -> new PaperSizeStudy().run(terminal::say);
          case SCORING -> new ScoringStudy().run(terminal::say);
          case WRONG_MODEL -> new WrongModelStudy().run(terminal::say);
        };
    if (json.isWanted()) {
      json.print(StudyTables.of(lines));
    } else {
      lines.forEach(terminal.out()::println);
    }
    return 0;
  }

  private Path recordings() {
    if (data == null) {
      throw new GmeException(
          "this study needs recordings", "name a folder of lists with --data DIR");
    }
    return data;
  }
}
