package dev.gme.lab.ivector;

import dev.gme.core.metric.Figures;
import dev.gme.lab.evaluate.TextTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures of a recipe, for people and for machines. */
public final class RecipeTables {
  private RecipeTables() {}

  public static String text(IvectorRecipe.Result result) {
    TextTable table =
        new TextTable("trials", "system", "targets", "EER %", "Cprm_min", "Cllr", "min Cllr");
    for (FigureRow r : result.figures()) {
      Figures f = r.figures();
      table.row(
          r.trials() + (r.condition().isEmpty() ? "" : " " + r.condition()),
          r.system(),
          Integer.toString(r.targets()),
          number("%.2f", 100 * f.eer()),
          number("%.3f", f.cprmMin()),
          r.isLlr() ? number("%.3f", f.cllr()) : "",
          number("%.3f", f.minCllr()));
    }
    return String.join(System.lineSeparator(), table.lines());
  }

  private static String number(String format, double v) {
    return String.format(Locale.ROOT, format, v);
  }

  public static Map<String, Object> json(Path out, IvectorRecipe.Result result) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (FigureRow r : result.figures()) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("trials", r.trials());
      row.put("condition", r.condition());
      row.put("targets", r.targets());
      row.put("nontargets", r.nontargets());
      row.put("system", r.system());
      row.put("eer", r.figures().eer());
      row.put("cprm_min", r.figures().cprmMin());
      if (r.isLlr()) {
        row.put("cllr", r.figures().cllr());
      }
      row.put("min_cllr", r.figures().minCllr());
      rows.add(row);
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("out", out.toString());
    all.put("figures", rows);
    all.put("skipped", result.skipped());
    return all;
  }
}
