package dev.gme.lab.ivector;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.core.Progress;
import dev.gme.core.metric.Metrics;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListWriter;
import dev.gme.lab.evaluate.PageOptions;
import dev.gme.lab.evaluate.ReportPage;
import dev.gme.lab.evaluate.ResultJson;
import dev.gme.lab.evaluate.ResultTable;
import dev.gme.lab.evaluate.SystemFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a recipe leaves behind: tables, JSON, pages and scores, as of an experiment.
 *
 * <pre>{@code
 * RecipeOutput output = new RecipeOutput(recipe.run());
 * output.write(out, "data", PageOptions.DEFAULT);
 * output.lines().forEach(System.out::println);
 * }</pre>
 */
public final class RecipeOutput {
  private static final List<String> COLUMNS =
      List.of(
          "trials",
          "condition",
          "targets",
          "nontargets",
          "system",
          "eer",
          "cprm_min",
          "cllr",
          "min_cllr");

  /** The file of all figures. */
  public static final String RESULTS = "results.json";

  /** What the systems were called in {@code figures} before they had the names of experiments. */
  private static final Map<String, String> NAMES_OF_BEFORE =
      Map.of("gplda", "gaussian", "gplda-ln", "gaussian", "gme", "heavy-tailed");

  private final IvectorRecipe.Result result;
  private final ResultTable table =
      new ResultTable(ScoredSet.COSTS.points(), List.of(ScoredSet.COSTS));

  public RecipeOutput(IvectorRecipe.Result result) {
    this.result = result;
  }

  private List<ScoredSet> evaluated() {
    return result.sets().stream().filter(s -> !s.figures().isEmpty()).toList();
  }

  /** The tables for people; nothing where no trials have labels. */
  public List<String> lines() {
    List<String> out = new ArrayList<>();
    for (ScoredSet set : evaluated()) {
      out.add(set.name() + ":");
      out.addAll(table.compact(set.figures()));
      out.add("");
    }
    if (!out.isEmpty()) {
      out.addAll(table.notes(result.figures()));
    }
    return out;
  }

  /** The figures by the names that all commands have for them, and by those of before. */
  public ObjectNode json() {
    ObjectNode out = ResultJson.object();
    ResultJson json = new ResultJson(ScoredSet.COSTS.points(), List.of(ScoredSet.COSTS));
    out.putArray("sets");
    for (ScoredSet set : evaluated()) {
      out.withArray("sets").add(json.of(set.figures()).put("name", set.name()));
    }
    out.putArray("figures");
    rows().forEach(row -> out.withArray("figures").addPOJO(row));
    ObjectNode skipped = out.putObject("skipped");
    result.skipped().forEach(skipped::put);
    return out;
  }

  /** A row for each system, list and condition, by the names of {@code figures.tsv}. */
  private List<Map<String, Object>> rows() {
    List<Map<String, Object>> out = new ArrayList<>();
    for (ScoredSet set : evaluated()) {
      for (SystemFigures f : set.figures()) {
        Metrics m = f.evaluation().metrics();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("trials", set.name());
        row.put("condition", f.trials().substring(f.trials().indexOf('=') + 1));
        row.put("targets", f.evaluation().targets());
        row.put("nontargets", f.evaluation().nontargets());
        row.put("system", NAMES_OF_BEFORE.getOrDefault(set.idOf(f), set.idOf(f)));
        row.put("eer", m.eerRocch());
        row.put("cprm_min", m.minCost(ScoredSet.COSTS));
        if (f.isLlr()) {
          row.put("cllr", m.cllr());
        }
        row.put("min_cllr", m.minCllr());
        if (f.trials().equals(ScoredSet.ALL)) {
          row.put("condition", "");
        }
        out.add(row);
      }
    }
    return out;
  }

  /**
   * Writes scores, figures and a page for each list that has labels, under the names that an
   * experiment has for them; returns the pages.
   *
   * @param recordings what the pages say the recordings are
   */
  public List<Path> write(Path folder, String recordings, PageOptions options) throws IOException {
    List<Path> pages = new ArrayList<>();
    for (ScoredSet set : result.sets()) {
      Path scores = Files.createDirectories(folder.resolve("scores").resolve(set.name()));
      ListWriter.write(scores.resolve("key.tsv"), set.trials().key(), ListLayout.TABLE);
      for (int k = 0; k < set.systems().size(); k++) {
        ListWriter.write(
            scores.resolve(set.systems().get(k) + ".txt"),
            set.trials().key().withScores(set.trials().scores(k)).withAbout(set.abouts().get(k)),
            ListLayout.SCORES);
      }
    }
    for (ScoredSet set : evaluated()) {
      String name = result.sets().size() == 1 ? "report" : "report-" + set.name();
      Path page = folder.resolve(name + ".html");
      page(set, recordings, options).write(page);
      pages.add(page);
    }
    if (!result.sets().isEmpty()) {
      TargetFile.writeLines(folder.resolve(RESULTS), List.of(ResultJson.text(json())));
      TargetFile.writeLines(folder.resolve("figures.tsv"), tabbed());
    }
    return pages;
  }

  private List<String> tabbed() {
    List<String> out = new ArrayList<>(List.of(String.join("\t", COLUMNS)));
    for (Map<String, Object> row : rows()) {
      row.replace("condition", "", ScoredSet.ALL);
      out.add(
          String.join(
              "\t", COLUMNS.stream().map(c -> row.getOrDefault(c, "").toString()).toList()));
    }
    return out;
  }

  private static ReportPage page(ScoredSet set, String recordings, PageOptions options) {
    ReportPage page =
        new ReportPage("I-vectors on " + set.name(), List.of(ScoredSet.COSTS), options);
    page.fact("recordings", recordings);
    page.fact(
        "trials",
        ReportPage.fileName(set.trials().key()) + ", " + ResultTable.counts(set.overall().get(0)));
    set.overall().forEach(f -> page.add(ReportPage.system(f, set.trials(), Progress.NONE).build()));
    return page;
  }
}
