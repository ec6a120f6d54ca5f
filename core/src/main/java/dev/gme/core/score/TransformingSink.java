package dev.gme.core.score;

import dev.gme.core.score.sink.ScoreBand;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.ScoreTile;

/** Transforms the scores of tiles and hands them on. */
final class TransformingSink<P> implements ScoreSink<P> {
  private final ScoreTransform transform;
  private final ScoreSink<P> sink;

  TransformingSink(ScoreTransform transform, ScoreSink<P> sink) {
    this.transform = transform;
    this.sink = sink;
  }

  @Override
  public P open(ScoreBand band) {
    return sink.open(band);
  }

  @Override
  public void accept(P part, ScoreTile tile) {
    transform.apply(tile);
    sink.accept(part, tile);
  }

  @Override
  public void close(P part, ScoreBand band) {
    sink.close(part, band);
  }

  @Override
  public void merge(P part) {
    sink.merge(part);
  }

  @Override
  public int rowsAtATime(int cols) {
    return sink.rowsAtATime(cols);
  }

  @Override
  public void rowsDone(int from, int to) {
    sink.rowsDone(from, to);
  }
}
