package dev.gme.cli.evaluate;

import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.CalibrationOptions;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.table.ScoreAlignment;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.CalibrationSource;
import dev.gme.lab.evaluate.ScoredKey;
import dev.gme.lab.evaluate.SystemNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** One log-likelihood ratio from the scores of several systems. */
@Command(
    name = "fuse",
    description = "Combine the scores of several systems into one log-likelihood ratio.",
    subcommands = {FuseCommand.Train.class, FuseCommand.Apply.class},
    synopsisSubcommandLabel = "train|apply",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  gme fuse train dev-a.txt dev-b.txt --key dev-trials --out fusion.gme",
      "  gme fuse apply fusion.gme a.txt b.txt --out fused.txt",
    })
public final class FuseCommand {
  /** Learns a fusion. */
  @Command(
      name = "train",
      description =
          "Train the weights of several systems on development trials, whose labels are known.",
      parameterListHeading = "%nArguments:%n",
      optionListHeading = "%nOptions:%n",
      footerHeading = "%nExamples:%n",
      footer = {"  gme fuse train a.txt b.txt --key trials --prior 0.01 --out fusion.gme"})
  static final class Train implements Callable<Integer> {
    @Parameters(
        arity = "2..*",
        paramLabel = "SCORES",
        description = "The scores of each system on the same trials.")
    List<Path> scores;

    @Mixin KeyOptions keys;
    @Mixin CalibrationTraining training;
    @Spec CommandSpec spec;

    private final Terminal terminal;

    Train(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
      CalibrationOptions options = training.options(spec.commandLine());
      ScoredKey key = keys.read(scores, terminal);
      double[][] inputs =
          IntStream.range(0, scores.size()).mapToObj(key::scores).toArray(double[][]::new);
      LinearCalibration fusion =
          LinearCalibration.train(CalibrationTraining.trials(key, inputs), options).calibration();
      Map<String, String> remembered =
          Map.of(CalibrationSource.SYSTEMS, String.join(",", SystemNames.of(scores)));
      List<Path> files = new ArrayList<>(scores);
      if (keys.key != null) {
        files.add(keys.key);
      }
      training.finish(fusion, key, inputs, training.provenance(spec, files, remembered), terminal);
      return 0;
    }
  }

  /** Applies a fusion. */
  @Command(
      name = "apply",
      description = "Fuse the scores of several systems, named in the order of the training.",
      parameterListHeading = "%nArguments:%n",
      optionListHeading = "%nOptions:%n",
      footerHeading = "%nExamples:%n",
      footer = {"  gme fuse apply fusion.gme a.txt b.txt --out fused.txt"})
  static final class Apply implements Callable<Integer> {
    @Parameters(
        index = "0",
        paramLabel = "FUSION",
        description = "A fusion that 'gme fuse train' wrote.")
    Path fusion;

    @Parameters(
        index = "1..*",
        arity = "2..*",
        paramLabel = "SCORES",
        description = "The scores of each system on the same trials.")
    List<Path> scores;

    @Mixin ScoreFileOptions scoreFiles;

    @Mixin ScoreOutput output;

    private final Terminal terminal;

    Apply(Terminal terminal) {
      this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
      Artefact<Calibration> read = Artefact.read(fusion, ArtefactKind.CALIBRATION);
      String trained =
          read.provenance().parameters().getOrDefault(CalibrationSource.SYSTEMS, "unknown systems");
      if (read.value().inputs() != scores.size()) {
        throw new GmeException(
            String.format(
                "%s takes the scores of %d systems (%s), found %d files",
                fusion, read.value().inputs(), trained, scores.size()),
            "give a file for each, in that order");
      }
      terminal.say("Fusing " + SystemNames.of(scores) + " as " + trained + ".");
      TrialList first = scoreFiles.read(scores.get(0));
      double[][] inputs = new double[scores.size()][];
      inputs[0] = CalibrationSource.scores(first);
      for (int k = 1; k < inputs.length; k++) {
        TrialList other = scoreFiles.read(scores.get(k));
        inputs[k] = CalibrationSource.scores(ScoreAlignment.align(first, other, false));
      }
      output.write(
          first.withScores(CalibrationSource.apply(read.value(), inputs)), scores.get(0), terminal);
      return 0;
    }
  }
}
