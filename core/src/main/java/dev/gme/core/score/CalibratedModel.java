package dev.gme.core.score;

import dev.gme.core.calibrate.Calibration;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.model.NoiseProfile;
import dev.gme.core.model.Pipeline;
import java.util.Optional;

/**
 * A model and the calibration of its scores, which belong together: trained on scores of another
 * model a calibration means nothing. The scores of such a model are calibrated.
 *
 * <pre>{@code
 * CalibratedModel model = new CalibratedModel(pipeline, calibration);
 * model.scorer(enrolVectors, testVectors).all(sink);
 * model.uncalibrated().scorer(enrolVectors, testVectors).all(rawScores);
 * }</pre>
 *
 * @param calibration of the score alone, or with one quality, which is then log b of both sides
 * @param trainedOn what the recordings look like whose scores it was trained on, where that is
 *     known
 */
public record CalibratedModel(
    Pipeline pipeline, Calibration calibration, Optional<NoiseProfile> trainedOn)
    implements ScoringModel {
  public CalibratedModel {
    ScoreCalibrator.requireScoresOfOneModel(calibration);
  }

  /** A calibration of which nobody knows what recordings it was trained on. */
  public CalibratedModel(Pipeline pipeline, Calibration calibration) {
    this(pipeline, calibration, Optional.empty());
  }

  @Override
  public PairScorer scorer(
      ScoreKind<MetaEmbeddings> kind, MetaEmbeddings enrol, MetaEmbeddings test) {
    return kind.scorer(enrol, test).transformed(ScoreCalibrator.of(calibration, enrol, test));
  }

  /** The same model without its calibration, say to train another one. */
  public ScoringModel uncalibrated() {
    return ScoringModel.of(pipeline);
  }

  /** The pipeline, then the formula of the calibration. */
  @Override
  public String toString() {
    return pipeline + ", then " + calibration;
  }
}
