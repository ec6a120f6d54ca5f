package dev.gme.benchmarks.study;

import dev.gme.benchmarks.measure.AlternatingRuns;
import dev.gme.benchmarks.measure.ResidentMemory;
import dev.gme.benchmarks.measure.Stopwatch;
import dev.gme.benchmarks.workload.SimulatedEmbeddings;
import dev.gme.benchmarks.workload.SimulatedVectors;
import dev.gme.benchmarks.workload.TotalSink;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.sink.CountSink;
import dev.gme.core.score.sink.EvaluationSink;
import dev.gme.core.score.sink.HistogramSink;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.score.sink.ScoreBins;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.TopPerEnrolmentSink;
import dev.gme.core.score.sink.TopPerTestSink;
import dev.gme.formats.numpy.NpyMatrixWriter;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.TextScoreSink;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Scoring at several sizes (docs/studies/scoring.md): the paper's evaluations from i-vectors to a
 * matrix in memory, how the time of a trial grows with their number, and what ten thousand million
 * trials cost in time and memory on their way through every streaming sink.
 */
public final class ScoringStudy implements Study {
  /** How often a matrix is scored where the best time counts, in two ways. */
  private static final double ROUNDS = 10;

  /** Streams into memory take about equally long, a file three and text ten times that. */
  private static final double[] STREAMS = {1, 1, 1, 1, 1, 3, 10};

  private final Size size;

  /**
   * The sizes of what is scored.
   *
   * @param evaluations models and test recordings of each evaluation
   * @param squares edges of the matrices whose cost is compared
   * @param large the edge of the matrix that is streamed
   */
  record Size(List<Evaluated> evaluations, List<Integer> squares, int large) {
    /** What each step takes: trials, with all rounds of one, and more where they are written. */
    List<Double> weights() {
      List<Double> out = new ArrayList<>();
      evaluations.forEach(e -> out.add(ROUNDS * e.models * (double) e.tests));
      squares.forEach(n -> out.add(ROUNDS * n * (double) n));
      for (double factor : STREAMS) {
        out.add(factor * large * large);
      }
      return out;
    }
  }

  /** An evaluation of so many models and test recordings. */
  record Evaluated(String name, int models, int tests) {}

  /**
   * SRE16 has 1,202 models and 9,294 test recordings. For SRE10 the paper states no size; three
   * million trials are what its times, 0.4 s beside 1.5 s, suggest.
   */
  public ScoringStudy() {
    this(
        new Size(
            List.of(
                new Evaluated("SRE16-sized", 1_202, 9_294),
                new Evaluated("SRE10-sized", 1_500, 2_000)),
            List.of(2_000, 4_000, 8_000, 16_000),
            100_000));
  }

  ScoringStudy(Size size) {
    this.size = size;
  }

  @Override
  public StudyResult run(Consumer<String> progress) throws IOException {
    CountedSteps steps = new CountedSteps(size.weights(), progress);
    return new StudyResult(
        List.of(evaluations(steps), growth(steps), streams(steps)),
        List.of(String.format(Locale.ROOT, "%d threads.", Workers.threads())));
  }

  private StudyTable evaluations(Consumer<String> progress) {
    SimulatedVectors vectors = new SimulatedVectors(2);
    GmeExtractor heavy = vectors.extractor();
    GmeExtractor gauss = heavy.withNu(Double.POSITIVE_INFINITY);
    List<List<Cell>> rows = new ArrayList<>();
    for (Evaluated e : size.evaluations) {
      progress.accept(e.name + ", from i-vectors to scores");
      FloatMatrix enrol = vectors.draw(numbers(e.models), 11);
      FloatMatrix test = vectors.draw(numbers(e.tests), 12);
      double[] best =
          AlternatingRuns.best(() -> matrix(gauss, enrol, test), () -> matrix(heavy, enrol, test));
      rows.add(
          List.of(
              Cell.text(e.name),
              Cell.size(e.models, e.tests),
              Cell.number("%.3f", best[0]),
              Cell.number("%.3f", best[1]),
              Cell.number("%.2f", best[1] / best[0])));
    }
    return new StudyTable(
        "",
        List.of("evaluation", "models x tests", "Gaussian, s", "heavy-tailed, s", "ratio"),
        rows);
  }

  private static int[] numbers(int n) {
    return IntStream.range(0, n).toArray();
  }

  private static void matrix(GmeExtractor extractor, FloatMatrix enrol, FloatMatrix test) {
    score(
        extractor.extract(enrol),
        extractor.extract(test),
        new MatrixSink(enrol.rows(), test.rows()));
  }

  private static void score(MetaEmbeddings enrol, MetaEmbeddings test, ScoreSink<?> sink) {
    ScoreKind.llr().scorer(enrol, test).all(sink);
  }

  private StudyTable growth(Consumer<String> progress) {
    List<List<Cell>> rows = new ArrayList<>();
    double before = Double.NaN;
    for (int n : size.squares) {
      progress.accept(n + " x " + n + " trials");
      MetaEmbeddings enrol = new SimulatedEmbeddings(2).draw(n, 11);
      MetaEmbeddings test = new SimulatedEmbeddings(2).draw(n, 12);
      double nanos =
          1e9 * AlternatingRuns.best(() -> score(enrol, test, new TotalSink()))[0] / n / n;
      rows.add(
          List.of(
              Cell.size(n, n),
              Cell.number("%.2f", nanos),
              Cell.number("%.2f", nanos / before, "")));
      before = nanos;
    }
    return new StudyTable(
        "", List.of("trials", "heavy-tailed, ns a trial", "relative to the row above"), rows);
  }

  private StudyTable streams(Consumer<String> progress) throws IOException {
    int n = size.large;
    Streams streams = new Streams(n, progress);
    streams.into("counts above thresholds", new CountSink(-10, 0, 10));
    streams.into("a histogram", new HistogramSink(ScoreBins.fine()));
    streams.into("the ten best per model", new TopPerEnrolmentSink(n, 10));
    streams.into("the ten best per test", new TopPerTestSink(n, 10));
    EvaluationSink evaluation = EvaluationSink.ofSpeakers(numbers(n), numbers(n));
    streams.into("an evaluation", evaluation);
    evaluation.evaluate(EvaluationOptions.DEFAULT);
    streams.intoFile();
    List<String> ids = IntStream.range(0, n).mapToObj(Integer::toString).toList();
    TextScoreSink text =
        TextScoreSink.to(OutputStream.nullOutputStream(), ListLayout.SCORES, ids, ids);
    streams.into("lines of text, dropped", text.rows());
    return new StudyTable(
        "",
        List.of(
            String.format(Locale.ROOT, "%,d x %,d trials into", n, n),
            "seconds",
            "trials a second",
            "resident before, MiB",
            "peak, MiB"),
        streams.rows);
  }

  /** Streams the trials of one large matrix into one sink after the other. */
  private static final class Streams {
    private final Consumer<String> progress;
    private final MetaEmbeddings enrol;
    private final MetaEmbeddings test;
    private final List<List<Cell>> rows = new ArrayList<>();

    Streams(int n, Consumer<String> progress) {
      this.progress = progress;
      enrol = new SimulatedEmbeddings(2).draw(n, 11);
      test = new SimulatedEmbeddings(2).draw(n, 12);
    }

    void into(String what, ScoreSink<?> sink) {
      progress.accept(what);
      ResidentMemory memory = ResidentMemory.start();
      double seconds = Stopwatch.best(1, () -> score(enrol, test, sink));
      rows.add(
          List.of(
              Cell.text(what),
              Cell.number("%.1f", seconds),
              Cell.number("%.2e", (double) enrol.size() * test.size() / seconds),
              Cell.number("%.0f", memory.before()),
              Cell.number("%.0f", memory.peak())));
    }

    /** Into a NumPy file that is removed afterwards, if there is room for it. */
    void intoFile() throws IOException {
      Path folder = Files.createTempDirectory("gme-study");
      try {
        long bytes = 4L * enrol.size() * test.size();
        if (Files.getFileStore(folder).getUsableSpace() < 1.1 * bytes) {
          progress.accept("no room for a .npy file of " + bytes + " bytes: left out");
          return;
        }
        Path file = folder.resolve("scores.npy");
        try (NpyMatrixWriter out = NpyMatrixWriter.create(file, enrol.size(), test.size())) {
          String what = String.format(Locale.ROOT, "a .npy file of %.1f GB", bytes / 1e9);
          into(what, new MatrixSink(test.size(), out));
        }
      } finally {
        Files.delete(folder);
      }
    }
  }
}
