package dev.gme.core.score.sink;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Two sinks that get the same scores.
 *
 * <pre>{@code
 * scorer.all(histogram.and(best));   // both have seen all scores then
 * }</pre>
 */
public final class BothSinks<P, Q> implements ScoreSink<BothSinks.Part<P, Q>> {
  private final ScoreSink<P> first;
  private final ScoreSink<Q> second;
  private final Queue<float[]> buffers = new ConcurrentLinkedQueue<>();

  /** What a band gathers in either sink. */
  public static final class Part<P, Q> {
    private final P first;
    private final Q second;

    private Part(P first, Q second) {
      this.first = first;
      this.second = second;
    }
  }

  BothSinks(ScoreSink<P> first, ScoreSink<Q> second) {
    this.first = first;
    this.second = second;
  }

  @Override
  public Part<P, Q> open(ScoreBand band) {
    return new Part<>(first.open(band), second.open(band));
  }

  @Override
  public void accept(Part<P, Q> part, ScoreTile tile) {
    // A sink may overwrite its tile: one of the two gets a copy, a hundredth of the time to make
    // it.
    int n = Math.multiplyExact(tile.rows(), tile.cols());
    float[] free = buffers.poll();
    float[] copy = free == null || free.length < n ? new float[n] : free;
    System.arraycopy(tile.scores(), 0, copy, 0, n);
    first.accept(part.first, new ScoreTile(tile.band(), tile.firstPlace(), tile.cols(), copy));
    buffers.add(copy);
    second.accept(part.second, tile);
  }

  @Override
  public void close(Part<P, Q> part, ScoreBand band) {
    first.close(part.first, band);
    second.close(part.second, band);
  }

  @Override
  public void merge(Part<P, Q> part) {
    first.merge(part.first);
    second.merge(part.second);
  }

  @Override
  public int rowsAtATime(int cols) {
    return Math.min(first.rowsAtATime(cols), second.rowsAtATime(cols));
  }

  @Override
  public void rowsDone(int from, int to) {
    first.rowsDone(from, to);
    second.rowsDone(from, to);
  }
}
