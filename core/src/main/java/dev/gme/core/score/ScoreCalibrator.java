package dev.gme.core.score;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.calibrate.QualityCalibration;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.score.sink.ScoreTile;
import java.util.function.Consumer;

/**
 * Calibrates scores as they are made (docs/math.md 7.10). A calibration with a quality gets log b
 * of both sides, the precision that every meta-embedding has.
 *
 * <pre>{@code
 * ScoreCalibrator calibrator = ScoreCalibrator.of(calibration, enrol, test);
 * ScoreKind.llr().scorer(enrol, test).transformed(calibrator).all(sink);
 * float[] llr = calibrator.apply(trialEnrol, trialTest, scores);
 * }</pre>
 */
public final class ScoreCalibrator implements ScoreTransform {
  private final Calibration calibration;

  /** log b of each side, or null where the calibration does not ask for it. */
  private final double[] enrol;

  private final double[] test;
  private final Consumer<ScoreTile> ofTiles;

  private ScoreCalibrator(Calibration calibration, double[] enrol, double[] test) {
    this.calibration = calibration;
    this.enrol = enrol;
    this.test = test;
    ofTiles = ofTiles();
  }

  /** A calibrator of any scores, cosines say, by a calibration that takes the score alone. */
  public static ScoreCalibrator of(Calibration calibration) {
    requireScoresOfOneModel(calibration);
    if (calibration.inputs() != 1) {
      throw new IllegalArgumentException(
          "the calibration takes qualities: give the meta-embeddings of both sides");
    }
    return new ScoreCalibrator(calibration, null, null);
  }

  /** A calibrator of the trials of these two sides. */
  public static ScoreCalibrator of(
      Calibration calibration, MetaEmbeddings enrol, MetaEmbeddings test) {
    requireScoresOfOneModel(calibration);
    return calibration instanceof QualityCalibration
        ? new ScoreCalibrator(calibration, logs(enrol), logs(test))
        : new ScoreCalibrator(calibration, null, null);
  }

  /** Refuses fusions, and qualities that meta-embeddings do not have. */
  static void requireScoresOfOneModel(Calibration calibration) {
    if (calibration.inputs() != (calibration instanceof QualityCalibration ? 2 : 1)) {
      throw new IllegalArgumentException(
          "a model gives a trial one score and its precisions, but the calibration takes "
              + calibration.inputs()
              + " numbers");
    }
  }

  private static double[] logs(MetaEmbeddings side) {
    double[] b = side.b();
    for (int i = 0; i < b.length; i++) {
      if (!(b[i] > 0)) {
        throw new GmeException(
            "embedding "
                + i
                + " (counted from 0) has precision b = "
                + b[i]
                + ", of which the calibration needs the logarithm",
            "leave that recording out, or calibrate without qualities");
      }
      b[i] = Math.log(b[i]);
    }
    return b;
  }

  /** The calibrated log-likelihood ratio of enrolment e and test recording t. */
  @Override
  public double apply(int e, int t, double score) {
    return enrol == null ? calibration.apply(score) : calibration.apply(score, enrol[e] + test[t]);
  }

  /**
   * Calibrates a tile. Linear calibrations are computed in floats, to 2^-22 of the sum of the sizes
   * of their terms.
   */
  @Override
  public void apply(ScoreTile tile) {
    ofTiles.accept(tile);
  }

  private Consumer<ScoreTile> ofTiles() {
    if (calibration instanceof LinearCalibration linear) {
      float alpha = (float) linear.coefficients()[0];
      float beta = (float) linear.offset();
      return tile -> linear(tile, alpha, beta);
    }
    if (calibration instanceof QualityCalibration q) {
      double gamma = q.qualityCoefficients()[0];
      float[] rows = floats(enrol, gamma, q.offset());
      float[] cols = floats(test, gamma, 0);
      float alpha = (float) q.scale();
      return tile -> linear(tile, alpha, rows, cols);
    }
    return this::oneByOne;
  }

  private static float[] floats(double[] values, double factor, double offset) {
    float[] out = new float[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) (factor * values[i] + offset);
    }
    return out;
  }

  // Plain loops over floats, which the compiler vectorizes.

  private static void linear(ScoreTile tile, float alpha, float beta) {
    float[] x = tile.scores();
    int n = tile.rows() * tile.cols();
    for (int i = 0; i < n; i++) {
      x[i] = alpha * x[i] + beta;
    }
  }

  private static void linear(ScoreTile tile, float alpha, float[] rows, float[] cols) {
    float[] x = tile.scores();
    int n = tile.cols();
    float[] added = new float[n];
    for (int j = 0; j < n; j++) {
      added[j] = cols[tile.col(j)];
    }
    for (int i = 0; i < tile.rows(); i++) {
      int off = i * n;
      float row = rows[tile.row(i)];
      for (int j = 0; j < n; j++) {
        x[off + j] = alpha * x[off + j] + (row + added[j]);
      }
    }
  }

  private void oneByOne(ScoreTile tile) {
    float[] x = tile.scores();
    double[] score = new double[1];
    int n = tile.rows() * tile.cols();
    for (int i = 0; i < n; i++) {
      score[0] = x[i];
      x[i] = (float) calibration.apply(score);
    }
  }

  @Override
  public String describe(String scores) {
    return "calibrated " + scores;
  }

  /** The formula of the calibration. */
  @Override
  public String toString() {
    return calibration.toString();
  }
}
