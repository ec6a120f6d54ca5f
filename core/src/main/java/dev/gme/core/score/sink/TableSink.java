package dev.gme.core.score.sink;

import java.util.Optional;

/** Counts scores in a table, all of them or all but those of some pairs. */
abstract class TableSink implements ScoreSink<TableSink.Part> {
  private final Optional<PairSet> left;

  /**
   * A sink that leaves out pairs.
   *
   * @param left few of all pairs: they are counted first and taken back then
   */
  TableSink(Optional<PairSet> left) {
    this.left = left;
  }

  /** What a band has counted, and its pairs that do not count. */
  static final class Part {
    final long[] table;
    private final Optional<BandPairs> left;

    private Part(long[] table, Optional<BandPairs> left) {
      this.table = table;
      this.left = left;
    }
  }

  /** A table of zeros. */
  abstract long[] table();

  abstract void count(ScoreTile tile, long[] table);

  /** Takes back a score that was counted. */
  abstract void subtract(float score, long[] table);

  @Override
  public final Part open(ScoreBand band) {
    return new Part(table(), left.map(pairs -> new BandPairs(pairs, band)));
  }

  @Override
  public final void accept(Part part, ScoreTile tile) {
    count(tile, part.table);
    part.left.ifPresent(
        pairs -> pairs.forEach(tile, place -> subtract(tile.scores()[place], part.table)));
  }
}
