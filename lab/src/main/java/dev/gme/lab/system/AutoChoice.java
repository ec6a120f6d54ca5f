package dev.gme.lab.system;

import dev.gme.core.train.choice.Judgement;
import dev.gme.lab.evaluate.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

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
   * @param start the number of the row that it goes on from; empty where it stands by itself
   */
  public record Row(
      Candidate candidate,
      Optional<Judgement> judgement,
      Optional<String> refused,
      OptionalInt start) {
    static Row of(Candidate candidate, Judgement judgement) {
      return new Row(candidate, Optional.of(judgement), Optional.empty(), OptionalInt.empty());
    }

    static Row refused(Candidate candidate, String why) {
      return new Row(candidate, Optional.empty(), Optional.of(why), OptionalInt.empty());
    }

    Row goingOnFrom(int row) {
      return new Row(candidate, judgement, refused, OptionalInt.of(row));
    }

    /** Judged, and not the continuation of another row. */
    private boolean isJudgedByItself() {
      return judgement.isPresent() && start.isEmpty();
    }
  }

  /**
   * The choice among judged candidates: the first that is not shown to be worse than the best, or
   * what goes on from it, is shown to be better and has no other figure that is worse. Of many
   * candidates the best one is so in part by chance, and the order is what is known beforehand.
   */
  static int choose(List<Row> rows) {
    int first = first(rows);
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      if (row.judgement().isPresent()
          && row.start().equals(OptionalInt.of(first))
          && above(rows, first, i).low() > 0
          && row.judgement().get().isNowhereWorse(rows.get(first).judgement().orElseThrow())) {
        return i;
      }
    }
    return first;
  }

  private static int first(List<Row> rows) {
    int best = best(rows);
    double most = rows.get(best).judgement().orElseThrow().uncertainCost().high();
    for (int i = 0; i < best; i++) {
      // Where some scores are wild, the difference is uncertain enough to be anything.
      if (rows.get(i).isJudgedByItself()
          && above(rows, i, best).low() <= 0
          && rows.get(i).judgement().orElseThrow().cost() <= most) {
        return i;
      }
    }
    return best;
  }

  private static int best(List<Row> rows) {
    return IntStream.range(0, rows.size())
        .filter(i -> rows.get(i).isJudgedByItself())
        .boxed()
        .min(Comparator.comparingDouble(i -> rows.get(i).judgement().orElseThrow().cost()))
        .orElseThrow(() -> new IllegalArgumentException("no candidate was judged"));
  }

  private static Judgement.Estimate above(List<Row> rows, int i, int other) {
    return rows.get(i).judgement().orElseThrow().minus(rows.get(other).judgement().orElseThrow());
  }

  /**
   * By how much the cost of a row is above the lowest one of rows that stand by themselves, or
   * above that of the row that it goes on from; empty where it was not judged.
   */
  public Optional<Judgement.Estimate> above(int row) {
    return rows.get(row)
        .judgement()
        .map(j -> above(rows, row, rows.get(row).start().orElseGet(() -> best(rows))));
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
      String other = row.start().isPresent() ? "above_start" : "above_lowest";
      above(i)
          .ifPresent(
              above -> {
                tree.put(other, above.value());
                tree.put(other + "_standard_error", above.standardError());
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
    Row first = rows.get(taken().start().orElse(chosen));
    out.add(
        "auto takes "
            + taken().candidate().name()
            + ": of "
            + rows.size()
            + " candidates "
            + first.candidate().name()
            + " is the first whose cross-entropy of held-out speakers is not shown to be above the"
            + " lowest one"
            + (taken().start().isPresent()
                ? ", and what goes on from it is shown to be better"
                : ""));
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
    int best = best(rows);
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      String name = row.candidate().name() + (i == chosen ? " *" : "");
      if (row.judgement().isEmpty()) {
        table.row(name, "-", "-", "-", "-", "-");
        continue;
      }
      Judgement j = row.judgement().get();
      Judgement.Estimate cost = j.uncertainCost();
      table.row(
          name,
          interval(cost),
          i == best
              ? "-"
              : interval(above(i).orElseThrow()) + (row.start().isEmpty() ? "" : " than its start"),
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

  private static String interval(Judgement.Estimate of) {
    return String.format(Locale.ROOT, "%.3f [%.3f, %.3f]", of.value(), of.low(), of.high());
  }

  private static String number(String format, double x) {
    return String.format(Locale.ROOT, format, x);
  }
}
