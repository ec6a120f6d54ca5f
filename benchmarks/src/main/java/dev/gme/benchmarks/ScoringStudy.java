package dev.gme.benchmarks;

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
import dev.gme.formats.table.TextScoreSink;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
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
public final class ScoringStudy {
  private final Size size;

  /**
   * How much.
   *
   * @param evaluations models and test recordings of each evaluation
   * @param squares edges of the matrices whose cost is compared
   * @param large the edge of the matrix that is streamed
   */
  record Size(List<Evaluated> evaluations, List<Integer> squares, int large) {}

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

  /**
   * Runs it.
   *
   * @param progress told what is being done
   * @return the lines of Markdown tables
   */
  public List<String> run(Consumer<String> progress) {
    List<String> lines = new ArrayList<>();
    evaluations(lines, progress);
    growth(lines, progress);
    streams(lines, progress);
    lines.add("");
    lines.add(String.format(Locale.ROOT, "%d threads.", Workers.threads()));
    return lines;
  }

  private void evaluations(List<String> lines, Consumer<String> progress) {
    lines.add("| evaluation | models x tests | Gaussian, s | heavy-tailed, s | ratio |");
    lines.add("|---|---|---|---|---|");
    SimulatedVectors vectors = new SimulatedVectors(2);
    GmeExtractor heavy = vectors.extractor();
    GmeExtractor gauss = heavy.withNu(Double.POSITIVE_INFINITY);
    for (Evaluated e : size.evaluations) {
      progress.accept(e.name + ", from i-vectors to scores");
      FloatMatrix enrol = vectors.draw(numbers(e.models), 11);
      FloatMatrix test = vectors.draw(numbers(e.tests), 12);
      double[] best =
          Turns.best(() -> matrix(gauss, enrol, test), () -> matrix(heavy, enrol, test));
      lines.add(
          String.format(
              Locale.ROOT,
              "| %s | %,d x %,d | %.3f | %.3f | %.2f |",
              e.name,
              e.models,
              e.tests,
              best[0],
              best[1],
              best[1] / best[0]));
    }
  }

  private static int[] numbers(int n) {
    return IntStream.range(0, n).toArray();
  }

  private static void matrix(GmeExtractor extractor, FloatMatrix enrol, FloatMatrix test) {
    score(extractor.embed(enrol), extractor.embed(test), new MatrixSink(enrol.rows(), test.rows()));
  }

  private static void score(MetaEmbeddings enrol, MetaEmbeddings test, ScoreSink<?> sink) {
    ScoreKind.llr().scorer(enrol, test).all(sink);
  }

  private void growth(List<String> lines, Consumer<String> progress) {
    lines.add("");
    lines.add("| trials | heavy-tailed, ns a trial | of the step before |");
    lines.add("|---|---|---|");
    double before = Double.NaN;
    for (int n : size.squares) {
      progress.accept(n + " x " + n + " trials");
      MetaEmbeddings enrol = new SimulatedEmbeddings(2).draw(n, 11);
      MetaEmbeddings test = new SimulatedEmbeddings(2).draw(n, 12);
      double nanos = 1e9 * Turns.best(() -> score(enrol, test, new TotalSink()))[0] / n / n;
      lines.add(
          String.format(
              Locale.ROOT,
              "| %,d x %,d | %.2f | %s |",
              n,
              n,
              nanos,
              Double.isNaN(before) ? "" : String.format(Locale.ROOT, "%.2f", nanos / before)));
      before = nanos;
    }
  }

  private void streams(List<String> lines, Consumer<String> progress) {
    int n = size.large;
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "| %,d x %,d trials into | seconds | trials a second | resident before, MiB | peak, MiB"
                + " |",
            n,
            n));
    lines.add("|---|---|---|---|---|");
    MetaEmbeddings enrol = new SimulatedEmbeddings(2).draw(n, 11);
    MetaEmbeddings test = new SimulatedEmbeddings(2).draw(n, 12);
    stream(lines, progress, "counts above thresholds", enrol, test, new CountSink(-10, 0, 10));
    stream(lines, progress, "a histogram", enrol, test, new HistogramSink(ScoreBins.fine()));
    stream(lines, progress, "the ten best per model", enrol, test, new TopPerEnrolmentSink(n, 10));
    stream(lines, progress, "the ten best per test", enrol, test, new TopPerTestSink(n, 10));
    EvaluationSink evaluation = EvaluationSink.ofSpeakers(numbers(n), numbers(n));
    stream(lines, progress, "an evaluation", enrol, test, evaluation);
    evaluation.evaluate(EvaluationOptions.DEFAULT);
    numpy(lines, progress, enrol, test);
    List<String> ids = IntStream.range(0, n).mapToObj(Integer::toString).toList();
    TextScoreSink text = TextScoreSink.to(OutputStream.nullOutputStream(), ids, ids);
    stream(lines, progress, "lines of text, dropped", enrol, test, text);
  }

  /** Into a file that is removed afterwards, if there is room for it. */
  private static void numpy(
      List<String> lines, Consumer<String> progress, MetaEmbeddings enrol, MetaEmbeddings test) {
    try {
      Path folder = Files.createTempDirectory("gme-study");
      try {
        long bytes = 4L * enrol.size() * test.size();
        long free = Files.getFileStore(folder).getUsableSpace();
        if (free < 1.1 * bytes) {
          progress.accept("no room for a .npy file of " + bytes + " bytes: left out");
          return;
        }
        Path file = folder.resolve("scores.npy");
        try (NpyMatrixWriter out = NpyMatrixWriter.create(file, enrol.size(), test.size())) {
          String what = String.format(Locale.ROOT, "a .npy file of %.1f GB", bytes / 1e9);
          stream(lines, progress, what, enrol, test, new MatrixSink(test.size(), out));
        }
      } finally {
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void stream(
      List<String> lines,
      Consumer<String> progress,
      String what,
      MetaEmbeddings enrol,
      MetaEmbeddings test,
      ScoreSink<?> sink) {
    progress.accept(what);
    ResidentMemory memory = ResidentMemory.start();
    double seconds = Stopwatch.best(1, () -> score(enrol, test, sink));
    lines.add(
        String.format(
            Locale.ROOT,
            "| %s | %.1f | %.2e | %s | %s |",
            what,
            seconds,
            (double) enrol.size() * test.size() / seconds,
            memory.before(),
            memory.peak()));
  }
}
