package dev.gme.lab.system;

import dev.gme.core.train.choice.Judgement;
import dev.gme.lab.evaluate.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What {@link Auto} chose, and the table that it chose from.
 *
 * @param prior that costs are stated for
 * @param rows the candidates in the order in which they are preferred
 * @param chosen the number of the row that was taken
 * @param unjudged why nobody could judge the candidates; then the first one that could be trained
 *     was taken
 */
public record AutoChoice(double prior, List<Row> rows, int chosen, Optional<String> unjudged) {
  public AutoChoice {
    rows = List.copyOf(rows);
  }

  /**
   * A candidate.
   *
   * @param judgement what held-out speakers say of it
   * @param refused why it could not be trained or judged, where there is no judgement
   */
  public record Row(Candidate candidate, Optional<Judgement> judgement, Optional<String> refused) {
    static Row of(Candidate candidate, Judgement judgement) {
      return new Row(candidate, Optional.of(judgement), Optional.empty());
    }

    static Row refused(Candidate candidate, String why) {
      return new Row(candidate, Optional.empty(), Optional.of(why));
    }
  }

  /**
   * The choice among judged candidates: the first that is not shown to be worse than the best. What
   * differs from it by less than a standard error may be better by chance.
   */
  static int choose(List<Row> rows) {
    int best = best(rows);
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).judgement().isPresent()) {
        Judgement.Estimate above = above(rows, i, best);
        if (above.value() <= above.standardError() || i == best) {
          return i;
        }
      }
    }
    throw new IllegalArgumentException("no candidate was judged");
  }

  private static int best(List<Row> rows) {
    int best = -1;
    for (int i = 0; i < rows.size(); i++) {
      Optional<Judgement> here = rows.get(i).judgement();
      if (here.isPresent()
          && (best < 0 || here.get().cost() < rows.get(best).judgement().orElseThrow().cost())) {
        best = i;
      }
    }
    return best;
  }

  private static Judgement.Estimate above(List<Row> rows, int i, int best) {
    return rows.get(i).judgement().orElseThrow().minus(rows.get(best).judgement().orElseThrow());
  }

  /** By how much the cost of a row is above the lowest one; empty where it was not judged. */
  public Optional<Judgement.Estimate> aboveBest(int row) {
    return rows.get(row).judgement().map(j -> above(rows, row, best(rows)));
  }

  public Row taken() {
    return rows.get(chosen);
  }

  /** All of it by name, for programs. */
  public Map<String, Object> facts() {
    List<Map<String, Object>> candidates = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("name", row.candidate().name());
      tree.put("steps", SystemSpec.text(row.candidate().steps()));
      row.refused().ifPresent(why -> tree.put("left_out", why));
      row.judgement()
          .ifPresent(
              j -> {
                Judgement.Estimate cost = j.uncertainCost();
                tree.put("cross_entropy", cost.value());
                tree.put("standard_error", cost.standardError());
                tree.put("eer", j.eer());
                tree.put("min_cost", j.minCost());
                tree.put("cllr", j.cllr());
              });
      aboveBest(i)
          .ifPresent(
              above -> {
                tree.put("above_lowest", above.value());
                tree.put("above_lowest_standard_error", above.standardError());
              });
      candidates.add(tree);
    }
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("prior", prior);
    out.put("chosen", taken().candidate().name());
    out.put("candidates", candidates);
    return out;
  }

  /** What was chosen, in a sentence, and the table behind it, a line each. */
  List<String> notes() {
    List<String> out = new ArrayList<>();
    if (unjudged.isPresent()) {
      out.add(
          "auto takes "
              + taken().candidate().name()
              + " without a calibration, because nobody could judge: "
              + unjudged.get());
      return out;
    }
    out.add(
        "auto takes "
            + taken().candidate().name()
            + ", the first of "
            + rows.size()
            + " candidates that is not more than a standard error above the lowest cross-entropy of"
            + " held-out speakers");
    table().forEach(line -> out.add("  " + line));
    return out;
  }

  private List<String> table() {
    TextTable table =
        new TextTable(
            "candidate",
            "cross-entropy at " + DescentWords.probability(Math.log(prior / (1 - prior))),
            "above the lowest",
            "EER %",
            "min cost",
            "Cllr");
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      String name = row.candidate().name() + (i == chosen ? " *" : "");
      if (row.judgement().isEmpty()) {
        table.row(name, "-", "-", "-", "-", "-");
        continue;
      }
      Judgement j = row.judgement().get();
      Judgement.Estimate cost = j.uncertainCost();
      Judgement.Estimate above = aboveBest(i).orElseThrow();
      table.row(
          name,
          number("%.4f", cost.value())
              + " ["
              + number("%.3f", cost.low())
              + ", "
              + number("%.3f", cost.high())
              + "]",
          number("%.4f", above.value()) + " ± " + number("%.4f", above.standardError()),
          number("%.2f", 100 * j.eer()),
          number("%.3f", j.minCost()),
          number("%.3f", j.cllr()));
    }
    List<String> lines = new ArrayList<>(table.lines());
    for (Row row : rows) {
      row.refused().ifPresent(why -> lines.add(row.candidate().name() + " left out: " + why));
    }
    return lines;
  }

  private static String number(String format, double x) {
    return String.format(Locale.ROOT, format, x);
  }
}
