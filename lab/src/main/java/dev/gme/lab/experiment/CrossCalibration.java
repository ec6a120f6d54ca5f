package dev.gme.lab.experiment;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.CalibrationOptions;
import dev.gme.core.calibrate.CalibrationTrials;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.data.EvaluationSet;
import dev.gme.lab.evaluate.TrialSpeakerLists;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Calibrates the trials of a set by each other, where there is no other data: the speakers are
 * split into folds, and a trial is calibrated by those in which no speaker of its own folds occurs.
 *
 * @param enrolFold of each trial
 * @param testFold of each trial
 * @param folds how many there are
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CrossCalibration(TrialList trials, int[] enrolFold, int[] testFold, int folds) {
  static CrossCalibration of(EvaluationSet set, int folds, long seed) {
    TrialSpeakerLists speakers =
        set.speakers()
            .orElseThrow(
                () ->
                    new GmeException(
                        "the trials of '"
                            + set.name()
                            + "' cannot calibrate each other, because their speakers are not known",
                        "name a list of speakers, or give a development set"));
    List<Integer> order = new ArrayList<>(IntStream.range(0, speakers.count()).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    int[] fold = new int[order.size()];
    for (int k = 0; k < fold.length; k++) {
      fold[order.get(k)] = k % folds;
    }
    int n = set.trials().size();
    return new CrossCalibration(
        set.trials(),
        IntStream.range(0, n).map(i -> fold[speakers.enrol(i)]).toArray(),
        IntStream.range(0, n).map(i -> fold[speakers.test(i)]).toArray(),
        folds);
  }

  double[] apply(double[] scores) {
    double[] out = new double[scores.length];
    for (int a = 0; a < folds; a++) {
      for (int b = a; b < folds; b++) {
        int first = a;
        int second = b;
        int[] calibrated =
            IntStream.range(0, out.length)
                .filter(i -> Math.min(enrolFold[i], testFold[i]) == first)
                .filter(i -> Math.max(enrolFold[i], testFold[i]) == second)
                .toArray();
        if (calibrated.length > 0) {
          int[] others =
              IntStream.range(0, out.length)
                  .filter(i -> isApart(enrolFold[i], first, second))
                  .filter(i -> isApart(testFold[i], first, second))
                  .toArray();
          Calibration c = train(scores, others);
          for (int i : calibrated) {
            out[i] = c.apply(scores[i]);
          }
        }
      }
    }
    return out;
  }

  private static boolean isApart(int fold, int first, int second) {
    return fold != first && fold != second;
  }

  private Calibration train(double[] scores, int[] some) {
    boolean[] isTarget = new boolean[some.length];
    double[] chosen = new double[some.length];
    for (int k = 0; k < some.length; k++) {
      isTarget[k] = trials.isTarget(some[k]);
      chosen[k] = scores[some[k]];
    }
    return LinearCalibration.train(
            CalibrationTrials.of(isTarget, chosen), CalibrationOptions.DEFAULT)
        .calibration();
  }
}
