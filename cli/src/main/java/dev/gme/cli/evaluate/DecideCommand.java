package dev.gme.cli.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.cli.files.Valid;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.calibrate.Decision;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.formats.io.SignificantDigits;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.CalibrationSource;
import dev.gme.lab.evaluate.Measure;
import dev.gme.lab.evaluate.ResultJson;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Decisions from log-likelihood ratios. */
@Command(
    name = "decide",
    description = {
      "Accept or reject each trial, at minimum expected cost.",
      "Scores must be log-likelihood ratios: calibrate them first. A trial is accepted if its"
          + " log-likelihood ratio is at least the threshold. Prints one line per trial: enrol test"
          + " llr accept|reject."
    },
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  gme decide llrs.txt --prior 0.01 --cmiss 10 --out decisions.txt",
      "  gme decide scores.txt --calibration calibration.gme --prior 0.5",
    })
public final class DecideCommand implements Callable<Integer> {
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
      description = "Cost of a miss: a target trial rejected (default: ${DEFAULT-VALUE}).")
  double cMiss = 1;

  @Option(
      names = "--cfa",
      paramLabel = "COST",
      description =
          "Cost of a false alarm: a non-target trial accepted (default: ${DEFAULT-VALUE}).")
  double cFa = 1;

  @Option(
      names = "--calibration",
      paramLabel = "FILE",
      description = "Calibration to apply to the scores first.")
  Path calibration;

  @Mixin ScoreFileOptions scoreFiles;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Where to write the decisions; unless given, stdout.")
  Path out;

  @Option(
      names = "--json",
      description = "Print threshold and counts as JSON; decisions are written to --out only.")
  boolean json;

  @Spec CommandSpec spec;

  private final Terminal terminal;

  DecideCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Decision decision = new Decision(Valid.of(spec, () -> new OperatingPoint(prior, cMiss, cFa)));
    TrialList llrs = scoreFiles.read(scores);
    if (calibration != null) {
      llrs =
          CalibrationSource.apply(CalibrationSource.read(calibration, List.of()), llrs, List.of());
    }
    boolean[] accepted = decision.accepts(CalibrationSource.scores(llrs));
    int count = (int) IntStream.range(0, accepted.length).filter(i -> accepted[i]).count();
    if (out != null) {
      try (TargetFile target = TargetFile.create(out)) {
        write(llrs, accepted, target.stream());
        target.commit();
      }
    } else if (!json) {
      write(llrs, accepted, terminal.out());
    }
    if (json) {
      ObjectNode node = ResultJson.object();
      node.put("threshold", decision.threshold());
      node.put("p_target", prior).put("c_miss", cMiss).put("c_fa", cFa);
      node.put("accepted", count).put("rejected", accepted.length - count);
      terminal.out().println(ResultJson.text(node));
    }
    terminal.say(
        String.format(
            Locale.ROOT,
            "Threshold %.6f (prior %s, cost of a miss %s, of a false alarm %s): %,d trials accepted,"
                + " %,d rejected.",
            decision.threshold(),
            Measure.plain(prior),
            Measure.plain(cMiss),
            Measure.plain(cFa),
            count,
            accepted.length - count));
    return 0;
  }

  private static void write(TrialList llrs, boolean[] accepted, OutputStream to)
      throws IOException {
    BufferedOutputStream lines = new BufferedOutputStream(to, 1 << 16);
    for (int i = 0; i < accepted.length; i++) {
      String line =
          llrs.describe(i)
              + " "
              + SignificantDigits.text(llrs.score(i), ListWriter.DIGITS)
              + (accepted[i] ? " accept\n" : " reject\n");
      lines.write(line.getBytes(StandardCharsets.UTF_8));
    }
    lines.flush();
  }
}
