package dev.gme.core.model;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.train.data.PreprocessingTrainer;
import dev.gme.core.train.data.TrainingData;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden groups c (conversions), d (trials), l (exact t meta-embedding), m (preprocessing). */
class ModelGoldenTest {
  private static final double GAUSS = Double.POSITIVE_INFINITY;

  @TestFactory
  List<DynamicTest> conversions() {
    return Golden.group(
        "c",
        c -> {
          if (c.text("kind").equals("xvector")) {
            splitVector(c);
          } else {
            htPlda(c);
          }
        });
  }

  private static HtPlda model(GoldenCase c) {
    return HtPlda.of(
        c.vector("mean"),
        DoubleMatrix.of(c.matrix("F")),
        DoubleMatrix.of(c.matrix("W")),
        c.number("nu"));
  }

  /** Every route from one form to another must give the same values. */
  private static void htPlda(GoldenCase c) {
    HtPlda model = model(c);
    int d = (int) c.number("d");
    double nu = c.number("nu");
    DoubleMatrix x = DoubleMatrix.of(c.matrix("X"));

    TwoCovariance covariances = model.twoCovariance();
    TwoCovariance given =
        TwoCovariance.of(model.mean(), model.f().outerGram(), covariances.within());
    for (HtPlda m : List.of(model, model.extractor().model(), given.model(d, nu))) {
      checkModel(c, m);
      checkExtractor(c, m.extractor(), x);
    }
    checkExtractor(c, given.extractor(d, nu), x);

    QuadraticScore quadratic = QuadraticScore.of(model.extractor());
    GmeExtractor fromScore = quadratic.extractor(d);
    c.check("P", fromScore.p().array());
    c.check("lambda", fromScore.lambda());
    c.check("llrGauss", llr(fromScore, x));
    checkExtractor(c, quadratic.extractor(d, model.mean(), model.w(), nu), x);
  }

  private static void checkModel(GoldenCase c, HtPlda m) {
    TwoCovariance covariances = m.twoCovariance();
    c.check("Sb", covariances.between().array());
    c.check("Sw", covariances.within().array());
    c.check("W", m.w().array());
  }

  private static void checkExtractor(GoldenCase c, GmeExtractor e, DoubleMatrix x) {
    c.check("lambda", e.lambda());
    c.check("P", e.p().array());
    c.check("G", e.h().gram().array());
    MetaEmbeddings extracted = e.extract(x);
    c.check("b", extracted.b());
    c.check("a", extracted.a().array());
    c.check("logE", extracted.logExpectation());
    c.check("llr", extracted.llr(extracted).array());
    c.check("llrGauss", llr(e.withNu(GAUSS), x));

    QuadraticScore q = QuadraticScore.of(e);
    c.check("quadLambda", q.lambda().array());
    c.check("quadGamma", q.gamma().array());
    c.check("quadC", q.c());
    c.check("quadK", q.k());
    c.check("llrGauss", q.scores(x, x).array());
    QuadraticScore given = QuadraticScore.of(q.lambda(), q.gamma(), q.c(), q.k());
    c.check("llrGauss", given.scores(x, x).array());
  }

  private static double[] llr(GmeExtractor e, DoubleMatrix x) {
    MetaEmbeddings extracted = e.extract(x);
    return extracted.llr(extracted).array();
  }

  private static void splitVector(GoldenCase c) {
    DoubleMatrix x = DoubleMatrix.of(c.matrix("X"));
    GmeExtractor e = GmeExtractor.splitVector(c.vector("lambda"), x.cols(), c.number("nu"));
    MetaEmbeddings extracted = e.extract(x);
    c.check("b", extracted.b());
    c.check("a", extracted.a().array());
    c.check("logE", extracted.logExpectation());
    c.check("llr", extracted.llr(extracted).array());
    c.check("Sb", e.model().twoCovariance().between().array());
    c.check("W", e.model().w().array());
  }

  @TestFactory
  List<DynamicTest> trials() {
    return Golden.group(
        "d",
        c -> {
          GmeExtractor e = model(c).extractor();
          DoubleMatrix enrol = DoubleMatrix.of(c.matrix("enroll"));
          MetaEmbeddings test = e.extract(DoubleMatrix.of(c.matrix("test")));
          int[][] models = c.intLists("models");
          c.check("llrPooled", Enrolment.POOLED.extract(e, enrol, models).llr(test).array());
          c.check("llrAveraged", Enrolment.AVERAGED.extract(e, enrol, models).llr(test).array());
          c.check("bTest", test.b());
        });
  }

  @TestFactory
  List<DynamicTest> exact() {
    return Golden.group(
        "l",
        c -> {
          HtPlda model = model(c);
          double[][] r = c.matrix("R");
          double[][] z = c.matrix("z");
          double[][] mode = new double[r.length][];
          double[] b = new double[r.length];
          double[][] logF = new double[r.length][z.length];
          double[][] logGauss = new double[r.length][z.length];
          double[][] logT = new double[r.length][z.length];
          double[][] error = new double[r.length][z.length];
          for (int i = 0; i < r.length; i++) {
            ExactMetaEmbedding f = model.exact(r[i]);
            mode[i] = f.mode();
            b[i] = f.b();
            for (int j = 0; j < z.length; j++) {
              logF[i][j] = f.logExact(z[j]);
              logGauss[i][j] = f.logGaussian(z[j]);
              logT[i][j] = model.logDensity(r[i], z[j]);
              error[i][j] = f.error(z[j]);
            }
            c.check("nuPrime", f.nuPrime());
            c.check("minError", f.minError());
          }
          c.check("mode", mode);
          c.check("b", b);
          c.check("logF", logF);
          c.check("logGauss", logGauss);
          c.check("logT", logT);
          c.check("error", error);
        });
  }

  @TestFactory
  List<DynamicTest> preprocessing() {
    return Golden.group("m", ModelGoldenTest::chain);
  }

  private static void chain(GoldenCase c) {
    List<StepSpec> plans = new ArrayList<>();
    c.json("chain")
        .forEach(
            step ->
                plans.add(
                    switch (step.path("step").asText()) {
                      case "centre" -> StepSpec.centre();
                      case "lda" ->
                          StepSpec.lda(
                              step.path("dim").asInt(), step.path("totalFactor").asDouble());
                      case "whitenWithin" -> StepSpec.whitenWithin();
                      case "whitenTotal" -> StepSpec.whitenTotal();
                      case "length" -> StepSpec.length();
                      default -> throw new IllegalArgumentException("unknown step " + step);
                    }));
    DoubleMatrix train = DoubleMatrix.of(c.matrix("train"));
    DoubleMatrix test = DoubleMatrix.of(c.matrix("test"));
    int[][] models = c.intLists("models");
    Preprocessing chain =
        new PreprocessingTrainer(plans)
            .train(TrainingData.of(train, c.ints("labels"), c.vectorOrNull("weights")))
            .model();
    DoubleMatrix y = chain.apply(test);
    int n = y.rows();
    c.check("outputDim", y.cols());
    c.check("gram", y.outerGram().array());
    double[][] distance = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        for (int k = 0; k < y.cols(); k++) {
          distance[i][j] += Math.pow(y.get(i, k) - y.get(j, k), 2);
        }
      }
    }
    c.check("squaredDistance", distance);
    c.check("norm", norms(y));
    c.check("trainNorm", norms(chain.apply(train)));
    c.check("cosine", Cosine.scores(y, y).array());
    c.check("cosinePooled", Cosine.scores(Enrolment.means(y, models), y).array());
    c.check("cosineAveraged", Cosine.scores(chain.apply(Enrolment.means(test, models)), y).array());
  }

  private static double[] norms(DoubleMatrix y) {
    double[] out = new double[y.rows()];
    for (int i = 0; i < out.length; i++) {
      out[i] = RowLengths.of(y, i);
    }
    return out;
  }
}
