package dev.gme.benchmarks.study;

import dev.gme.core.GmeException;
import dev.gme.core.metric.Bootstrap;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Comparison;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.metric.Metrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Back ends trained on few vectors of many dimensions (docs/studies/few-vectors.md), each against
 * the cosine of the vectors as they are: on whole sets, and on six recordings a speaker.
 */
public final class FewVectorsStudy implements Study {
  private static final int FEW = 6;
  private static final BootstrapOptions OPTIONS = BootstrapOptions.DEFAULT.withReplicates(200);
  private static final String PSDA = "length, PSDA";

  /** The baseline first. */
  private static final List<String> SYSTEMS =
      List.of(
          "cosine",
          "centre, cosine",
          "plda",
          "centre, whiten-total, length, centre, plda",
          "centre, length, centre, plda",
          "length, plda",
          "plda, nu 2",
          "pca 40, plda",
          "pca 40, plda, nu 2",
          "plda shrink=ledoit-wolf",
          "plda shrink=held-out",
          "plda shrink=held-out, nu 2",
          "length, plda shrink=ledoit-wolf",
          "length, plda shrink=held-out",
          "length, plda shrink=held-out, nu 2",
          "length, isotropic",
          "length, centre, isotropic",
          PSDA);

  private final Path folder;
  private final Map<Path, Path> others;

  /**
   * The study on a folder of sets as {@link RealEmbeddingsStudy} takes it, and on others.
   *
   * @param others files of vectors, each with the folder of its lists
   */
  public FewVectorsStudy(Path folder, Map<Path, Path> others) {
    this.folder = folder;
    this.others = new LinkedHashMap<>(others);
  }

  @Override
  public StudyResult run(Consumer<String> progress) throws IOException {
    List<EmbeddingExperiment> sets = new ArrayList<>();
    for (EmbeddingExperiment set : EmbeddingExperiment.read(Optional.of(folder), others)) {
      add(set, sets);
    }
    CountedSteps steps = new CountedSteps(Math.max(1, sets.size()), progress);
    List<StudyTable> tables = new ArrayList<>();
    for (EmbeddingExperiment set : sets) {
      steps.accept(set.name());
      tables.add(table(set));
    }
    if (tables.isEmpty()) {
      throw new GmeException(
          folder + " has no set of embeddings: a folder NAME-KIND with vectors.scp",
          "put utt2spk, train.utt and trials into a folder NAME-lists beside it");
    }
    return new StudyResult(tables, List.of());
  }

  private static void add(EmbeddingExperiment set, List<EmbeddingExperiment> to) {
    to.add(set);
    if (set.training().size() > FEW * set.training().speakers()) {
      to.add(set.thinned(FEW));
    }
  }

  private static StudyTable table(EmbeddingExperiment set) throws IOException {
    List<List<Cell>> rows = new ArrayList<>();
    Optional<Bootstrap> baseline = Optional.empty();
    for (String system : SYSTEMS) {
      Optional<double[]> scores = scores(set, system);
      if (scores.isEmpty()) {
        Cell none = Cell.text("–");
        rows.add(List.of(Cell.text(system), Cell.text("refused"), none, none, none, none));
        continue;
      }
      MetricSummary figures = TrialFigures.of(set.trials(), scores.get());
      Bootstrap drawn = Bootstrap.of(set.scored(scores.get()), OPTIONS);
      baseline = baseline.or(() -> Optional.of(drawn));
      boolean isLlr = !system.endsWith("cosine");
      rows.add(
          List.of(
              Cell.text(system),
              Cell.percent(figures.eer()),
              difference(Comparison.of(drawn, baseline.get())),
              Cell.number("%.3f", figures.cprmMin()),
              Cell.number("%.3f", isLlr ? figures.cllr() : Double.NaN, "–"),
              Cell.number("%.3f", figures.minCllr())));
    }
    String title =
        String.format(
            Locale.ROOT,
            "%s: D = %d, trained on %d recordings of %d speakers",
            set.name(),
            set.dimension(),
            set.training().size(),
            set.training().speakers());
    return new StudyTable(
        title,
        List.of("system", "EER", "less the first's, %", "Cprm_min", "Cllr", "min Cllr"),
        rows);
  }

  /** In percent points, with the interval that drawing speakers again gives. */
  private static Cell difference(Comparison c) {
    Interval i = c.interval(Metrics::eerRocch);
    return new Cell.FigureList(
        List.of(i.lo(), i.hi()),
        String.format(Locale.ROOT, "[%.1f, %.1f]", 100 * i.lo(), 100 * i.hi()));
  }

  /** Empty where the data are refused. */
  private static Optional<double[]> scores(EmbeddingExperiment set, String system)
      throws IOException {
    if (system.equals(PSDA)) {
      return Optional.of(set.psda());
    }
    try {
      return Optional.of(set.scores(List.of(system.split(", "))));
    } catch (GmeException e) {
      return Optional.empty();
    }
  }
}
