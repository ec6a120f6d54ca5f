package dev.gme.cli.model;

import dev.gme.cli.files.DataGuards;
import dev.gme.cli.files.LabelOptions;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.train.data.TrainingData;
import dev.gme.formats.LabelledVectors;
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

  LabelledVectors read() throws IOException {
    return labels.readLabelled(vectors).requireFinite();
  }

  /** The data, after their guards have spoken. */
  TrainingData data(LabelledVectors set) {
    TrainingData data = TrainingData.of(set.vectors(), set.speakerNumbers());
    DataGuards.speak(data, terminal);
    terminal.say("Training on " + set + " of " + data.speakers() + " speakers.");
    return data;
  }
}
