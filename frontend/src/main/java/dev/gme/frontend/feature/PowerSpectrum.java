package dev.gme.frontend.feature;

/**
 * |X_k|² of real signals of n samples, for k from 0 to n/2 − 1 (no filter reaches the Nyquist
 * frequency), of {@link #LANES} signals at a time: number i of signal l lies at {@code i · LANES +
 * l}, so that each step of the transform runs along the signals. Even n by a transform of n/2
 * complex numbers (docs/decisions/0009), whose factors are taken one after the other: 4 where it
 * can, 5, and any other by the definition.
 */
final class PowerSpectrum {
  /** How many signals are worked on together: fewer are slower, more leave the nearest cache. */
  static final int LANES = 16;

  private final int n;

  /** Numbers that are transformed: n/2 pairs of samples, or n samples where n is odd. */
  private final int size;

  /** The factors of the size. */
  private final int[] factors;

  /** cos and sin of 2πk/n. */
  private final double[] cos;

  private final double[] sin;

  private double[] re;
  private double[] im;
  private double[] nextRe;
  private double[] nextIm;

  /**
   * The transform of signals of n samples. Not for several threads at a time: it has a workspace.
   */
  PowerSpectrum(int n) {
    this.n = n;
    size = n % 2 == 0 ? n / 2 : n;
    factors = factors(size);
    cos = new double[n];
    sin = new double[n];
    for (int k = 0; k < n; k++) {
      cos[k] = Math.cos(2 * Math.PI * k / n);
      sin[k] = Math.sin(2 * Math.PI * k / n);
    }
    allocate();
  }

  /** The same, sharing the tables, with a workspace of its own. */
  PowerSpectrum copy() {
    return new PowerSpectrum(this);
  }

  private PowerSpectrum(PowerSpectrum other) {
    n = other.n;
    size = other.size;
    factors = other.factors;
    cos = other.cos;
    sin = other.sin;
    allocate();
  }

  private void allocate() {
    re = new double[size * LANES];
    im = new double[size * LANES];
    nextRe = new double[size * LANES];
    nextIm = new double[size * LANES];
  }

  private static int[] factors(int size) {
    int[] found = new int[Integer.SIZE];
    int count = 0;
    int rest = size;
    for (; rest % 4 == 0; rest /= 4) {
      found[count++] = 4;
    }
    for (int p = 2; rest > 1; p++) {
      for (; rest % p == 0; rest /= p) {
        found[count++] = p;
      }
    }
    return java.util.Arrays.copyOf(found, count);
  }

  /** How many numbers {@link #compute} gives. */
  int bins() {
    return n / 2 * LANES;
  }

  /** Sets one of the signals; those that are not set are what the last transform left. */
  void put(int lane, double[] x) {
    if (n % 2 == 1) {
      for (int i = 0; i < n; i++) {
        re[i * LANES + lane] = x[i];
        im[i * LANES + lane] = 0;
      }
      return;
    }
    // Even and odd samples are the real and imaginary parts of a signal of half the length.
    for (int i = 0; i < size; i++) {
      re[i * LANES + lane] = x[2 * i];
      im[i * LANES + lane] = x[2 * i + 1];
    }
  }

  /** The powers of the signals that were put. */
  void compute(double[] power) {
    transform();
    if (n % 2 == 1) {
      for (int i = 0; i < power.length; i++) {
        power[i] = re[i] * re[i] + im[i] * im[i];
      }
      return;
    }
    for (int l = 0; l < LANES; l++) {
      power[l] = (re[l] + im[l]) * (re[l] + im[l]);
    }
    for (int k = 1; 2 * k <= size; k++) {
      unravel(k * LANES, (size - k) * LANES, re, im, power, cos[k], sin[k]);
    }
  }

  /** From the transform of pairs to the powers of bins k and n/2 − k, which begin at x and y. */
  private static void unravel(
      int x, int y, double[] re, double[] im, double[] power, double c, double s) {
    for (int l = 0; l < LANES; l++) {
      // E_k and O_k, the transforms of the even and odd samples; X_k = E_k + e^(−2πik/n) O_k.
      double evenRe = 0.5 * (re[x + l] + re[y + l]);
      double evenIm = 0.5 * (im[x + l] - im[y + l]);
      double oddRe = 0.5 * (im[x + l] + im[y + l]);
      double oddIm = 0.5 * (re[y + l] - re[x + l]);
      double turnedRe = c * oddRe + s * oddIm;
      double turnedIm = c * oddIm - s * oddRe;
      double aboveRe = evenRe + turnedRe;
      double aboveIm = evenIm + turnedIm;
      double belowRe = evenRe - turnedRe;
      double belowIm = evenIm - turnedIm;
      power[x + l] = aboveRe * aboveRe + aboveIm * aboveIm;
      power[y + l] = belowRe * belowRe + belowIm * belowIm;
    }
  }

  /**
   * Stockham's transform: a step takes one factor r out of what is left, m, and leaves blocks that
   * are r times as long, in order.
   */
  private void transform() {
    int m = size;
    int width = LANES;
    for (int r : factors) {
      m /= r;
      int turn = n / (m * r);
      for (int p = 0; p < m; p++) {
        if (r == 4) {
          radix4(p * width, m * width, 4 * p * width, width, p * turn);
        } else if (r == 5) {
          radix5(p * width, m * width, 5 * p * width, width, p * turn);
        } else {
          anyRadix(r, p * width, m * width, r * p * width, width, p * turn);
        }
      }
      double[] oldRe = re;
      double[] oldIm = im;
      re = nextRe;
      im = nextIm;
      nextRe = oldRe;
      nextIm = oldIm;
      width *= r;
    }
  }

  /** Four blocks from x on, so far from each other, to four blocks from y on. */
  private void radix4(int x, int apart, int y, int width, int turn) {
    Butterflies.radix4(
        new int[] {x, x + apart, x + 2 * apart, x + 3 * apart, y},
        width,
        re,
        im,
        nextRe,
        nextIm,
        new double[] {cos[turn], cos[2 * turn], cos[3 * turn]},
        new double[] {sin[turn], sin[2 * turn], sin[3 * turn]});
  }

  /** The same for five blocks: 25 ms at 16 kHz are 400 samples. */
  private void radix5(int x, int apart, int y, int width, int turn) {
    double[] c = new double[4];
    double[] s = new double[4];
    for (int k = 1; k < 5; k++) {
      c[k - 1] = cos[k * turn];
      s[k - 1] = sin[k * turn];
    }
    Butterflies.radix5(new int[] {x, apart, y}, width, re, im, nextRe, nextIm, c, s);
  }

  /** The same for r blocks, by the definition of their transform. */
  private void anyRadix(int r, int x, int apart, int y, int width, int turn) {
    int root = n / r;
    for (int k = 0; k < r; k++) {
      for (int j = 0; j < r; j++) {
        int angle = (int) (((long) root * (j * k % r) + (long) turn * k) % n);
        Butterflies.add(
            j == 0,
            x + j * apart,
            y + k * width,
            width,
            re,
            im,
            nextRe,
            nextIm,
            cos[angle],
            sin[angle]);
      }
    }
  }
}
