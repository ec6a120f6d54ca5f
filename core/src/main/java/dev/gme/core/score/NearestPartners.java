package dev.gme.core.score;

import dev.gme.core.Internal;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.score.sink.PairSet;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.TopOfPairsSink;
import dev.gme.core.score.sink.TopScores;
import dev.gme.core.score.tile.BandRun;
import dev.gme.core.score.tile.TileBands;
import java.util.Optional;

/**
 * For each recording of a set the others with the highest log-likelihood ratios, by tiles. A pair
 * is scored once for both, which takes half the time of scoring the set against itself.
 *
 * <pre>{@code
 * TopScores top = NearestPartners.of(embeddings, 16, PairSet.none(n), Optional.empty(), Progress.NONE);
 * int best = top.partner(0, 0);
 * }</pre>
 */
@Internal
public final class NearestPartners {
  private NearestPartners() {}

  /**
   * The best k partners of each.
   *
   * @param leftOut pairs that do not count, given both ways
   * @param transform of the scores, the same both ways
   */
  public static TopScores of(
      MetaEmbeddings embeddings,
      int k,
      PairSet leftOut,
      Optional<ScoreTransform> transform,
      Progress progress) {
    return of(embeddings, k, leftOut, transform, BandScorer.RANGE, progress);
  }

  static TopScores of(
      MetaEmbeddings embeddings,
      int k,
      PairSet leftOut,
      Optional<ScoreTransform> transform,
      int range,
      Progress progress) {
    int n = embeddings.size();
    TopOfPairsSink sink = new TopOfPairsSink(n, k, leftOut);
    ScoreSink<TopOfPairsSink.Part> to = transform.isPresent() ? transform.get().into(sink) : sink;
    long total = 0;
    for (int from = 0; from < n; from += range) {
      total += (long) Math.min(range, n - from) * (n - from);
    }
    TileBands bands = TileBands.ofPairs(embeddings, range, ScoreKind.DEFAULT_TOLERANCE);
    new BandRun<>(to, progress, total).run(bands, 0, n, range);
    return sink.top();
  }
}
