package dev.gme.core.diarize;

/**
 * How the hidden Markov model of a conversation is fitted (docs/math.md 9.6).
 *
 * <pre>{@code
 * VbHmmOptions published = VbHmmOptions.VBX;
 * VbHmmOptions more = published.withFb(10);
 * }</pre>
 *
 * @param loop ρ, the probability that the next window is of the same speaker without a draw; 0 is a
 *     mixture, for which order is immaterial
 * @param fa scales the log-likelihoods: overlapping windows say less than independent ones
 * @param fb scales what a speaker costs: the larger, the fewer remain
 * @param iterations at most so many
 * @param tolerance the end, when the bound grows by less
 */
public record VbHmmOptions(double loop, double fa, double fb, int iterations, double tolerance) {
  /** The settings that were published with VBx, for windows of 1.44 s every 0.24 s. */
  public static final VbHmmOptions VBX = new VbHmmOptions(0.99, 0.3, 17, 40, 1e-6);

  public VbHmmOptions {
    if (!(loop >= 0 && loop < 1)) {
      throw new IllegalArgumentException(
          "the loop probability is at least 0 and below 1, found " + loop);
    }
    positive("Fa", fa);
    positive("Fb", fb);
    if (iterations < 1) {
      throw new IllegalArgumentException("at least one iteration is needed, found " + iterations);
    }
    if (!(tolerance >= 0)) {
      throw new IllegalArgumentException("the tolerance is at least 0, found " + tolerance);
    }
  }

  private static void positive(String name, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be positive and finite, found " + value);
    }
  }

  public VbHmmOptions withLoop(double other) {
    return new VbHmmOptions(other, fa, fb, iterations, tolerance);
  }

  public VbHmmOptions withFa(double other) {
    return new VbHmmOptions(loop, other, fb, iterations, tolerance);
  }

  public VbHmmOptions withFb(double other) {
    return new VbHmmOptions(loop, fa, other, iterations, tolerance);
  }

  public VbHmmOptions withIterations(int other) {
    return new VbHmmOptions(loop, fa, fb, other, tolerance);
  }
}
