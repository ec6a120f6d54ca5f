package dev.gme.core.score.sink;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The best test recordings of every enrolment: for each row the k highest scores.
 *
 * <pre>{@code
 * TopPerEnrolmentSink sink = new TopPerEnrolmentSink(enrol.size(), 10);
 * scorer.all(sink);
 * int best = sink.top().partner(0, 0);   // of the first enrolment
 * }</pre>
 */
public final class TopPerEnrolmentSink implements ScoreSink<TopPerEnrolmentSink.Part> {
  private final TopScores top;
  private final PairSet leftOut;
  private final int first;
  private final Queue<TopCandidates> free = new ConcurrentLinkedQueue<>();

  /** What a band gathers. */
  public static final class Part {
    private final TopCandidates candidates;
    private final ScoreBand band;
    private final long[][] best;

    private Part(TopCandidates candidates, ScoreBand band) {
      this.candidates = candidates;
      this.band = band;
      best = new long[band.rows()][];
    }
  }

  public TopPerEnrolmentSink(int rows, int k) {
    this(rows, k, PairSet.none(rows));
  }

  /** Leaves out some pairs. */
  public TopPerEnrolmentSink(int rows, int k, PairSet leftOut) {
    this(0, rows, k, leftOut);
  }

  /**
   * Takes scores of some of the caller's rows alone; partners keep the caller's numbers.
   *
   * @param first the caller's number of the first row, which is recording 0 of the result
   * @param leftOut pairs of these rows, counted from there, and the caller's columns
   */
  public TopPerEnrolmentSink(int first, int rows, int k, PairSet leftOut) {
    this.first = first;
    top = new TopScores(rows, k);
    this.leftOut = leftOut;
  }

  /** The best of all scores; to be asked for when scoring is over. */
  public TopScores top() {
    return top.sorted();
  }

  @Override
  public Part open(ScoreBand band) {
    TopCandidates used = free.poll();
    TopCandidates candidates = used == null ? new TopCandidates() : used;
    candidates.reset(band.rows(), top.k(), band.cols());
    for (int i = 0; i < band.rows(); i++) {
      candidates.floor[i] = top.floor(band.row(i) - first);
    }
    return new Part(candidates, band);
  }

  @Override
  public void accept(Part part, ScoreTile tile) {
    TopCandidates candidates = part.candidates;
    float[] scores = tile.scores();
    int n = tile.cols();
    int[] found = candidates.found(n);
    for (int i = 0; i < tile.rows(); i++) {
      int row = tile.row(i);
      int at = i * n;
      int count = Scan.findAtLeast(n, scores, at, candidates.floor[i], found);
      for (int f = 0; f < count; f++) {
        float score = scores[at + found[f]];
        int col = tile.col(found[f]);
        if (score >= candidates.floor[i] && !leftOut.contains(row - first, col)) {
          candidates.offer(i, score, col);
        }
      }
    }
  }

  @Override
  public void close(Part part, ScoreBand band) {
    for (int i = 0; i < band.rows(); i++) {
      part.best[i] = part.candidates.best(i);
    }
    free.add(part.candidates);
  }

  @Override
  public void merge(Part part) {
    for (int i = 0; i < part.best.length; i++) {
      top.add(part.band.row(i) - first, part.best[i]);
    }
  }
}
