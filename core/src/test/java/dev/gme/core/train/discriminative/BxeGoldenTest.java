package dev.gme.core.train.discriminative;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden group f: binary cross-entropy and its gradient. */
class BxeGoldenTest {

  @TestFactory
  List<DynamicTest> golden() {
    return Golden.group("f", BxeGoldenTest::run);
  }

  static GmeExtractor extractor(GoldenCase c) {
    return GmeExtractor.of(
        c.vector("mean"),
        DoubleMatrix.of(c.matrix("P")),
        DoubleMatrix.of(c.matrix("H")),
        c.vector("lambda"),
        c.number("nu"));
  }

  private static void run(GoldenCase c) {
    BxeObjective.Result result =
        new BxeObjective(c.number("priorLogOdds"))
            .evaluate(
                extractor(c),
                DoubleMatrix.of(c.matrix("R")),
                c.ints("labels"),
                c.ints("enroll"),
                c.ints("test"),
                c.number("scale"),
                c.number("offset"));
    c.check("objective", result.objective());
    c.check("gradP", result.gradient().p().array());
    c.check("gradH", result.gradient().h().array());
    c.check("gradLogLambda", result.gradient().logLambda());
    c.check("gradMean", result.gradient().mean());
    c.check("gradScale", result.gradScale());
    c.check("gradOffset", result.gradOffset());
    c.check("numTargets", (double) result.targets());
    c.check("numNontargets", (double) result.nontargets());
  }
}
