package dev.gme.core.score;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Scores by the safe formula in double, in the caller's order. */
final class ExactBands implements BandSource {
  private static final int ROWS = 16;

  private final MetaEmbeddings enrol;
  private final MetaEmbeddings test;
  private final int range;
  private final AtomicLong trials = new AtomicLong();
  private final AtomicLong tiles = new AtomicLong();

  ExactBands(MetaEmbeddings enrol, MetaEmbeddings test, int range) {
    this.enrol = enrol;
    this.test = test;
    this.range = range;
  }

  @Override
  public int rowRanges() {
    return (enrol.size() + range - 1) / range;
  }

  @Override
  public ScoreReport report() {
    return new ScoreReport(trials.get(), 0, 0, tiles.get(), tiles.get());
  }

  @Override
  public Bands bands(int rowRange) {
    int firstRow = rowRange * range;
    int rows = Math.min(enrol.size(), firstRow + range) - firstRow;
    int across = (test.size() + range - 1) / range;
    int[] identity = new int[Math.max(rows, Math.min(range, test.size()))];
    for (int i = 0; i < identity.length; i++) {
      identity[i] = i;
    }
    return new Bands() {
      @Override
      public int count() {
        return (rows + ROWS - 1) / ROWS * across;
      }

      @Override
      public ScoreBand band(int i) {
        int start = i / across * ROWS;
        int firstCol = i % across * range;
        int cols = Math.min(test.size(), firstCol + range) - firstCol;
        int[] order = cols == identity.length ? identity : Arrays.copyOf(identity, cols);
        return new ScoreBand(
            firstRow,
            identity,
            start,
            Math.min(rows, start + ROWS) - start,
            firstCol,
            order,
            order);
      }

      @Override
      public void score(int i, ScoreBand band, Consumer<ScoreTile> to) {
        int from = firstRow + i / across * ROWS;
        DoubleMatrix llr =
            enrol
                .range(from, from + band.rows())
                .llr(test.range(band.firstCol(), band.firstCol() + band.cols()));
        float[] scores = new float[llr.array().length];
        for (int k = 0; k < scores.length; k++) {
          scores[k] = (float) llr.array()[k];
        }
        trials.addAndGet(scores.length);
        tiles.incrementAndGet();
        to.accept(new ScoreTile(band, 0, band.cols(), scores));
      }
    };
  }
}
