package dev.gme.benchmarks.study;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.model.HtPlda;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.table.TrialList.Condition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * Every way to train on real speech (docs/studies/real-embeddings.md): a table for each set of
 * embeddings in a folder, and one of what becomes of more speaker dimensions than the data support.
 */
public final class RealEmbeddingsStudy implements Study {
  /** More speaker dimensions than small sets support. */
  private static final int MANY_DIMENSIONS = 100;

  private final Path folder;

  /**
   * The study of the page on a folder of sets: each a folder {@code NAME-KIND} with {@code
   * vectors.scp}, and beside it {@code NAME-lists} with {@code utt2spk}, {@code train.utt} and
   * {@code trials}.
   */
  public RealEmbeddingsStudy(Path folder) {
    this.folder = folder;
  }

  @Override
  public StudyResult run(Consumer<String> progress) throws IOException {
    List<StudyTable> tables = new ArrayList<>();
    List<List<Cell>> dimensions = new ArrayList<>();
    List<Path> sets = EmbeddingExperiment.sets(folder);
    CountedSteps steps = new CountedSteps(2 * sets.size(), progress);
    for (Path set : sets) {
      EmbeddingExperiment experiment = EmbeddingExperiment.read(set);
      steps.accept(experiment.name());
      tables.add(table(experiment));
      steps.accept(experiment.name() + ", more dimensions");
      dimensions.add(dimensions(experiment));
    }
    if (tables.isEmpty()) {
      throw new GmeException(
          folder + " has no set of embeddings: a folder NAME-KIND with vectors.scp",
          "put utt2spk, train.utt and trials into a folder NAME-lists beside it");
    }
    tables.add(
        new StudyTable(
            "More dimensions than the data support",
            List.of("set", "wanted", "after EM", "after VB"),
            dimensions));
    return new StudyResult(tables, List.of());
  }

  /** Rows are the conditions of the trial list, columns the systems. */
  private static StudyTable table(EmbeddingExperiment experiment) {
    Map<String, double[]> scores = experiment.scores();
    TrialList trials = experiment.trials();
    List<String> columns = new ArrayList<>(List.of("EER % / Cprm_min"));
    columns.addAll(scores.keySet());
    List<List<Cell>> rows = new ArrayList<>();
    rows.add(errorRates("all", scores, trials, trial -> true));
    TreeSet<String> conditions = new TreeSet<>();
    trials.conditions().forEach(c -> conditions.addAll(c.words()));
    for (String condition : conditions) {
      rows.add(errorRates(condition, scores, trials, trial -> has(trials, trial, condition)));
    }
    rows.add(
        row(
            "Cllr, all",
            scores.values(),
            s -> Cell.number("%.2f", TrialFigures.of(trials, s).cllr())));
    return new StudyTable(
        String.format(
            Locale.ROOT,
            "%s: D = %d, d = %d, trained on %d recordings of %d speakers",
            experiment.name(),
            experiment.dimension(),
            experiment.usualDimension(),
            experiment.training().size(),
            experiment.training().speakers()),
        columns,
        rows);
  }

  private static boolean has(TrialList trials, int trial, String condition) {
    for (Condition c : trials.conditions()) {
      if (c.word(trial).equals(condition)) {
        return true;
      }
    }
    return false;
  }

  private static List<Cell> errorRates(
      String name, Map<String, double[]> scores, TrialList trials, IntPredicate isWanted) {
    return row(
        name,
        scores.values(),
        s -> {
          MetricSummary f = TrialFigures.of(trials, s, isWanted);
          return new Cell.FigureList(
              List.of(f.eer(), f.cprmMin()),
              String.format(Locale.ROOT, "%.2f / %.3f", 100 * f.eer(), f.cprmMin()));
        });
  }

  private static List<Cell> row(
      String name, Collection<double[]> scores, Function<double[], Cell> cell) {
    List<Cell> out = new ArrayList<>(List.of(Cell.text(name)));
    scores.forEach(s -> out.add(cell.apply(s)));
    return out;
  }

  private static List<Cell> dimensions(EmbeddingExperiment experiment) {
    int wanted =
        Math.min(
            MANY_DIMENSIONS,
            Math.min(experiment.training().speakers(), experiment.dimension()) - 1);
    HtPlda em = experiment.gaussian(wanted).model().withNu(WayToTrain.NU);
    HtPlda vb = HtPldaVb.DEFAULT.train(experiment.training(), em, Progress.NONE).model();
    return List.of(
        Cell.text(experiment.name()),
        Cell.number("%.0f", wanted),
        Cell.number("%.0f", em.speakerDimension()),
        Cell.number("%.0f", vb.speakerDimension()));
  }
}
