package dev.gme.benchmarks.study;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.Bootstrap;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Comparison;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.metric.Metrics;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.PrecisionHead;
import dev.gme.core.train.discriminative.PrecisionHeadTrainer;
import dev.gme.core.train.discriminative.StartTrainer;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.formats.kaldi.KaldiLists;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * What a precision head of the logarithm of the duration gains over ν = 2 plugged in
 * (docs/studies/precision.md), and what the folds and the recordings to be scored say of it.
 */
public final class PrecisionStudy implements Study {
  private static final double NU = WayToTrain.NU;
  private static final BootstrapOptions OPTIONS = BootstrapOptions.DEFAULT.withReplicates(200);
  private static final String DURATIONS = "utt2dur";

  private final Path folder;
  private final Map<Path, Path> others;

  /**
   * The study on sets with durations ({@code utt2dur} in their folders of lists).
   *
   * @param folder of sets as {@link RealEmbeddingsStudy} takes it
   * @param others files of vectors, each with the folder of its lists
   */
  public PrecisionStudy(Path folder, Map<Path, Path> others) {
    this.folder = folder;
    this.others = new LinkedHashMap<>(others);
  }

  @Override
  public StudyResult run(Consumer<String> progress) throws IOException {
    Map<EmbeddingExperiment, Map<String, String>> sets = new LinkedHashMap<>();
    for (Path set : EmbeddingExperiment.sets(folder)) {
      if (Files.exists(EmbeddingExperiment.lists(set).resolve(DURATIONS))) {
        sets.put(
            EmbeddingExperiment.read(set),
            KaldiLists.readPairs(EmbeddingExperiment.lists(set).resolve(DURATIONS)));
      }
    }
    for (Map.Entry<Path, Path> other : others.entrySet()) {
      String name = other.getKey().getFileName().toString().replaceFirst("[.][^.]*$", "");
      sets.put(
          EmbeddingExperiment.read(name, other.getKey(), other.getValue()),
          KaldiLists.readPairs(other.getValue().resolve(DURATIONS)));
    }
    if (sets.isEmpty()) {
      throw new GmeException(
          folder + " has no set of embeddings with durations",
          "put utt2dur beside utt2spk, train.utt and trials into a folder NAME-lists");
    }
    CountedSteps steps = new CountedSteps(sets.size(), progress);
    List<List<Cell>> figures = new ArrayList<>();
    List<List<Cell>> heads = new ArrayList<>();
    for (Map.Entry<EmbeddingExperiment, Map<String, String>> set : sets.entrySet()) {
      steps.accept(set.getKey().name());
      run(set.getKey(), set.getValue(), figures, heads);
    }
    return StudyResult.of(
        new StudyTable(
            "Error rates; differences from nu = 2",
            List.of(
                "set",
                "system",
                "EER",
                "difference, %",
                "Cprm_min",
                "Cllr",
                "min Cllr",
                "difference of min Cllr"),
            figures),
        new StudyTable(
            "Heads",
            List.of(
                "set",
                "b of",
                "head",
                "held-out speakers",
                "mean log b, folds",
                "mean log b, evaluation",
                "rule"),
            heads));
  }

  private static void run(
      EmbeddingExperiment set,
      Map<String, String> durations,
      List<List<Cell>> figures,
      List<List<Cell>> heads) {
    int d = set.usualDimension();
    HtPlda gaussian = set.gaussian(d).model();
    GmeExtractor extractor = gaussian.withNu(NU).extractor();
    MetaEmbeddings all = set.extracted(extractor);
    DoubleMatrix side = side(set.ids(), durations);
    DoubleMatrix trainSide = side.selectRows(set.trainingRows());
    Map<String, double[]> scores = new LinkedHashMap<>();
    scores.put("nu = 2", set.llrs(all));
    for (boolean withVector : new boolean[] {true, false}) {
      // Without the vector the start is Gaussian: its log b is 0 everywhere.
      GmeExtractor start = withVector ? extractor : gaussian.extractor();
      MetaEmbeddings embeddings = withVector ? all : set.extracted(start);
      Trained<PrecisionHead> trained =
          PrecisionHeadTrainer.DEFAULT.train(
              set.training(),
              List.of("log duration"),
              trainSide,
              StartTrainer.like(start),
              Progress.NONE);
      PrecisionHead head = trained.model();
      String name = withVector ? "b(q, duration)" : "b(duration)";
      scores.put(name, set.llrs(head.apply(embeddings, side)));
      heads.add(
          head(set.name(), name, trained, withVector ? head.shift(set.ofTrials(all)) : Double.NaN));
    }
    HtPlda vb = HtPldaVb.DEFAULT.train(set.training(), gaussian.withNu(NU), Progress.NONE).model();
    scores.put("VB", set.scores(vb.extractor()));
    Bootstrap baseline = null;
    for (Map.Entry<String, double[]> system : scores.entrySet()) {
      MetricSummary f = TrialFigures.of(set.trials(), system.getValue());
      Bootstrap drawn = Bootstrap.of(set.scored(system.getValue()), OPTIONS);
      baseline = baseline == null ? drawn : baseline;
      Comparison c = Comparison.of(drawn, baseline);
      figures.add(
          List.of(
              Cell.text(set.name()),
              Cell.text(system.getKey()),
              Cell.percent(f.eer()),
              interval(c, Metrics::eerRocch, 100, "%.1f"),
              Cell.number("%.3f", f.cprmMin()),
              Cell.number("%.3f", f.cllr()),
              Cell.number("%.3f", f.minCllr()),
              interval(c, Metrics::minCllr, 1, "%.3f")));
    }
  }

  private static Cell interval(
      Comparison c, ToDoubleFunction<Metrics> metric, double unit, String format) {
    Interval i = c.interval(metric);
    return new Cell.FigureList(
        List.of(i.lo(), i.hi()),
        String.format(
            Locale.ROOT, "[" + format + ", " + format + "]", unit * i.lo(), unit * i.hi()));
  }

  /** What the head is, what the folds say of it, and whether the evaluation is like them. */
  private static List<Cell> head(
      String set, String name, Trained<PrecisionHead> trained, double shift) {
    PrecisionHead head = trained.model();
    return List.of(
        Cell.text(set),
        Cell.text(name),
        Cell.text(head.toString()),
        Cell.text(String.join("; ", trained.notes())),
        Cell.number("%.2f", head.origin().meanLogB()),
        Cell.number("%.2f", head.origin().meanLogB() + shift, "–"),
        Cell.text(
            Double.isNaN(shift)
                ? "–"
                : PrecisionHead.isForeign(shift)
                    ? "foreign: plug-in"
                    : head.isPlugIn() ? "not shown: plug-in" : "head"));
  }

  /** The logarithm of every recording's duration. */
  private static DoubleMatrix side(List<String> ids, Map<String, String> durations) {
    double[] out = new double[ids.size()];
    for (int i = 0; i < out.length; i++) {
      String seconds = durations.get(ids.get(i));
      if (seconds == null) {
        throw new GmeException(
            "there is no duration of '" + ids.get(i) + "'", "give one in utt2dur");
      }
      out[i] = Math.log(Double.parseDouble(seconds));
    }
    return DoubleMatrix.wrap(out.length, 1, out);
  }
}
