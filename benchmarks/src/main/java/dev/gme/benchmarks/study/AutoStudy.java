package dev.gme.benchmarks.study;

import dev.gme.core.GmeException;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Comparison;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.metric.Metrics;
import dev.gme.core.train.choice.HeldOutJudge;
import dev.gme.core.train.choice.HeldOutPairs;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.DescentOptions;
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
 * ways that it chooses from, and beside the simplest baselines (docs/studies/auto.md): on simulated
 * data of few speakers and many, and on real speech.
 */
public final class AutoStudy implements Study {
  private static final List<Integer> SPEAKERS = List.of(40, 160, 1500);
  private static final List<SimulatedCorpus> CORPORA =
      List.of(SimulatedCorpus.AS_MODELLED, SimulatedCorpus.TWO_CHANNELS);
  private static final BootstrapOptions DRAWS = BootstrapOptions.DEFAULT.withReplicates(500);

  private final Optional<Path> data;
  private final Map<Path, Path> others;
  private final KeptFigures kept;
  private final List<Integer> sizes;

  /**
   * The study of the page.
   *
   * @param data a folder of sets as {@link RealEmbeddingsStudy} takes them; without it and without
   *     others, simulated data only
   * @param others further files of vectors, each with the folder of its lists
   * @param folder where figures are kept, so that an interrupted study goes on; without it, they
   *     are not kept
   */
  public AutoStudy(Optional<Path> data, Map<Path, Path> others, Optional<Path> folder) {
    this(data, others, folder, SPEAKERS);
  }

  /** With so many simulated training speakers. */
  AutoStudy(
      Optional<Path> data, Map<Path, Path> others, Optional<Path> folder, List<Integer> sizes) {
    this.sizes = List.copyOf(sizes);
    this.data = data;
    this.others = new LinkedHashMap<>(others);
    kept = new KeptFigures(folder);
  }

  private static int seeds(int speakers) {
    return speakers > 1000 ? 1 : 2;
  }

  @Override
  public StudyResult run(Consumer<String> progress) throws IOException {
    List<EmbeddingExperiment> sets = EmbeddingExperiment.read(data, others);
    int draws = sizes.stream().mapToInt(AutoStudy::seeds).sum();
    CountedSteps steps = new CountedSteps(CORPORA.size() * draws + sets.size(), progress);
    List<StudyTable> tables = new ArrayList<>();
    if (!sets.isEmpty()) {
      List<List<Cell>> rows = new ArrayList<>();
      List<List<Cell>> simple = new ArrayList<>();
      for (EmbeddingExperiment set : sets) {
        steps.accept(set.name());
        RealRun run = real(set);
        rows.add(run.beside());
        simple.addAll(run.besideBaselines());
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
                  "EER, auto less that",
                  "Cprm_min, best way",
                  "Cprm_min, auto less that"),
              rows));
      tables.add(
          new StudyTable(
              "Real speech, against baselines that are calibrated on the same held-out speakers",
              List.of(
                  "set",
                  "baseline",
                  "EER",
                  "EER, auto less that",
                  "Cprm_min",
                  "Cprm_min, auto less that",
                  "Cllr",
                  "Cllr, auto less that"),
              simple));
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (SimulatedCorpus corpus : CORPORA) {
      for (int speakers : sizes) {
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
                "EER, auto less that",
                "Cprm_min, best way",
                "Cprm_min, auto less that"),
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

  private RealRun real(EmbeddingExperiment set) throws IOException {
    List<Made> made = new ArrayList<>();
    KeptFigures.Finder train =
        () -> {
          if (made.isEmpty()) {
            made.add(Made.of(set.training()));
          }
          return made.get(0).calibrated(set.scores(made.get(0).model().pipeline()));
        };
    double[] ours = kept.get(set.name() + " auto", train);
    String chosen =
        kept.text(
            set.name() + " chosen",
            () -> {
              train.find();
              return made.get(0).choice().taken().candidate().name();
            });
    Map<String, double[]> ways = new LinkedHashMap<>();
    Map<String, double[]> found = new LinkedHashMap<>();
    for (String way : EmbeddingExperiment.systems()) {
      ways.put(
          way,
          kept.get(
              set.name() + " " + way,
              () -> {
                if (found.isEmpty()) {
                  found.putAll(set.scores());
                }
                return found.get(way);
              }));
    }
    Map<String, double[]> baselines = new LinkedHashMap<>();
    for (Baseline baseline : Baseline.ALL) {
      double[] scores =
          kept.get(set.name() + " baseline " + baseline.name(), () -> baseline.of(set));
      if (scores.length > 0) {
        baselines.put(baseline.name(), scores);
      }
    }
    return new RealRun(set, chosen, ours, ways, baselines);
  }

  /** The simplest systems that people use, each calibrated on the speakers that auto holds out. */
  private record Baseline(String name, List<String> steps) {
    private static final List<Baseline> ALL =
        List.of(
            new Baseline("raw cosine", List.of("cosine")),
            new Baseline("cosine", List.of("centre", "cosine")),
            new Baseline(
                EmbeddingExperiment.LENGTH_NORMALIZED,
                List.of("centre", "whiten-total", "length", "centre", "plda")));

    /** Calibrated scores of all trials; none where the data are refused. */
    double[] of(EmbeddingExperiment set) throws IOException {
      try {
        return calibrated(set);
      } catch (GmeException e) {
        return new double[0];
      }
    }

    private double[] calibrated(EmbeddingExperiment set) throws IOException {
      HeldOutPairs pairs =
          HeldOutPairs.of(
              set.training(), DescentOptions.DEFAULT.folds(), DescentOptions.DEFAULT.seed());
      List<double[]> heldOut = new ArrayList<>();
      for (HeldOutPairs.Group group : pairs.groups()) {
        boolean[] held = pairs.heldOut(group.fold());
        heldOut.add(set.pairScores(steps, speaker -> !held[speaker], group.recordings()));
      }
      return new HeldOutJudge(pairs, new Auto(StepDefaults.DEFAULT).prior())
          .of(heldOut)
          .calibration()
          .applyAll(set.scores(steps));
    }
  }

  /** Calibrated scores of one set. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record RealRun(
      EmbeddingExperiment set,
      String chosen,
      double[] ours,
      Map<String, double[]> ways,
      Map<String, double[]> baselines) {
    private MetricSummary figures(double[] scores) {
      return TrialFigures.of(set.trials(), scores);
    }

    List<Cell> beside() {
      List<Cell> row = new ArrayList<>(List.of(Cell.text(set.name()), Cell.text(chosen)));
      row.addAll(AutoStudy.figures(figures(ours)));
      for (Figure figure : List.of(Figure.EER, Figure.CPRM_MIN)) {
        Map<String, Double> found = new LinkedHashMap<>();
        ways.forEach((name, scores) -> found.put(name, figure.of.applyAsDouble(figures(scores))));
        String best = lowest(found);
        row.add(
            Cell.text(
                best + ": " + String.format(Locale.ROOT, "%.3f", figure.unit * found.get(best))));
        row.add(difference(figure, comparison(ways.get(best)), ways.get(best)));
      }
      return row;
    }

    List<List<Cell>> besideBaselines() {
      List<List<Cell>> rows = new ArrayList<>();
      baselines.forEach(
          (name, scores) -> {
            Comparison comparison = comparison(scores);
            List<Cell> row = new ArrayList<>(List.of(Cell.text(set.name()), Cell.text(name)));
            for (Figure figure : Figure.ALL) {
              row.add(Cell.number("%.3f", figure.unit * figure.of.applyAsDouble(figures(scores))));
              row.add(difference(figure, comparison, scores));
            }
            rows.add(row);
          });
      return rows;
    }

    private Comparison comparison(double[] other) {
      return Comparison.of(set.scored(ours), set.scored(other), DRAWS);
    }

    /** The difference, and its 95 % interval where speakers are drawn again for both. */
    private Cell difference(Figure figure, Comparison comparison, double[] other) {
      Interval between = comparison.interval(figure.metric);
      double difference =
          figure.of.applyAsDouble(figures(ours)) - figure.of.applyAsDouble(figures(other));
      return new Cell.FigureList(
          List.of(difference, between.lo(), between.hi()),
          String.format(
              Locale.ROOT,
              "%+.3f [%+.3f, %+.3f]",
              figure.unit * difference,
              figure.unit * between.lo(),
              figure.unit * between.hi()));
    }
  }

  /** A figure that systems are compared by. */
  private record Figure(
      ToDoubleFunction<Metrics> metric, ToDoubleFunction<MetricSummary> of, double unit) {
    private static final Figure EER = new Figure(Metrics::eerRocch, MetricSummary::eer, 100);
    private static final Figure CPRM_MIN =
        new Figure(m -> m.minCost(CostPreset.SRE16), MetricSummary::cprmMin, 1);
    private static final Figure CLLR = new Figure(Metrics::cllr, MetricSummary::cllr, 1);
    private static final List<Figure> ALL = List.of(EER, CPRM_MIN, CLLR);
  }

  private static List<Cell> figures(MetricSummary f) {
    return List.of(
        Cell.percent(f.eer()),
        Cell.number("%.3f", f.cprmMin()),
        Cell.number("%.3f", f.cllr()),
        Cell.number("%.3f", f.minCllr()));
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
          new SimulatedDraw(new SimulatedDraw.Size(150, 40, speakers, 8, 500, 4, 1), corpus, seed);
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
    List<String> names = new ArrayList<>(List.of(EmbeddingExperiment.LENGTH_NORMALIZED));
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
            String.format(Locale.ROOT, "%+.3f", unit * change.mean())
                + (ours.size() < 2
                    ? ""
                    : String.format(Locale.ROOT, " ± %.3f", unit * change.standardError()))));
  }
}
