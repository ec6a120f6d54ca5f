package dev.gme.core.score.sink;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** The pairs of a set that lie in a band, found by the places at which its tiles bring them. */
final class BandPairs {
  private static final int[] NOTHING = {};

  /** For each row of the band, ascending. */
  private final int[][] places;

  /** Takes scores of a row of a tile that lie side by side. */
  interface Run {
    void take(int off, int n);
  }

  BandPairs(PairSet pairs, ScoreBand band) {
    places = new int[band.rows()][];
    int first = band.firstCol();
    for (int i = 0; i < places.length; i++) {
      int[] columns = pairs.columns(band.row(i));
      int from = lowerBound(columns, first);
      int to = lowerBound(columns, first + band.cols());
      int[] inBand = from == to ? NOTHING : new int[to - from];
      for (int c = from; c < to; c++) {
        inBand[c - from] = band.place(columns[c] - first);
      }
      Arrays.sort(inBand);
      places[i] = inBand;
    }
  }

  private static int lowerBound(int[] sorted, int value) {
    int at = Arrays.binarySearch(sorted, value);
    return at < 0 ? -at - 1 : at;
  }

  /** The columns of a tile that make such a pair with row i, ascending. */
  void forEach(int i, ScoreTile tile, IntConsumer column) {
    int[] p = places[i];
    int end = tile.firstPlace() + tile.cols();
    for (int k = lowerBound(p, tile.firstPlace()); k < p.length && p[k] < end; k++) {
      column.accept(p[k] - tile.firstPlace());
    }
  }

  /** The places of the scores of all such pairs in the array of a tile. */
  void forEach(ScoreTile tile, IntConsumer place) {
    for (int i = 0; i < places.length; i++) {
      int row = i * tile.cols();
      if (places[i].length > 0) {
        forEach(i, tile, j -> place.accept(row + j));
      }
    }
  }

  /** The scores of row i in a tile, all but those of such pairs, by their places in the array. */
  void forEachRunBetween(int i, ScoreTile tile, Run run) {
    int[] p = places[i];
    int row = i * tile.cols() - tile.firstPlace();
    int from = tile.firstPlace();
    int end = from + tile.cols();
    for (int k = lowerBound(p, from); k < p.length && p[k] < end; k++) {
      if (p[k] > from) {
        run.take(row + from, p[k] - from);
      }
      from = p[k] + 1;
    }
    if (end > from) {
      run.take(row + from, end - from);
    }
  }
}
