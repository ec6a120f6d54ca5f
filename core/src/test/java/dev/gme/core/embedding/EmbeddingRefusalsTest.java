package dev.gme.core.embedding;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gme.core.linalg.DoubleMatrix;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class EmbeddingRefusalsTest {
  private static final double NAN = Double.NaN;
  private static final double INF = Double.POSITIVE_INFINITY;

  private static void refused(ThrowingCallable what, String sentence) {
    assertThatIllegalArgumentException().isThrownBy(what).withMessage(sentence);
  }

  private static <E extends MetaEmbedding<E>> void refusedTogether(E f, E g, String sentence) {
    refused(() -> f.pool(g), sentence);
    refused(() -> f.llr(g), sentence);
    refused(() -> f.logInner(g), sentence);
    refused(() -> f.logCosine(g), sentence);
    refused(() -> f.angle(g), sentence);
    refused(() -> f.logDistance(g), sentence);
  }

  private static double[] v(double... x) {
    return x;
  }

  @Test
  void canonical() {
    refused(() -> CanonicalGme.of(v(1, 2), v(1), 1), "a has 1 elements, lambda 2");
    refused(
        () -> CanonicalGme.of(v(1, -2), v(1, 1), 1),
        "lambda must be finite and at least 0, found -2.0 at index 1");
    refused(
        () -> CanonicalGme.of(v(NAN, 2), v(1, 1), 1),
        "lambda must be finite and at least 0, found NaN at index 0");
    refused(
        () -> CanonicalGme.of(v(INF), v(1), 1),
        "lambda must be finite and at least 0, found Infinity at index 0");
    refused(() -> CanonicalGme.of(v(1, 2), v(1, NAN), 1), "a must be finite, found NaN at index 1");
    refused(() -> CanonicalGme.of(v(1), v(1), -1), "b must be finite and at least 0, found -1.0");
    refused(() -> CanonicalGme.of(v(1), v(1), NAN), "b must be finite and at least 0, found NaN");
    refused(
        () -> CanonicalGme.of(v(1), v(1), INF), "b must be finite and at least 0, found Infinity");
    refused(() -> CanonicalGme.of(v(1), v(1), 1, NAN), "the log-scale must be finite, found NaN");
    refused(() -> CanonicalGme.one(v(1, 2)).logValue(v(1)), "z has 1 elements, expected 2");
  }

  @Test
  void canonicalOfTwoExtractors() {
    CanonicalGme f = CanonicalGme.one(v(1, 2));
    CanonicalGme g = CanonicalGme.one(v(1, 3));
    String sentence = "embeddings of different extractors (another lambda) cannot be combined";
    refusedTogether(f, g, sentence);
  }

  @Test
  void general() {
    DoubleMatrix identity = DoubleMatrix.identity(2);
    refused(() -> GeneralGme.of(v(1), identity), "a has 1 elements, B is 2 x 2");
    refused(() -> GeneralGme.of(v(1, 1), DoubleMatrix.zeros(2, 3)), "a has 2 elements, B is 2 x 3");
    refused(
        () -> GeneralGme.of(v(INF, 1), identity), "a must be finite, found Infinity at index 0");
    refused(
        () -> GeneralGme.of(v(1, 1), DoubleMatrix.diagonal(1, NAN)),
        "B must be finite, found NaN at index 3");
    refused(
        () -> GeneralGme.of(v(1, 1), identity, INF),
        "the log-scale must be finite, found Infinity");
    refused(
        () -> GeneralGme.of(v(1, 1), DoubleMatrix.of(new double[][] {{1, 0.5}, {0.4, 1}})),
        "B must be symmetric");
    // I + B would still have an inverse here: only the look at B itself finds it.
    refused(
        () -> GeneralGme.of(v(1, 1), DoubleMatrix.diagonal(1, -0.5)),
        "B must be positive semidefinite");
    refused(
        () -> GeneralGme.of(v(1, 1), DoubleMatrix.of(new double[][] {{1, 2}, {2, 1}})),
        "B must be positive semidefinite");
    refused(() -> GeneralGme.one(2).logValue(v(1, 2, 3)), "z has 3 elements, expected 2");
  }

  @Test
  void generalOfTwoDimensions() {
    GeneralGme f = GeneralGme.one(2);
    GeneralGme g = GeneralGme.one(3);
    String sentence = "the other embedding has 3 elements, expected 2";
    refusedTogether(f, g, sentence);
  }

  @Test
  void batch() {
    DoubleMatrix a = DoubleMatrix.zeros(2, 1);
    refused(() -> MetaEmbeddings.of(a, v(1), v(1)), "b has 1 elements, expected 2");
    refused(() -> MetaEmbeddings.of(a, v(1, 1), v(1, 2)), "lambda has 2 elements, expected 1");
    refused(
        () -> MetaEmbeddings.of(a, v(1, 1), v(-1)),
        "lambda must be finite and at least 0, found -1.0 at index 0");
    refused(
        () -> MetaEmbeddings.of(a, v(1, -1), v(1)),
        "b of row 1 must be finite and at least 0, found -1.0");
    refused(
        () -> MetaEmbeddings.of(a, v(NAN, 1), v(1)),
        "b of row 0 must be finite and at least 0, found NaN");
    refused(
        () -> MetaEmbeddings.of(DoubleMatrix.wrap(2, 1, v(0, NAN)), v(1, 1), v(1)),
        "a holds NaN or infinite elements");
    MetaEmbeddings good = MetaEmbeddings.of(a, v(1, 1), v(1));
    refused(
        () -> good.llr(MetaEmbeddings.of(a, v(1, 1), v(2))),
        "embeddings of different extractors (another lambda) cannot be scored");
    for (int i : new int[] {-1, 2}) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> good.pool(new int[][] {{0}, {1, i}}))
          .withMessage("recording " + i + " of 2");
    }
  }
}
