package dev.gme.core.score;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.tile.BandRun;
import dev.gme.core.score.tile.BandSource;
import dev.gme.core.score.tile.ExactBands;
import dev.gme.core.score.tile.TileBands;
import java.util.Arrays;

/**
 * The log-likelihood ratios of all pairs of two sets of meta-embeddings at the speed of matrix
 * products (docs/math.md 6), into a {@link ScoreSink}.
 *
 * <pre>{@code
 * MatrixSink scores = new MatrixSink(enrol.size(), test.size());
 * ScoreReport report = new TileScorer(1e-3).score(enrol, test, scores, Progress.NONE);
 * FloatMatrix llr = scores.matrix();
 * }</pre>
 *
 * <p>The tolerance is a promise: the root mean square error over all trials, over those of one
 * speaker and within every tile is at most that, up to the rounding of scores to floats (2^-21 of
 * the score). The report has a bound that no single score exceeds.
 */
public final class TileScorer {
  /** In nats: far below what matters to a decision. */
  public static final double DEFAULT_TOLERANCE = 1e-3;

  /**
   * The caller's rows or columns are taken in ranges of at most so many: enough for tiles of nearly
   * equal precisions, few enough that a band of scores stays small.
   */
  private static final int RANGE = 16_384;

  private final double tolerance;

  /**
   * A scorer.
   *
   * @param tolerance root mean square error in nats; 0 for exact scores in double, rounded to
   *     floats
   */
  public TileScorer(double tolerance) {
    if (!(tolerance >= 0 && tolerance < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the tolerance must be finite and not negative, found " + tolerance);
    }
    this.tolerance = tolerance;
  }

  /** Every score by the safe formula in double, in time proportional to trials times d. */
  public static TileScorer exact() {
    return new TileScorer(0);
  }

  public double tolerance() {
    return tolerance;
  }

  /** Scores every recording (or pool) of {@code enrol} against every one of {@code test}. */
  public <P> ScoreReport score(
      MetaEmbeddings enrol, MetaEmbeddings test, ScoreSink<P> sink, Progress progress) {
    requireCommonLambda(enrol, test);
    if (enrol.size() == 0 || test.size() == 0) {
      return ScoreReport.NONE;
    }
    int n = enrol.size();
    BandRun<P> run = new BandRun<>(sink, progress, (long) n * test.size());
    ScoreReport report = ScoreReport.NONE;
    int block = Math.max(1, Math.min(n, sink.rowsAtATime(test.size())));
    int colRange = Math.min(RANGE, sink.columnsAtATime());
    for (int from = 0, to; from < n; from = to) {
      to = from + Math.min(block, n - from);
      MetaEmbeddings rows = block == n ? enrol : enrol.range(from, to);
      BandSource source =
          tolerance == 0
              ? new ExactBands(rows, test, RANGE, colRange)
              : new TileBands(rows, test, RANGE, colRange, tolerance);
      run.run(source, from, to - from, RANGE);
      report = report.plus(source.report());
    }
    return report;
  }

  static void requireCommonLambda(MetaEmbeddings enrol, MetaEmbeddings test) {
    if (!Arrays.equals(enrol.lambda(), test.lambda())) {
      throw new GmeException(
          "embeddings of different extractors (another lambda) cannot be scored",
          "extract both sides with the same model");
    }
  }

  @Override
  public String toString() {
    return tolerance == 0 ? "exact scores" : "scores to " + tolerance + " nat";
  }
}
