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
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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
            double alpha, MatrixView<?> a, MatrixView<?> b, double beta, MatrixView<?> c) {
          gemmOfOneKind(alpha, a, b, beta, c);
        }

        @SuppressWarnings("unchecked") // a form keeps all its operands in the same way
        private static <S> void gemmOfOneKind(
            double alpha, MatrixView<?> a, MatrixView<?> b, double beta, MatrixView<S> c) {
          Blas.gemm(alpha, (MatrixView<S>) a, (MatrixView<S>) b, beta, c);
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
      DoubleMatrix old = Matrices.symmetric(n + 1, n);
      double[] first = null;
      float[] firstF = null;
      for (int threads : new int[] {1, 2, 5}) {
        Workers.setThreads(threads);
        double[] c = old.array().clone();
        Blas.syrk(2, op.of(a.view()), 0.5, MatrixView.of(c, n, n));
        float[] cf = floats(old);
        Blas.syrk(2, op.of(MatrixView.of(af, a.rows(), a.cols())), 0.5, MatrixView.of(cf, n, n));
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
    double[] x = {9, 1, 2, 3, 9, 4, 5, 6, 9};
    MatrixView<double[]> a = MatrixView.of(x, 1, 2, 3, 4);
    double[] y = {Double.NaN, Double.NaN};
    Blas.gemv(a, new double[] {1, 0, -1}, y);
    assertThat(y).containsExactly(-2, -2);
    double[] z = {Double.NaN, Double.NaN, Double.NaN};
    Blas.gemv(a.transpose(), new double[] {1, -1}, z);
    assertThat(z).containsExactly(-3, -3, -3);
  }

  @Test
  void vectorOperationsByHand() {
    double[] x = {9, 1, 2};
    double[] y = {3, 4, 9};
    assertThat(Blas.dot(2, x, 1, y, 0)).isEqualTo(11);
    Blas.axpy(2, 10.0, x, 1, y, 0);
    assertThat(y).containsExactly(13, 24, 9);

    float[] xf = {9, 1, 2};
    float[] yf = {3, 4, 9};
    assertThat(Blas.dot(2, xf, 1, yf, 0)).isEqualTo(11);
    Blas.axpy(2, 10f, xf, 1, yf, 0);
    assertThat(yf).containsExactly(13, 24, 9);
  }

  @Test
  void matricesThatDoNotFitAreRefused() {
    double[] six = new double[6];
    assertThatThrownBy(() -> MatrixView.of(six, 2, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 x 4 at offset 0 with stride 4 does not fit into 6 elements");
    assertThatThrownBy(() -> MatrixView.of(six, 0, 2, 3, 2))
        .hasMessageStartingWith("2 x 3 at offset 0 with stride 2 ");
    assertThatThrownBy(() -> MatrixView.of(six, 1, 2, 3, 3))
        .hasMessageStartingWith("2 x 3 at offset 1 ");
    assertThatThrownBy(() -> MatrixView.of(six, -1, 2, 2, 2))
        .hasMessageStartingWith("2 x 2 at offset -1 ");
    assertThatThrownBy(() -> MatrixView.of(six, 3, -1)).hasMessageStartingWith("3 x -1 ");
    // A product of sizes beyond an int must not wrap around.
    assertThatThrownBy(() -> MatrixView.of(six, 0, 1 << 20, 4, 1 << 20))
        .hasMessageStartingWith("1048576 x 4 ");
    MatrixView<double[]> a = MatrixView.of(six, 2, 3);
    assertThatThrownBy(() -> a.part(1, 2, 0, 3))
        .hasMessage("2 x 3 from (1, 0) is no part of 2 x 3");
    assertThatThrownBy(() -> a.transpose().part(0, 3, -1, 1))
        .hasMessage("3 x 1 from (0, -1) is no part of the transpose of 2 x 3");
    MatrixView<double[]> c = MatrixView.of(new double[4], 2, 2);
    assertThatThrownBy(() -> Blas.gemm(1, a, a, 0, c))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the product of 2 x 3 and 2 x 3 is not defined");
    assertThatThrownBy(() -> Blas.gemm(1, a.transpose(), a, 0, c))
        .hasMessage("the product of the transpose of 2 x 3 and 2 x 3 is not 2 x 2");
    assertThatThrownBy(() -> Blas.syrk(1, a, 0, c.transpose())).hasMessage("C is transposed");
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
    ByteBuffer swapped = ByteBuffer.allocateDirect(32).order(other());
    assertRefused(() -> MatrixView.of(FloatBuffer.allocate(4), 2, 2), "need direct buffers");
    assertRefused(() -> MatrixView.of(DoubleBuffer.allocate(4), 2, 2), "need direct buffers");
    assertRefused(() -> MatrixView.of(swapped.asFloatBuffer(), 2, 2), "native byte order");
    assertRefused(() -> MatrixView.of(swapped.asDoubleBuffer(), 2, 2), "native byte order");

    FloatBuffer floats = NativeBuffers.floats(4);
    MatrixView<FloatBuffer> a = MatrixView.of(floats, 2, 2);
    MatrixView<FloatBuffer> c = MatrixView.of(floats.asReadOnlyBuffer(), 2, 2);
    assertRefused(() -> Blas.gemm(1, a, a, 0, c), "read-only");
    assertRefused(() -> Blas.syrk(1, a, 0, a), "no form for buffers");
    DoubleBuffer doubles = NativeBuffers.doubles(4);
    MatrixView<DoubleBuffer> ad = MatrixView.of(doubles, 2, 2);
    MatrixView<DoubleBuffer> cd = MatrixView.of(doubles.asReadOnlyBuffer(), 2, 2);
    assertRefused(() -> Blas.gemm(1, ad, ad, 0, cd), "read-only");
  }

  private static ByteOrder other() {
    return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
        ? ByteOrder.LITTLE_ENDIAN
        : ByteOrder.BIG_ENDIAN;
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aBuffersLimitDoesNotMatter() {
    FloatBuffer a = NativeBuffers.floats(8).put(new float[] {0, 0, 0, 0, 1, 2, 3, 4}).limit(2);
    FloatBuffer c = NativeBuffers.floats(8).limit(1);
    Blas.gemm(
        1,
        MatrixView.of(a, 4, 2, 2, 2),
        MatrixView.of(a, 4, 2, 2, 2),
        0,
        MatrixView.of(c, 4, 2, 2, 2));
    float[] out = new float[8];
    c.clear().get(out);
    assertThat(Arrays.copyOfRange(out, 4, 8)).containsExactly(7, 10, 15, 22);
  }
}
