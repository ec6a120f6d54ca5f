package dev.gme.core.metric;

import dev.gme.core.calibrate.CalibrationOptions;
import dev.gme.core.calibrate.CalibrationTrials;
import dev.gme.core.calibrate.PavCalibration;
import dev.gme.core.calibrate.QualityCalibration;
import dev.gme.core.calibrate.TrainedCalibration;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden group o: partitions, bootstrap, and calibrations applied to new trials. */
class EvaluationGoldenTest {
  @TestFactory
  List<DynamicTest> evaluation() {
    return Golden.group("o", EvaluationGoldenTest::check);
  }

  private static void check(GoldenCase c) {
    switch (c.text("kind")) {
      case "partitions" -> partitions(c);
      case "bootstrap" -> bootstrap(c);
      case "pav" -> pav(c);
      case "quality" -> quality(c);
      default -> throw new AssertionError("unknown kind " + c.text("kind"));
    }
  }

  private static void partitions(GoldenCase c) {
    ScoredTrials trials = MetricGoldenTest.trials(c).equalized(c.ints("partition"));
    Evaluation e = Evaluation.of(trials, EvaluationOptions.of(MetricGoldenTest.operatingPoints(c)));
    MetricGoldenTest.checkCosts(c, e.metrics());
    c.check("eerRocch", e.metrics().eerRocch());
    c.check("eerInterp", e.metrics().eerInterpolated());
    c.check("cllr", e.metrics().cllr());
    c.check("minCllr", e.metrics().minCllr());
    c.check("missesMin", each(e, k -> k.minErrors().misses()));
    c.check("falseAlarmsMin", each(e, k -> k.minErrors().falseAlarms()));
    c.check("missesAct", each(e, k -> k.actErrors().misses()));
    c.check("falseAlarmsAct", each(e, k -> k.actErrors().falseAlarms()));
    c.check("dr30Min", each(e, k -> k.minErrors().isDoubtful() ? 1 : 0));
    c.check("dr30Act", each(e, k -> k.actErrors().isDoubtful() ? 1 : 0));
  }

  private static double[] each(Evaluation e, ToIntFunction<Evaluation.Cost> figure) {
    return e.costs().stream().mapToDouble(figure::applyAsInt).toArray();
  }

  private static void bootstrap(GoldenCase c) {
    int[] enrol = c.ints("enrollSpeaker");
    int[] test = c.ints("testSpeaker");
    boolean[] isTarget = new boolean[enrol.length];
    for (int i = 0; i < isTarget.length; i++) {
      isTarget[i] = enrol[i] == test[i];
    }
    ScoredTrials trials = ScoredTrials.of(c.vector("scores"), isTarget);
    double[] weights = c.vectorOrNull("weights");
    trials = (weights == null ? trials : trials.withWeights(weights)).withSpeakers(enrol, test);
    List<OperatingPoint> points = MetricGoldenTest.operatingPoints(c);
    c.check("point", figures(Evaluation.of(trials, EvaluationOptions.of(points)).metrics()));

    BootstrapTrials resampler = new BootstrapTrials(trials, points);
    ReplicateMetrics sweep = new ReplicateMetrics(resampler);
    double[][] draws = c.matrix("draws");
    double[] valid = new double[draws.length];
    List<double[]> values = new ArrayList<>();
    for (int r = 0; r < draws.length; r++) {
      Optional<Metrics> metrics = sweep.metrics(multiplicities(trials.speakers(), draws[r]));
      valid[r] = metrics.isPresent() ? 1 : 0;
      metrics.ifPresent(m -> values.add(figures(m)));
    }
    c.check("valid", valid);
    c.check("values", values.toArray(double[][]::new));
    double[][] intervals = new double[values.get(0).length][];
    for (int k = 0; k < intervals.length; k++) {
      int metric = k;
      Interval interval =
          Interval.ofQuantiles(
              values.stream().mapToDouble(v -> v[metric]).toArray(), c.number("gamma"));
      intervals[k] = new double[] {interval.lo(), interval.hi()};
    }
    c.check("interval", intervals);
  }

  /** A draw counts all speakers by their label, also one that has no trial. */
  private static double[] multiplicities(TrialSpeakers speakers, double[] draw) {
    double[] out = new double[speakers.count() + 1];
    for (int k = 0; k < speakers.count(); k++) {
      out[k] = draw[speakers.label(k)];
    }
    out[speakers.count()] = 1;
    return out;
  }

  private static double[] figures(Metrics m) {
    OperatingPoint a = m.points().get(0);
    OperatingPoint b = m.points().get(1);
    return new double[] {
      m.eerRocch(), m.minDcf(a), m.minDcf(b), m.actDcf(a), m.actDcf(b), m.cllr(), m.minCllr()
    };
  }

  private static void pav(GoldenCase c) {
    ScoredTrials trials = MetricGoldenTest.trials(c);
    double[] scores = c.vector("newScores");
    c.check("pavNew", PavCalibration.train(trials).applyAll(scores));
    c.check("pavNewLaplace", PavCalibration.laplace(trials).applyAll(scores));
  }

  private static void quality(GoldenCase c) {
    CalibrationTrials trials =
        QualityCalibration.trials(
            MetricGoldenTest.labels(c),
            c.vector("scores"),
            c.matrix("qualityEnroll"),
            c.matrix("qualityTest"));
    double[] weights = c.vectorOrNull("weights");
    CalibrationTrials weighted = weights == null ? trials : trials.withWeights(weights);
    List<TrainedCalibration<QualityCalibration>> trained =
        Arrays.stream(c.vector("priorLogOdds"))
            .mapToObj(tau -> QualityCalibration.train(weighted, new CalibrationOptions(tau, 0)))
            .toList();
    c.check("alpha", trained.stream().mapToDouble(t -> t.calibration().scale()).toArray());
    c.check("beta", trained.stream().mapToDouble(t -> t.calibration().offset()).toArray());
    c.check(
        "gamma",
        trained.stream().map(t -> t.calibration().qualityCoefficients()).toArray(double[][]::new));
    c.check("objective", trained.stream().mapToDouble(TrainedCalibration::objective).toArray());
    double[] scores = c.vector("newScores");
    double[][] enrol = c.matrix("newQualityEnroll");
    double[][] test = c.matrix("newQualityTest");
    c.check(
        "llrNew",
        trained.stream()
            .map(
                t ->
                    IntStream.range(0, scores.length)
                        .mapToDouble(i -> t.calibration().apply(scores[i], enrol[i], test[i]))
                        .toArray())
            .toArray(double[][]::new));
  }
}
