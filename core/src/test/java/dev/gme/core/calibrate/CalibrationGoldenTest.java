package dev.gme.core.calibrate;

import dev.gme.core.metric.ScoredTrials;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class CalibrationGoldenTest {
  @TestFactory
  List<DynamicTest> calibration() {
    return Golden.group("k", CalibrationGoldenTest::check);
  }

  private static void check(GoldenCase c) {
    boolean[] isTarget = new boolean[c.ints("isTarget").length];
    for (int i = 0; i < isTarget.length; i++) {
      isTarget[i] = c.ints("isTarget")[i] == 1;
    }
    double[][] columns = columns(c.matrix("scores"));
    double[] weights = c.vectorOrNull("weights");
    CalibrationTrials unweighted = CalibrationTrials.of(isTarget, columns);
    CalibrationTrials trials = weights == null ? unweighted : unweighted.withWeights(weights);
    List<TrainedCalibration<LinearCalibration>> trained =
        Arrays.stream(c.vector("priorLogOdds"))
            .mapToObj(tau -> LinearCalibration.train(trials, new CalibrationOptions(tau, 0)))
            .toList();
    c.check(
        "coefficients",
        trained.stream().map(t -> t.calibration().coefficients()).toArray(double[][]::new));
    c.check("offset", trained.stream().mapToDouble(t -> t.calibration().offset()).toArray());
    c.check("objective", trained.stream().mapToDouble(TrainedCalibration::objective).toArray());
    if (c.expects("pavLlr")) {
      ScoredTrials scored = ScoredTrials.of(columns[0], isTarget);
      PavCalibration pav =
          PavCalibration.train(weights == null ? scored : scored.withWeights(weights));
      c.check("pavLlr", pav.applyAll(columns[0]));
    }
  }

  private static double[][] columns(double[][] rows) {
    double[][] out = new double[rows[0].length][rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int k = 0; k < out.length; k++) {
        out[k][i] = rows[i][k];
      }
    }
    return out;
  }
}
