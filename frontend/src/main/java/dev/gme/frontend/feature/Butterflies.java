package dev.gme.frontend.feature;

/**
 * The steps of a Fourier transform in place: numbers that are a part of their block apart become
 * those of as many shorter transforms, each turned by its angle. Loops begin with the place in a
 * part, whose angles all blocks share. The arrays are arguments, since of fields the compiler would
 * not know that they stay the same.
 */
final class Butterflies {
  private static final double COS_72 = Math.cos(2 * Math.PI / 5);
  private static final double SIN_72 = Math.sin(2 * Math.PI / 5);
  private static final double COS_144 = Math.cos(4 * Math.PI / 5);
  private static final double SIN_144 = Math.sin(4 * Math.PI / 5);

  private Butterflies() {}

  static void two(double[] re, double[] im, int part, double[] cos, double[] sin, int turn) {
    for (int p = 0; p < part; p++) {
      double c = cos[p * turn];
      double s = sin[p * turn];
      for (int a = p; a < re.length; a += 2 * part) {
        int b = a + part;
        double difRe = re[a] - re[b];
        double difIm = im[a] - im[b];
        re[a] += re[b];
        im[a] += im[b];
        re[b] = c * difRe + s * difIm;
        im[b] = c * difIm - s * difRe;
      }
    }
  }

  static void four(double[] re, double[] im, int part, double[] cos, double[] sin, int turn) {
    for (int p = 0; p < part; p++) {
      double c1 = cos[p * turn];
      double s1 = sin[p * turn];
      double c2 = cos[2 * p * turn];
      double s2 = sin[2 * p * turn];
      double c3 = cos[3 * p * turn];
      double s3 = sin[3 * p * turn];
      for (int a = p; a < re.length; a += 4 * part) {
        int b = a + part;
        int c = b + part;
        int d = c + part;
        double acRe = re[a] + re[c];
        double acIm = im[a] + im[c];
        double difRe = re[a] - re[c];
        double difIm = im[a] - im[c];
        double bdRe = re[b] + re[d];
        double bdIm = im[b] + im[d];
        double turnRe = im[b] - im[d];
        double turnIm = re[d] - re[b];
        re[a] = acRe + bdRe;
        im[a] = acIm + bdIm;
        double oneRe = difRe + turnRe;
        double oneIm = difIm + turnIm;
        re[b] = c1 * oneRe + s1 * oneIm;
        im[b] = c1 * oneIm - s1 * oneRe;
        double twoRe = acRe - bdRe;
        double twoIm = acIm - bdIm;
        re[c] = c2 * twoRe + s2 * twoIm;
        im[c] = c2 * twoIm - s2 * twoRe;
        double threeRe = difRe - turnRe;
        double threeIm = difIm - turnIm;
        re[d] = c3 * threeRe + s3 * threeIm;
        im[d] = c3 * threeIm - s3 * threeRe;
      }
    }
  }

  static void five(double[] re, double[] im, int part, double[] cos, double[] sin, int turn) {
    for (int p = 0; p < part; p++) {
      for (int a = p; a < re.length; a += 5 * part) {
        five(re, im, a, part);
      }
      for (int k = 1; k < 5; k++) {
        turn(re, im, p + k * part, 5 * part, cos[k * p * turn], sin[k * p * turn]);
      }
    }
  }

  private static void five(double[] re, double[] im, int a, int part) {
    int b = a + part;
    int c = b + part;
    int d = c + part;
    int e = d + part;
    double beRe = re[b] + re[e];
    double beIm = im[b] + im[e];
    double cdRe = re[c] + re[d];
    double cdIm = im[c] + im[d];
    double difBeRe = re[b] - re[e];
    double difBeIm = im[b] - im[e];
    double difCdRe = re[c] - re[d];
    double difCdIm = im[c] - im[d];
    double nearRe = re[a] + COS_72 * beRe + COS_144 * cdRe;
    double nearIm = im[a] + COS_72 * beIm + COS_144 * cdIm;
    double nearTurnRe = SIN_72 * difBeIm + SIN_144 * difCdIm;
    double nearTurnIm = -SIN_72 * difBeRe - SIN_144 * difCdRe;
    double farRe = re[a] + COS_144 * beRe + COS_72 * cdRe;
    double farIm = im[a] + COS_144 * beIm + COS_72 * cdIm;
    double farTurnRe = SIN_144 * difBeIm - SIN_72 * difCdIm;
    double farTurnIm = SIN_72 * difCdRe - SIN_144 * difBeRe;
    re[a] += beRe + cdRe;
    im[a] += beIm + cdIm;
    re[b] = nearRe + nearTurnRe;
    im[b] = nearIm + nearTurnIm;
    re[c] = farRe + farTurnRe;
    im[c] = farIm + farTurnIm;
    re[d] = farRe - farTurnRe;
    im[d] = farIm - farTurnIm;
    re[e] = nearRe - nearTurnRe;
    im[e] = nearIm - nearTurnIm;
  }

  private static void turn(double[] re, double[] im, int from, int step, double c, double s) {
    for (int i = from; i < re.length; i += step) {
      double x = re[i];
      double y = im[i];
      re[i] = c * x + s * y;
      im[i] = c * y - s * x;
    }
  }

  /** By the definition; tables have as many entries as a turn has steps. */
  static void any(int r, double[] re, double[] im, int part, double[] cos, double[] sin, int turn) {
    int root = part * turn;
    double[] toRe = new double[r];
    double[] toIm = new double[r];
    for (int a = 0; a < re.length; a++) {
      if (a / part % r != 0) {
        continue;
      }
      int p = a % part;
      for (int k = 0; k < r; k++) {
        toRe[k] = 0;
        toIm[k] = 0;
        for (int j = 0; j < r; j++) {
          int angle = (int) (((long) root * (j * k % r) + (long) turn * p * k) % cos.length);
          double x = re[a + j * part];
          double y = im[a + j * part];
          toRe[k] += cos[angle] * x + sin[angle] * y;
          toIm[k] += cos[angle] * y - sin[angle] * x;
        }
      }
      for (int k = 0; k < r; k++) {
        re[a + k * part] = toRe[k];
        im[a + k * part] = toIm[k];
      }
    }
  }
}
