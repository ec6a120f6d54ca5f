package dev.gme.benchmarks.study;

import dev.gme.core.GmeException;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.metric.Metrics;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.BxeTrainer;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.plda.PldaRecipe;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * Whether discriminative training ever does harm (docs/studies/discriminative.md): trained from ν =
 * 2 plugged into Gaussian PLDA, with default options, on few speakers and many, on data that the
 * model describes and that it does not, and on real speech; compared with its start.
 *
 * <p>On simulated data every seed draws another database, and the standard error is that of the
 * mean over them. On real sets a seed chooses folds and minibatches, and the standard error is that
 * of the mean over seeds when test speakers are drawn again.
 */
public final class DiscriminativeStudy implements Study {
  private static final int[] SPEAKERS = {20, 40, 80, 160, 1500};
  private static final long SEEDS = 10;

  private final Optional<Path> data;
  private final KeptFigures kept;

  /**
   * The study of the page.
   *
   * @param data a folder of sets as {@link RealEmbeddingsStudy} takes them; without it, simulated
   *     data only
   * @param folder where the figures of every training are kept, so that an interrupted study goes
   *     on; without it, they are not kept
   */
  public DiscriminativeStudy(Optional<Path> data, Optional<Path> folder) {
    this.data = data;
    kept = new KeptFigures(folder);
  }

  /** Something to train on, and what becomes of new speakers. */
  private interface Case {
    String name();

    /** Before and after training, one for each seed. */
    Outcome outcome(CountedSteps steps) throws IOException;
  }

  /** A row of the table: the mean figures of the start, and what training changes. */
  private record Outcome(
      MetricSummary start, Change eer, Change cprmMin, Change cllr, int changed, int seeds) {}

  /** The mean of a difference, and its standard error. */
  record Change(double mean, double standardError) {
    /** Harm that chance does not explain. */
    boolean isHarm() {
      return mean > 2 * standardError && mean > 0;
    }

    static Change of(double[] differences) {
      int n = differences.length;
      double mean = 0;
      for (double d : differences) {
        mean += d / n;
      }
      double squares = 0;
      for (double d : differences) {
        squares += (d - mean) * (d - mean);
      }
      return new Change(mean, Math.sqrt(squares / Math.max(1, n - 1) / n));
    }
  }

  @Override
  public StudyResult run(Consumer<String> progress) throws IOException {
    List<Case> cases = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    for (SimulatedCorpus corpus : SimulatedCorpus.values()) {
      for (int speakers : SPEAKERS) {
        cases.add(new Simulated(corpus, speakers));
        LongStream.rangeClosed(1, SEEDS).forEach(s -> weights.add(1.0));
      }
    }
    if (data.isPresent()) {
      for (Path set : EmbeddingExperiment.sets(data.get())) {
        for (Thinning thinning : Thinning.values()) {
          cases.add(new Real(set, thinning));
          LongStream.rangeClosed(1, SEEDS).forEach(s -> weights.add(1.0));
        }
      }
    }
    CountedSteps steps = new CountedSteps(weights, progress);
    List<List<Cell>> rows = new ArrayList<>();
    boolean harm = false;
    for (Case c : cases) {
      Outcome o = c.outcome(steps);
      harm |= o.eer.isHarm() || o.cprmMin.isHarm() || o.cllr.isHarm();
      rows.add(
          List.of(
              Cell.text(c.name()),
              Cell.text(o.changed + " of " + o.seeds),
              Cell.percent(o.start.eer()),
              change(o.eer, 100),
              Cell.number("%.3f", o.start.cprmMin()),
              change(o.cprmMin, 1),
              Cell.number("%.3f", o.start.cllr()),
              change(o.cllr, 1)));
    }
    return new StudyResult(
        List.of(
            new StudyTable(
                "",
                List.of(
                    "trained on",
                    "changed",
                    "EER",
                    "points",
                    "Cprm_min",
                    "change",
                    "Cllr",
                    "change"),
                rows)),
        List.of(
            harm
                ? "An exclamation mark is harm of more than two standard errors."
                : "No figure of any row is worse than the start by more than two standard errors."));
  }

  private static Cell change(Change c, double unit) {
    return new Cell.FigureList(
        List.of(c.mean, c.standardError),
        String.format(
            Locale.ROOT,
            unit == 100 ? "%+.2f ± %.2f%s" : "%+.3f ± %.3f%s",
            unit * c.mean,
            unit * c.standardError,
            c.isHarm() ? " !" : ""));
  }

  private static PldaRecipe recipe(TrainingData training) {
    int d = PldaRecipe.usualSpeakerDimension(training, List.of());
    return PldaRecipe.gaussian(d).withNu(WayToTrain.NU);
  }

  private static GmeExtractor start(TrainingData training) {
    return recipe(training).train(training).model().extractor();
  }

  private static GmeExtractor trained(TrainingData training, GmeExtractor start, long seed) {
    return new BxeTrainer(BxeOptions.DEFAULT, DescentOptions.builder().seed(seed).build())
        .train(training, start)
        .model()
        .extractor();
  }

  private static MetricSummary summary(double[] figures, int from) {
    return new MetricSummary(
        figures[from], figures[from + 1], figures[from + 2], figures[from + 3]);
  }

  private static double[] figures(MetricSummary m) {
    return new double[] {m.eer(), m.cprmMin(), m.cllr(), m.minCllr()};
  }

  /** New databases for every seed. */
  private final class Simulated implements Case {
    private final SimulatedCorpus corpus;
    private final int speakers;

    Simulated(SimulatedCorpus corpus, int speakers) {
      this.corpus = corpus;
      this.speakers = speakers;
    }

    @Override
    public String name() {
      return corpus.title() + ", " + speakers + " speakers";
    }

    @Override
    public Outcome outcome(CountedSteps steps) throws IOException {
      List<MetricSummary> before = new ArrayList<>();
      List<MetricSummary> after = new ArrayList<>();
      for (long seed = 1; seed <= SEEDS; seed++) {
        steps.accept(name() + ", seed " + seed);
        long number = seed;
        double[] both = kept.get(name() + " " + seed, () -> train(number));
        before.add(summary(both, 0));
        after.add(summary(both, 4));
      }
      return new Outcome(
          MetricSummary.mean(before),
          change(before, after, MetricSummary::eer),
          change(before, after, MetricSummary::cprmMin),
          change(before, after, MetricSummary::cllr),
          (int)
              LongStream.range(0, SEEDS)
                  .filter(i -> !before.get((int) i).equals(after.get((int) i)))
                  .count(),
          (int) SEEDS);
    }

    private Change change(
        List<MetricSummary> before,
        List<MetricSummary> after,
        ToDoubleFunction<MetricSummary> figure) {
      double[] differences = new double[before.size()];
      for (int i = 0; i < differences.length; i++) {
        differences[i] = figure.applyAsDouble(after.get(i)) - figure.applyAsDouble(before.get(i));
      }
      return Change.of(differences);
    }

    private double[] train(long seed) {
      // Eight recordings of twenty speakers do not determine noise in 150 dimensions.
      int recordings = speakers <= 20 ? 16 : 8;
      SimulatedDraw draw =
          new SimulatedDraw(
              new SimulatedDraw.Size(150, 40, speakers, recordings, 500, 4, 1), corpus, seed);
      GmeExtractor start = start(draw.training());
      double[] out = new double[8];
      System.arraycopy(figures(draw.figures(start)), 0, out, 0, 4);
      MetricSummary after = draw.figures(trained(draw.training(), start, seed));
      System.arraycopy(figures(after), 0, out, 4, 4);
      return out;
    }
  }

  /** Which training recordings of a set are used. */
  private enum Thinning {
    WHOLE(""),
    HALF_OF_SPEAKERS(", every second speaker"),
    THIRD_OF_SPEAKERS(", every third speaker"),
    HALF_OF_RECORDINGS(", every second recording");

    private final String words;

    Thinning(String words) {
      this.words = words;
    }

    TrainingData of(TrainingData all) {
      int[] seen = new int[all.speakers()];
      return switch (this) {
        case WHOLE -> all;
        case HALF_OF_SPEAKERS -> all.only(j -> all.speaker(j) % 2 == 0);
        case THIRD_OF_SPEAKERS -> all.only(j -> all.speaker(j) % 3 == 0);
        case HALF_OF_RECORDINGS -> all.only(j -> seen[all.speaker(j)]++ % 2 == 0);
      };
    }
  }

  /** One set of real vectors, trained on with other folds for every seed. */
  private final class Real implements Case {
    private final Path set;
    private final Thinning thinning;

    Real(Path set, Thinning thinning) {
      this.set = set;
      this.thinning = thinning;
    }

    @Override
    public String name() {
      return set.getFileName() + thinning.words;
    }

    @Override
    public Outcome outcome(CountedSteps steps) throws IOException {
      EmbeddingExperiment experiment = EmbeddingExperiment.read(set);
      TrainingData training = thinning.of(experiment.training());
      GmeExtractor start;
      try {
        start = start(training);
      } catch (GmeException e) {
        for (long seed = 1; seed <= SEEDS; seed++) {
          steps.accept(name() + ": " + e.getMessage());
        }
        Change none = new Change(0, 0);
        MetricSummary unknown = new MetricSummary(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        return new Outcome(unknown, none, none, none, 0, 0);
      }
      double[] before = experiment.scores(start);
      List<double[]> changed = new ArrayList<>();
      for (long seed = 1; seed <= SEEDS; seed++) {
        steps.accept(name() + ", seed " + seed);
        long number = seed;
        double[] after =
            kept.get(
                name() + " " + seed, () -> experiment.scores(trained(training, start, number)));
        if (!Arrays.equals(before, after)) {
          changed.add(after);
        }
      }
      RepeatedComparison compared =
          new RepeatedComparison(experiment, before, changed, (int) SEEDS);
      return new Outcome(
          TrialFigures.of(experiment.trials(), before),
          compared.change(Metrics::eerRocch),
          compared.change(m -> m.minCost(CostPreset.SRE16)),
          compared.change(Metrics::cllr),
          changed.size(),
          (int) SEEDS);
    }
  }
}
