package dev.gme.core.score.sink;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The best enrolments of every test recording: for each column the k highest scores.
 *
 * <pre>{@code
 * TopPerTestSink sink = new TopPerTestSink(test.size(), 10);
 * scorer.all(sink);
 * float second = sink.top().score(0, 1);   // of the first test recording
 * }</pre>
 */
public final class TopPerTestSink implements ScoreSink<TopPerTestSink.Part> {
  private final TopScores top;
  private final int first;
  private final Queue<TopCandidates> free = new ConcurrentLinkedQueue<>();

  /** What a band gathers: a tile has all rows of the band, so its columns are done with it. */
  public static final class Part {
    private final TopCandidates candidates;
    private final Map<Integer, long[]> found = new LinkedHashMap<>();

    private Part(TopCandidates candidates) {
      this.candidates = candidates;
    }
  }

  public TopPerTestSink(int cols, int k) {
    this(0, cols, k);
  }

  /**
   * Takes scores of some of the caller's columns alone; partners keep the caller's numbers.
   *
   * @param first the caller's number of the first column, which is recording 0 of the result
   */
  public TopPerTestSink(int first, int cols, int k) {
    this.first = first;
    top = new TopScores(cols, k);
  }

  /** The best of all scores; to be asked for when scoring is over. */
  public TopScores top() {
    return top.sorted();
  }

  @Override
  public Part open(ScoreBand band) {
    TopCandidates used = free.poll();
    return new Part(used == null ? new TopCandidates() : used);
  }

  @Override
  public void accept(Part part, ScoreTile tile) {
    TopCandidates candidates = part.candidates;
    int n = tile.cols();
    candidates.reset(n, top.k(), tile.rows());
    for (int j = 0; j < n; j++) {
      candidates.floor[j] = top.floor(tile.col(j) - first);
    }
    float[] scores = tile.scores();
    int[] found = candidates.found(n);
    for (int i = 0; i < tile.rows(); i++) {
      int row = tile.row(i);
      int at = i * n;
      int count = Scan.findAtLeast(n, scores, at, candidates.floor, found);
      for (int f = 0; f < count; f++) {
        candidates.offer(found[f], scores[at + found[f]], row);
      }
    }
    for (int j = 0; j < n; j++) {
      if (candidates.count(j) > 0) {
        part.found.put(tile.col(j) - first, candidates.best(j));
      }
    }
  }

  @Override
  public void close(Part part, ScoreBand band) {
    free.add(part.candidates);
  }

  @Override
  public void merge(Part part) {
    part.found.forEach(top::add);
  }
}
