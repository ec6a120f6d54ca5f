package dev.gme.core.score;

import dev.gme.core.calibrate.Calibration;
import dev.gme.core.model.Pipeline;

/**
 * A model and the calibration of its scores, which belong together: trained on scores of another
 * model a calibration means nothing.
 *
 * <pre>{@code
 * CalibratedModel model = new CalibratedModel(pipeline, calibration);
 * MetaEmbeddings enrol = model.pipeline().extract(enrolVectors);
 * MetaEmbeddings test = model.pipeline().extract(testVectors);
 * ScoreCalibrator calibrator = ScoreCalibrator.of(model.calibration(), enrol, test);
 * new TileScorer(1e-3).score(enrol, test, calibrator.into(sink), progress);
 * }</pre>
 *
 * @param calibration of the score alone, or with one quality, which is then log b of both sides
 */
public record CalibratedModel(Pipeline pipeline, Calibration calibration) {
  public CalibratedModel {
    ScoreCalibrator.requireScoresOfOneModel(calibration);
  }

  /** The pipeline, then the formula of the calibration. */
  @Override
  public String toString() {
    return pipeline + ", then " + calibration;
  }
}
