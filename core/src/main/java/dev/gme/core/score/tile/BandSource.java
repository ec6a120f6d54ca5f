package dev.gme.core.score.tile;

import dev.gme.core.Internal;
import dev.gme.core.score.sink.ScoreBand;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreTile;
import java.util.function.Consumer;

/** How the bands of a score matrix are made. */
@Internal
public interface BandSource {
  /** Ranges of the caller's rows, taken one after the other. */
  int rowRanges();

  /** The bands of a range of rows. */
  Bands bands(int rowRange);

  /** What was made so far. */
  ScoreReport report();

  /**
   * Bands that can be scored in parallel; from top to bottom, and within rows from left to right.
   */
  interface Bands {
    int count();

    ScoreBand band(int i);

    /**
     * Scores band i, tile after tile.
     *
     * @param band what the tiles say they belong to: band i, by whatever numbers of rows
     */
    void score(int i, ScoreBand band, Consumer<ScoreTile> to);
  }
}
