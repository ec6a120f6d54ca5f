package dev.gme.core.score.sink;

import dev.gme.core.Internal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The best partners of every recording of a set that is scored against itself, where every pair
 * comes once: a score is offered to both. Of a range of recordings against itself tiles may have
 * pairs both ways; that with the later column in the order of the tiles counts.
 *
 * <pre>{@code
 * TopOfPairsSink sink = new TopOfPairsSink(recordings.size(), 16, PairSet.none(recordings.size()));
 * }</pre>
 */
@Internal
public final class TopOfPairsSink implements ScoreSink<TopOfPairsSink.Part> {
  private final TopScores top;
  private final PairSet leftOut;
  private final Queue<TopCandidates> free = new ConcurrentLinkedQueue<>();

  /** What a band gathers: of its rows until it is closed, of its columns tile by tile. */
  public static final class Part {
    private final TopCandidates ofRows;
    private final TopCandidates ofCols;
    private final Map<Integer, long[]> found = new LinkedHashMap<>();

    private Part(TopCandidates ofRows, TopCandidates ofCols) {
      this.ofRows = ofRows;
      this.ofCols = ofCols;
    }
  }

  /**
   * A sink for so many recordings.
   *
   * @param leftOut pairs that do not count, given both ways
   */
  public TopOfPairsSink(int recordings, int k, PairSet leftOut) {
    top = new TopScores(recordings, k);
    this.leftOut = leftOut;
  }

  /** The best of all scores; to be asked for when scoring is over. */
  public TopScores top() {
    return top.sorted();
  }

  private TopCandidates candidates() {
    TopCandidates used = free.poll();
    return used == null ? new TopCandidates() : used;
  }

  @Override
  public Part open(ScoreBand band) {
    TopCandidates ofRows = candidates();
    ofRows.reset(band.rows(), top.k(), band.cols());
    for (int i = 0; i < band.rows(); i++) {
      ofRows.floor[i] = top.floor(band.row(i));
    }
    return new Part(ofRows, candidates());
  }

  @Override
  public void accept(Part part, ScoreTile tile) {
    TopCandidates ofRows = part.ofRows;
    TopCandidates ofCols = part.ofCols;
    int n = tile.cols();
    ofCols.reset(n, top.k(), tile.rows());
    for (int j = 0; j < n; j++) {
      ofCols.floor[j] = top.floor(tile.col(j));
    }
    float[] scores = tile.scores();
    int[] found = ofRows.found(n);
    for (int i = 0; i < tile.rows(); i++) {
      int row = tile.row(i);
      int at = i * n;
      int from = tile.firstOfPairs(i);
      int count = Scan.findAtLeast(n, scores, at, ofRows.floor[i], found);
      for (int f = 0; f < count; f++) {
        float score = scores[at + found[f]];
        int col = tile.col(found[f]);
        if (found[f] >= from && score >= ofRows.floor[i] && !leftOut.contains(row, col)) {
          ofRows.offer(i, score, col);
        }
      }
      count = Scan.findAtLeast(n, scores, at, ofCols.floor, found);
      for (int f = 0; f < count; f++) {
        int col = tile.col(found[f]);
        if (found[f] >= from && !leftOut.contains(col, row)) {
          ofCols.offer(found[f], scores[at + found[f]], row);
        }
      }
    }
    for (int j = 0; j < n; j++) {
      if (ofCols.count(j) > 0) {
        part.found.put(tile.col(j), ofCols.best(j));
      }
    }
  }

  @Override
  public void close(Part part, ScoreBand band) {
    for (int i = 0; i < band.rows(); i++) {
      if (part.ofRows.count(i) > 0) {
        part.found.merge(band.row(i), part.ofRows.best(i), TopOfPairsSink::joined);
      }
    }
    free.add(part.ofRows);
    free.add(part.ofCols);
  }

  private static long[] joined(long[] x, long[] y) {
    long[] out = Arrays.copyOf(x, x.length + y.length);
    System.arraycopy(y, 0, out, x.length, y.length);
    return out;
  }

  @Override
  public void merge(Part part) {
    part.found.forEach(top::add);
  }
}
