package dev.gme.benchmarks.study;

import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Comparison;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.train.data.TrainingData;
import dev.gme.lab.system.Auto;
import dev.gme.lab.system.AutoChoice;
import dev.gme.lab.system.StepDefaults;
import dev.gme.lab.system.SystemModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * What {@code gme train auto} chooses, and how that does on new speakers beside the best of all
 * ways that it chooses from (docs/studies/auto.md): on simulated data of few speakers and many, and
 * on real speech.
 */
public final class AutoStudy implements Study {
  private static final int[] SPEAKERS = {20, 40, 80, 160, 1500};
  private static final BootstrapOptions DRAWS = BootstrapOptions.DEFAULT.withReplicates(500);

  private final Optional<Path> data;
  private final KeptFigures kept;

  /**
   * The study of the page.
   *
   * @param data a folder of sets as {@link RealEmbeddingsStudy} takes them; without it, simulated
   *     data only
   * @param folder where figures are kept, so that an interrupted study goes on; without it, they
   *     are not kept
   */
  public AutoStudy(Optional<Path> data, Optional<Path> folder) {
    this.data = data;
    kept = new KeptFigures(folder);
  }

  private static int seeds(int speakers) {
    return speakers > 1000 ? 3 : 5;
  }

  @Override
  public StudyResult run(Consumer<String> progress) throws IOException {
    List<Path> sets = data.isPresent() ? EmbeddingExperiment.sets(data.get()) : List.of();
    int draws = Arrays.stream(SPEAKERS).map(AutoStudy::seeds).sum();
    CountedSteps steps =
        new CountedSteps(SimulatedCorpus.values().length * draws + sets.size(), progress);
    List<StudyTable> tables = new ArrayList<>();
    if (!sets.isEmpty()) {
      List<List<Cell>> rows = new ArrayList<>();
      for (Path set : sets) {
        steps.accept(set.getFileName().toString());
        rows.add(real(set));
      }
      tables.add(
          new StudyTable(
              "Real speech",
              List.of(
                  "set",
                  "chosen",
                  "EER",
                  "Cprm_min",
                  "Cllr",
                  "min Cllr",
                  "EER, best way",
                  "auto less that",
                  "Cprm_min, best way",
                  "auto less that"),
              rows));
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (SimulatedCorpus corpus : SimulatedCorpus.values()) {
      for (int speakers : SPEAKERS) {
        rows.add(simulated(corpus, speakers, steps));
      }
    }
    tables.add(
        new StudyTable(
            "Simulated data",
            List.of(
                "trained on",
                "EER",
                "Cprm_min",
                "Cllr",
                "min Cllr",
                "EER, best way",
                "auto less that",
                "Cprm_min, best way",
                "auto less that"),
            rows));
    return new StudyResult(tables, List.of());
  }

  /** What was chosen, and the model that came of it. */
  private record Made(AutoChoice choice, SystemModel model) {
    static Made of(TrainingData training) {
      List<AutoChoice> heard = new ArrayList<>();
      try {
        SystemModel model = new Auto(StepDefaults.DEFAULT, heard::add).train(training).model();
        return new Made(heard.get(0), model);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    double[] calibrated(double[] scores) {
      return model.calibration().map(c -> c.applyAll(scores)).orElse(scores);
    }
  }

  // ---- real speech

  private List<Cell> real(Path set) throws IOException {
    EmbeddingExperiment experiment = EmbeddingExperiment.read(set);
    Made made = Made.of(experiment.training());
    double[] ours = made.calibrated(experiment.scores(made.model().pipeline()));
    MetricSummary figures = TrialFigures.of(experiment.trials(), ours);
    Map<String, double[]> others = experiment.scores();
    List<Cell> row =
        new ArrayList<>(
            List.of(
                Cell.text(experiment.name()), Cell.text(made.choice().taken().candidate().name())));
    row.addAll(figures(figures));
    row.addAll(best(experiment, ours, others, Metrics::eerRocch, MetricSummary::eer, 100));
    row.addAll(
        best(
            experiment, ours, others, m -> m.minCost(CostPreset.SRE16), MetricSummary::cprmMin, 1));
    return row;
  }

  private static List<Cell> figures(MetricSummary f) {
    return List.of(
        Cell.percent(f.eer()),
        Cell.number("%.3f", f.cprmMin()),
        Cell.number("%.3f", f.cllr()),
        Cell.number("%.3f", f.minCllr()));
  }

  /** The way with the lowest figure, and the paired interval of the difference to it. */
  private static List<Cell> best(
      EmbeddingExperiment experiment,
      double[] ours,
      Map<String, double[]> others,
      ToDoubleFunction<Metrics> metric,
      ToDoubleFunction<MetricSummary> figure,
      double unit) {
    Map<String, Double> found = new LinkedHashMap<>();
    others.forEach(
        (name, scores) ->
            found.put(name, figure.applyAsDouble(TrialFigures.of(experiment.trials(), scores))));
    String best = lowest(found);
    ScoredTrials with = experiment.scored(ours);
    Interval between =
        Comparison.of(with, experiment.scored(others.get(best)), DRAWS).interval(metric);
    double difference =
        figure.applyAsDouble(TrialFigures.of(experiment.trials(), ours)) - found.get(best);
    return List.of(
        Cell.text(best + ": " + String.format(Locale.ROOT, "%.3f", unit * found.get(best))),
        new Cell.FigureList(
            List.of(difference, between.lo(), between.hi()),
            String.format(
                Locale.ROOT,
                "%+.3f [%+.3f, %+.3f]",
                unit * difference,
                unit * between.lo(),
                unit * between.hi())));
  }

  private static String lowest(Map<String, Double> figures) {
    return figures.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }

  // ---- simulated data

  private List<Cell> simulated(SimulatedCorpus corpus, int speakers, CountedSteps steps)
      throws IOException {
    List<MetricSummary> ours = new ArrayList<>();
    Map<String, List<MetricSummary>> others = new LinkedHashMap<>();
    String name = corpus.title() + ", " + speakers + " speakers";
    for (long seed = 1; seed <= seeds(speakers); seed++) {
      steps.accept(name + ", seed " + seed);
      SimulatedDraw draw =
          new SimulatedDraw(
              new SimulatedDraw.Size(150, 40, speakers, speakers <= 20 ? 16 : 8, 500, 4, 1),
              corpus,
              seed);
      long number = seed;
      ours.add(summary(kept.get(name + " auto " + seed, () -> auto(draw)), 0));
      double[] ways = kept.get(name + " ways " + seed, () -> ways(draw, number));
      List<String> names = wayNames();
      for (int w = 0; w < names.size(); w++) {
        others.computeIfAbsent(names.get(w), n -> new ArrayList<>()).add(summary(ways, 4 * w));
      }
    }
    List<Cell> row = new ArrayList<>(List.of(Cell.text(name)));
    row.addAll(figures(MetricSummary.mean(ours)));
    row.addAll(best(ours, others, MetricSummary::eer, 100));
    row.addAll(best(ours, others, MetricSummary::cprmMin, 1));
    return row;
  }

  private static double[] auto(SimulatedDraw draw) {
    Made made = Made.of(draw.training());
    SystemModel model = made.model();
    return values(
        model.calibration().isPresent()
            ? draw.figures(model.calibratedModel())
            : draw.figures(model.pipeline()));
  }

  private static List<String> wayNames() {
    List<String> names = new ArrayList<>(List.of("GPLDA LN"));
    Arrays.stream(WayToTrain.values()).forEach(way -> names.add(way.abbreviation()));
    return names;
  }

  /** All ways by themselves, with the usual dimension as auto takes it. */
  private static double[] ways(SimulatedDraw draw, long seed) {
    List<MetricSummary> out = new ArrayList<>();
    out.add(draw.figures(draw.usual(true)));
    WayToTrain.train(draw.training(), draw.usual(false).extractor().model(), seed)
        .values()
        .forEach(extractor -> out.add(draw.figures(extractor)));
    return out.stream().flatMapToDouble(m -> Arrays.stream(values(m))).toArray();
  }

  private static double[] values(MetricSummary m) {
    return new double[] {m.eer(), m.cprmMin(), m.cllr(), m.minCllr()};
  }

  private static MetricSummary summary(double[] figures, int from) {
    return new MetricSummary(
        figures[from], figures[from + 1], figures[from + 2], figures[from + 3]);
  }

  /** The way with the lowest mean, and the mean difference to it with its standard error. */
  private static List<Cell> best(
      List<MetricSummary> ours,
      Map<String, List<MetricSummary>> others,
      ToDoubleFunction<MetricSummary> figure,
      double unit) {
    Map<String, Double> means = new LinkedHashMap<>();
    others.forEach(
        (way, figures) -> means.put(way, figure.applyAsDouble(MetricSummary.mean(figures))));
    String best = lowest(means);
    double[] differences = new double[ours.size()];
    for (int i = 0; i < differences.length; i++) {
      differences[i] =
          figure.applyAsDouble(ours.get(i)) - figure.applyAsDouble(others.get(best).get(i));
    }
    DiscriminativeStudy.Change change = DiscriminativeStudy.Change.of(differences);
    return List.of(
        Cell.text(best + ": " + String.format(Locale.ROOT, "%.3f", unit * means.get(best))),
        new Cell.FigureList(
            List.of(change.mean(), change.standardError()),
            String.format(
                Locale.ROOT, "%+.3f ± %.3f", unit * change.mean(), unit * change.standardError())));
  }
}
