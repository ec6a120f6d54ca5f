package dev.gme.lab.evaluate;

import dev.gme.core.Progress;
import dev.gme.core.metric.CostPreset;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.provenance.FileDigest;
import dev.gme.lab.provenance.Stamp;
import dev.gme.report.Report;
import dev.gme.report.plot.Plot;
import dev.gme.report.result.SystemResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Puts results on a page. */
public final class ReportPage {
  /** A column with more different words, such as durations or ids, is no condition to plot. */
  private static final int MOST_WORDS = 40;

  /** Wide enough for a column of a printed page. */
  private static final int PIXELS = 1200;

  private final Report.Builder report;

  /** A page without systems, which says what made it and when. */
  public ReportPage(String title, List<CostPreset> presets, PageOptions options) {
    report = Report.of(title).unit(options.unit());
    presets.stream().filter(CostPreset::isPrimaryCost).forEach(report::preset);
    if (!options.command().isEmpty()) {
      fact("command", options.command());
    }
    fact("made by", Stamp.tool());
    fact("date", Stamp.date());
  }

  /**
   * The page of systems on all trials of a key.
   *
   * @param figures on all trials, one for each file of scores
   * @param embeddings files with the precisions b of all recordings; empty if there is no plot of b
   * @param progress of the intervals of conditions
   */
  public static ReportPage of(
      List<SystemFigures> figures,
      List<Path> scores,
      ScoredKey trials,
      List<CostPreset> presets,
      List<Path> embeddings,
      PageOptions options,
      Progress progress)
      throws IOException {
    String source = trials.key().source();
    ReportPage page = new ReportPage("Evaluation on " + source, presets, options);
    page.fact(
        "trials",
        source + ", " + ResultTable.counts(figures.get(0)) + ", " + FileDigest.of(Path.of(source)));
    PrecisionsById known = PrecisionsById.read(embeddings);
    for (int k = 0; k < figures.size(); k++) {
      SystemResult.Builder system = system(figures.get(k), trials, progress);
      system.provenance("scores", scores.get(k) + ", " + FileDigest.of(scores.get(k)));
      if (!embeddings.isEmpty()) {
        addPrecisions(system, known, trials);
      }
      page.add(system.build());
    }
    return page;
  }

  private static void addPrecisions(
      SystemResult.Builder system, PrecisionsById known, ScoredKey trials) {
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

  /** The file of trials without its folder, so that equal results have equal pages anywhere. */
  public static String fileName(TrialList trials) {
    return trials.source().replaceFirst(".*[/\\\\]", "");
  }

  /** A line that holds for all systems. */
  public void fact(String what, String text) {
    report.provenance(what, text);
  }

  /**
   * What is known of a system, with errors by every condition of its key, and their intervals where
   * the figures have some.
   */
  public static SystemResult.Builder system(
      SystemFigures figures, ScoredKey key, Progress progress) {
    SystemResult.Builder system = SystemResult.of(figures.system(), figures.evaluation());
    figures
        .bootstrap()
        .ifPresent(b -> system.intervals(b).conditionIntervals(b.options(), progress));
    if (!figures.isLlr()) {
      system.scoresAreNotLlrs();
    }
    if (key.key().hasWeights()) {
      system.weights(key.weights());
    }
    for (TrialList.Condition c : key.key().conditions()) {
      if (c.words().size() > 1 && c.words().size() <= MOST_WORDS) {
        int[] codes = IntStream.range(0, key.size()).map(c::code).toArray();
        system.condition(c.name(), c.words(), codes);
      } else if (c.words().size() > MOST_WORDS) {
        system.provenance(
            "condition not shown",
            c.name() + " has " + c.words().size() + " values, more than " + MOST_WORDS);
      }
    }
    return system;
  }

  public void add(SystemResult system) {
    report.system(system);
  }

  public void write(Path file) throws IOException {
    write(file, report.build().html().getBytes(StandardCharsets.UTF_8));
  }

  /** Each plot by its name, as CSV, SVG and PNG. */
  public void writePlots(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Plot plot : report.build().plots()) {
      write(folder.resolve(plot.id() + ".csv"), plot.csv().getBytes(StandardCharsets.UTF_8));
      write(folder.resolve(plot.id() + ".svg"), plot.svg().getBytes(StandardCharsets.UTF_8));
      write(folder.resolve(plot.id() + ".png"), plot.png(PIXELS));
    }
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    try (TargetFile target = TargetFile.create(file)) {
      target.stream().write(bytes);
      target.commit();
    }
  }
}
