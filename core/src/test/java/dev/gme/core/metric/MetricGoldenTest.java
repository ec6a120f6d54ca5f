package dev.gme.core.metric;

import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class MetricGoldenTest {
  @TestFactory
  List<DynamicTest> metrics() {
    return Golden.group("i", MetricGoldenTest::check);
  }

  private static void check(GoldenCase c) {
    List<OperatingPoint> points = new ArrayList<>(operatingPoints(c));
    points.addAll(CostPreset.SRE16.points());
    Metrics m = Evaluation.of(trials(c), EvaluationOptions.of(points)).metrics();
    checkCosts(c, m);
    c.check("eerRocch", m.eerRocch());
    c.check("eerInterp", m.eerInterpolated());
    c.check("cprmMin", m.minCost(CostPreset.SRE16));
    c.check("cllr", m.cllr());
    c.check("minCllr", m.minCllr());
    c.check("auc", m.auc());
  }

  static void checkCosts(GoldenCase c, Metrics m) {
    c.check("minDcf", operatingPoints(c).stream().mapToDouble(m::minDcf).toArray());
    c.check("actDcf", operatingPoints(c).stream().mapToDouble(m::actDcf).toArray());
  }

  static List<OperatingPoint> operatingPoints(GoldenCase c) {
    return Arrays.stream(c.matrix("operatingPoints"))
        .map(p -> new OperatingPoint(p[0], p[1], p[2]))
        .toList();
  }

  static boolean[] labels(GoldenCase c) {
    int[] flags = c.ints("isTarget");
    boolean[] isTarget = new boolean[flags.length];
    for (int i = 0; i < flags.length; i++) {
      isTarget[i] = flags[i] == 1;
    }
    return isTarget;
  }

  static ScoredTrials trials(GoldenCase c) {
    double[] weights = c.vectorOrNull("weights");
    return weights == null
        ? ScoredTrials.of(c.vector("scores"), labels(c))
        : ScoredTrials.of(c.vector("scores"), labels(c), weights);
  }
}
