package dev.gme.core.score.sink;

import java.util.Optional;

/**
 * How scores are distributed.
 *
 * <pre>{@code
 * HistogramSink sink = new HistogramSink(ScoreBins.fine());
 * scorer.all(sink);
 * double median = sink.histogram().quantile(0.5).middle();   // within 2^-12 of itself
 * }</pre>
 */
public final class HistogramSink extends TableSink {
  private final ScoreBins bins;
  private final CountTables tables;

  public HistogramSink(ScoreBins bins) {
    this(Optional.empty(), bins);
  }

  /** The distribution of all scores but those of some pairs, say of a recording with itself. */
  public static HistogramSink without(PairSet left, ScoreBins bins) {
    return new HistogramSink(Optional.of(left), bins);
  }

  private HistogramSink(Optional<PairSet> left, ScoreBins bins) {
    super(left);
    this.bins = bins;
    tables = new CountTables(bins.size());
  }

  /** The histogram of all scores; to be asked for when scoring is over. */
  public ScoreHistogram histogram() {
    return new ScoreHistogram(bins, tables.total());
  }

  @Override
  long[] table() {
    return tables.take();
  }

  @Override
  void count(ScoreTile tile, long[] table) {
    bins.count(tile.scores(), 0, tile.rows() * tile.cols(), table);
  }

  @Override
  void subtract(float score, long[] table) {
    table[bins.bin(score)]--;
  }

  @Override
  public void close(Part part, ScoreBand band) {
    tables.giveBack(part.table);
  }
}
