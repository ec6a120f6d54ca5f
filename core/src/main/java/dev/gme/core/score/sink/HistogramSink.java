package dev.gme.core.score.sink;

/**
 * How scores are distributed.
 *
 * <pre>{@code
 * HistogramSink sink = new HistogramSink(ScoreBins.fine());
 * scorer.all(sink);
 * double median = sink.histogram().quantile(0.5).middle();   // within 2^-12 of itself
 * }</pre>
 */
public final class HistogramSink implements ScoreSink<long[]> {
  private final ScoreBins bins;
  private final CountTables tables;

  public HistogramSink(ScoreBins bins) {
    this.bins = bins;
    tables = new CountTables(bins.size());
  }

  /** The histogram of all scores; to be asked for when scoring is over. */
  public ScoreHistogram histogram() {
    return new ScoreHistogram(bins, tables.total());
  }

  @Override
  public long[] open(ScoreBand band) {
    return tables.take();
  }

  @Override
  public void accept(long[] table, ScoreTile tile) {
    bins.count(tile.scores(), 0, tile.rows() * tile.cols(), table);
  }

  @Override
  public void close(long[] table, ScoreBand band) {
    tables.giveBack(table);
  }
}
