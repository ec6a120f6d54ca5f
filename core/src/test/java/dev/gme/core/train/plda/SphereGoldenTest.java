package dev.gme.core.train.plda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.Trained;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.VonMisesFisher;
import dev.gme.core.model.IsotropicPlda;
import dev.gme.core.model.Psda;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden group u: the von Mises-Fisher density, PSDA and isotropic PLDA. */
class SphereGoldenTest {
  @TestFactory
  List<DynamicTest> sphere() {
    return Golden.group(
        "u",
        c -> {
          switch (c.text("kind")) {
            case "vmf" -> density(c);
            case "score" -> scores(c);
            case "em" -> psda(c);
            case "spherical" -> isotropic(c);
            default -> throw new AssertionError("unknown kind " + c.text("kind"));
          }
        });
  }

  @TestFactory
  List<DynamicTest> toroidal() {
    return Golden.notWanted(
        "w", "the toroidal model is left out: it was measured and gained nothing");
  }

  private static void density(GoldenCase c) {
    int dim = (int) c.number("dimension");
    c.check("logC", each(c.vector("kappa"), k -> VonMisesFisher.logNormalizer(dim, k)));
    c.check("rhoOfKappa", each(c.vector("kappa"), k -> VonMisesFisher.meanLength(dim, k)));
    c.check("kappaOfRho", each(c.vector("rho"), r -> VonMisesFisher.concentration(dim, r)));
  }

  private static double[] each(double[] at, DoubleUnaryOperator f) {
    return Arrays.stream(at).map(f).toArray();
  }

  private static Psda model(GoldenCase c) {
    return new Psda(c.vector("mu"), c.number("between"), c.number("within"));
  }

  private static void scores(GoldenCase c) {
    Psda model = model(c);
    DoubleMatrix tests = DoubleMatrix.of(c.matrix("X"));
    DoubleMatrix models = sums(tests, c.intLists("models"));
    c.check("logEModels", model.logExpectations(models));
    c.check("logETests", model.logExpectations(tests));
    double[][] llr = new double[models.rows()][tests.rows()];
    double[] ofModels = model.logExpectations(models);
    double[] ofTests = model.logExpectations(tests);
    var scorer = ScoreKind.psda(model).scorer(models, tests);
    MatrixSink matrix = new MatrixSink(models.rows(), tests.rows());
    scorer.all(matrix);
    for (int i = 0; i < llr.length; i++) {
      for (int j = 0; j < tests.rows(); j++) {
        DoubleMatrix both = models.rowRange(i, i + 1).plus(tests.rowRange(j, j + 1));
        llr[i][j] = model.logExpectations(both)[0] - ofModels[i] - ofTests[j];
        // The scorer rounds to floats; its cancellations are those of log E.
        double slack = 1e-6 * Math.max(Math.abs(ofModels[i]), Math.abs(llr[i][j])) + 1e-9;
        assertThat((double) matrix.matrix().get(i, j)).isCloseTo(llr[i][j], within(slack));
      }
    }
    c.check("llr", llr);
  }

  private static DoubleMatrix sums(DoubleMatrix x, int[][] rows) {
    double[][] out = new double[rows.length][x.cols()];
    for (int i = 0; i < rows.length; i++) {
      for (int r : rows[i]) {
        for (int k = 0; k < x.cols(); k++) {
          out[i][k] += x.get(r, k);
        }
      }
    }
    return DoubleMatrix.of(out);
  }

  private static TrainingData data(GoldenCase c) {
    return TrainingData.of(DoubleMatrix.of(c.matrix("X")), c.ints("labels"));
  }

  private static void psda(GoldenCase c) {
    TrainingData data = data(c);
    List<Trained<Psda>> fits = fits(c, n -> new PsdaEm(Stopping.after(n)).train(data, model(c)));
    c.check("logLik", objective(fits));
    c.check("between", fits.stream().mapToDouble(f -> f.model().between()).toArray());
    c.check("within", fits.stream().mapToDouble(f -> f.model().within()).toArray());
    c.check("mu", fits.stream().map(f -> f.model().direction()).toArray(double[][]::new));
  }

  private static void isotropic(GoldenCase c) {
    TrainingData data = data(c);
    double[] mean = new double[data.dimension()];
    SpeakerStatistics statistics = SpeakerStatistics.gather(data, mean);
    IsotropicPlda start = new IsotropicPlda(mean, c.number("between"), c.number("within"));
    List<Trained<IsotropicPlda>> fits =
        fits(c, n -> new IsotropicPldaEm(Stopping.after(n)).train(statistics, start));
    c.check("logLik", objective(fits));
    c.check("between", fits.stream().mapToDouble(f -> f.model().between()).toArray());
    c.check("within", fits.stream().mapToDouble(f -> f.model().within()).toArray());
    MetaEmbeddings test =
        fits.get(fits.size() - 1)
            .model()
            .model()
            .extractor()
            .extract(DoubleMatrix.of(c.matrix("test")));
    c.check("llr", test.llr(test).array());
  }

  private static <M> List<Trained<M>> fits(GoldenCase c, IntFunction<Trained<M>> training) {
    return Arrays.stream(c.ints("iterations")).mapToObj(training).toList();
  }

  /** At the start, and after each of the case's numbers of iterations. */
  private static <M> double[] objective(List<Trained<M>> fits) {
    double[] out = new double[fits.size() + 1];
    out[0] = fits.get(0).objective().get(0);
    for (int i = 0; i < fits.size(); i++) {
      List<Double> of = fits.get(i).objective();
      out[i + 1] = of.get(of.size() - 1);
    }
    return out;
  }
}
