package dev.gme.cli.files;

import dev.gme.lab.evaluate.PageOptions;
import dev.gme.report.result.LlrUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The logarithm of a report; a mixin. */
public final class Log10Option {
  @Option(
      names = "--log10",
      description =
          "Write likelihood ratios, thresholds and prior odds of the report as decimal logarithms;"
              + " all other output stays in nats.")
  boolean log10;

  public boolean isGiven() {
    return log10;
  }

  /** How the pages of a command are written. */
  public PageOptions page(CommandSpec command) {
    return new PageOptions(
        CommandProvenance.resultLine(command), log10 ? LlrUnit.LOG10 : LlrUnit.NATS);
  }
}
