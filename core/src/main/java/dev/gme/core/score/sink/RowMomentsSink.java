package dev.gme.core.score.sink;

import dev.gme.core.Internal;
import java.util.Arrays;

/** Mean and variance of every row, some pairs left out. */
@Internal
public final class RowMomentsSink implements ScoreSink<RowMomentsSink.Part> {
  private final Moments[] ofRow;
  private final PairSet leftOut;

  /** What a band gathers. */
  static final class Part {
    private final ScoreBand band;
    private final BandPairs leftOut;
    private final Moments[] ofRow;

    Part(ScoreBand band, PairSet leftOut) {
      this.band = band;
      this.leftOut = new BandPairs(leftOut, band);
      ofRow = none(band.rows());
    }
  }

  public RowMomentsSink(int rows, PairSet leftOut) {
    ofRow = none(rows);
    this.leftOut = leftOut;
  }

  private static Moments[] none(int n) {
    Moments[] out = new Moments[n];
    Arrays.fill(out, Moments.NONE);
    return out;
  }

  public Moments moments(int row) {
    return ofRow[row];
  }

  @Override
  public Part open(ScoreBand band) {
    return new Part(band, leftOut);
  }

  @Override
  public void accept(Part part, ScoreTile tile) {
    for (int i = 0; i < tile.rows(); i++) {
      int row = i;
      part.leftOut.forEachRunBetween(
          i,
          tile,
          (off, n) -> part.ofRow[row] = part.ofRow[row].plus(Moments.of(tile.scores(), off, n)));
    }
  }

  @Override
  public void merge(Part part) {
    for (int i = 0; i < part.ofRow.length; i++) {
      int row = part.band.row(i);
      ofRow[row] = ofRow[row].plus(part.ofRow[i]);
    }
  }
}
