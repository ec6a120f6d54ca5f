package dev.gme.frontend.feature;

/**
 * The steps of a Fourier transform: from some blocks of complex numbers to as many others. Blocks
 * have a width, over which the same is done. The arrays are arguments, since of fields the compiler
 * would not know that they stay the same.
 */
final class Butterflies {
  private static final double COS_72 = Math.cos(2 * Math.PI / 5);
  private static final double SIN_72 = Math.sin(2 * Math.PI / 5);
  private static final double COS_144 = Math.cos(4 * Math.PI / 5);
  private static final double SIN_144 = Math.sin(4 * Math.PI / 5);

  private Butterflies() {}

  /**
   * Four blocks to four blocks.
   *
   * @param at where the four begin, and where the first of those that are made
   * @param cos of the angles by which the second, third and fourth are turned
   */
  static void radix4(
      int[] at,
      int width,
      double[] re,
      double[] im,
      double[] toRe,
      double[] toIm,
      double[] cos,
      double[] sin) {
    int a = at[0];
    int b = at[1];
    int c = at[2];
    int d = at[3];
    int y0 = at[4];
    int y1 = y0 + width;
    int y2 = y1 + width;
    int y3 = y2 + width;
    double c1 = cos[0];
    double c2 = cos[1];
    double c3 = cos[2];
    double s1 = sin[0];
    double s2 = sin[1];
    double s3 = sin[2];
    for (int q = 0; q < width; q++) {
      double acRe = re[a + q] + re[c + q];
      double acIm = im[a + q] + im[c + q];
      double difRe = re[a + q] - re[c + q];
      double difIm = im[a + q] - im[c + q];
      double bdRe = re[b + q] + re[d + q];
      double bdIm = im[b + q] + im[d + q];
      double turnRe = im[b + q] - im[d + q];
      double turnIm = re[d + q] - re[b + q];
      toRe[y0 + q] = acRe + bdRe;
      toIm[y0 + q] = acIm + bdIm;
      double oneRe = difRe + turnRe;
      double oneIm = difIm + turnIm;
      toRe[y1 + q] = c1 * oneRe + s1 * oneIm;
      toIm[y1 + q] = c1 * oneIm - s1 * oneRe;
      double twoRe = acRe - bdRe;
      double twoIm = acIm - bdIm;
      toRe[y2 + q] = c2 * twoRe + s2 * twoIm;
      toIm[y2 + q] = c2 * twoIm - s2 * twoRe;
      double threeRe = difRe - turnRe;
      double threeIm = difIm - turnIm;
      toRe[y3 + q] = c3 * threeRe + s3 * threeIm;
      toIm[y3 + q] = c3 * threeIm - s3 * threeRe;
    }
  }

  /**
   * Five blocks to five blocks.
   *
   * @param at where the first begins, how far they are apart, and where the first that is made
   *     begins
   * @param cos of the angles by which the second to the fifth are turned
   */
  static void radix5(
      int[] at,
      int width,
      double[] re,
      double[] im,
      double[] toRe,
      double[] toIm,
      double[] cos,
      double[] sin) {
    int a = at[0];
    int b = a + at[1];
    int c = b + at[1];
    int d = c + at[1];
    int e = d + at[1];
    int y0 = at[2];
    int y1 = y0 + width;
    int y2 = y1 + width;
    int y3 = y2 + width;
    int y4 = y3 + width;
    for (int q = 0; q < width; q++) {
      double beRe = re[b + q] + re[e + q];
      double beIm = im[b + q] + im[e + q];
      double cdRe = re[c + q] + re[d + q];
      double cdIm = im[c + q] + im[d + q];
      double difBeRe = re[b + q] - re[e + q];
      double difBeIm = im[b + q] - im[e + q];
      double difCdRe = re[c + q] - re[d + q];
      double difCdIm = im[c + q] - im[d + q];
      toRe[y0 + q] = re[a + q] + beRe + cdRe;
      toIm[y0 + q] = im[a + q] + beIm + cdIm;
      double nearRe = re[a + q] + COS_72 * beRe + COS_144 * cdRe;
      double nearIm = im[a + q] + COS_72 * beIm + COS_144 * cdIm;
      double nearTurnRe = SIN_72 * difBeIm + SIN_144 * difCdIm;
      double nearTurnIm = -SIN_72 * difBeRe - SIN_144 * difCdRe;
      double farRe = re[a + q] + COS_144 * beRe + COS_72 * cdRe;
      double farIm = im[a + q] + COS_144 * beIm + COS_72 * cdIm;
      double farTurnRe = SIN_144 * difBeIm - SIN_72 * difCdIm;
      double farTurnIm = SIN_72 * difCdRe - SIN_144 * difBeRe;
      double oneRe = nearRe + nearTurnRe;
      double oneIm = nearIm + nearTurnIm;
      toRe[y1 + q] = cos[0] * oneRe + sin[0] * oneIm;
      toIm[y1 + q] = cos[0] * oneIm - sin[0] * oneRe;
      double twoRe = farRe + farTurnRe;
      double twoIm = farIm + farTurnIm;
      toRe[y2 + q] = cos[1] * twoRe + sin[1] * twoIm;
      toIm[y2 + q] = cos[1] * twoIm - sin[1] * twoRe;
      double threeRe = farRe - farTurnRe;
      double threeIm = farIm - farTurnIm;
      toRe[y3 + q] = cos[2] * threeRe + sin[2] * threeIm;
      toIm[y3 + q] = cos[2] * threeIm - sin[2] * threeRe;
      double fourRe = nearRe - nearTurnRe;
      double fourIm = nearIm - nearTurnIm;
      toRe[y4 + q] = cos[3] * fourRe + sin[3] * fourIm;
      toIm[y4 + q] = cos[3] * fourIm - sin[3] * fourRe;
    }
  }

  /** Adds a turned block to one that is made; the first makes it. */
  static void add(
      boolean first,
      int x,
      int y,
      int width,
      double[] re,
      double[] im,
      double[] toRe,
      double[] toIm,
      double c,
      double s) {
    if (first) {
      java.util.Arrays.fill(toRe, y, y + width, 0);
      java.util.Arrays.fill(toIm, y, y + width, 0);
    }
    for (int q = 0; q < width; q++) {
      toRe[y + q] += c * re[x + q] + s * im[x + q];
      toIm[y + q] += c * im[x + q] - s * re[x + q];
    }
  }
}
