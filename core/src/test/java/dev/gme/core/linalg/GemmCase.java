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
      MatrixView<float[]> view(Block x) {
        return MatrixView.of(x.floats(), x.off, x.rows, x.cols, x.ld);
      }

      @Override
      double[] elements(MatrixView<?> x) {
        return widened((float[]) x.data);
      }
    },
    DOUBLE_ARRAYS(Math.ulp(1.0)) {
      @Override
      MatrixView<double[]> view(Block x) {
        return MatrixView.of(x.array.clone(), x.off, x.rows, x.cols, x.ld);
      }

      @Override
      double[] elements(MatrixView<?> x) {
        return (double[]) x.data;
      }
    },
    FLOAT_BUFFERS(Math.ulp(1f)) {
      @Override
      MatrixView<FloatBuffer> view(Block x) {
        FloatBuffer direct = NativeBuffers.floats(x.array.length).put(x.floats());
        return MatrixView.of(direct, x.off, x.rows, x.cols, x.ld);
      }

      @Override
      double[] elements(MatrixView<?> x) {
        float[] out = new float[((FloatBuffer) x.data).capacity()];
        ((FloatBuffer) x.data).get(0, out);
        return widened(out);
      }
    },
    DOUBLE_BUFFERS(Math.ulp(1.0)) {
      /** The buffer's position stays at its end: offsets count from the start all the same. */
      @Override
      MatrixView<DoubleBuffer> view(Block x) {
        DoubleBuffer direct = NativeBuffers.doubles(x.array.length).put(x.array);
        return MatrixView.of(direct, x.off, x.rows, x.cols, x.ld);
      }

      @Override
      double[] elements(MatrixView<?> x) {
        double[] out = new double[((DoubleBuffer) x.data).capacity()];
        ((DoubleBuffer) x.data).get(0, out);
        return out;
      }
    };

    final double epsilon;

    Form(double epsilon) {
      this.epsilon = epsilon;
    }

    /** A copy in the storage of this form. */
    abstract MatrixView<?> view(Block x);

    /** All that the storage holds. */
    abstract double[] elements(MatrixView<?> x);

    /** The whole array of C after the product. */
    double[] run(BlasProvider blas, GemmCase g) {
      MatrixView<?> c = view(g.c);
      blas.gemm(g.alpha, g.opA.of(view(g.a)), g.opB.of(view(g.b)), g.beta, c);
      return elements(c);
    }

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
