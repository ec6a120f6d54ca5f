package dev.gme.frontend.feature;

/** The filters as weights of the bins of a power spectrum: each bin belongs to two at most. */
final class MelBanks {
  /** Filter b covers bins first[b] and following ones. */
  private final int[] first;

  private final double[][] weights;

  MelBanks(MelOptions options, double sampleFrequency, int paddedLength) {
    MelScale scale = new MelScale(options, 0.5 * sampleFrequency);
    int bins = options.bins();
    first = new int[bins];
    weights = new double[bins][];
    double[] mel = new double[paddedLength / 2];
    for (int i = 0; i < mel.length; i++) {
      mel[i] = MelScale.mel(sampleFrequency / paddedLength * i);
    }
    for (int b = 0; b < bins; b++) {
      double left = scale.corner(b, bins + 1);
      double centre = scale.corner(b + 1, bins + 1);
      double right = scale.corner(b + 2, bins + 1);
      double[] w = new double[mel.length];
      int from = -1;
      int to = -1;
      for (int i = 0; i < w.length; i++) {
        double m = mel[i];
        if (m > left && m < right) {
          w[i] = m <= centre ? (m - left) / (centre - left) : (right - m) / (right - centre);
          from = from < 0 ? i : from;
          to = i;
        }
      }
      if (from < 0) {
        throw new IllegalArgumentException(
            bins + " filters are too many: filter " + (b + 1) + " lies between two frequencies");
      }
      first[b] = from;
      weights[b] = java.util.Arrays.copyOfRange(w, from, to + 1);
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
