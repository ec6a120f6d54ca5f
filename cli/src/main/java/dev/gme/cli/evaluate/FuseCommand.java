package dev.gme.cli.evaluate;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.TerminalCommand;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.CalibrationOptions;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.calibrate.CalibrationFiles;
import dev.gme.lab.calibrate.EvaluatedCalibration;
import dev.gme.lab.evaluate.ScoredKey;
import dev.gme.lab.evaluate.SystemNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** One log-likelihood ratio from the scores of several systems. */
@Command(
    name = "fuse",
    description = "Combine the scores of several systems into one log-likelihood ratio.",
    subcommands = {FuseCommand.Train.class, FuseCommand.Apply.class},
    synopsisSubcommandLabel = "train|apply",
    footer = {
      "  gme fuse train plda.txt gme.txt --key kaldi/trials --out fusion.gme",
      "  gme fuse apply fusion.gme plda.txt gme.txt --out fused.txt"
    })
public final class FuseCommand {
  private static void requireSeveral(CommandSpec spec, List<Path> scores) {
    CheckedOptions.require(
        scores.size() > 1, spec, "a fusion is of two files of scores or more, found " + scores);
  }

  /** Learns weights for the scores of several systems and writes them. */
  @Command(
      name = "train",
      description =
          "Train the weights of several systems on development trials, whose labels are known.",
      footer = {"  gme fuse train plda.txt gme.txt --key kaldi/trials --prior 0.01 -o fusion.gme"})
  static final class Train extends TerminalCommand {
    @Parameters(
        arity = "1..*",
        paramLabel = "SCORES",
        description = "The scores of each system on the same trials.")
    List<Path> scores;

    @Mixin CalibrationTraining training;

    @Override
    public Integer call() throws IOException {
      CalibrationOptions options = training.options(spec.commandLine());
      requireSeveral(spec, scores);
      ScoredKey key = training.keys.read(scores, terminal);
      training.finish(
          EvaluatedCalibration.fusion(key, scores.stream().map(Path::toString).toList(), options),
          training.provenance(spec, scores, CalibrationFiles.rememberSystems(scores)),
          terminal);
      return 0;
    }
  }

  /** Combines the scores of several systems by weights from a file. */
  @Command(
      name = "apply",
      description = "Fuse the scores of several systems, named in the order of the training.",
      footer = {"  gme fuse apply fusion.gme plda.txt gme.txt --out fused.txt"})
  static final class Apply extends TerminalCommand {
    @Parameters(
        index = "0",
        paramLabel = "FUSION",
        description = "A fusion that 'gme fuse train' wrote.")
    Path fusion;

    @Parameters(
        index = "1..*",
        arity = "1..*",
        paramLabel = "SCORES",
        description = "The scores of each system on the same trials.")
    List<Path> scores;

    @Mixin ScoreFileOptions scoreFiles;

    @Mixin ScoreOutput output;

    @Override
    public Integer call() throws IOException {
      requireSeveral(spec, scores);
      Artefact<Calibration> read = CalibrationFiles.readFusion(fusion, scores.size());
      terminal.say(
          "Fusing " + SystemNames.of(scores) + " as " + CalibrationFiles.systems(read) + ".");
      List<TrialList> systems = new ArrayList<>();
      for (Path file : scores) {
        systems.add(scoreFiles.read(file));
      }
      output.write(CalibrationFiles.fuse(read.value(), systems), scores.get(0), terminal);
      return 0;
    }
  }
}
