package dev.gme.frontend.feature;

import java.util.Locale;

/** The window that a frame is multiplied with. */
public enum WindowType {
  HAMMING,
  HANNING,
  /** Like Hamming, but 0 at the ends. */
  POVEY,
  RECTANGULAR,
  SINE,
  BLACKMAN;

  /** By Kaldi's name, such as "povey". */
  public static WindowType of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  double[] window(int n, double blackmanCoefficient) {
    double[] w = new double[n];
    double a = n == 1 ? 0 : 2 * Math.PI / (n - 1);
    for (int i = 0; i < n; i++) {
      w[i] =
          switch (this) {
            case HAMMING -> 0.54 - 0.46 * Math.cos(a * i);
            case HANNING -> 0.5 - 0.5 * Math.cos(a * i);
            case POVEY -> Math.pow(0.5 - 0.5 * Math.cos(a * i), 0.85);
            case RECTANGULAR -> 1;
            case SINE -> Math.sin(0.5 * a * i);
            case BLACKMAN ->
                blackmanCoefficient
                    - 0.5 * Math.cos(a * i)
                    + (0.5 - blackmanCoefficient) * Math.cos(2 * a * i);
          };
    }
    return w;
  }
}
