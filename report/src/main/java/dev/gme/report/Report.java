package dev.gme.report;

import dev.gme.core.GmeException;
import dev.gme.core.metric.CostPreset;
import dev.gme.report.plot.Plot;
import dev.gme.report.plot.ReportPlots;
import dev.gme.report.result.Fact;
import dev.gme.report.result.LlrUnit;
import dev.gme.report.result.SystemResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * One self-contained HTML page about one or several systems, and its plots. The page needs no
 * network, and the same input gives the same bytes.
 *
 * <pre>{@code
 * Report report =
 *     Report.of("SRE16, Cantonese")
 *         .preset(CostPreset.SRE16)
 *         .system(plda)
 *         .system(heavyTailed)
 *         .provenance("trials", "trials.tsv, 1,986,728 trials, sha256 77ab…")
 *         .build();
 * Files.writeString(path, report.html());
 * }</pre>
 */
public final class Report {
  private final String title;
  private final List<SystemResult> systems;
  private final List<CostPreset> presets;
  private final List<Fact> provenance;
  private final LlrUnit unit;
  private final ReportPlots plots;

  private Report(Builder b) {
    title = b.title;
    systems = List.copyOf(b.systems);
    presets = List.copyOf(b.presets);
    provenance = List.copyOf(b.provenance);
    unit = b.unit;
    plots = ReportPlots.of(systems, unit);
  }

  /** Begins a report with the title of its page. */
  public static Builder of(String title) {
    return new Builder(title);
  }

  /** The page, to be written in UTF-8. */
  public String html() {
    return new HtmlPage(this).html();
  }

  /** All plots of the page, in its order. */
  public List<Plot> plots() {
    return plots.all();
  }

  ReportPlots plotsBySection() {
    return plots;
  }

  String title() {
    return title;
  }

  List<SystemResult> systems() {
    return systems;
  }

  List<CostPreset> presets() {
    return presets;
  }

  LlrUnit unit() {
    return unit;
  }

  List<Fact> provenance() {
    return provenance;
  }

  /** Gathers what a report shows; at least one system. */
  public static final class Builder {
    private final String title;
    private final List<SystemResult> systems = new ArrayList<>();
    private final List<CostPreset> presets = new ArrayList<>();
    private final List<Fact> provenance = new ArrayList<>();
    private LlrUnit unit = LlrUnit.NATS;

    private Builder(String title) {
      this.title = Objects.requireNonNull(title);
    }

    /** Adds a system; names differ, and operating points agree with those of the first. */
    public Builder system(SystemResult system) {
      systems.add(system);
      return this;
    }

    /** Also shows the mean cost over the points of this evaluation, if it is a cost of its own. */
    public Builder preset(CostPreset preset) {
      presets.add(preset);
      return this;
    }

    /** The logarithm in which plots and thresholds are written; natural unless stated. */
    public Builder unit(LlrUnit of) {
      unit = of;
      return this;
    }

    /** A line of provenance that all systems share, such as the trials. */
    public Builder provenance(String what, String text) {
      provenance.add(new Fact(what, text));
      return this;
    }

    /** The report; refuses to show two systems under one name. */
    public Report build() {
      if (systems.isEmpty()) {
        throw new IllegalArgumentException("a report shows at least one system");
      }
      Set<String> names = new HashSet<>();
      for (SystemResult s : systems) {
        if (!names.add(s.name())) {
          throw new GmeException(
              "two systems of the report are named '" + s.name() + "'",
              "give each system a name of its own");
        }
        requirePoints(s);
      }
      return new Report(this);
    }

    private void requirePoints(SystemResult s) {
      List<?> expected = systems.get(0).metrics().points();
      if (!s.metrics().points().equals(expected)) {
        throw new IllegalArgumentException(
            s.name() + " was evaluated at " + s.metrics().points() + ", not at " + expected);
      }
      for (CostPreset preset : presets) {
        if (!expected.containsAll(preset.points())) {
          throw new IllegalArgumentException(
              "the points of " + preset.label() + " were not evaluated, only " + expected);
        }
      }
    }
  }
}
