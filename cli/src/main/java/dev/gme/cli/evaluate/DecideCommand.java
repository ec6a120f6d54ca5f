package dev.gme.cli.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.OptionalOut;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.calibrate.CalibrationFiles;
import dev.gme.lab.calibrate.Decisions;
import dev.gme.lab.evaluate.Measure;
import dev.gme.lab.evaluate.ResultJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Decisions from log-likelihood ratios. */
@Command(
    name = "decide",
    description = {
      "Accept or reject each trial, at minimum expected cost.",
      "Scores must be log-likelihood ratios: calibrate them first. Scores that say to be others,"
          + " such as cosines, are refused. A trial is accepted if its log-likelihood ratio is at"
          + " least the threshold. Prints one line per trial: enrol test llr accept|reject; with"
          + " --json threshold and counts instead, and the lines go to --out only."
    },
    footer = {
      "  gme decide gme.txt --prior 0.01 --cmiss 10 --out decisions.txt",
      "  gme decide gme.txt --calibration calibration.gme --prior 0.5"
    })
public final class DecideCommand extends JsonCommand {
  @Parameters(paramLabel = "SCORES", description = "Log-likelihood ratios, in any layout.")
  Path scores;

  @Option(
      names = "--prior",
      paramLabel = "P",
      required = true,
      description = "Prior probability of a target trial: that both sides are the same speaker.")
  double prior;

  @Option(
      names = "--cmiss",
      paramLabel = "COST",
      description = "Cost of a miss: a target trial rejected.")
  double cMiss = 1;

  @Option(
      names = "--cfa",
      paramLabel = "COST",
      description = "Cost of a false alarm: a non-target trial accepted.")
  double cFa = 1;

  @Option(
      names = "--calibration",
      paramLabel = "FILE",
      description = "Calibration to apply to the scores first.")
  Path calibration;

  @Mixin LlrOption llr;

  @Mixin ScoreFileOptions scoreFiles;

  @Mixin OptionalOut out;

  @Override
  public Integer call() throws IOException {
    OperatingPoint point = CheckedOptions.of(spec, () -> new OperatingPoint(prior, cMiss, cFa));
    TrialList llrs = scoreFiles.read(scores);
    if (calibration == null) {
      llr.require(llrs, scores);
    } else {
      Calibration map = CalibrationFiles.read(calibration, List.of());
      terminal.say("Calibration: " + map + ".");
      llrs = CalibrationFiles.apply(map, llrs, List.of());
    }
    Decisions decisions = Decisions.of(llrs, point);
    if (out.file().isPresent()) {
      decisions.write(out.file().get());
    } else if (!json.isWanted()) {
      decisions.write(terminal.out());
    }
    if (json.isWanted()) {
      ObjectNode node = ResultJson.object();
      node.put("threshold", decisions.threshold());
      node.put("p_target", prior).put("c_miss", cMiss).put("c_fa", cFa);
      node.put("accepted", decisions.accepted()).put("rejected", decisions.rejected());
      json.print(node);
    }
    terminal.say(
        String.format(
            Locale.ROOT,
            "Threshold %.6f (prior %s, cost of a miss %s, of a false alarm %s): %,d trials"
                + " accepted, %,d rejected.",
            decisions.threshold(),
            Measure.plain(prior),
            Measure.plain(cMiss),
            Measure.plain(cFa),
            decisions.accepted(),
            decisions.rejected()));
    return 0;
  }
}
