package dev.gme.core.score.sink;

import java.util.function.Consumer;

/** Changes the scores of tiles and hands them on. */
public final class ChangingSink<P> implements ScoreSink<P> {
  private final Consumer<ScoreTile> change;
  private final ScoreSink<P> sink;

  public ChangingSink(Consumer<ScoreTile> change, ScoreSink<P> sink) {
    this.change = change;
    this.sink = sink;
  }

  @Override
  public P open(ScoreBand band) {
    return sink.open(band);
  }

  @Override
  public void accept(P part, ScoreTile tile) {
    change.accept(tile);
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
  public int columnsAtATime() {
    return sink.columnsAtATime();
  }

  @Override
  public void rowsDone(int from, int to) {
    sink.rowsDone(from, to);
  }
}
