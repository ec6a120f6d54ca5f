package dev.gme.core.train.adapt;

import dev.gme.core.Checkpoints;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.TwoCovariance;
import dev.gme.core.train.data.TrainingData;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden group s. */
class AdaptationGoldenTest {
  @TestFactory
  List<DynamicTest> adaptation() {
    return Golden.group(
        "s",
        c -> {
          switch (c.text("kind")) {
            case "covariances" -> covariances(c);
            case "interpolate" -> interpolate(c);
            case "statistics" -> statistics(c);
            case "coralModel" -> coralModel(c);
            case "map" -> map(c);
            case "tail" -> tail(c);
            case "scales" -> scales(c);
            default -> throw new AssertionError("unknown kind " + c.text("kind"));
          }
        });
  }

  private static DoubleMatrix matrix(GoldenCase c, String name) {
    return DoubleMatrix.of(c.matrix(name));
  }

  private static void covariances(GoldenCase c) {
    TwoCovariance source = TwoCovariance.of(c.vector("mean"), matrix(c, "Sb"), matrix(c, "Sw"));
    TargetDomain target = TargetDomain.of(matrix(c, "X"), source.extractor());
    TwoCovariance adapted =
        switch (c.text("method")) {
          case "kaldi" ->
              new KaldiAdaptation(
                      c.number("meanDiffScale"), c.number("withinScale"), c.number("betweenScale"))
                  .adapt(source, target);
          case "coral" -> new CoralAdaptation(c.number("shrink")).adapt(source, target);
          case "coralPlus" ->
              new CoralPlusAdaptation(
                      c.number("betweenScale"), c.number("withinScale"), c.number("shrink"))
                  .adapt(source, target);
          default -> throw new AssertionError("unknown method " + c.text("method"));
        };
    c.check("meanAfter", adapted.mean());
    check(c, adapted);
  }

  private static void check(GoldenCase c, TwoCovariance adapted) {
    c.check("SbAfter", adapted.between().array());
    c.check("SwAfter", adapted.within().array());
    MetaEmbeddings test = adapted.extractor().extract(matrix(c, "test"));
    c.check("llr", test.llr(test).array());
  }

  private static void interpolate(GoldenCase c) {
    String method = c.text("method");
    Interpolation way =
        new Interpolation(
            method.startsWith("coral") ? Interpolation.Map.CORAL : Interpolation.Map.NONE,
            method.endsWith("egularized")
                ? Interpolation.Rule.REGULARIZED
                : Interpolation.Rule.LINEAR,
            c.number("weight"));
    double[] mean = c.vector("mean");
    Optional<DoubleMatrix> total =
        c.isNull("total") ? Optional.empty() : Optional.of(matrix(c, "total"));
    check(
        c,
        way.adapt(
            TwoCovariance.of(mean, matrix(c, "SbOut"), matrix(c, "SwOut")),
            TwoCovariance.of(mean, matrix(c, "SbIn"), matrix(c, "SwIn")),
            total));
  }

  private static GmeExtractor source(GoldenCase c) {
    return HtPlda.of(c.vector("mean"), matrix(c, "F"), matrix(c, "W"), c.number("nu")).extractor();
  }

  private static TargetDomain target(GoldenCase c, GmeExtractor source) {
    return TargetDomain.of(matrix(c, "X"), source, (int) c.number("iterations"), Progress.NONE);
  }

  private static void statistics(GoldenCase c) {
    GmeExtractor source = source(c);
    TargetDomain target = target(c, source);
    c.check("meanAfter", target.mean());
    c.check("covariance", target.covariance().array());
    c.check("b", ModelChange.moved(source, target.mean()).extract(matrix(c, "X")).b());
  }

  private static void coralModel(GoldenCase c) {
    GmeExtractor source = source(c);
    GmeExtractor adapted = new CoralAdaptation(0).adapt(source, target(c, source));
    c.check("meanAfter", adapted.mean());
    HtPlda model = adapted.model();
    c.check("SbAfter", model.f().outerGram().array());
    c.check("WAfter", model.w().array());
    MetaEmbeddings test = adapted.extract(matrix(c, "test"));
    c.check("bTest", test.b());
    c.check("llr", test.llr(test).array());
  }

  private static void map(GoldenCase c) {
    DoubleMatrix x = matrix(c, "X");
    double nu = c.number("nu");
    HtPlda source = HtPlda.of(new double[x.cols()], matrix(c, "F0"), matrix(c, "W0"), nu);
    TrainingData data = TrainingData.of(x, c.ints("labels"));
    int[] iterations = c.ints("iterations");
    double[][] f = new double[iterations.length][];
    double[][] w = new double[iterations.length][];
    double[] objective = new double[iterations.length + 1];
    for (int i = 0; i < iterations.length; i++) {
      Trained<HtPlda> trained =
          new MapAdaptation(c.number("relevanceF"), c.number("relevanceW"), iterations[i])
              .train(data, source, Checkpoints.NONE, Progress.NONE);
      f[i] = trained.model().f().outerGram().array();
      w[i] = trained.model().w().array();
      if (nu == Double.POSITIVE_INFINITY) {
        objective[0] = trained.objective().get(0);
        objective[i + 1] = trained.objective().get(iterations[i]);
      }
    }
    c.check("FFt", f);
    c.check("W", w);
    if (nu == Double.POSITIVE_INFINITY) {
      c.check("objective", objective);
    }
  }

  private static void tail(GoldenCase c) {
    NoiseTail.Norms norms =
        new NoiseTail.Norms(c.vector("q"), (int) c.number("dimension"), c.vectorOrNull("weights"));
    List<NoiseTail> grid = Arrays.stream(c.vector("nuGrid")).mapToObj(norms::at).toList();
    c.check("kappaGrid", each(grid, NoiseTail::kappa));
    c.check("logLikGrid", each(grid, NoiseTail::logLikelihood));
    NoiseTail best = norms.best();
    c.check("nu", best.nu());
    c.check("kappa", best.kappa());
    c.check("logLik", best.logLikelihood());
  }

  private static double[] each(List<NoiseTail> grid, ToDoubleFunction<NoiseTail> value) {
    return grid.stream().mapToDouble(value).toArray();
  }

  private static void scales(GoldenCase c) {
    int dim = c.matrix("P")[0].length;
    GmeExtractor model =
        GmeExtractor.of(
            new double[dim], matrix(c, "P"), matrix(c, "H"), c.vector("lambda"), c.number("nu"));
    TwoScales pairs =
        new TwoScales(
            model,
            matrix(c, "X"),
            c.ints("labels"),
            c.ints("enroll"),
            c.ints("test"),
            c.number("priorLogOdds"));
    TwoScales.Value here = pairs.at(1, 1);
    c.check("objective", here.objective());
    c.check("gradLogC", here.byLogC());
    c.check("gradLogG", here.byLogG());
    c.check("objectiveScaled", pairs.at(0.5, 2).objective());
  }
}
