package dev.gme.core.train.plda;

import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.train.data.SpeakerBlocks;
import dev.gme.core.train.data.TrainingData;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden group h: heavy-tailed PLDA by variational Bayes. */
class VbGoldenTest {

  @TestFactory
  List<DynamicTest> golden() {
    return Golden.group("h", VbGoldenTest::run);
  }

  private static void run(GoldenCase c) {
    TrainingData data =
        TrainingData.of(
            DoubleMatrix.of(c.matrix("R")), c.ints("labels"), c.vectorOrNull("weights"));
    HtPlda start =
        HtPlda.of(
            c.vector("mean"),
            DoubleMatrix.of(c.matrix("F0")),
            DoubleMatrix.of(c.matrix("W0")),
            c.number("nu"));
    HtPldaVb.ScaleStep scaleStep =
        c.text("eStep").equals("closed")
            ? HtPldaVb.ScaleStep.closed()
            : HtPldaVb.ScaleStep.meanField((int) c.number("innerIterations"));
    int[] iterations = c.ints("iterations");
    double[] bound = new double[iterations.length + 1];
    double[][] fft = new double[iterations.length][];
    double[][] w = new double[iterations.length][];
    HtPlda last = start;
    for (int i = 0; i < iterations.length; i++) {
      Trained<HtPlda> t =
          HtPldaVb.DEFAULT
              .withScaleStep(scaleStep)
              .withMinimumDivergenceZ(c.json("minDivergenceZ").asBoolean())
              .withMinimumDivergenceScale(c.json("minDivergenceScale").asBoolean())
              .withIterations(iterations[i])
              .train(data, start);
      last = t.model();
      bound[0] = t.objective().get(0);
      bound[i + 1] = t.objective().get(t.iterations());
      fft[i] = last.f().outerGram().array();
      w[i] = last.w().array();
    }
    c.check("bound", bound);
    c.check("FFt", fft);
    c.check("W", w);
    c.check("bStart", scales(data, start, scaleStep));
    c.check("bEnd", scales(data, last, scaleStep));
  }

  private static double[] scales(TrainingData data, HtPlda model, HtPldaVb.ScaleStep step) {
    return new VbEStep(data, new SpeakerBlocks(data), model, step, "E-step", Progress.NONE).b;
  }
}
