package dev.gme.core.score.tile;

import dev.gme.core.Internal;
import dev.gme.core.Progress;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.sink.OrderedMerge;
import dev.gme.core.score.sink.ScoreBand;
import dev.gme.core.score.sink.ScoreSink;

/** Leads the bands of score matrices through a sink: scored in parallel, merged in order. */
@Internal
public final class BandRun<P> {
  private final ScoreSink<P> sink;
  private final Progress progress;
  private final long total;
  private long done;

  private record Scored<P>(ScoreBand band, P part) {}

  /**
   * Scores band after band into one sink.
   *
   * @param total scores that there will be, for the progress
   */
  public BandRun(ScoreSink<P> sink, Progress progress, long total) {
    this.sink = sink;
    this.progress = progress;
    this.total = total;
  }

  /**
   * All bands of some of the caller's rows.
   *
   * @param firstRow the caller's number of the source's first row
   * @param rows the source's rows
   * @param range how many of them it takes in a range
   */
  public void run(BandSource source, int firstRow, int rows, int range) {
    for (int r = 0; r < source.rowRanges(); r++) {
      run(source.bands(r), firstRow);
      sink.rowsDone(firstRow + r * range, firstRow + Math.min(rows, (r + 1) * range));
    }
  }

  /** Some bands, after which no rows need be complete. */
  public void run(BandSource.Bands bands, int firstRow) {
    OrderedMerge<Scored<P>> merge = new OrderedMerge<>(2 * Workers.threads(), this::merge);
    Workers.forEach(
        bands.count(), i -> merge.run(i, () -> score(bands, i, bands.band(i).below(firstRow))));
  }

  private Scored<P> score(BandSource.Bands bands, int i, ScoreBand band) {
    P part = sink.open(band);
    bands.score(i, band, tile -> sink.accept(part, tile));
    sink.close(part, band);
    return new Scored<>(band, part);
  }

  private void merge(Scored<P> scored) {
    sink.merge(scored.part);
    done += (long) scored.band.rows() * scored.band.cols();
    progress.step("scoring", done, total);
  }
}
