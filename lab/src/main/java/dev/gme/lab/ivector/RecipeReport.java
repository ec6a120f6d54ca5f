package dev.gme.lab.ivector;

import dev.gme.core.Progress;
import dev.gme.core.metric.CostPreset;
import dev.gme.lab.evaluate.ReportPage;
import dev.gme.lab.evaluate.ResultTable;
import dev.gme.lab.evaluate.ScoredKey;
import dev.gme.lab.evaluate.SystemFigures;
import dev.gme.lab.provenance.Stamp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A page with plots for each list of trials that has labels. */
public final class RecipeReport {
  private static final CostPreset COSTS = CostPreset.SRE16;

  private final Path folder;

  /**
   * Pages about the recordings of a folder.
   *
   * @param folder where the recordings were listed
   */
  public RecipeReport(Path folder) {
    this.folder = folder;
  }

  /** Writes the pages into a folder; returns them. */
  public List<Path> write(Path out, IvectorRecipe.Result result) throws IOException {
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
    page.fact("made by", Stamp.tool());
    return page;
  }
}
