package dev.gme.core.metric;

import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
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
    ScoredTrials trials = trials(c);
    Roc roc = Roc.of(trials);
    List<OperatingPoint> points =
        Arrays.stream(c.matrix("operatingPoints"))
            .map(p -> new OperatingPoint(p[0], p[1], p[2]))
            .toList();
    c.check("eerRocch", roc.eerRocch());
    c.check("eerInterp", roc.eerInterpolated());
    c.check("minDcf", points.stream().mapToDouble(p -> roc.minDcf(p).dcf()).toArray());
    c.check("actDcf", points.stream().mapToDouble(p -> roc.actDcf(p).dcf()).toArray());
    c.check("cprmMin", roc.cprmMin());
    c.check("cllr", Cllr.of(trials));
    c.check("minCllr", Cllr.minimum(roc.pav()));
    c.check("auc", roc.auc());
  }

  private static ScoredTrials trials(GoldenCase c) {
    double[] scores = c.vector("scores");
    int[] flags = c.ints("isTarget");
    boolean[] isTarget = new boolean[flags.length];
    for (int i = 0; i < flags.length; i++) {
      isTarget[i] = flags[i] == 1;
    }
    double[] weights = c.vectorOrNull("weights");
    return weights == null
        ? ScoredTrials.of(scores, isTarget)
        : ScoredTrials.of(scores, isTarget, weights);
  }
}
