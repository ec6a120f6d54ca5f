package dev.gme.frontend.feature;

/**
 * |X_k|² of a real signal of n samples, for k from 0 to n/2 − 1 (the filters do not use the Nyquist
 * frequency). For powers of two by a fast transform of n/2 complex numbers (docs/decisions/0007);
 * other lengths, which only an option asks for, by the definition.
 */
final class PowerSpectrum {
  private final int n;

  /** cos and sin of 2πk/n. */
  private final double[] cos;

  private final double[] sin;

  /** For the fast way: the order in which the transform wants its input. */
  private final int[] reversed;

  private final double[] re;
  private final double[] im;

  /**
   * The transform of signals of n samples. Not for several threads at a time: it has a workspace.
   */
  PowerSpectrum(int n) {
    this.n = n;
    cos = new double[n];
    sin = new double[n];
    for (int k = 0; k < n; k++) {
      cos[k] = Math.cos(2 * Math.PI * k / n);
      sin[k] = Math.sin(2 * Math.PI * k / n);
    }
    int half = n / 2;
    re = new double[half];
    im = new double[half];
    reversed = isFast() ? bitReversal(half) : null;
  }

  /** The same, sharing the tables, with a workspace of its own. */
  PowerSpectrum copy() {
    return new PowerSpectrum(this);
  }

  private PowerSpectrum(PowerSpectrum other) {
    n = other.n;
    cos = other.cos;
    sin = other.sin;
    reversed = other.reversed;
    re = new double[n / 2];
    im = new double[n / 2];
  }

  private boolean isFast() {
    return n >= 4 && Integer.bitCount(n) == 1;
  }

  private static int[] bitReversal(int m) {
    int bits = Integer.numberOfTrailingZeros(m);
    int[] r = new int[m];
    for (int i = 1; i < m; i++) {
      r[i] = Integer.reverse(i) >>> (32 - bits);
    }
    return r;
  }

  void compute(double[] x, double[] power) {
    if (isFast()) {
      fast(x, power);
    } else {
      byDefinition(x, power);
    }
  }

  private void byDefinition(double[] x, double[] power) {
    for (int k = 0; k < n / 2; k++) {
      double sumRe = 0;
      double sumIm = 0;
      int angle = 0;
      for (int i = 0; i < n; i++) {
        sumRe += x[i] * cos[angle];
        sumIm += x[i] * sin[angle];
        angle += k;
        angle -= angle >= n ? n : 0;
      }
      power[k] = sumRe * sumRe + sumIm * sumIm;
    }
  }

  /** Even and odd samples are the real and imaginary parts of a signal of half the length. */
  private void fast(double[] x, double[] power) {
    int m = n / 2;
    for (int i = 0; i < m; i++) {
      int j = reversed[i];
      re[i] = x[2 * j];
      im[i] = x[2 * j + 1];
    }
    transform(m);
    power[0] = (re[0] + im[0]) * (re[0] + im[0]);
    for (int k = 1; k <= m / 2; k++) {
      int l = m - k;
      // E_k and O_k, the transforms of the even and odd samples; X_k = E_k + e^(−2πik/n) O_k.
      double evenRe = 0.5 * (re[k] + re[l]);
      double evenIm = 0.5 * (im[k] - im[l]);
      double oddRe = 0.5 * (im[k] + im[l]);
      double oddIm = 0.5 * (re[l] - re[k]);
      double turnedRe = cos[k] * oddRe + sin[k] * oddIm;
      double turnedIm = cos[k] * oddIm - sin[k] * oddRe;
      power[k] = square(evenRe + turnedRe) + square(evenIm + turnedIm);
      power[l] = square(evenRe - turnedRe) + square(evenIm - turnedIm);
    }
  }

  private static double square(double v) {
    return v * v;
  }

  /** In place, of input in reversed order: one step of radix 2 if needed, then radix 4. */
  private void transform(int m) {
    int size = 1;
    if ((Integer.numberOfTrailingZeros(m) & 1) == 1) {
      for (int i = 0; i < m; i += 2) {
        double r = re[i + 1];
        double s = im[i + 1];
        re[i + 1] = re[i] - r;
        im[i + 1] = im[i] - s;
        re[i] += r;
        im[i] += s;
      }
      size = 2;
    }
    for (; size < m; size *= 4) {
      radix4(m, size);
    }
  }

  private void radix4(int m, int size) {
    int turn = n / (4 * size);
    for (int j = 0; j < size; j++) {
      double c1 = cos[j * turn];
      double s1 = sin[j * turn];
      double c2 = cos[2 * j * turn];
      double s2 = sin[2 * j * turn];
      double c3 = cos[3 * j * turn];
      double s3 = sin[3 * j * turn];
      for (int i = j; i < m; i += 4 * size) {
        // In bit-reversed order the second and the third quarter are exchanged.
        int p = i + size;
        int q = p + size;
        int r = q + size;
        double bRe = c2 * re[p] + s2 * im[p];
        double bIm = c2 * im[p] - s2 * re[p];
        double cRe = c1 * re[q] + s1 * im[q];
        double cIm = c1 * im[q] - s1 * re[q];
        double dRe = c3 * re[r] + s3 * im[r];
        double dIm = c3 * im[r] - s3 * re[r];
        double sumRe = re[i] + bRe;
        double sumIm = im[i] + bIm;
        double difRe = re[i] - bRe;
        double difIm = im[i] - bIm;
        double oddRe = cRe + dRe;
        double oddIm = cIm + dIm;
        double turnRe = cIm - dIm;
        double turnIm = dRe - cRe;
        re[i] = sumRe + oddRe;
        im[i] = sumIm + oddIm;
        re[p] = difRe + turnRe;
        im[p] = difIm + turnIm;
        re[q] = sumRe - oddRe;
        im[q] = sumIm - oddIm;
        re[r] = difRe - turnRe;
        im[r] = difIm - turnIm;
      }
    }
  }
}
