package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.AlternatingRuns;
import dev.gme.benchmarks.workload.SimulatedEmbeddings;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.identify.Identification;
import dev.gme.core.identify.IdentificationPrior;
import dev.gme.core.identify.IndexedSpeakers;
import dev.gme.core.identify.SpeakerIndex;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.linalg.NativeBuffers;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.parallel.Workers;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Searches of 10⁶ enrolled speakers at d = 200 on one thread: the ten best and the log-sum of all,
 * against the bare product of a matrix of that size with a vector. One test and sixteen in one
 * pass.
 */
public final class IdentifyBench implements Benchmark {
  private static final int TOP = 10;
  private static final int TESTS = 16;

  /** Speakers that are drawn, and enrolled at once; the others are these with other signs. */
  private static final int DRAWN = 100_000;

  /** Of these exact scores are made for comparison. */
  private static final int COMPARED = 20_000;

  /** Noise whose precisions differ most, of those that scoring is measured with. */
  private static final double NOISE_FREEDOM = 2;

  private static final IdentificationPrior PRIOR = IdentificationPrior.uniform(0.5);

  private final int enrolled;

  public IdentifyBench() {
    this(1_000_000);
  }

  IdentifyBench(int enrolled) {
    this.enrolled = enrolled;
  }

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    progress.accept(
        String.format("identification among %,d enrolled speakers, one thread", enrolled));
    int threads = Workers.threads();
    Workers.setThreads(1);
    try {
      return measured();
    } finally {
      Workers.setThreads(threads);
    }
  }

  private List<Measurement> measured() {
    SimulatedEmbeddings simulated = new SimulatedEmbeddings(NOISE_FREEDOM);
    int d = SimulatedEmbeddings.SPEAKER_DIMENSION;
    int drawn = Math.min(DRAWN, enrolled);
    MetaEmbeddings speakers = simulated.draw(drawn, 11);
    MetaEmbeddings tests = simulated.draw(TESTS, 12);
    SpeakerIndex index = new SpeakerIndex(speakers.lambda());
    FloatBuffer matrix = NativeBuffers.floats(Math.multiplyExact(enrolled, d));
    for (int from = 0; from < enrolled; from += drawn) {
      MetaEmbeddings some = withSigns(speakers, from).range(0, Math.min(drawn, enrolled - from));
      index.add(some);
      for (double a : some.a().array()) {
        matrix.put((float) a);
      }
    }
    index.compact();
    IndexedSpeakers view = index.view();
    MetaEmbeddings one = tests.range(0, 1);
    FloatBuffer x = NativeBuffers.floats(d);
    FloatBuffer y = NativeBuffers.floats(enrolled);
    for (int k = 0; k < d; k++) {
      x.put(k, (float) tests.a().get(0, k));
    }
    MatrixView<FloatBuffer> rows = MatrixView.of(matrix, enrolled, d);
    double[] best =
        AlternatingRuns.best(
            () -> Blas.gemv(rows, x, y),
            () -> view.search(one, PRIOR, TOP),
            () -> view.search(tests, PRIOR, TOP));
    Map<String, Double> errors = errors(speakers.range(0, Math.min(COMPARED, drawn)), tests);
    return List.of(
        Measurement.of("sgemv", 1e3 * best[0], "ms", "the bare product, " + enrolled + " x 200"),
        Measurement.of("identify", 1e3 * best[1], "ms", "one test, ten best and log-sum"),
        Measurement.of("identify16", 1e3 * best[2], "ms", "sixteen tests in one pass"),
        Measurement.ratio(
                "identify_over_sgemv",
                best[1] / best[0],
                1.5,
                "one search of " + enrolled + " enrolled speakers over the bare product")
            .with(errors),
        Measurement.ratio(
            "identify16_over_identify1", best[2] / best[1], 10, "one pass for sixteen tests"));
  }

  /** The same speakers with the signs of some components turned: others, as probable as they. */
  private static MetaEmbeddings withSigns(MetaEmbeddings speakers, int number) {
    if (number == 0) {
      return speakers;
    }
    SeededRandom random = new SeededRandom(3, number);
    double[] signs = new double[speakers.dimension()];
    for (int k = 0; k < signs.length; k++) {
      signs[k] = random.nextDouble() < 0.5 ? -1 : 1;
    }
    return MetaEmbeddings.of(speakers.a().scaleColumns(signs), speakers.b(), speakers.lambda());
  }

  /** How far log-sums are from those of exact scores, among the drawn speakers. */
  private static Map<String, Double> errors(MetaEmbeddings speakers, MetaEmbeddings tests) {
    List<Identification> found = SpeakerIndex.of(speakers).view().search(tests, PRIOR, TOP);
    DoubleMatrix llr = speakers.llr(tests).transpose();
    double largest = 0;
    for (int t = 0; t < tests.size(); t++) {
      Identification exact = Identification.of(llr.row(t), PRIOR, TOP);
      largest = Math.max(largest, Math.abs(exact.inSetLlr() - found.get(t).inSetLlr()));
      largest = Math.max(largest, Math.abs(exact.logRest() - found.get(t).logRest()));
    }
    return Map.of("largest_log_sum_error", largest);
  }
}
