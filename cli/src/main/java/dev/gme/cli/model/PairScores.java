package dev.gme.cli.model;

import dev.gme.core.Progress;
import dev.gme.core.score.CosineScorer;
import dev.gme.core.score.ScoreNormalizer;
import dev.gme.core.score.ScoreReport;
import dev.gme.core.score.ScoreSink;
import dev.gme.core.score.TileScorer;
import dev.gme.core.score.TrialScorer;
import dev.gme.core.score.TrialScores;
import java.util.Optional;

/** The scorer that the options ask for: log-likelihood ratios, normalized or not, or cosines. */
final class PairScores {
  private final ScoreInput.Side enrol;
  private final ScoreInput.Side test;
  private final TileScorer scorer;
  private final Optional<ScoreNormalizer> normalizer;
  private ScoreReport report;

  PairScores(
      ScoreInput.Side enrol,
      ScoreInput.Side test,
      TileScorer scorer,
      Optional<ScoreNormalizer> normalizer) {
    this.enrol = enrol;
    this.test = test;
    this.scorer = scorer;
    this.normalizer = normalizer;
  }

  private boolean cosine() {
    return enrol.vectors() != null;
  }

  <P> void all(ScoreSink<P> sink, Progress progress) {
    if (cosine()) {
      new CosineScorer(enrol.vectors(), test.vectors()).score(sink, progress);
      return;
    }
    ScoreSink<P> to = normalizer.isPresent() ? normalizer.get().into(sink) : sink;
    report = scorer.score(enrol.embeddings(), test.embeddings(), to, progress);
  }

  float[] list(int[] enrols, int[] tests, Progress progress) {
    if (cosine()) {
      return new CosineScorer(enrol.vectors(), test.vectors()).score(enrols, tests);
    }
    TrialScores scores =
        new TrialScorer(scorer.tolerance())
            .score(enrol.embeddings(), test.embeddings(), enrols, tests, progress);
    report = scores.report();
    return normalizer.isPresent()
        ? normalizer.get().apply(enrols, tests, scores.scores())
        : scores.scores();
  }

  /** A bound on the error of every log-likelihood ratio, where there are any. */
  Optional<Double> errorBound() {
    return Optional.ofNullable(report).map(ScoreReport::errorBound);
  }

  /** What the scores are. */
  String kind() {
    return cosine()
        ? "cosines"
        : normalizer
            .map(n -> "log-likelihood ratios normalized by " + n)
            .orElse("log-likelihood ratios");
  }
}
