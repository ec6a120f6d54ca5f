package dev.gme.frontend.feature;

/** Filters as weights of the bins of a power spectrum; each covers bins next to each other. */
final class MelBanks {
  /** Filter b covers bins first[b] and following ones. */
  private final int[] first;

  private final double[][] weights;

  /** The weight that a filter gives a frequency; 0 or less where it gives none. */
  interface Shape {
    double weight(int filter, double hertz);
  }

  /** Kaldi's: triangles on its mel scale. */
  MelBanks(MelOptions options, double sampleFrequency, int paddedLength) {
    this(options.bins(), sampleFrequency, paddedLength, kaldi(options, sampleFrequency));
    for (int b = 0; b < first.length; b++) {
      if (weights[b].length == 0) {
        throw new IllegalArgumentException(
            first.length
                + " filters are too many: filter "
                + (b + 1)
                + " lies between two frequencies");
      }
    }
  }

  private static Shape kaldi(MelOptions options, double sampleFrequency) {
    MelScale scale = new MelScale(options, 0.5 * sampleFrequency);
    double[] corners = new double[options.bins() + 2];
    for (int k = 0; k < corners.length; k++) {
      corners[k] = scale.corner(k, corners.length - 1);
    }
    return (b, hertz) -> {
      double m = MelScale.mel(hertz);
      double centre = corners[b + 1];
      return m <= centre
          ? (m - corners[b]) / (centre - corners[b])
          : (corners[b + 2] - m) / (corners[b + 2] - centre);
    };
  }

  /** Filters of any shape; one that lies between two frequencies has no energy. */
  MelBanks(int filters, double sampleFrequency, int fft, Shape shape) {
    first = new int[filters];
    weights = new double[filters][];
    double[] w = new double[fft / 2];
    for (int b = 0; b < filters; b++) {
      int from = -1;
      int to = -1;
      for (int i = 0; i < w.length; i++) {
        w[i] = Math.max(0, shape.weight(b, sampleFrequency / fft * i));
        if (w[i] > 0) {
          from = from < 0 ? i : from;
          to = i;
        }
      }
      first[b] = Math.max(from, 0);
      weights[b] = from < 0 ? new double[0] : java.util.Arrays.copyOfRange(w, from, to + 1);
    }
  }

  int bins() {
    return first.length;
  }

  /** The energies of the filters, into {@code out} from {@code at} on. */
  void apply(double[] power, double[] out, int at) {
    for (int b = 0; b < first.length; b++) {
      double[] w = weights[b];
      int from = first[b];
      double sum = 0;
      for (int i = 0; i < w.length; i++) {
        sum += w[i] * power[from + i];
      }
      out[at + b] = sum;
    }
  }
}
