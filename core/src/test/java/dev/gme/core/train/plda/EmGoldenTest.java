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
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden group e: EM of Gaussian PLDA and of the two-covariance model. */
class EmGoldenTest {

  @TestFactory
  List<DynamicTest> golden() {
    return Golden.group("e", EmGoldenTest::run);
  }

  private static void run(GoldenCase c) {
    TrainingData data =
        TrainingData.of(
            DoubleMatrix.of(c.matrix("R")), c.ints("labels"), c.vectorOrNull("weights"));
    SpeakerStatistics statistics = SpeakerStatistics.gather(data, c.vector("mean"));
    DoubleMatrix f0 = DoubleMatrix.of(c.matrix("F0"));
    DoubleMatrix noise0 = Cholesky.of(DoubleMatrix.of(c.matrix("W0"))).inverse();
    boolean twoCovariance = c.text("algorithm").equals("twocov");
    int[] iterations = c.ints("iterations");
    double[] logLik = new double[iterations.length + 1];
    double[][] fft = new double[iterations.length][];
    double[][] w = new double[iterations.length][];
    for (int i = 0; i < iterations.length; i++) {
      Stopping stopping = Stopping.after(iterations[i]);
      List<Double> objective;
      if (twoCovariance) {
        Trained<TwoCovariance> t =
            new TwoCovarianceEm(stopping).train(statistics, PldaStart.of(f0, noise0));
        objective = t.objective();
        fft[i] = t.model().between().array();
        w[i] = Cholesky.of(t.model().within()).inverse().array();
      } else {
        boolean minDivergence = c.json("minDivergence").asBoolean();
        Trained<HtPlda> t =
            new GaussianPldaEm(stopping)
                .withMinimumDivergence(minDivergence)
                .train(statistics, PldaStart.of(f0, noise0));
        objective = t.objective();
        fft[i] = t.model().f().outerGram().array();
        w[i] = t.model().w().array();
      }
      logLik[0] = objective.get(0);
      logLik[i + 1] = objective.get(objective.size() - 1);
    }
    c.check("logLik", logLik);
    c.check("FFt", fft);
    c.check("W", w);
  }
}
