package dev.gme.lab.identify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.core.Progress;
import dev.gme.core.identify.IdentificationBootstrap;
import dev.gme.core.identify.IdentificationRates;
import dev.gme.core.identify.Searches;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Interval;
import dev.gme.lab.evaluate.Measure;
import dev.gme.lab.evaluate.ResultJson;
import dev.gme.lab.evaluate.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The rates of searches, with intervals where speakers are known (docs/math.md 10.2).
 *
 * <pre>{@code
 * IdentificationFigures figures =
 *     IdentificationFigures.of(
 *         searches, Options.DEFAULT, Optional.of(BootstrapOptions.DEFAULT), progress);
 * figures.lines().forEach(System.out::println);
 * }</pre>
 */
public final class IdentificationFigures {
  private final Searches searches;
  private final List<Figure> figures = new ArrayList<>();
  private List<Interval> intervals = List.of();

  /**
   * Which rates.
   *
   * @param ranks how many candidates may be looked at, for each rate
   * @param fpirs shares of strangers who may get a name
   * @param thresholds scores at which rates are asked for
   */
  public record Options(List<Integer> ranks, List<Double> fpirs, List<Double> thresholds) {
    /** Ranks 1, 5 and 10; one stranger of 1000, of 100 and of 10. */
    public static final Options DEFAULT =
        new Options(List.of(1, 5, 10), List.of(0.001, 0.01, 0.1), List.of());

    public Options {
      ranks = List.copyOf(ranks);
      fpirs = List.copyOf(fpirs);
      thresholds = List.copyOf(thresholds);
      if (ranks.isEmpty() || ranks.stream().anyMatch(r -> r < 1)) {
        throw new IllegalArgumentException("ranks count from 1, found " + ranks);
      }
      if (fpirs.stream().anyMatch(f -> !(f >= 0 && f <= 1))) {
        throw new IllegalArgumentException(
            "shares of strangers lie between 0 and 1, found " + fpirs);
      }
      if (thresholds.stream().anyMatch(t -> t.isNaN())) {
        throw new IllegalArgumentException("thresholds must be numbers");
      }
    }
  }

  /** A rate: its name for people, for machines, and where it was read. */
  private record Figure(
      String name,
      String key,
      double at,
      int rank,
      double value,
      ToDoubleFunction<IdentificationRates> rate) {}

  private IdentificationFigures(Searches searches) {
    this.searches = searches;
  }

  /**
   * The figures of searches.
   *
   * @param bootstrap how intervals are made; heeded where speakers are known
   */
  public static IdentificationFigures of(
      ScoredSearches scored,
      Options options,
      Optional<BootstrapOptions> bootstrap,
      Progress progress) {
    double[] thresholds = options.thresholds().stream().mapToDouble(t -> t).toArray();
    IdentificationFigures out = new IdentificationFigures(scored.searches(thresholds));
    out.add(options);
    if (scored.hasSpeakers() && bootstrap.isPresent()) {
      List<ToDoubleFunction<IdentificationRates>> rates = new ArrayList<>();
      out.figures.forEach(f -> rates.add(f.rate()));
      out.intervals =
          IdentificationBootstrap.intervals(out.searches, bootstrap.get(), rates, progress);
    }
    return out;
  }

  private void add(Options options) {
    boolean mated = searches.mated() > 0;
    boolean unmated = searches.unmated() > 0;
    // Beyond N every rank is the same.
    List<Integer> ranks =
        options.ranks().stream().map(r -> Math.min(r, searches.enrolled())).distinct().toList();
    for (int r : ranks) {
      if (mated) {
        add("mate among the best " + r + " (CMC) %", "cmc", Double.NaN, r, x -> x.cmc(r));
      }
    }
    for (int r : ranks) {
      for (double f : mated && unmated ? options.fpirs() : List.<Double>of()) {
        String name =
            String.format(Locale.ROOT, "TPIR %% at FPIR %s, rank %d", Measure.percent(f), r);
        add(name, "tpir_at_fpir", f, r, x -> x.tpirAtFpir(r, f));
      }
    }
    for (int r : ranks) {
      if (mated && unmated) {
        add("FNIR = FPIR (EER) %, rank " + r, "eer_rocch", Double.NaN, r, x -> x.eerRocch(r));
      }
    }
    for (double t : options.thresholds()) {
      String at = " at " + Measure.plain(t);
      for (int r : mated ? ranks : List.<Integer>of()) {
        add("FNIR %" + at + ", rank " + r, "fnir", t, r, x -> x.fnir(r, t));
      }
      if (unmated) {
        add("FPIR %" + at, "fpir", t, 0, x -> x.fpir(t));
        add("candidates of a stranger (SEL)" + at, "selectivity", t, 0, x -> x.selectivity(t));
      }
    }
  }

  private void add(
      String name, String key, double at, int rank, ToDoubleFunction<IdentificationRates> rate) {
    figures.add(new Figure(name, key, at, rank, rate.applyAsDouble(searches.rates()), rate));
  }

  /** What the figures are of; N belongs to every one. */
  public String describe() {
    return String.format(
        Locale.ROOT,
        "N = %,d enrolled speakers; %,d searches with a mate among them, %,d without",
        searches.enrolled(),
        searches.mated(),
        searches.unmated());
  }

  /** A table for people. */
  public List<String> lines() {
    TextTable table =
        intervals.isEmpty()
            ? new TextTable("rate", "value")
            : new TextTable("rate", "value", "from", "to");
    for (int k = 0; k < figures.size(); k++) {
      Figure f = figures.get(k);
      double scale = f.key().equals("selectivity") ? 1 : 100;
      if (intervals.isEmpty()) {
        table.row(f.name(), text(scale * f.value()));
      } else {
        Interval i = intervals.get(k);
        table.row(f.name(), text(scale * f.value()), text(scale * i.lo()), text(scale * i.hi()));
      }
    }
    List<String> out = new ArrayList<>(List.of(describe()));
    out.addAll(table.lines());
    if (!intervals.isEmpty()) {
      out.add(
          String.format(
              Locale.ROOT,
              "Intervals: %s, other speakers might have been searched for (N stays).",
              Measure.percent(intervals.get(0).confidence())));
    }
    return out;
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** All figures for machines. */
  public ObjectNode json() {
    ObjectNode out = ResultJson.object();
    out.put("enrolled", searches.enrolled());
    out.put("mated_searches", searches.mated());
    out.put("unmated_searches", searches.unmated());
    IdentificationRates rates = searches.rates();
    for (int k = 0; k < figures.size(); k++) {
      Figure f = figures.get(k);
      ObjectNode figure = ResultJson.object();
      figure.put("rate", f.key());
      if (f.rank() > 0) {
        figure.put("rank", f.rank());
      }
      if (f.key().equals("tpir_at_fpir")) {
        figure.put("fpir", f.at());
        double limit = rates.limitAtFpir(f.at());
        // JSON has no infinity: null is "everything".
        figure.put("score_above", Double.isInfinite(limit) ? null : (Double) limit);
      } else if (!Double.isNaN(f.at())) {
        figure.put("threshold", f.at());
      }
      figure.put("value", f.value());
      if (!intervals.isEmpty()) {
        Interval i = intervals.get(k);
        figure.putArray("interval").add(i.lo()).add(i.hi());
      }
      out.withArray("rates").add(figure);
    }
    if (!intervals.isEmpty()) {
      out.put("confidence", intervals.get(0).confidence());
    }
    return out;
  }
}
