package dev.gme.cli.evaluate;

import dev.gme.cli.files.TerminalCommand;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.CalibrationOptions;
import dev.gme.lab.calibrate.CalibrationFiles;
import dev.gme.lab.calibrate.EvaluatedCalibration;
import dev.gme.lab.evaluate.ScoredKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Turns scores into calibrated log-likelihood ratios. */
@Command(
    name = "calibrate",
    description = "Turn scores into calibrated log-likelihood ratios.",
    subcommands = {
      CalibrateCommand.Train.class,
      CalibrateCommand.Apply.class,
      CalibrateAppendCommand.class,
      CalibrateSearchesCommand.class
    },
    synopsisSubcommandLabel = "train|apply|append|searches",
    footer = {
      "  gme calibrate train gme.txt --key kaldi/trials --out calibration.gme",
      "  gme calibrate apply calibration.gme gme.txt --out calibrated.txt",
      "  gme calibrate append calibration.gme gme.gme --out calibrated-model.gme"
    })
public final class CalibrateCommand {
  /** How scores are mapped. */
  enum Form {
    LINEAR,
    PAV;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Learns a calibration from scores with a key and writes it. */
  @Command(
      name = "train",
      description = {
        "Train a calibration on scores of development trials, whose labels are known.",
        "The speakers should be others than those whose scores will be calibrated."
      },
      footer = {
        "  gme calibrate train gme.txt --key kaldi/trials --prior 0.01 -o calibration.gme",
        "  gme calibrate train gme.txt --key kaldi/trials --form pav --out pav.gme",
        "  gme calibrate train gme.txt --key kaldi/trials --quality log:utt2dur -o d.gme"
      })
  static final class Train extends TerminalCommand {
    @Parameters(paramLabel = "SCORES", description = "Scores, in any layout.")
    Path scores;

    @Mixin CalibrationTraining training;

    @Option(
        names = "--form",
        paramLabel = "FORM",
        description =
            "Form of the calibration: linear, or pav for the best monotone map, by pooling adjacent"
                + " violators. It is found with one more target and non-target trial below and"
                + " above all others (Laplace's rule), so that no log-likelihood ratio is"
                + " infinite.")
    Form form = Form.LINEAR;

    @Mixin QualityOption quality;

    @Override
    public Integer call() throws IOException {
      if (form == Form.PAV && !quality.qualities.isEmpty()) {
        throw new ParameterException(spec.commandLine(), "--quality goes with --form linear only");
      }
      CalibrationOptions options = training.options(spec.commandLine());
      ScoredKey key = training.keys.read(List.of(scores), terminal);
      training.finish(
          form == Form.PAV
              ? EvaluatedCalibration.pav(key)
              : EvaluatedCalibration.linear(key, quality.qualities, options),
          training.provenance(
              spec, List.of(scores), CalibrationFiles.rememberQualities(quality.qualities)),
          terminal);
      return 0;
    }
  }

  /** Makes log-likelihood ratios of the scores of a list. */
  @Command(
      name = "apply",
      description = {
        "Apply a calibration to scores.",
        "Side information is given as in training: the same kinds in the same order. column:NAME is"
            + " a column of the scores."
      },
      footer = {
        "  gme calibrate apply calibration.gme gme.txt --out calibrated.txt",
        "  gme calibrate apply d.gme gme.txt --quality log:utt2dur > calibrated.txt"
      })
  static final class Apply extends TerminalCommand {
    @Mixin CalibrationArgument calibration;

    @Parameters(index = "1", paramLabel = "SCORES", description = "Scores, in any layout.")
    Path scores;

    @Mixin QualityOption quality;

    @Mixin ScoreFileOptions scoreFiles;

    @Mixin ScoreOutput output;

    @Override
    public Integer call() throws IOException {
      Calibration c = CalibrationFiles.read(calibration.file, quality.qualities);
      output.write(
          CalibrationFiles.apply(c, scoreFiles.read(scores), quality.qualities), scores, terminal);
      return 0;
    }
  }
}
