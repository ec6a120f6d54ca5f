package dev.gme.core.score.sink;

/**
 * Sum, mean and variance of all scores, by a vectorized pass over every tile.
 *
 * <pre>{@code
 * MomentsSink sink = new MomentsSink();
 * scorer.all(sink);
 * double mean = sink.moments().mean();
 * }</pre>
 */
public final class MomentsSink implements ScoreSink<Moments[]> {
  private Moments all = Moments.NONE;

  /** The moments of all scores that were merged so far. */
  public Moments moments() {
    return all;
  }

  @Override
  public Moments[] open(ScoreBand band) {
    return new Moments[] {Moments.NONE};
  }

  @Override
  public void accept(Moments[] part, ScoreTile tile) {
    part[0] = part[0].plus(Moments.of(tile.scores(), 0, tile.rows() * tile.cols()));
  }

  @Override
  public void merge(Moments[] part) {
    all = all.plus(part[0]);
  }
}
