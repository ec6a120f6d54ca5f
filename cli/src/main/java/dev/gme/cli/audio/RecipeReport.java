package dev.gme.cli.audio;

import dev.gme.cli.evaluate.ReportPage;
import dev.gme.cli.evaluate.ResultTable;
import dev.gme.cli.evaluate.ScoredKey;
import dev.gme.cli.evaluate.SystemFigures;
import dev.gme.cli.files.Origin;
import dev.gme.core.Progress;
import dev.gme.core.metric.CostPreset;
import dev.gme.frontend.recipe.IvectorRecipe;
import dev.gme.frontend.recipe.ScoredList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A page with plots for each list of trials that has labels. */
final class RecipeReport {
  private static final CostPreset COSTS = CostPreset.SRE16;

  private final Path folder;

  /**
   * Pages about the recordings of a folder.
   *
   * @param folder where the recordings were listed
   */
  RecipeReport(Path folder) {
    this.folder = folder;
  }

  /** Writes the pages into a folder; returns them. */
  List<Path> write(Path out, IvectorRecipe.Result result) throws IOException {
    List<Path> pages = new ArrayList<>();
    for (ScoredList list : result.scored()) {
      if (list.trials().hasLabels()) {
        String name = result.scored().size() == 1 ? "report" : "report-" + list.name();
        Path page = out.resolve(name + ".html");
        page(list).write(page);
        pages.add(page);
      }
    }
    return pages;
  }

  private ReportPage page(ScoredList list) {
    List<String> systems = List.copyOf(list.scores().keySet());
    ScoredKey key =
        ScoredKey.of(list.trials(), systems.stream().map(s -> list.scores().get(s)).toList());
    ReportPage page = new ReportPage("I-vectors on " + list.name(), List.of(COSTS));
    page.fact("recordings", folder.toString());
    for (int k = 0; k < systems.size(); k++) {
      SystemFigures figures =
          SystemFigures.of(
              systems.get(k), "all", key.of(k), COSTS.points(), Optional.empty(), Progress.NONE);
      if (k == 0) {
        page.fact("trials", list.trials().source() + ", " + ResultTable.counts(figures));
      }
      boolean llr = !systems.get(k).equals(ScoredList.COSINE);
      page.add(ReportPage.system(llr ? figures : figures.notLlr(), key).build());
    }
    page.fact("made by", Origin.tool());
    return page;
  }
}
