package dev.gme.core.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.Seeds;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What must hold for all meta-embeddings, on random ones of both forms. */
class EmbeddingPropertiesTest {

  private static double[] spectrum(SeededRandom random, int d) {
    double[] lambda = new double[d];
    Arrays.setAll(lambda, k -> random.nextInt(6) == 0 ? 0 : 10 * random.nextDouble());
    return lambda;
  }

  private static CanonicalGme canonical(SeededRandom random, double[] lambda) {
    double b = random.nextInt(6) == 0 ? 0 : Math.exp(3 * random.nextGaussian());
    return CanonicalGme.of(lambda, random.gaussians(lambda.length), b, random.nextGaussian());
  }

  /** B of any rank from 0 to d. */
  private static GeneralGme general(SeededRandom random, int d) {
    int rank = random.nextInt(d + 1);
    DoubleMatrix b = DoubleMatrix.wrap(rank, d, random.gaussians(rank * d)).gram();
    return GeneralGme.of(random.gaussians(d), b, random.nextGaussian());
  }

  private static List<CanonicalGme> canonicals(long seed, int n) {
    SeededRandom random = new SeededRandom(seed, 1);
    double[] lambda = spectrum(random, 1 + random.nextInt(8));
    List<CanonicalGme> out = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      out.add(canonical(random, lambda));
    }
    return out;
  }

  private static List<GeneralGme> generals(long seed, int n) {
    SeededRandom random = new SeededRandom(seed, 2);
    int d = 1 + random.nextInt(8);
    List<GeneralGme> out = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      out.add(general(random, d));
    }
    return out;
  }

  private static Offset<Double> close(double expected) {
    return offset(1e-12 * (1 + Math.abs(expected)));
  }

  @Seeds(40)
  void algebra(long seed) {
    List<CanonicalGme> c = canonicals(seed, 3);
    checkAlgebra(c.get(0), c.get(1), c.get(2), CanonicalGme.one(c.get(0).lambda()));
    List<GeneralGme> g = generals(seed, 3);
    checkAlgebra(g.get(0), g.get(1), g.get(2), GeneralGme.one(g.get(0).dimension()));
  }

  private static <E extends MetaEmbedding<E>> void checkAlgebra(E f, E g, E h, E one) {
    double[] z = new SeededRandom(1).gaussians(f.dimension());

    // Pooling multiplies the functions, in any order.
    double product = f.logValue(z) + g.logValue(z);
    assertThat(f.pool(g).logValue(z)).isCloseTo(product, close(product));
    assertSame(f.pool(g), g.pool(f), z);
    assertSame(f.pool(g).pool(h), f.pool(g.pool(h)), z);
    assertSame(f.pool(one), f, z);

    // The score is symmetric, blind to scales and to recordings that say nothing.
    double llr = f.llr(g);
    assertThat(g.llr(f)).isCloseTo(llr, close(llr));
    assertThat(f.normalized().llr(g)).isEqualTo(llr);
    assertThat(f.llr(one)).isZero();
    assertThat(f.llr(g)).isCloseTo(f.normalized().logInner(g.normalized()), close(llr));
    double plain = f.logInner(g) - f.logExpectation() - g.logExpectation();
    assertThat(llr).isCloseTo(plain, close(f.logInner(g)));
    assertThat(f.llr(f)).isNotNegative().isCloseTo(2 * f.normalized().logNorm(), close(f.llr(f)));
    assertThat(f.normalized().logExpectation()).isCloseTo(0, offset(1e-13));

    // Three recordings: the order in which they are compared does not matter.
    double chain = f.llr(g) + f.pool(g).llr(h);
    assertThat(g.llr(h) + g.pool(h).llr(f)).isCloseTo(chain, close(chain));

    checkGeometry(f, g, h);
  }

  private static <E extends MetaEmbedding<E>> void assertSame(E f, E g, double[] z) {
    assertThat(f.logScale()).isCloseTo(g.logScale(), close(g.logScale()));
    assertThat(f.logValue(z)).isCloseTo(g.logValue(z), close(g.logValue(z)));
    assertThat(f.logExpectation()).isCloseTo(g.logExpectation(), close(g.logExpectation()));
    assertThat(f.posteriorMean()).containsExactly(g.posteriorMean(), offset(1e-12));
  }

  private static <E extends MetaEmbedding<E>> void checkGeometry(E f, E g, E h) {
    double cosine = f.logInner(g) - f.logNorm() - g.logNorm();
    assertThat(f.logCosine(g)).isNotPositive().isCloseTo(cosine, close(f.logInner(g)));
    assertThat(g.logCosine(f)).isCloseTo(f.logCosine(g), close(cosine));
    assertThat(f.logNorm()).isCloseTo(0.5 * f.logInner(f), close(f.logNorm()));
    assertThat(Math.cos(f.angle(g))).isCloseTo(Math.exp(cosine), offset(1e-12));
    assertThat(f.angle(g)).isBetween(0.0, Math.PI / 2);
    double square =
        Math.exp(2 * f.logNorm()) + Math.exp(2 * g.logNorm()) - 2 * Math.exp(f.logInner(g));
    double size = Math.exp(2 * f.logNorm()) + Math.exp(2 * g.logNorm());
    assertThat(distance(f, g) * distance(f, g)).isCloseTo(square, offset(1e-12 * size));
    assertThat(distance(g, f)).isCloseTo(distance(f, g), offset(1e-12 * distance(f, g)));

    assertThat(f.angle(h)).isLessThanOrEqualTo(f.angle(g) + g.angle(h) + 1e-12);
    double detour = distance(f, g) + distance(g, h);
    assertThat(distance(f, h)).isLessThanOrEqualTo(detour * (1 + 1e-12));

    // Equal functions, and only they, have distance 0; exactly 0, not −0.
    assertThat(f.logDistance(f)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertPlusZero(f.logCosine(f));
    assertPlusZero(f.angle(f));
    assertThat(f.logDistance(g)).isFinite();
    assertThat(f.logDistance(f.normalized())).isFinite();
    assertPlusZero(f.angle(f.normalized()));
  }

  private static void assertPlusZero(double x) {
    assertThat(x).hasToString("0.0");
  }

  private static <E extends MetaEmbedding<E>> double distance(E f, E g) {
    return Math.exp(f.logDistance(g));
  }

  /** Functions that differ in the last bit of one number differ. */
  @Test
  void smallestDifferences() {
    double[] lambda = {2, 0};
    CanonicalGme f = CanonicalGme.of(lambda, new double[] {1, 3}, 0.5, 0.25);
    double[] shifted = {Math.nextUp(1.0), 3};
    for (CanonicalGme g :
        List.of(
            CanonicalGme.of(lambda, shifted, 0.5, 0.25),
            CanonicalGme.of(lambda, new double[] {1, 3}, Math.nextUp(0.5), 0.25),
            CanonicalGme.of(lambda, new double[] {1, 3}, 0.5, Math.nextUp(0.25)))) {
      assertThat(f.logDistance(g)).isFinite();
      assertThat(f.toGeneral().logDistance(g.toGeneral())).isFinite();
    }
    // With all λ = 0 another b is the same function.
    double[] flat = {0, 0};
    assertThat(CanonicalGme.of(flat, shifted, 0.5).logDistance(CanonicalGme.of(flat, shifted, 0.7)))
        .isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Seeds(40)
  void generalFormOfCanonicalOnes(long seed) {
    List<CanonicalGme> c = canonicals(seed, 2);
    CanonicalGme f = c.get(0);
    CanonicalGme g = c.get(1);
    GeneralGme fg = f.toGeneral();
    GeneralGme gg = g.toGeneral();
    double[] z = new SeededRandom(seed).gaussians(f.dimension());
    assertThat(fg.dimension()).isEqualTo(f.dimension());
    assertThat(fg.logScale()).isEqualTo(f.logScale());
    assertThat(fg.logValue(z)).isCloseTo(f.logValue(z), close(f.logValue(z)));
    assertThat(fg.logExpectation()).isCloseTo(f.logExpectation(), close(f.logExpectation()));
    assertThat(fg.llr(gg)).isCloseTo(f.llr(g), close(f.llr(g)));
    assertThat(fg.logInner(gg)).isCloseTo(f.logInner(g), close(f.logInner(g)));
    assertThat(fg.logNorm()).isCloseTo(f.logNorm(), close(f.logNorm()));
    assertThat(fg.logCosine(gg)).isCloseTo(f.logCosine(g), close(f.logCosine(g)));
    assertThat(fg.angle(gg)).isCloseTo(f.angle(g), close(f.angle(g)));
    assertThat(fg.logDistance(gg)).isCloseTo(f.logDistance(g), close(f.logDistance(g)));
    assertThat(fg.posteriorMean()).containsExactly(f.posteriorMean(), offset(1e-13));
    assertThat(fg.posteriorCovariance().array())
        .containsExactly(f.posteriorCovariance().array(), offset(1e-13));
  }

  /** The posterior is proportional to prior times f: differences of logs at two points show it. */
  @Seeds(40)
  void posteriorIsPriorTimesLikelihood(long seed) {
    GeneralGme f = generals(seed, 1).get(0);
    int d = f.dimension();
    double[] z = new SeededRandom(seed, 3).gaussians(d);
    double[] m = f.posteriorMean();
    double atZ = f.logValue(z) - 0.5 * dot(z, z);
    double atMean = f.logValue(m) - 0.5 * dot(m, m);
    double[] step = new double[d];
    Arrays.setAll(step, k -> z[k] - m[k]);
    DoubleMatrix precision = Cholesky.of(f.posteriorCovariance()).inverse();
    double expected = -0.5 * dot(step, precision.times(step));
    assertThat(atZ - atMean).isCloseTo(expected, offset(1e-10 * (1 + Math.abs(expected))));
  }

  private static double dot(double[] x, double[] y) {
    return IntStream.range(0, x.length).mapToDouble(i -> x[i] * y[i]).sum();
  }

  /** The trapezoidal rule on a bell-shaped function errs by less than any power of the step. */
  @Seeds(40)
  void logExpectationInOneDimensionByQuadrature(long seed) {
    SeededRandom random = new SeededRandom(seed, 4);
    CanonicalGme f =
        CanonicalGme.of(
            new double[] {10 * random.nextDouble()},
            new double[] {3 * random.nextGaussian()},
            2 * random.nextDouble(),
            random.nextGaussian());
    double step = 0.05;
    double sum = 0;
    for (int i = -600; i <= 600; i++) {
      double z = i * step;
      sum += Math.exp(f.logValue(new double[] {z}) - 0.5 * z * z);
    }
    double expected = Math.log(sum * step / Math.sqrt(2 * Math.PI));
    assertThat(f.logExpectation()).isCloseTo(expected, close(expected));
    assertThat(f.toGeneral().logExpectation()).isCloseTo(expected, close(expected));
  }

  @Seeds(40)
  void logExpectationInTwoDimensionsByQuadrature(long seed) {
    SeededRandom random = new SeededRandom(seed, 5);
    GeneralGme f = general(random, 2);
    double step = 0.125;
    double sum = 0;
    for (int i = -100; i <= 100; i++) {
      for (int j = -100; j <= 100; j++) {
        double[] z = {i * step, j * step};
        sum += Math.exp(f.logValue(z) - 0.5 * dot(z, z));
      }
    }
    double expected = Math.log(sum * step * step / (2 * Math.PI));
    assertThat(f.logExpectation()).isCloseTo(expected, close(expected));
  }

  @Seeds(40)
  void batch(long seed) {
    SeededRandom random = new SeededRandom(seed, 6);
    int n = 1 + random.nextInt(9);
    int d = 1 + random.nextInt(5);
    double[] b = new double[n];
    Arrays.setAll(b, i -> Math.exp(random.nextGaussian()));
    MetaEmbeddings batch =
        MetaEmbeddings.of(DoubleMatrix.wrap(n, d, random.gaussians(n * d)), b, spectrum(random, d));
    assertThat(batch.size()).isEqualTo(n);
    assertThat(batch.dimension()).isEqualTo(d);

    int[][] groups = new int[1 + random.nextInt(4)][];
    for (int m = 0; m < groups.length; m++) {
      groups[m] = new int[random.nextInt(5)];
      Arrays.setAll(groups[m], i -> random.nextInt(n));
    }
    MetaEmbeddings pools = batch.pool(groups);
    DoubleMatrix scores = pools.llr(batch);
    double[] logExpectation = pools.logExpectation();
    for (int m = 0; m < groups.length; m++) {
      CanonicalGme pool = CanonicalGme.one(batch.lambda());
      for (int i : groups[m]) {
        pool = pool.pool(batch.get(i));
      }
      assertThat(pools.get(m).a()).isEqualTo(pool.a());
      assertThat(pools.b()[m]).isEqualTo(pool.b());
      assertThat(logExpectation[m]).isEqualTo(pool.logExpectation());
      for (int i = 0; i < n; i++) {
        assertThat(scores.get(m, i)).isEqualTo(pool.llr(batch.get(i)));
      }
    }
  }

  /** Nobody can change an embedding from outside. */
  @Test
  void copiesAtTheBorder() {
    double[] lambda = {1, 2};
    double[] a = {3, 4};
    CanonicalGme f = CanonicalGme.of(lambda, a, 5);
    GeneralGme g = GeneralGme.of(a, DoubleMatrix.identity(2));
    double[] b = {5};
    MetaEmbeddings batch = MetaEmbeddings.of(DoubleMatrix.of(new double[][] {{3, 4}}), b, lambda);
    lambda[0] = -1;
    a[0] = -1;
    b[0] = -1;
    f.a()[1] = -1;
    f.lambda()[1] = -1;
    g.a()[1] = -1;
    batch.b()[0] = -1;
    batch.lambda()[0] = -1;
    assertThat(f.a()).containsExactly(3, 4);
    assertThat(f.lambda()).containsExactly(1, 2);
    assertThat(g.a()).containsExactly(3, 4);
    assertThat(batch.b()).containsExactly(5);
    assertThat(batch.lambda()).containsExactly(1, 2);
  }

  @Test
  void inWords() {
    CanonicalGme f = CanonicalGme.of(new double[] {1}, new double[] {2}, 3, 4);
    assertThat(f).hasToString("a = [2.0], b = 3.0, log-scale 4.0");
    assertThat(f.toGeneral()).hasToString("a = [2.0], B = [[3.0]], log-scale 4.0");
    assertThat(MetaEmbeddings.of(DoubleMatrix.zeros(7, 2), new double[7], new double[] {1, 1}))
        .hasToString("7 meta-embeddings of dimension 2");
  }
}
