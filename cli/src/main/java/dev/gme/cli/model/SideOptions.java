package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.OptionHelp;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.lists.SideInformation;
import dev.gme.lab.score.HeadedExtraction;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What a model with a precision head needs to know of recordings; a mixin. */
final class SideOptions {
  @Option(
      names = "--side",
      paramLabel = "FILE",
      description =
          "Side information on all recordings, for a model with a precision head ('gme info' says"
              + " which columns): a table with the names of columns in its first line, such as the"
              + " .quality.tsv of 'gme embed', or lines of an id and a number.")
  String side;

  @Option(
      names = "--no-head",
      description = "Leave out the model's precision head: precisions as they are without it.")
  boolean noHead;

  private final Terminal terminal;
  private Optional<SideInformation> information = Optional.empty();

  SideOptions(Terminal terminal) {
    this.terminal = terminal;
  }

  void check(CommandSpec spec) {
    CheckedOptions.require(
        side == null || !noHead, spec, "--side and --no-head exclude each other");
  }

  /**
   * The model with its head if that is wanted, once the options fit it.
   *
   * @param withVariances whether the vectors come with variances
   */
  Pipeline wanted(Pipeline model, boolean withVariances) throws IOException {
    if (model.head().isEmpty()) {
      // As training returns them where no head helps.
      if (side != null) {
        terminal.say("note: the model has no precision head, so --side is not looked at.");
      }
      return model;
    }
    if (noHead) {
      return model.withoutHead();
    }
    if (withVariances) {
      throw new GmeException(
          "the model's precision head and variances of vectors both say how far to trust a"
              + " recording",
          "leave out one of them (--no-head, --variance)");
    }
    information = side == null ? Optional.empty() : Optional.of(SideInformation.parse(side));
    return model;
  }

  boolean isGiven() {
    return side != null;
  }

  /**
   * How the head of a model meets the recordings, all of which it is shown; says if it does not.
   */
  HeadedExtraction headed(Pipeline model, List<LabelledVectors> sets) throws IOException {
    HeadedExtraction how =
        OptionHelp.naming(
            "side information",
            "--side, --no-head",
            () -> HeadedExtraction.of(model, information, sets));
    how.warning().ifPresent(w -> terminal.say("warning: " + w + "."));
    return how;
  }
}
