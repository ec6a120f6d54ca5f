package dev.gme.core.embedding;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden groups a (canonical form) and b (general form). */
class EmbeddingGoldenTest {

  @TestFactory
  List<DynamicTest> canonical() {
    return Golden.group("a", EmbeddingGoldenTest::canonicalCase);
  }

  @TestFactory
  List<DynamicTest> general() {
    return Golden.group("b", EmbeddingGoldenTest::generalCase);
  }

  private static void canonicalCase(GoldenCase c) {
    double[] lambda = c.vector("lambda");
    double[][] a = c.matrix("a");
    double[] b = c.vector("b");
    double[] logScale = c.vector("logScale");
    List<CanonicalGme> f = new ArrayList<>();
    for (int i = 0; i < b.length; i++) {
      f.add(CanonicalGme.of(lambda, a[i], b[i], logScale[i]));
    }
    CanonicalGme pooled = common(c, f, CanonicalGme.one(lambda));
    c.check("pooledA", pooled.a());
    c.check("pooledB", pooled.b());
    c.check(
        "posteriorVar", f.stream().map(CanonicalGme::posteriorVariance).toArray(double[][]::new));

    // The batch computes the same.
    MetaEmbeddings batch = MetaEmbeddings.of(DoubleMatrix.of(a), b, lambda);
    c.check("llr", batch.llr(batch).array());
    // And so does the general form of the same functions.
    common(c, f.stream().map(CanonicalGme::toGeneral).toList(), GeneralGme.one(lambda.length));
  }

  private static void generalCase(GoldenCase c) {
    double[][] a = c.matrix("a");
    double[][][] b = c.array("B").matrices();
    double[] logScale = c.vector("logScale");
    List<GeneralGme> f = new ArrayList<>();
    for (int i = 0; i < a.length; i++) {
      f.add(GeneralGme.of(a[i], DoubleMatrix.of(b[i]), logScale[i]));
    }
    GeneralGme pooled = common(c, f, GeneralGme.one(a[0].length));
    c.check("pooledA", pooled.a());
    c.check("pooledB", pooled.b().array());
    c.check(
        "posteriorCov",
        f.stream().map(g -> g.posteriorCovariance().array()).toArray(double[][]::new));
  }

  /** What both forms answer; returns the pool of all. */
  private static <E extends MetaEmbedding<E>> E common(GoldenCase c, List<E> f, E one) {
    E pooled = one;
    for (E e : f) {
      pooled = pooled.pool(e);
    }
    c.check("pooledLogScale", pooled.logScale());
    c.check("logEPooled", pooled.logExpectation());
    c.check("logE", each(f, MetaEmbedding::logExpectation));
    c.check("logNorm", each(f, MetaEmbedding::logNorm));
    c.check("normalizedLogScale", each(f, e -> e.normalized().logScale()));
    c.check("posteriorMean", f.stream().map(E::posteriorMean).toArray(double[][]::new));
    c.check("logInner", pairs(f, MetaEmbedding::logInner));
    c.check("llr", pairs(f, MetaEmbedding::llr));
    c.check("logCos", pairs(f, MetaEmbedding::logCosine));
    c.check("angle", pairs(f, MetaEmbedding::angle));
    c.check("logDistance", pairs(f, MetaEmbedding::logDistance));
    double[][] z = c.matrix("z");
    double[][] logF = new double[f.size()][z.length];
    for (int i = 0; i < f.size(); i++) {
      for (int j = 0; j < z.length; j++) {
        logF[i][j] = f.get(i).logValue(z[j]);
      }
    }
    c.check("logF", logF);
    return pooled;
  }

  private static <E> double[] each(List<E> f, ToDoubleFunction<E> what) {
    return f.stream().mapToDouble(what).toArray();
  }

  private static <E> double[][] pairs(List<E> f, ToDoubleBiFunction<E, E> what) {
    double[][] out = new double[f.size()][f.size()];
    for (int i = 0; i < f.size(); i++) {
      for (int j = 0; j < f.size(); j++) {
        out[i][j] = what.applyAsDouble(f.get(i), f.get(j));
      }
    }
    return out;
  }
}
