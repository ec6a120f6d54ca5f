package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.AlternatingRuns;
import dev.gme.benchmarks.measure.Stopwatch;
import dev.gme.benchmarks.workload.SimulatedEmbeddings;
import dev.gme.benchmarks.workload.SimulatedVectors;
import dev.gme.benchmarks.workload.TotalSink;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.sink.MatrixSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Scoring all pairs of 8000 × 8000 recordings at d = 200 on all threads: the bare product, Gaussian
 * PLDA, heavy-tailed PLDA to three tolerances and in plain double; into a sum, into a matrix, and
 * from vectors of 600 dimensions.
 */
public final class ScoreBench implements Benchmark {
  private static final double[] TOLERANCES = {1e-2, 1e-3, 1e-4};
  private static final double[] GOALS = {1.2, 1.4, 1.7};
  private static final int[] FREEDOMS = {2, 8, 30};

  private final int n;
  private final List<Measurement> out = new ArrayList<>();

  public ScoreBench() {
    this(8000);
  }

  ScoreBench(int n) {
    this.n = n;
  }

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    MetaEmbeddings gaussEnrol = gaussian(new SimulatedEmbeddings(30).draw(n, 11));
    MetaEmbeddings gaussTest = gaussian(new SimulatedEmbeddings(30).draw(n, 12));
    TiledSgemm bare = new TiledSgemm(gaussEnrol.a(), gaussTest.a());
    double product = Double.POSITIVE_INFINITY;
    double gaussian = Double.POSITIVE_INFINITY;
    double[] worst = new double[TOLERANCES.length];
    double worstMatrix = 0;
    ScoreErrors[] errors = new ScoreErrors[TOLERANCES.length];
    for (int freedom : FREEDOMS) {
      progress.accept(
          String.format(
              Locale.ROOT, "scoring %d x %d, noise of %d degrees of freedom", n, n, freedom));
      MetaEmbeddings enrol = new SimulatedEmbeddings(freedom).draw(n, 11);
      MetaEmbeddings test = new SimulatedEmbeddings(freedom).draw(n, 12);
      for (int t = 0; t < TOLERANCES.length; t++) {
        errors[t] = ScoreErrors.larger(errors[t], ScoreErrors.of(TOLERANCES[t], enrol, test));
      }
      double[] best =
          AlternatingRuns.best(
              bare::run,
              () -> sum(ScoreKind.DEFAULT_TOLERANCE, gaussEnrol, gaussTest),
              () -> matrix(gaussEnrol, gaussTest),
              () -> matrix(enrol, test),
              () -> sum(TOLERANCES[0], enrol, test),
              () -> sum(TOLERANCES[1], enrol, test),
              () -> sum(TOLERANCES[2], enrol, test));
      product = Math.min(product, best[0]);
      gaussian = Math.min(gaussian, best[1]);
      worstMatrix = Math.max(worstMatrix, best[3] / best[2]);
      for (int t = 0; t < TOLERANCES.length; t++) {
        worst[t] = Math.max(worst[t], best[4 + t] / best[1]);
      }
    }
    speed("sgemm", product, (double) n * n, "the bare product, inner dimension 200");
    speed("gplda", gaussian, (double) n * n, "Gaussian PLDA, summed up");
    naive();
    out.add(
        Measurement.ratio(
            "gplda_over_sgemm",
            gaussian / product,
            1.1,
            "Gaussian PLDA from meta-embeddings, summed up, over the bare sgemm"));
    for (int t = 0; t < TOLERANCES.length; t++) {
      String name = String.format(Locale.ROOT, "1e-%d", t + 2);
      speed("htplda_" + name, worst[t] * gaussian, (double) n * n, "heavy-tailed, worst noise");
      out.add(
          Measurement.ratio(
                  "htplda_over_gplda_" + name,
                  worst[t],
                  GOALS[t],
                  "heavy-tailed to " + name + " nat over Gaussian, worst of three noises")
              .with(errors[t].details()));
    }
    out.add(
        Measurement.ratio(
                "htplda_matrix_over_gplda_matrix",
                worstMatrix,
                1.35,
                "the same at 1e-3 into a matrix in the caller's order")
            .with(errors[1].details()));
    raw(progress, errors[1]);
    return out;
  }

  private void speed(String name, double seconds, double trials, String note) {
    out.add(Measurement.of(name + "_trials_per_second", trials / seconds, "/s", note));
  }

  /** These embeddings as if ν were infinite. */
  private static MetaEmbeddings gaussian(MetaEmbeddings e) {
    double[] b = e.b();
    double[] inverse = new double[b.length];
    double[] ones = new double[b.length];
    for (int i = 0; i < b.length; i++) {
      inverse[i] = 1 / b[i];
      ones[i] = 1;
    }
    return MetaEmbeddings.of(e.a().scaleRows(inverse), ones, e.lambda());
  }

  private static void sum(double tolerance, MetaEmbeddings enrol, MetaEmbeddings test) {
    ScoreKind.llr(tolerance).scorer(enrol, test).all(new TotalSink());
  }

  private static void matrix(MetaEmbeddings enrol, MetaEmbeddings test) {
    ScoreKind.llr().scorer(enrol, test).all(new MatrixSink(enrol.size(), test.size()));
  }

  /** The plain formula in double, on few enough trials. */
  private void naive() {
    int few = Math.min(n, 400);
    MetaEmbeddings enrol = new SimulatedEmbeddings(8).draw(few, 11);
    MetaEmbeddings test = new SimulatedEmbeddings(8).draw(few, 12);
    double seconds = Stopwatch.best(3, () -> enrol.llr(test));
    speed("exact", seconds, (double) few * few, "heavy-tailed in plain double");
  }

  private void raw(Consumer<String> progress, ScoreErrors errors) {
    progress.accept("scoring from vectors of 600 dimensions");
    double worst = 0;
    for (int freedom : FREEDOMS) {
      SimulatedVectors vectors = new SimulatedVectors(freedom);
      GmeExtractor heavy = vectors.extractor();
      GmeExtractor gauss = heavy.withNu(Double.POSITIVE_INFINITY);
      int[] speakers = IntStream.range(0, n).toArray();
      FloatMatrix left = vectors.draw(speakers, 11);
      FloatMatrix right = vectors.draw(speakers, 12);
      double[] best =
          AlternatingRuns.best(
              () -> sum(1e-3, gauss.extract(left), gauss.extract(right)),
              () -> sum(1e-3, heavy.extract(left), heavy.extract(right)));
      worst = Math.max(worst, best[1] / best[0]);
    }
    out.add(
        Measurement.ratio(
                "raw_htplda_over_raw_gplda",
                worst,
                1.45,
                "from raw vectors of 600 dimensions, at 1e-3, worst of three noises")
            .with(errors.details()));
  }
}
