package dev.gme.core.calibrate;

import dev.gme.core.GmeException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Trials to train a linear calibration on: the scores of one or several systems (or other numbers)
 * for each trial, labels and weights.
 *
 * <pre>{@code
 * CalibrationTrials trials = CalibrationTrials.of(isTarget, scores);
 * CalibrationTrials forFusion = CalibrationTrials.of(isTarget, scoresOfA, scoresOfB);
 * }</pre>
 */
public final class CalibrationTrials {
  private final boolean[] isTarget;
  private final double[][] inputs;
  private final double[] weights;
  private final double targetWeight;
  private final double nontargetWeight;
  private final List<String> names;

  private CalibrationTrials(
      boolean[] isTarget, double[][] inputs, double[] weights, List<String> names) {
    this.isTarget = isTarget;
    this.inputs = inputs;
    this.weights = weights;
    this.names = names;
    double targets = 0;
    double nontargets = 0;
    for (int i = 0; i < weights.length; i++) {
      targets += isTarget[i] ? weights[i] : 0;
      nontargets += isTarget[i] ? 0 : weights[i];
    }
    targetWeight = requirePositive("target", targets);
    nontargetWeight = requirePositive("non-target", nontargets);
  }

  private static double requirePositive(String kind, double weight) {
    if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
      throw new GmeException(
          "calibration needs target and non-target trials, but the weight of all "
              + kind
              + " trials is "
              + weight,
          "check that the key names both kinds of trials and that its ids are those of the scores");
    }
    return weight;
  }

  /**
   * Trials of weight 1.
   *
   * @param inputs the scores of all trials by one system, the scores by the next, and so on
   */
  public static CalibrationTrials of(boolean[] isTarget, double[]... inputs) {
    if (inputs.length == 0) {
      throw new IllegalArgumentException("a calibration needs the scores of a system");
    }
    double[][] copy = new double[inputs.length][];
    for (int k = 0; k < inputs.length; k++) {
      requireSize("scores of input " + k, inputs[k].length, isTarget.length);
      copy[k] = inputs[k].clone();
      requireFinite(k, copy[k]);
    }
    double[] weights = new double[isTarget.length];
    Arrays.fill(weights, 1);
    return new CalibrationTrials(isTarget.clone(), copy, weights, List.of());
  }

  private static void requireFinite(int input, double[] scores) {
    for (int i = 0; i < scores.length; i++) {
      if (!Double.isFinite(scores[i])) {
        throw new GmeException(
            "a calibration is trained on finite scores, but that of trial "
                + i
                + " in input "
                + input
                + " (both counted from 0) is "
                + scores[i],
            "leave that trial out of the training");
      }
    }
  }

  /** The same trials with a weight each; those of weight 0 count as absent. */
  public CalibrationTrials withWeights(double[] other) {
    requireSize("weights", other.length, isTarget.length);
    for (int i = 0; i < other.length; i++) {
      if (!(other[i] >= 0 && other[i] < Double.POSITIVE_INFINITY)) {
        throw new GmeException(
            "a weight must be 0 or positive, but that of trial "
                + i
                + " (counted from 0) is "
                + other[i],
            "correct the weights; a weight of 0 leaves a trial out");
      }
    }
    return new CalibrationTrials(isTarget, inputs, other.clone(), names);
  }

  /** The same trials with a name for every input, by which messages call it. */
  public CalibrationTrials withNames(List<String> ofInputs) {
    if (ofInputs.size() != inputs.length) {
      throw new IllegalArgumentException(
          ofInputs.size() + " names for " + inputs.length + " inputs");
    }
    return new CalibrationTrials(isTarget, inputs, weights, List.copyOf(ofInputs));
  }

  private static void requireSize(String what, int found, int trials) {
    if (found != trials) {
      throw new IllegalArgumentException(found + " " + what + " for " + trials + " labels");
    }
  }

  /** How many trials there are, those of weight 0 included. */
  public int size() {
    return isTarget.length;
  }

  /** How many numbers describe a trial. */
  public int inputs() {
    return inputs.length;
  }

  /** The names of some inputs in words, or their numbers. */
  String names(List<Integer> some) {
    return names.isEmpty()
        ? some.stream()
            .map(Object::toString)
            .collect(Collectors.joining(", ", "", " (counted from 0)"))
        : some.stream().map(names::get).collect(Collectors.joining(", "));
  }

  boolean isTarget(int trial) {
    return isTarget[trial];
  }

  double weight(int trial) {
    return weights[trial];
  }

  double targetWeight() {
    return targetWeight;
  }

  double nontargetWeight() {
    return nontargetWeight;
  }

  /** The numbers of one system; not a copy. */
  double[] input(int k) {
    return inputs[k];
  }
}
