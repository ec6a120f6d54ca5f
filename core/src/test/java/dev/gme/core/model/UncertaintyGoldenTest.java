package dev.gme.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.embedding.GeneralGme;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.TailProbability;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden group t: vectors with covariances, precision from quality, unusual recordings. */
class UncertaintyGoldenTest {
  @TestFactory
  List<DynamicTest> uncertainty() {
    return Golden.group(
        "t",
        c -> {
          switch (c.text("kind")) {
            case "covariance" -> covariance(c);
            case "proportional" -> proportional(c);
            case "components" -> components(c);
            case "length" -> length(c);
            case "quality" -> quality(c);
            case "alarm" -> alarm(c);
            default -> throw new AssertionError("unknown kind " + c.text("kind"));
          }
        });
  }

  private static HtPlda model(GoldenCase c, double nu) {
    return HtPlda.of(
        c.vector("mean"), DoubleMatrix.of(c.matrix("F")), DoubleMatrix.of(c.matrix("W")), nu);
  }

  /** U of each recording, which are given one below the other. */
  private static UncertainVector[] vectors(GoldenCase c) {
    double[][] x = c.matrix("X");
    double[] u = c.array("U").data();
    int dim = x[0].length;
    return IntStream.range(0, x.length)
        .mapToObj(
            i ->
                UncertainVector.of(
                    x[i],
                    DoubleMatrix.wrap(
                        dim, dim, Arrays.copyOfRange(u, i * dim * dim, (i + 1) * dim * dim)),
                    Integer.toString(i)))
        .toArray(UncertainVector[]::new);
  }

  private static void covariance(GoldenCase c) {
    double nu = c.number("nu");
    HtPlda model = model(c, nu);
    UncertainExtractor extractor = UncertainExtractor.of(model);
    UncertainVector[] x = vectors(c);
    UncertainExtractor.Extracted[] e =
        Arrays.stream(x)
            .map(extractor::extractWithPrecision)
            .toArray(UncertainExtractor.Extracted[]::new);
    c.check("a", each(e, v -> v.embedding().a()));
    c.check("B", each(e, v -> v.embedding().b().array()));
    c.check("logE", Arrays.stream(e).mapToDouble(v -> v.embedding().logExpectation()).toArray());
    double[][] llr = new double[x.length][x.length];
    // In the canonical basis, through a pipeline, the scores are the same.
    UncertainExtractor other =
        UncertainExtractor.of(
            Pipeline.of(Preprocessing.of(List.of()), model.extractor()),
            UncertainVector.LengthRule.SCALE);
    double[][] again = new double[x.length][x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x.length; j++) {
        llr[i][j] = e[i].embedding().llr(e[j].embedding());
        again[i][j] = other.extract(x[i]).llr(other.extract(x[j]));
      }
    }
    c.check("llr", llr);
    c.check("llr", again);
    if (nu < Double.POSITIVE_INFINITY) {
      c.check("q", Arrays.stream(e).mapToDouble(UncertainExtractor.Extracted::q).toArray());
      c.check("b", Arrays.stream(e).mapToDouble(UncertainExtractor.Extracted::b).toArray());
    }
  }

  private static double[][] each(
      UncertainExtractor.Extracted[] e, Function<UncertainExtractor.Extracted, double[]> part) {
    return Arrays.stream(e).map(part).toArray(double[][]::new);
  }

  private static void proportional(GoldenCase c) {
    HtPlda model = model(c, Double.POSITIVE_INFINITY);
    UncertainExtractor extractor =
        UncertainExtractor.of(
            Pipeline.of(Preprocessing.of(List.of()), model.extractor()),
            UncertainVector.LengthRule.SCALE);
    DoubleMatrix noise = model.twoCovariance().within();
    double[][] x = c.matrix("X");
    double[] u = c.vector("u");
    int d = model.speakerDimension();
    double[][] a = new double[x.length][];
    double[] b = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      UncertainVector v = UncertainVector.of(x[i], noise.times(u[i]), Integer.toString(i));
      var nearest = extractor.canonical(extractor.extract(v));
      a[i] = nearest.embedding().a();
      b[i] = nearest.embedding().b();
      assertThat(nearest.divergence()).isLessThan(1e-12);
    }
    c.check("b", b);
    MetaEmbeddings e = MetaEmbeddings.of(DoubleMatrix.of(a), b, model.extractor().lambda());
    c.check("llr", e.llr(e).array());
    assertThat(e.dimension()).isEqualTo(d);
  }

  /** Uncertainty of the speaker variable itself: a covariance F Υ F' of the vector. */
  private static void components(GoldenCase c) {
    double[] lambda = c.vector("lambda");
    double[][] g = c.matrix("g");
    double[][] upsilon = c.matrix("upsilon");
    int d = lambda.length;
    double[] root = Arrays.stream(lambda).map(Math::sqrt).toArray();
    // Noise I and a loading of length √λ in each direction: the canonical basis itself.
    HtPlda model =
        HtPlda.of(
            new double[d],
            DoubleMatrix.diagonal(root),
            DoubleMatrix.identity(d),
            Double.POSITIVE_INFINITY);
    UncertainExtractor extractor = UncertainExtractor.of(model);
    GeneralGme[] e = new GeneralGme[g.length];
    double[][] a = new double[g.length][];
    double[][] b = new double[g.length][];
    for (int i = 0; i < g.length; i++) {
      double[] x = new double[d];
      double[] u = new double[d];
      for (int k = 0; k < d; k++) {
        x[k] = g[i][k] / root[k];
        u[k] = lambda[k] * upsilon[i][k];
      }
      e[i] = extractor.extract(UncertainVector.diagonal(x, u, Integer.toString(i)));
      a[i] = e[i].a();
      b[i] = e[i].b().diagonal();
    }
    c.check("a", a);
    c.check("Bdiag", b);
    double[][] llr = new double[e.length][e.length];
    for (int i = 0; i < e.length; i++) {
      for (int j = 0; j < e.length; j++) {
        llr[i][j] = e[i].llr(e[j]);
      }
    }
    c.check("llr", llr);
  }

  private static void length(GoldenCase c) {
    UncertainVector[] x = vectors(c);
    PreprocessingStep step = new PreprocessingStep.Length(x[0].vector().length);
    double[][] y = new double[x.length][];
    double[][] scaled = new double[x.length][];
    double[][] delta = new double[x.length][];
    for (int i = 0; i < x.length; i++) {
      UncertainVector s = x[i].after(step, UncertainVector.LengthRule.SCALE);
      y[i] = s.vector();
      scaled[i] = s.covariance().array();
      delta[i] = x[i].after(step, UncertainVector.LengthRule.DELTA).covariance().array();
    }
    c.check("Y", y);
    c.check("covarianceScaled", scaled);
    c.check("covarianceDelta", delta);
  }

  private static void quality(GoldenCase c) {
    double[][] phi = c.matrix("phi");
    double[] q = c.vector("q");
    QualityPrecision fit =
        QualityPrecision.fit(
            DoubleMatrix.of(phi),
            q,
            (int) c.number("dimension"),
            c.number("nu"),
            c.vectorOrNull("weights"));
    c.check("gamma", fit.gamma());
    c.check("objective", fit.objective());
    c.check(
        "b", IntStream.range(0, q.length).mapToDouble(j -> fit.precision(phi[j], q[j])).toArray());
  }

  private static void alarm(GoldenCase c) {
    int n = (int) c.number("dimension");
    c.check(
        "probability",
        Arrays.stream(c.vector("q")).map(q -> TailProbability.of(q, n, c.number("nu"))).toArray());
  }
}
