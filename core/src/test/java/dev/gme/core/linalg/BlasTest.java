package dev.gme.core.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.parallel.Workers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlasTest {
  private final int threadsBefore = Workers.threads();

  @AfterEach
  void restoreThreads() {
    Workers.setThreads(threadsBefore);
  }

  /** The public forms, seen as a provider. */
  private static final BlasProvider PUBLIC =
      new BlasProvider() {
        @Override
        public String describe() {
          return "the public class";
        }

        @Override
        public void gemm(
            Op opA,
            Op opB,
            int m,
            int n,
            int k,
            float alpha,
            float[] a,
            int aOff,
            int lda,
            float[] b,
            int bOff,
            int ldb,
            float beta,
            float[] c,
            int cOff,
            int ldc) {
          Blas.gemm(opA, opB, m, n, k, alpha, a, aOff, lda, b, bOff, ldb, beta, c, cOff, ldc);
        }

        @Override
        public void gemm(
            Op opA,
            Op opB,
            int m,
            int n,
            int k,
            double alpha,
            double[] a,
            int aOff,
            int lda,
            double[] b,
            int bOff,
            int ldb,
            double beta,
            double[] c,
            int cOff,
            int ldc) {
          Blas.gemm(opA, opB, m, n, k, alpha, a, aOff, lda, b, bOff, ldb, beta, c, cOff, ldc);
        }

        @Override
        public void gemm(
            Op opA,
            Op opB,
            int m,
            int n,
            int k,
            float alpha,
            FloatBuffer a,
            int aOff,
            int lda,
            FloatBuffer b,
            int bOff,
            int ldb,
            float beta,
            FloatBuffer c,
            int cOff,
            int ldc) {
          Blas.gemm(opA, opB, m, n, k, alpha, a, aOff, lda, b, bOff, ldb, beta, c, cOff, ldc);
        }

        @Override
        public void gemm(
            Op opA,
            Op opB,
            int m,
            int n,
            int k,
            double alpha,
            DoubleBuffer a,
            int aOff,
            int lda,
            DoubleBuffer b,
            int bOff,
            int ldb,
            double beta,
            DoubleBuffer c,
            int cOff,
            int ldc) {
          Blas.gemm(opA, opB, m, n, k, alpha, a, aOff, lda, b, bOff, ldb, beta, c, cOff, ldc);
        }
      };

  @ParameterizedTest
  @EnumSource
  void productsOfManyTilesDoNotDependOnThreads(GemmCase.Form form) {
    Random random = new Random(1);
    for (Op opA : Op.values()) {
      for (Op opB : Op.values()) {
        GemmCase g = GemmCase.random(random, opA, opB, 700, 1030, 37, 1.5f, 0.5f, 2);
        Workers.setThreads(1);
        double[] one = form.run(PUBLIC, g);
        g.check(form, one);
        for (int threads : new int[] {2, 5}) {
          Workers.setThreads(threads);
          assertThat(form.run(PUBLIC, g)).isEqualTo(one);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void emptyProductsLeaveCAlone(GemmCase.Form form) {
    for (int[] size : new int[][] {{0, 3, 2}, {3, 0, 2}, {0, 0, 0}}) {
      GemmCase g =
          GemmCase.random(new Random(2), Op.NONE, Op.NONE, size[0], size[1], size[2], 1, 1, 1);
      g.check(form, form.run(PUBLIC, g));
    }
  }

  @ParameterizedTest
  @EnumSource
  void syrkIsGemmAndExactlySymmetric(Op op) {
    for (int n : new int[] {0, 1, 7, 600, 1100}) {
      int k = 41;
      DoubleMatrix a = op == Op.NONE ? Matrices.random(n, n, k) : Matrices.random(n, k, n);
      float[] af = floats(a);
      int lda = a.cols();
      DoubleMatrix old = Matrices.symmetric(n + 1, n);
      double[] first = null;
      float[] firstF = null;
      for (int threads : new int[] {1, 2, 5}) {
        Workers.setThreads(threads);
        double[] c = old.array().clone();
        Blas.syrk(op, n, k, 2.0, a.array(), 0, lda, 0.5, c, 0, n);
        float[] cf = floats(old);
        Blas.syrk(op, n, k, 2f, af, 0, lda, 0.5f, cf, 0, n);
        first = first == null ? c : first;
        firstF = firstF == null ? cf : firstF;
        assertThat(c).isEqualTo(first);
        assertThat(cf).isEqualTo(firstF);
      }
      DoubleMatrix product = op == Op.NONE ? a.timesTranspose(a) : a.transposeTimes(a);
      DoubleMatrix expected = product.times(2).plus(old.times(0.5));
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          assertThat(first[i * n + j]).isEqualTo(first[j * n + i]);
          assertThat(firstF[i * n + j]).isEqualTo(firstF[j * n + i]);
          double e = expected.get(i, j);
          // Each term of the sums is below 25 in magnitude.
          assertThat(Math.abs(first[i * n + j] - e)).isLessThan(k * 50 * 43 * Math.ulp(1.0));
          assertThat(Math.abs(firstF[i * n + j] - e)).isLessThan(k * 50 * 43 * Math.ulp(1f));
        }
      }
    }
  }

  private static float[] floats(DoubleMatrix a) {
    float[] x = new float[a.array().length];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) a.array()[i];
    }
    return x;
  }

  @Test
  void matrixTimesVectorByHand() {
    // [1 2 3; 4 5 6] with a gap after each row, from element 1.
    double[] a = {9, 1, 2, 3, 9, 4, 5, 6, 9};
    double[] x = {9, 1, 0, -1};
    double[] y = {7, 10, 20};
    Blas.gemv(Op.NONE, 2, 3, 2.0, a, 1, 4, x, 1, 0.5, y, 1);
    assertThat(y).containsExactly(7, 1, 6);
    double[] z = {Double.NaN, Double.NaN, Double.NaN};
    Blas.gemv(Op.TRANSPOSE, 2, 3, 1.0, a, 1, 4, new double[] {1, -1}, 0, 0, z, 0);
    assertThat(z).containsExactly(-3, -3, -3);

    float[] af = {9, 1, 2, 3, 9, 4, 5, 6, 9};
    float[] yf = {7, 10, 20};
    Blas.gemv(Op.NONE, 2, 3, 2f, af, 1, 4, new float[] {9, 1, 0, -1}, 1, 0.5f, yf, 1);
    assertThat(yf).containsExactly(7, 1, 6);
    float[] zf = {Float.NaN, Float.NaN, Float.NaN};
    Blas.gemv(Op.TRANSPOSE, 2, 3, 1f, af, 1, 4, new float[] {1, -1}, 0, 0, zf, 0);
    assertThat(zf).containsExactly(-3, -3, -3);
  }

  @Test
  void vectorOperationsByHand() {
    double[] x = {9, 1, 2};
    double[] y = {3, 4, 9};
    assertThat(Blas.dot(2, x, 1, y, 0)).isEqualTo(11);
    Blas.axpy(2, 10.0, x, 1, y, 0);
    assertThat(y).containsExactly(13, 24, 9);
    double[] a = {1, 1, 9, 1, 1, 9};
    Blas.ger(2, 2, 2.0, x, 1, y, 0, a, 0, 3);
    assertThat(a).containsExactly(27, 49, 9, 53, 97, 9);

    float[] xf = {9, 1, 2};
    float[] yf = {3, 4, 9};
    assertThat(Blas.dot(2, xf, 1, yf, 0)).isEqualTo(11);
    Blas.axpy(2, 10f, xf, 1, yf, 0);
    assertThat(yf).containsExactly(13, 24, 9);
    float[] af = {1, 1, 9, 1, 1, 9};
    Blas.ger(2, 2, 2f, xf, 1, yf, 0, af, 0, 3);
    assertThat(af).containsExactly(27, 49, 9, 53, 97, 9);
  }

  @Test
  void matricesThatDoNotFitAreRefused() {
    double[] six = new double[6];
    assertThatThrownBy(
            () -> Blas.gemm(Op.NONE, Op.NONE, 2, 2, 4, 1, six, 0, 4, six, 0, 2, 0, six, 0, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("A: 2 x 4 at offset 0 with leading dimension 4 does not fit into 6 elements");
    assertThatThrownBy(
            () -> Blas.gemm(Op.NONE, Op.NONE, 2, 2, 3, 1, six, 0, 2, six, 0, 2, 0, six, 0, 2))
        .hasMessageStartingWith("A: 2 x 3 at offset 0 with leading dimension 2 ");
    assertThatThrownBy(
            () -> Blas.gemm(Op.NONE, Op.TRANSPOSE, 2, 2, 3, 1, six, 0, 3, six, 1, 3, 0, six, 0, 2))
        .hasMessageStartingWith("B: 2 x 3 at offset 1 ");
    assertThatThrownBy(
            () -> Blas.gemm(Op.NONE, Op.NONE, 2, 2, 3, 1, six, 0, 3, six, 0, 2, 0, six, -1, 2))
        .hasMessageStartingWith("C: 2 x 2 at offset -1 ");
    assertThatThrownBy(
            () -> Blas.gemm(Op.NONE, Op.NONE, 2, -1, 3, 1, six, 0, 3, six, 0, 2, 0, six, 0, 2))
        .hasMessageStartingWith("B: 3 x -1 ");
    assertThatThrownBy(() -> Blas.syrk(Op.NONE, 3, 3, 1, six, 0, 3, 0, six, 0, 3))
        .hasMessageStartingWith("A: 3 x 3 ");
    // A product of sizes beyond an int must not wrap around.
    assertThatThrownBy(
            () ->
                Blas.gemv(
                    Op.NONE, 1 << 20, 4, 1, six, 0, 1 << 20, six, 0, 0, new double[1 << 20], 0))
        .hasMessageStartingWith("A: 1048576 x 4 ");
    assertThatThrownBy(() -> Blas.dot(7, six, 0, six, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("x: 7 elements at offset 0 do not fit into 6");
    assertThatThrownBy(() -> Blas.axpy(2, 1.0, six, 0, six, 5))
        .hasMessage("y: 2 elements at offset 5 do not fit into 6");
    assertThatThrownBy(() -> Blas.axpy(-1, 1.0, six, 0, six, 0))
        .hasMessageStartingWith("x: -1 elements ");
  }

  @Test
  void buffersMustBeDirectNativeAndWritable() {
    FloatBuffer good = NativeBuffers.floats(4);
    FloatBuffer heap = FloatBuffer.allocate(4);
    FloatBuffer swapped = ByteBuffer.allocateDirect(16).order(other()).asFloatBuffer();
    assertRefused(heap, good, "need direct buffers");
    assertRefused(swapped, good, "native byte order");
    assertRefused(good, good.asReadOnlyBuffer(), "read-only");

    DoubleBuffer goodD = NativeBuffers.doubles(4);
    assertRefused(DoubleBuffer.allocate(4), goodD, "need direct buffers");
    DoubleBuffer swappedD = ByteBuffer.allocateDirect(32).order(other()).asDoubleBuffer();
    assertRefused(swappedD, goodD, "native byte order");
    assertRefused(goodD, goodD.asReadOnlyBuffer(), "read-only");
  }

  private static ByteOrder other() {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
        ? ByteOrder.LITTLE_ENDIAN
        : ByteOrder.BIG_ENDIAN;
  }

  private static void assertRefused(FloatBuffer ab, FloatBuffer c, String message) {
    assertThatThrownBy(
            () -> Blas.gemm(Op.NONE, Op.NONE, 2, 2, 2, 1, ab, 0, 2, ab, 0, 2, 0, c, 0, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static void assertRefused(DoubleBuffer ab, DoubleBuffer c, String message) {
    assertThatThrownBy(
            () -> Blas.gemm(Op.NONE, Op.NONE, 2, 2, 2, 1, ab, 0, 2, ab, 0, 2, 0, c, 0, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aBuffersLimitDoesNotMatter() {
    FloatBuffer a = NativeBuffers.floats(8).put(new float[] {0, 0, 0, 0, 1, 2, 3, 4}).limit(2);
    FloatBuffer c = NativeBuffers.floats(8).limit(1);
    Blas.gemm(Op.NONE, Op.NONE, 2, 2, 2, 1f, a, 4, 2, a, 4, 2, 0f, c, 4, 2);
    float[] out = new float[8];
    c.clear().get(out);
    assertThat(Arrays.copyOfRange(out, 4, 8)).containsExactly(7, 10, 15, 22);
  }
}
