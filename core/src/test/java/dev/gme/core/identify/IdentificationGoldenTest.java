package dev.gme.core.identify;

import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.calibrate.TrainedCalibration;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden group r. */
class IdentificationGoldenTest {
  @TestFactory
  List<DynamicTest> identification() {
    return Golden.group(
        "r",
        c -> {
          switch (c.text("kind")) {
            case "posterior" -> posterior(c);
            case "rates" -> rates(c);
            case "decision" -> decision(c);
            case "calibration" -> calibration(c);
            default -> throw new AssertionError("unknown kind " + c.text("kind"));
          }
        });
  }

  private static MetaEmbeddings embeddings(GoldenCase c, String a, String b) {
    return MetaEmbeddings.of(DoubleMatrix.of(c.matrix(a)), c.vector(b), c.vector("lambda"));
  }

  private static void posterior(GoldenCase c) {
    MetaEmbeddings enrolled = embeddings(c, "enrollA", "enrollB");
    MetaEmbeddings tests = embeddings(c, "testA", "testB");
    double[] given = c.vectorOrNull("prior");
    IdentificationPrior prior =
        given == null
            ? IdentificationPrior.uniform(c.number("unknownPrior"))
            : IdentificationPrior.of(c.number("unknownPrior"), given);
    DoubleMatrix llr = enrolled.llr(tests);
    c.check("llr", llr.array());
    int n = enrolled.size();
    int m = tests.size();
    int top = (int) c.number("top");
    double[][] posterior = new double[m][n + 1];
    double[][] detection = new double[m][n];
    double[][] index = new double[m][top];
    double[][] score = new double[m][top];
    double[] inSet = new double[m];
    for (int t = 0; t < m; t++) {
      double[] scores = llr.transpose().row(t);
      Identification all = Identification.of(scores, prior, n);
      for (int i = 0; i < n; i++) {
        posterior[t][all.speaker(i)] = all.logPosterior(i);
        detection[t][all.speaker(i)] = all.detectionLlr(i);
      }
      posterior[t][n] = all.logUnknown();
      inSet[t] = all.inSetLlr();
      // A short list must know as much about those that are on it.
      Identification best = Identification.of(scores, prior, top);
      for (int i = 0; i < top; i++) {
        index[t][i] = best.speaker(i);
        score[t][i] = best.score(i);
        posterior[t][best.speaker(i)] = best.logPosterior(i);
        detection[t][best.speaker(i)] = best.detectionLlr(i);
      }
    }
    checkIfExpected(c, "logPosterior", posterior);
    checkIfExpected(c, "detectionLlr", detection);
    checkIfExpected(c, "inSetLlr", new double[][] {inSet});
    checkIfExpected(c, "topIndex", index);
    checkIfExpected(c, "topScore", score);
  }

  private static void checkIfExpected(GoldenCase c, String name, double[][] values) {
    if (c.expects(name)) {
      c.check(name, values);
    }
  }

  private static void rates(GoldenCase c) {
    double[] thresholds = c.vector("thresholds");
    double[] targets = c.vector("fpirTargets");
    int[] ranks = c.ints("ranks");
    Searches searches =
        Searches.of(DoubleMatrix.of(c.matrix("scores")), c.ints("mate"), thresholds);
    IdentificationRates r = searches.rates();
    if (c.expects("rank")) {
      c.check("rank", Arrays.stream(searches.ranks()).asDoubleStream().toArray());
      c.check("cmc", each(ranks, r::cmc));
      c.check("fnir", table(ranks, rank -> each(thresholds, t -> r.fnir(rank, t))));
    }
    if (c.expects("fpir")) {
      c.check("fpir", each(thresholds, r::fpir));
      c.check("selectivity", each(thresholds, r::selectivity));
      c.check("limitAtFpir", each(targets, r::limitAtFpir));
    }
    if (c.expects("tpirAtFpir")) {
      c.check("tpirAtFpir", table(ranks, rank -> each(targets, f -> r.tpirAtFpir(rank, f))));
      c.check("eerRocch", each(ranks, r::eerRocch));
    }
  }

  private static double[] each(double[] at, DoubleUnaryOperator f) {
    return Arrays.stream(at).map(f).toArray();
  }

  private static double[] each(int[] at, IntToDoubleFunction f) {
    return Arrays.stream(at).mapToDouble(f).toArray();
  }

  private static double[][] table(int[] at, IntFunction<double[]> row) {
    return Arrays.stream(at).mapToObj(row).toArray(double[][]::new);
  }

  private static void decision(GoldenCase c) {
    List<IdentificationCosts> costs =
        Arrays.stream(c.matrix("costs"))
            .map(k -> new IdentificationCosts(k[0], k[1], k[2]))
            .toList();
    c.check("decision", decisions(c, costs, d -> d.speaker()));
    c.check("expectedCost", decisions(c, costs, IdentificationCosts.Decision::expectedCost));
  }

  private static double[][] decisions(
      GoldenCase c,
      List<IdentificationCosts> costs,
      ToDoubleFunction<IdentificationCosts.Decision> value) {
    return costs.stream()
        .map(
            k ->
                Arrays.stream(c.matrix("logPosterior"))
                    .mapToDouble(p -> value.applyAsDouble(k.decide(p)))
                    .toArray())
        .toArray(double[][]::new);
  }

  private static void calibration(GoldenCase c) {
    TrainedCalibration<LinearCalibration> trained =
        SearchCalibration.of(
                DoubleMatrix.of(c.matrix("scores")),
                c.ints("mate"),
                IdentificationPrior.uniform(c.number("unknownPrior")))
            .train();
    c.check("alpha", trained.calibration().coefficients()[0]);
    c.check("beta", trained.calibration().offset());
    c.check("objective", trained.objective());
  }
}
