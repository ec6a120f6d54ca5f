package dev.gme.frontend.feature;

/**
 * |X_k|² of a real signal of n samples, for k from 0 to n/2 − 1 (no filter reaches the Nyquist
 * frequency). Even n by a transform of n/2 complex numbers (docs/decisions/0009 and 0018), whose
 * factors are taken one after the other: 4 where it can, 2, 5, and any other by the definition.
 */
final class PowerSpectrum {
  private final int n;

  /** Numbers that are transformed: n/2 pairs of samples, or n samples where n is odd. */
  private final int size;

  /** The factors of the size. */
  private final int[] factors;

  /** Where the steps leave each frequency. */
  private final int[] place;

  /** cos and sin of 2πk/n. */
  private final double[] cos;

  private final double[] sin;

  private final double[] re;
  private final double[] im;

  /**
   * The transform of signals of n samples. Not for several threads at a time: it has a workspace.
   */
  PowerSpectrum(int n) {
    this.n = n;
    size = n % 2 == 0 ? n / 2 : n;
    factors = factors(size);
    place = places(size, factors);
    cos = new double[n];
    sin = new double[n];
    for (int k = 0; k < n; k++) {
      cos[k] = Math.cos(2 * Math.PI * k / n);
      sin[k] = Math.sin(2 * Math.PI * k / n);
    }
    re = new double[size];
    im = new double[size];
  }

  /** The same, sharing the tables, with a workspace of its own. */
  PowerSpectrum copy() {
    return new PowerSpectrum(this);
  }

  private PowerSpectrum(PowerSpectrum other) {
    n = other.n;
    size = other.size;
    factors = other.factors;
    place = other.place;
    cos = other.cos;
    sin = other.sin;
    re = new double[size];
    im = new double[size];
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

  /** Each step leaves a digit of the frequency, the lowest first, where it took one of the time. */
  private static int[] places(int size, int[] factors) {
    int[] place = new int[size];
    for (int at = 0; at < size; at++) {
      int frequency = 0;
      int unit = 1;
      int left = size;
      for (int r : factors) {
        left /= r;
        frequency += at / left % r * unit;
        unit *= r;
      }
      place[frequency] = at;
    }
    return place;
  }

  void compute(double[] x, double[] power) {
    if (n % 2 == 1) {
      System.arraycopy(x, 0, re, 0, n);
      java.util.Arrays.fill(im, 0);
      transform();
      for (int k = 0; k < n / 2; k++) {
        power[k] = square(re[place[k]]) + square(im[place[k]]);
      }
      return;
    }
    // Even and odd samples are the real and imaginary parts of a signal of half the length.
    for (int i = 0; i < size; i++) {
      re[i] = x[2 * i];
      im[i] = x[2 * i + 1];
    }
    transform();
    power[0] = square(re[0] + im[0]);
    for (int k = 1; 2 * k <= size; k++) {
      int l = size - k;
      int a = place[k];
      int b = place[l];
      // E_k and O_k, the transforms of the even and odd samples; X_k = E_k + e^(−2πik/n) O_k.
      double evenRe = 0.5 * (re[a] + re[b]);
      double evenIm = 0.5 * (im[a] - im[b]);
      double oddRe = 0.5 * (im[a] + im[b]);
      double oddIm = 0.5 * (re[b] - re[a]);
      double turnedRe = cos[k] * oddRe + sin[k] * oddIm;
      double turnedIm = cos[k] * oddIm - sin[k] * oddRe;
      power[k] = square(evenRe + turnedRe) + square(evenIm + turnedIm);
      power[l] = square(evenRe - turnedRe) + square(evenIm - turnedIm);
    }
  }

  private static double square(double v) {
    return v * v;
  }

  /** In place: each step cuts what the one before left into r parts. */
  private void transform() {
    int block = size;
    for (int r : factors) {
      int part = block / r;
      // Powers of the root of unity of a block are this far apart in the tables.
      int turn = n / block;
      switch (r) {
        case 2 -> Butterflies.two(re, im, part, cos, sin, turn);
        case 4 -> Butterflies.four(re, im, part, cos, sin, turn);
        case 5 -> Butterflies.five(re, im, part, cos, sin, turn);
        default -> Butterflies.any(r, re, im, part, cos, sin, turn);
      }
      block = part;
    }
  }
}
