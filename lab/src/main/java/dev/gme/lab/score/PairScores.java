package dev.gme.lab.score;

import dev.gme.core.Progress;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.score.CosineScorer;
import dev.gme.core.score.ScoreCalibrator;
import dev.gme.core.score.TileScorer;
import dev.gme.core.score.TrialScorer;
import dev.gme.core.score.norm.ScoreNormalizer;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.TrialScores;
import java.util.Optional;

/** The scorer that the options ask for: log-likelihood ratios or cosines, normalized or not. */
public final class PairScores {
  private final Side enrol;
  private final Side test;
  private final TileScorer scorer;
  private final Optional<ScoreNormalizer> normalizer;
  private final Optional<ScoreCalibrator> calibrator;
  private ScoreReport report;

  public PairScores(
      Side enrol,
      Side test,
      TileScorer scorer,
      Optional<ScoreNormalizer> normalizer,
      Optional<Calibration> calibration) {
    this.enrol = enrol;
    this.test = test;
    this.scorer = scorer;
    this.normalizer = normalizer;
    calibrator = calibration.map(c -> ScoreCalibrator.of(c, enrol.embeddings(), test.embeddings()));
  }

  private boolean cosine() {
    return enrol.vectors() != null;
  }

  public <P> void all(ScoreSink<P> sink, Progress progress) {
    ScoreSink<P> to = calibrator.isPresent() ? calibrator.get().into(sink) : sink;
    to = normalizer.isPresent() ? normalizer.get().into(to) : to;
    if (cosine()) {
      new CosineScorer(enrol.vectors(), test.vectors()).score(to, progress);
      return;
    }
    report = scorer.score(enrol.embeddings(), test.embeddings(), to, progress);
  }

  public float[] list(int[] enrols, int[] tests, Progress progress) {
    float[] scores =
        cosine()
            ? new CosineScorer(enrol.vectors(), test.vectors()).score(enrols, tests)
            : ratios(enrols, tests, progress);
    scores = normalizer.isPresent() ? normalizer.get().apply(enrols, tests, scores) : scores;
    return calibrator.isPresent() ? calibrator.get().apply(enrols, tests, scores) : scores;
  }

  private float[] ratios(int[] enrols, int[] tests, Progress progress) {
    TrialScores scores =
        new TrialScorer(scorer.tolerance())
            .score(enrol.embeddings(), test.embeddings(), enrols, tests, progress);
    report = scores.report();
    return scores.scores();
  }

  /** A bound on the error of every log-likelihood ratio before calibration, if there are any. */
  public Optional<Double> errorBound() {
    return Optional.ofNullable(report).map(ScoreReport::errorBound);
  }

  public boolean isCalibrated() {
    return calibrator.isPresent();
  }

  /** What the scores are. */
  public String kind() {
    String what =
        cosine() ? "cosines" : (isCalibrated() ? "calibrated " : "") + "log-likelihood ratios";
    return normalizer.map(n -> what + " normalized by " + n).orElse(what);
  }
}
