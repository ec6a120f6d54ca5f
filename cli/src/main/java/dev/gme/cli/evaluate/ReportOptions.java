package dev.gme.cli.evaluate;

import static java.util.stream.Collectors.joining;

import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.Log10Option;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.metric.CostPreset;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.ReportPage;
import dev.gme.lab.evaluate.ScoredKey;
import dev.gme.lab.evaluate.SystemFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Which pages and plots are written; a mixin. */
final class ReportOptions {
  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Also write a report, an HTML page with tables and plots.")
  Path report;

  @Option(
      names = "--plots",
      paramLabel = "FOLDER",
      description = "Also write each plot of the report as CSV, SVG and PNG into this folder.")
  Path plots;

  @Option(
      names = "--precisions",
      paramLabel = "EMBEDDINGS",
      description =
          "Show in the report how the precision b is distributed and how errors depend on it:"
              + " meta-embeddings, made by 'gme extract', of every enrolment and test recording. May"
              + " be given several times.")
  List<Path> precisions = List.of();

  @Mixin Log10Option log10;

  void check(CommandSpec spec) {
    if (!precisions.isEmpty() && !isWanted()) {
      throw new ParameterException(
          spec.commandLine(), "--precisions are for plots: give --report or --plots too");
    }
    if (log10.isGiven() && !isWanted()) {
      throw new ParameterException(
          spec.commandLine(), "--log10 is for the report: give --report or --plots too");
    }
  }

  boolean isWanted() {
    return report != null || plots != null;
  }

  /**
   * Writes what is wanted.
   *
   * @param results of all trials, one for each file of scores
   */
  void write(
      List<SystemFigures> results,
      List<Path> scores,
      ScoredKey trials,
      List<CostPreset> presets,
      CommandSpec spec,
      Terminal terminal)
      throws IOException {
    ReportPage page;
    try (LineProgress progress = LineProgress.of(terminal, "report")) {
      page =
          ReportPage.of(results, scores, trials, presets, precisions, log10.page(spec), progress);
    }
    List<TrialList.Condition> unnamed = trials.key().unnamedConditions();
    if (!unnamed.isEmpty()) {
      terminal.say(
          "The key does not name its conditions "
              + unnamed.stream().map(TrialList.Condition::toString).collect(joining(", "))
              + "; --conditions does.");
    }
    if (report != null) {
      page.write(report);
      terminal.say("Wrote " + report + ".");
    }
    if (plots != null) {
      page.writePlots(plots);
      terminal.say("Wrote the plots into " + plots + ".");
    }
  }
}
