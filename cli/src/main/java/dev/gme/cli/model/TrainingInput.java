package dev.gme.cli.model;

import dev.gme.cli.files.DataWarnings;
import dev.gme.cli.files.LabelOptions;
import dev.gme.cli.terminal.Terminal;
import dev.gme.lab.data.NetworkNote;
import dev.gme.lab.data.TrainSet;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The vectors to train on, with what is to be said about them; a mixin. */
final class TrainingInput {
  @Parameters(paramLabel = "VECTORS", description = "Training vectors, in any format.")
  Path vectors;

  @Mixin LabelOptions labels;

  private final Terminal terminal;

  TrainingInput(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The vectors with their speakers, after the guards of the data have spoken. */
  TrainSet read() throws IOException {
    TrainSet read = new TrainSet(labels.readLabelled(vectors).requireFinite());
    TrainSet set = NetworkNote.of(vectors).map(read::withNetwork).orElse(read);
    DataWarnings.speak(set, terminal);
    terminal.say("Training on " + set + ".");
    return set;
  }
}
