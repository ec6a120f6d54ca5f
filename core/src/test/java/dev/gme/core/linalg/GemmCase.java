package dev.gme.core.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.Random;

/**
 * One product with its answer. Elements are floats even where they are kept as doubles, so that
 * every form of gemm is given the same numbers. What lies around the operands is NaN, what lies
 * around C a number that must survive.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, only read
record GemmCase(
    Op opA,
    Op opB,
    int m,
    int n,
    int k,
    float alpha,
    float beta,
    Block a,
    Block b,
    Block c,
    double[] expected,
    double[] magnitude) {

  private static final double OUTSIDE = -12345;

  /** A matrix within an array. */
  @SuppressWarnings("ArrayRecordComponent")
  record Block(double[] array, int off, int rows, int cols, int ld) {
    int at(int i, int j) {
      return off + i * ld + j;
    }

    double get(int i, int j) {
      return array[at(i, j)];
    }

    boolean covers(int index) {
      int i = index - off;
      return i >= 0 && ld > 0 && i / ld < rows && i % ld < cols;
    }

    float[] floats() {
      float[] f = new float[array.length];
      for (int i = 0; i < f.length; i++) {
        f[i] = (float) array[i];
      }
      return f;
    }
  }

  /** The four forms of gemm. */
  enum Form {
    FLOAT_ARRAYS(Math.ulp(1f)) {
      @Override
      double[] run(BlasProvider blas, GemmCase g) {
        float[] c = g.c.floats();
        blas.gemm(
            g.opA,
            g.opB,
            g.m,
            g.n,
            g.k,
            g.alpha,
            g.a.floats(),
            g.a.off,
            g.a.ld,
            g.b.floats(),
            g.b.off,
            g.b.ld,
            g.beta,
            c,
            g.c.off,
            g.c.ld);
        return widened(c);
      }
    },
    DOUBLE_ARRAYS(Math.ulp(1.0)) {
      @Override
      double[] run(BlasProvider blas, GemmCase g) {
        double[] c = g.c.array.clone();
        blas.gemm(
            g.opA,
            g.opB,
            g.m,
            g.n,
            g.k,
            (double) g.alpha,
            g.a.array,
            g.a.off,
            g.a.ld,
            g.b.array,
            g.b.off,
            g.b.ld,
            (double) g.beta,
            c,
            g.c.off,
            g.c.ld);
        return c;
      }
    },
    FLOAT_BUFFERS(Math.ulp(1f)) {
      @Override
      double[] run(BlasProvider blas, GemmCase g) {
        FloatBuffer c = direct(g.c.floats());
        blas.gemm(
            g.opA,
            g.opB,
            g.m,
            g.n,
            g.k,
            g.alpha,
            direct(g.a.floats()),
            g.a.off,
            g.a.ld,
            direct(g.b.floats()),
            g.b.off,
            g.b.ld,
            g.beta,
            c,
            g.c.off,
            g.c.ld);
        float[] out = new float[c.capacity()];
        c.duplicate().clear().get(out);
        return widened(out);
      }

      private FloatBuffer direct(float[] x) {
        return NativeBuffers.floats(x.length).put(x);
      }
    },
    DOUBLE_BUFFERS(Math.ulp(1.0)) {
      @Override
      double[] run(BlasProvider blas, GemmCase g) {
        DoubleBuffer c = direct(g.c.array);
        blas.gemm(
            g.opA,
            g.opB,
            g.m,
            g.n,
            g.k,
            (double) g.alpha,
            direct(g.a.array),
            g.a.off,
            g.a.ld,
            direct(g.b.array),
            g.b.off,
            g.b.ld,
            (double) g.beta,
            c,
            g.c.off,
            g.c.ld);
        double[] out = new double[c.capacity()];
        c.duplicate().clear().get(out);
        return out;
      }

      /** The buffer's position stays at its end: offsets count from the start all the same. */
      private DoubleBuffer direct(double[] x) {
        return NativeBuffers.doubles(x.length).put(x);
      }
    };

    final double epsilon;

    Form(double epsilon) {
      this.epsilon = epsilon;
    }

    /** The whole array of C after the product. */
    abstract double[] run(BlasProvider blas, GemmCase g);

    static double[] widened(float[] x) {
      double[] d = new double[x.length];
      for (int i = 0; i < d.length; i++) {
        d[i] = x[i];
      }
      return d;
    }
  }

  /** Random operands; {@code slack} more elements before, beside and behind each matrix. */
  static GemmCase random(
      Random random, Op opA, Op opB, int m, int n, int k, float alpha, float beta, int slack) {
    boolean ta = opA == Op.TRANSPOSE;
    boolean tb = opB == Op.TRANSPOSE;
    Block a = block(random, ta ? k : m, ta ? m : k, slack, Double.NaN, false);
    Block b = block(random, tb ? n : k, tb ? k : n, slack, Double.NaN, false);
    Block c = block(random, m, n, slack, OUTSIDE, beta == 0);
    double[] expected = new double[m * n];
    double[] magnitude = new double[m * n];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        double sum = 0;
        double size = 0;
        for (int p = 0; p < k; p++) {
          double term = (ta ? a.get(p, i) : a.get(i, p)) * (tb ? b.get(j, p) : b.get(p, j));
          sum += term;
          size += Math.abs(term);
        }
        double old = beta == 0 ? 0 : beta * c.get(i, j);
        expected[i * n + j] = alpha * sum + old;
        magnitude[i * n + j] = Math.abs(alpha) * size + Math.abs(old);
      }
    }
    return new GemmCase(opA, opB, m, n, k, alpha, beta, a, b, c, expected, magnitude);
  }

  private static Block block(
      Random random, int rows, int cols, int slack, double outside, boolean nanInside) {
    int ld = cols + slack;
    double[] array = new double[slack + rows * ld + slack];
    Block block = new Block(array, slack, rows, cols, ld);
    for (int i = 0; i < array.length; i++) {
      double inside = nanInside ? Double.NaN : (float) random.nextGaussian();
      array[i] = block.covers(i) ? inside : outside;
    }
    return block;
  }

  /**
   * Checks the array of C: outside the block nothing has changed, inside the error obeys the bound
   * for sums of k products in any order, (k + 2) ulp(1)/2 times the sum of magnitudes, for the
   * result and once more for the expectation.
   */
  void check(Form form, double[] result) {
    for (int i = 0; i < result.length; i++) {
      if (!c.covers(i)) {
        assertThat(result[i]).as("%s: element %d outside C", this, i).isEqualTo(OUTSIDE);
      }
    }
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        double error = Math.abs(result[c.at(i, j)] - expected[i * n + j]);
        double bound = (k + 2) * form.epsilon * magnitude[i * n + j];
        if (!(error <= bound)) {
          throw new AssertionError(
              this + ", (" + i + ", " + j + "): error " + error + " exceeds " + bound);
        }
      }
    }
  }

  @Override
  public String toString() {
    return String.format(
        "%s x %s, %d x %d x %d, alpha %s, beta %s, ld %d %d %d",
        opA, opB, m, n, k, alpha, beta, a.ld, b.ld, c.ld);
  }
}
