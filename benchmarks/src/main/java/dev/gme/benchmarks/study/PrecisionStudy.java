package dev.gme.benchmarks.study;

import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.PrecisionHead;
import dev.gme.core.train.discriminative.PrecisionHeadTrainer;
import dev.gme.core.train.discriminative.StartTrainer;
import dev.gme.core.train.plda.HtPldaVb;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a precision head of the logarithm of the duration gains over ν = 2 plugged in
 * (docs/studies/precision.md), and what the folds and the recordings to be scored say of it.
 *
 * @param folder of sets as {@link RealEmbeddingsStudy} takes it; those with {@code utt2dur} among
 *     their lists are taken
 * @param others files of vectors, each with the folder of its lists
 */
public record PrecisionStudy(Path folder, Map<Path, Path> others) implements Study {
  private static final double NU = WayToTrain.NU;

  public PrecisionStudy {
    others = new LinkedHashMap<>(others);
  }

  @Override
  public StudyResult run(Consumer<String> progress) throws IOException {
    List<List<Cell>> figures = new ArrayList<>();
    List<List<Cell>> heads = new ArrayList<>();
    TimedSet.forEach(folder, others, progress, set -> run(set, figures, heads));
    return StudyResult.of(
        new StudyTable("Error rates; differences from nu = 2", PairedFigures.COLUMNS, figures),
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

  private static void run(TimedSet timed, List<List<Cell>> figures, List<List<Cell>> heads) {
    EmbeddingExperiment set = timed.vectors();
    int d = set.usualDimension();
    HtPlda gaussian = set.gaussian(d).model();
    GmeExtractor extractor = gaussian.withNu(NU).extractor();
    MetaEmbeddings all = set.extracted(extractor);
    DoubleMatrix side = timed.logDurations();
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
      double meanLogB =
          PrecisionHead.meanLogB(
              start.q(set.tried().rows()), start.inputDimension() - start.speakerDimension());
      heads.add(head(set.name(), name, trained, meanLogB));
    }
    HtPlda vb = HtPldaVb.DEFAULT.train(set.training(), gaussian.withNu(NU), Progress.NONE).model();
    scores.put("VB", set.scores(vb.extractor()));
    figures.addAll(PairedFigures.of(set, scores));
  }

  /** What the head is, what the folds say of it, and whether the evaluation is like them. */
  private static List<Cell> head(
      String set, String name, Trained<PrecisionHead> trained, double meanLogB) {
    PrecisionHead head = trained.model();
    return List.of(
        Cell.text(set),
        Cell.text(name),
        Cell.text(head.toString()),
        Cell.text(String.join("; ", trained.notes())),
        Cell.number("%.2f", head.origin().meanLogB()),
        Cell.number("%.2f", meanLogB),
        Cell.text(
            head.isForeign(meanLogB)
                ? "foreign: plug-in"
                : head.isPlugIn() ? "not shown: plug-in" : "head"));
  }
}
