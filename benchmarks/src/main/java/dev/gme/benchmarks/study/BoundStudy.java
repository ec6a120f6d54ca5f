package dev.gme.benchmarks.study;

import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.PrecisionHead;
import dev.gme.core.model.QualityPrecision;
import dev.gme.core.train.discriminative.PrecisionHeadTrainer;
import dev.gme.core.train.discriminative.StartTrainer;
import dev.gme.core.train.plda.AmortizedVb;
import dev.gme.core.train.plda.HtPldaVb;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Whether training by the bound pays where the scales are a function of side information
 * (docs/studies/bound.md): against variational Bayes, against precision from quality without
 * labels, and against a head trained by cross-entropy.
 *
 * @param folder of sets as {@link RealEmbeddingsStudy} takes it; those with {@code utt2dur} among
 *     their lists are taken
 * @param others files of vectors, each with the folder of its lists
 */
public record BoundStudy(Path folder, Map<Path, Path> others) implements Study {
  private static final double NU = WayToTrain.NU;

  public BoundStudy {
    others = new LinkedHashMap<>(others);
  }

  @Override
  public StudyResult run(Consumer<String> progress) throws IOException {
    List<List<Cell>> figures = new ArrayList<>();
    List<List<Cell>> bounds = new ArrayList<>();
    TimedSet.forEach(folder, others, progress, set -> new OneSet(set, figures, bounds).run());
    return StudyResult.of(
        new StudyTable("Error rates; differences from nu = 2", PairedFigures.COLUMNS, figures),
        new StudyTable(
            "The bound after ten iterations, nats a training recording",
            List.of("set", "training", "bound", "log b"),
            bounds));
  }

  /** One set and its rows. */
  private static final class OneSet {
    private final EmbeddingExperiment set;
    private final DoubleMatrix durations;
    private final double centre;
    private final List<List<Cell>> figures;
    private final List<List<Cell>> bounds;
    private final Map<String, double[]> scores = new LinkedHashMap<>();

    OneSet(TimedSet timed, List<List<Cell>> figures, List<List<Cell>> bounds) {
      set = timed.vectors();
      durations = timed.logDurations();
      centre =
          Arrays.stream(set.trainingRows())
              .mapToDouble(j -> durations.get(j, 0))
              .average()
              .orElse(0);
      this.figures = figures;
      this.bounds = bounds;
    }

    void run() {
      HtPlda start = set.gaussian(set.usualDimension()).model().withNu(NU);
      GmeExtractor extractor = start.extractor();
      scores.put("nu = 2", set.scores(extractor));
      variational("VB", HtPldaVb.DEFAULT, start);
      variational(
          "VB, mean field", HtPldaVb.DEFAULT.withScaleStep(HtPldaVb.ScaleStep.meanField(3)), start);
      amortized("bound, b(duration)", start, false);
      amortized("bound, b(q, duration)", start, true);
      scores.put("noise from duration", quality(extractor));
      Trained<PrecisionHead> head =
          PrecisionHeadTrainer.DEFAULT.train(
              set.training(),
              List.of("log duration"),
              durations.selectRows(set.trainingRows()),
              StartTrainer.like(extractor),
              Progress.NONE);
      scores.put(
          "cross-entropy, b(q, duration)",
          set.llrs(head.model().apply(set.extracted(extractor), durations)));
      figures.addAll(PairedFigures.of(set, scores));
    }

    private void variational(String name, HtPldaVb way, HtPlda start) {
      Trained<HtPlda> vb = way.train(set.training(), start, Progress.NONE);
      scores.put(name, set.scores(vb.model().extractor()));
      bound(name, vb.objective(), "of its own");
    }

    private void bound(String name, List<Double> objective, String b) {
      bounds.add(
          List.of(
              Cell.text(set.name()),
              Cell.text(name),
              Cell.number("%.3f", objective.get(objective.size() - 1) / set.training().size()),
              Cell.text(b)));
    }

    /** Of the vector, log b of the extractor; of the duration, its logarithm less the mean. */
    private DoubleMatrix features(double[] b, boolean withVector, int[] rows) {
      double[][] phi = new double[rows.length][];
      for (int i = 0; i < rows.length; i++) {
        double duration = durations.get(rows[i], 0) - centre;
        phi[i] =
            withVector
                ? new double[] {1, Math.log(b[rows[i]]), duration}
                : new double[] {1, duration};
      }
      return DoubleMatrix.of(phi);
    }

    private void amortized(String name, HtPlda start, boolean withVector) {
      int[] rows = set.trainingRows();
      AmortizedVb.Result result =
          new AmortizedVb(HtPldaVb.DEFAULT.iterations())
              .train(
                  set.training(),
                  start,
                  m -> features(set.extracted(m.extractor()).b(), withVector, rows),
                  Progress.NONE);
      double[] w = result.w();
      PrecisionHead head =
          new PrecisionHead(
              List.of("log duration"),
              new double[] {centre},
              withVector ? w : new double[] {w[0], 0, w[1]},
              new PrecisionHead.Origin(0));
      MetaEmbeddings all = set.extracted(result.model().extractor());
      scores.put(name, set.llrs(head.apply(all, durations)));
      bound(name, result.bound(), head.toString());
    }

    /** b of docs/math.md 3.14: learned without labels from what no speaker explains. */
    private double[] quality(GmeExtractor extractor) {
      MetaEmbeddings all = set.extracted(extractor);
      double[] b = all.b();
      int n = extractor.inputDimension() - extractor.speakerDimension();
      double[] q = Arrays.stream(b).map(x -> (NU + n) / x - NU).toArray();
      int[] rows = set.trainingRows();
      DoubleMatrix phi = features(b, false, rows);
      QualityPrecision learned =
          QualityPrecision.fit(
              phi, Arrays.stream(rows).mapToDouble(j -> q[j]).toArray(), n, NU, null);
      double[] factor = new double[b.length];
      for (int j = 0; j < b.length; j++) {
        double there = learned.precision(new double[] {1, durations.get(j, 0) - centre}, q[j]);
        factor[j] = there / b[j];
        b[j] = there;
      }
      return set.llrs(MetaEmbeddings.of(all.a().scaleRows(factor), b, all.lambda()));
    }
  }
}
