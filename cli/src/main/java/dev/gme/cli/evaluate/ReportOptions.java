package dev.gme.cli.evaluate;

import dev.gme.cli.terminal.Terminal;
import dev.gme.core.metric.CostPreset;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.Precisions;
import dev.gme.lab.evaluate.ReportPage;
import dev.gme.lab.evaluate.ResultTable;
import dev.gme.lab.evaluate.ScoredKey;
import dev.gme.lab.evaluate.SystemFigures;
import dev.gme.lab.provenance.FileDigest;
import dev.gme.lab.provenance.Stamp;
import dev.gme.report.SystemResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
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
      description = "Also write each plot of the report as SVG and PNG into this folder.")
  Path plots;

  @Option(
      names = "--precisions",
      paramLabel = "EMBEDDINGS",
      description =
          "Show in the report how the precision b is distributed and how errors depend on it:"
              + " meta-embeddings, made by 'gme extract', of every enrolment and test recording. May"
              + " be given several times.")
  List<Path> precisions = List.of();

  void check(CommandSpec spec) {
    if (!precisions.isEmpty() && !isWanted()) {
      throw new ParameterException(
          spec.commandLine(), "--precisions are for plots: give --report or --plots too");
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
      Terminal terminal)
      throws IOException {
    String source = trials.key().source();
    ReportPage page = new ReportPage("Evaluation on " + source, presets);
    page.fact(
        "trials",
        source + ", " + ResultTable.counts(results.get(0)) + ", " + FileDigest.of(Path.of(source)));
    page.fact("made by", Stamp.tool());
    Precisions known = Precisions.read(precisions);
    for (int k = 0; k < results.size(); k++) {
      SystemResult.Builder system = ReportPage.system(results.get(k), trials);
      system.provenance("scores", scores.get(k) + ", " + FileDigest.of(scores.get(k)));
      if (!precisions.isEmpty()) {
        addPrecisions(system, known, trials);
      }
      page.add(system.build());
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

  private static void addPrecisions(
      SystemResult.Builder system, Precisions known, ScoredKey trials) {
    TrialList key = trials.key();
    int[] enrol = IntStream.range(0, trials.size()).map(key::enrol).toArray();
    int[] test = IntStream.range(0, trials.size()).map(key::test).toArray();
    // A key may have ids that no trial with a score has.
    int[] enrols = IntStream.of(enrol).distinct().sorted().toArray();
    int[] tests = IntStream.of(test).distinct().sorted().toArray();
    system.precisions(
        known.of(IntStream.of(enrols).mapToObj(key.enrolIds()::get).toList()),
        places(enrol, enrols),
        known.of(IntStream.of(tests).mapToObj(key.testIds()::get).toList()),
        places(test, tests));
  }

  private static int[] places(int[] numbers, int[] sorted) {
    return IntStream.of(numbers).map(n -> Arrays.binarySearch(sorted, n)).toArray();
  }
}
