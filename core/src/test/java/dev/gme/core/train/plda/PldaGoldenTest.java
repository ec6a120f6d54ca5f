package dev.gme.core.train.plda;

import dev.gme.core.Trained;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.TwoCovariance;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden groups e and h: PLDA by EM and by variational Bayes. */
class PldaGoldenTest {
  /** How training for some iterations went: the objective, FF' and W. */
  private record Fit(List<Double> objective, DoubleMatrix fft, DoubleMatrix w) {
    static Fit of(Trained<HtPlda> t) {
      return new Fit(t.objective(), t.model().f().outerGram(), t.model().w());
    }

    static Fit ofTwoCovariance(Trained<TwoCovariance> t) {
      DoubleMatrix w = Cholesky.of(t.model().within()).inverse();
      return new Fit(t.objective(), t.model().between(), w);
    }
  }

  @TestFactory
  List<DynamicTest> em() {
    return Golden.group("e", PldaGoldenTest::em);
  }

  @TestFactory
  List<DynamicTest> variationalBayes() {
    return Golden.group("h", PldaGoldenTest::variationalBayes);
  }

  private static void em(GoldenCase c) {
    SpeakerStatistics statistics = SpeakerStatistics.gather(data(c), c.vector("mean"));
    DoubleMatrix noise = Cholesky.of(DoubleMatrix.of(c.matrix("W0"))).inverse();
    PldaStart start = PldaStart.of(DoubleMatrix.of(c.matrix("F0")), noise);
    boolean twoCovariance = c.text("algorithm").equals("twocov");
    boolean minimumDivergence = !twoCovariance && c.json("minDivergence").asBoolean();
    check(
        c,
        "logLik",
        iterations -> {
          Stopping stopping = Stopping.after(iterations);
          return twoCovariance
              ? Fit.ofTwoCovariance(new TwoCovarianceEm(stopping).train(statistics, start))
              : Fit.of(
                  new GaussianPldaEm(stopping)
                      .withMinimumDivergence(minimumDivergence)
                      .train(statistics, start));
        });
  }

  private static void variationalBayes(GoldenCase c) {
    TrainingData data = data(c);
    DoubleMatrix f = DoubleMatrix.of(c.matrix("F0"));
    DoubleMatrix w = DoubleMatrix.of(c.matrix("W0"));
    HtPlda start = HtPlda.of(c.vector("mean"), f, w, c.number("nu"));
    HtPldaVb.ScaleStep scaleStep =
        c.text("eStep").equals("closed")
            ? HtPldaVb.ScaleStep.closed()
            : HtPldaVb.ScaleStep.meanField((int) c.number("innerIterations"));
    HtPldaVb vb =
        HtPldaVb.DEFAULT
            .withScaleStep(scaleStep)
            .withMinimumDivergenceZ(c.json("minDivergenceZ").asBoolean())
            .withMinimumDivergenceScale(c.json("minDivergenceScale").asBoolean());
    HtPlda[] last = {start};
    check(
        c,
        "bound",
        iterations -> {
          Trained<HtPlda> t = vb.withIterations(iterations).train(data, start);
          last[0] = t.model();
          return Fit.of(t);
        });
    c.check("bStart", scales(data, start, scaleStep));
    c.check("bEnd", scales(data, last[0], scaleStep));
  }

  private static TrainingData data(GoldenCase c) {
    return TrainingData.of(
        DoubleMatrix.of(c.matrix("R")), c.ints("labels"), c.vectorOrNull("weights"));
  }

  /** Trains anew for each of the case's numbers of iterations. */
  private static void check(GoldenCase c, String objective, IntFunction<Fit> training) {
    int[] iterations = c.ints("iterations");
    double[] values = new double[iterations.length + 1];
    double[][] fft = new double[iterations.length][];
    double[][] w = new double[iterations.length][];
    for (int i = 0; i < iterations.length; i++) {
      Fit fit = training.apply(iterations[i]);
      values[0] = fit.objective.get(0);
      values[i + 1] = fit.objective.get(fit.objective.size() - 1);
      fft[i] = fit.fft.array();
      w[i] = fit.w.array();
    }
    c.check(objective, values);
    c.check("FFt", fft);
    c.check("W", w);
  }

  private static double[] scales(TrainingData data, HtPlda model, HtPldaVb.ScaleStep step) {
    return VbEStep.of(model, step).scales(data);
  }
}
