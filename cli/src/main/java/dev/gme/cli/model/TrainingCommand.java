package dev.gme.cli.model;

import dev.gme.cli.files.TerminalCommand;
import picocli.CommandLine.Mixin;

/** What the commands that train a model have: vectors with speakers, and a file for the model. */
abstract class TrainingCommand extends TerminalCommand {
  @Mixin TrainingInput input;
  @Mixin TrainingOutput output;
}
