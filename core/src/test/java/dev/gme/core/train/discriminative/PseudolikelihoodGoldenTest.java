package dev.gme.core.train.discriminative;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden group g: pseudolikelihood under the Chinese restaurant process and its gradient. */
class PseudolikelihoodGoldenTest {

  @TestFactory
  List<DynamicTest> golden() {
    return Golden.group("g", PseudolikelihoodGoldenTest::run);
  }

  private static void run(GoldenCase c) {
    ChineseRestaurant prior =
        new ChineseRestaurant(c.number("concentration"), c.number("discount"));
    PseudolikelihoodObjective.Result result =
        new PseudolikelihoodObjective(prior)
            .evaluate(BxeGoldenTest.extractor(c), DoubleMatrix.of(c.matrix("R")), c.ints("labels"));
    c.check("objective", result.objective());
    c.check("logProb", result.logProb());
    c.check("gradP", result.gradient().p().array());
    c.check("gradH", result.gradient().h().array());
    c.check("gradLogLambda", result.gradient().logLambda());
    c.check("gradMean", result.gradient().mean());
  }
}
