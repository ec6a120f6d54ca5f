package dev.gme.lab.calibrate;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.CalibrationOptions;
import dev.gme.core.calibrate.CalibrationTrials;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.calibrate.PavCalibration;
import dev.gme.core.calibrate.QualityCalibration;
import dev.gme.core.metric.Cllr;
import dev.gme.core.metric.Pav;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.ScoredKey;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A calibration or fusion, and how well it does on the trials that it was trained on.
 *
 * <pre>{@code
 * EvaluatedCalibration trained =
 *     EvaluatedCalibration.linear(scoredKey, List.of(), CalibrationOptions.DEFAULT);
 * System.out.println(trained.calibration() + ", Cllr " + trained.cllr());
 * }</pre>
 *
 * @param calibration what was trained
 * @param trials the number of training trials
 * @param cllrBefore Cllr of the scores themselves, where one system and nothing else is calibrated
 * @param cllr Cllr of the calibrated scores
 * @param minCllr the minimum of Cllr over all monotone maps
 */
public record EvaluatedCalibration(
    Calibration calibration, int trials, OptionalDouble cllrBefore, double cllr, double minCllr) {
  /** An affine map of the scores of one system and of side information. */
  public static EvaluatedCalibration linear(
      ScoredKey key, List<Quality> qualities, CalibrationOptions options) throws IOException {
    double[][] inputs = CalibrationFiles.inputs(key.key(), key.scores(0), qualities);
    CalibrationTrials trials =
        trials(key, inputs)
            .withNames(
                Stream.concat(Stream.of("the scores"), qualities.stream().map(Quality::text))
                    .toList());
    return of(
        qualities.isEmpty()
            ? LinearCalibration.train(trials, options).calibration()
            : QualityCalibration.train(trials, options).calibration(),
        key,
        inputs);
  }

  /**
   * The best monotone map of the scores of one system, by Laplace's rule, so that no value is
   * infinite (docs/math.md 7.10).
   */
  public static EvaluatedCalibration pav(ScoredKey key) {
    return of(PavCalibration.laplace(key.of(0)), key, key.scores(0));
  }

  /**
   * A weighted sum of the scores of several systems.
   *
   * @param names what the user calls the systems
   */
  public static EvaluatedCalibration fusion(
      ScoredKey key, List<String> names, CalibrationOptions options) {
    double[][] inputs =
        IntStream.range(0, key.systems()).mapToObj(key::scores).toArray(double[][]::new);
    CalibrationTrials trials = trials(key, inputs).withNames(names);
    return of(LinearCalibration.train(trials, options).calibration(), key, inputs);
  }

  private static EvaluatedCalibration of(
      Calibration calibration, ScoredKey key, double[]... inputs) {
    ScoredTrials after =
        ScoredTrials.of(CalibrationFiles.apply(calibration, inputs), key.labels(), key.weights());
    return new EvaluatedCalibration(
        calibration,
        key.size(),
        inputs.length == 1 ? OptionalDouble.of(Cllr.of(key.of(0))) : OptionalDouble.empty(),
        Cllr.of(after),
        Cllr.minimum(Pav.of(after)));
  }

  private static CalibrationTrials trials(ScoredKey key, double[]... inputs) {
    for (double[] input : inputs) {
      requireFinite(key.key(), input);
    }
    return CalibrationTrials.of(key.labels(), inputs).withWeights(key.weights());
  }

  /** Evaluation takes infinite scores, training cannot: the trial is named, as core cannot. */
  private static void requireFinite(TrialList trials, double[] input) {
    for (int i = 0; i < input.length; i++) {
      if (!Double.isFinite(input[i])) {
        throw new GmeException(
            trials.where(i)
                + ": a calibration is trained on finite scores, but the trial "
                + trials.describe(i)
                + " has "
                + input[i],
            "leave that trial out of the training");
      }
    }
  }

  /** What was done beyond what the form says. */
  public Optional<String> rule() {
    return calibration instanceof PavCalibration
        ? Optional.of(
            "one more target and non-target trial at either end (Laplace's rule), so that no value"
                + " is infinite")
        : Optional.empty();
  }

  /** The form by the name that users know: linear, pav or quality. */
  public String form() {
    return calibration instanceof PavCalibration
        ? "pav"
        : calibration instanceof QualityCalibration ? "quality" : "linear";
  }
}
