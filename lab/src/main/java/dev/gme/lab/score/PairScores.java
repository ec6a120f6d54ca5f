package dev.gme.lab.score;

import dev.gme.core.Progress;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.score.PairScorer;
import dev.gme.core.score.ScoreCalibrator;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.norm.ScoreNormalizer;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.TrialScores;
import java.util.Optional;

/** The scorer that the options ask for: log-likelihood ratios or cosines, normalized or not. */
public final class PairScores {
  private final PairScorer scorer;
  private final boolean isCosine;
  private final boolean isCalibrated;
  private ScoreReport report;

  public PairScores(
      Side enrol,
      Side test,
      ScoreKind<MetaEmbeddings> llr,
      Optional<ScoreNormalizer> normalizer,
      Optional<Calibration> calibration) {
    isCosine = enrol.vectors() != null;
    isCalibrated = calibration.isPresent();
    PairScorer made =
        isCosine
            ? ScoreKind.cosine().scorer(enrol.vectors(), test.vectors())
            : llr.scorer(enrol.embeddings(), test.embeddings());
    made = normalizer.isPresent() ? made.transformed(normalizer.get()) : made;
    scorer =
        isCalibrated
            ? made.transformed(
                ScoreCalibrator.of(calibration.get(), enrol.embeddings(), test.embeddings()))
            : made;
  }

  public <P> void all(ScoreSink<P> sink, Progress progress) {
    report = scorer.all(sink, progress);
  }

  public float[] list(int[] enrols, int[] tests, Progress progress) {
    TrialScores scores = scorer.list(enrols, tests, progress);
    report = scores.report();
    return scores.scores();
  }

  /** A bound on the error of every log-likelihood ratio before calibration, if there are any. */
  public Optional<Double> errorBound() {
    return isCosine ? Optional.empty() : Optional.ofNullable(report).map(ScoreReport::errorBound);
  }

  public boolean isCalibrated() {
    return isCalibrated;
  }

  /** What the scores are. */
  public String kind() {
    return scorer.description();
  }
}
