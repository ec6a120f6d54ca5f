package dev.gme.core.model;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How much noise a model finds in recordings of speakers that it was not trained on: quantiles of q
 * = |H(r−μ)|² (docs/math.md 5.7). New recordings whose q is of another size are not what the
 * model's calibration was trained for. Smaller is as bad as larger: then the training speakers were
 * strange, for example because what made the vectors had been trained on them.
 *
 * <pre>{@code
 * NoiseProfile profile = NoiseProfile.of(pipeline.q(heldOutVectors));
 * if (profile.isUnlike(pipeline.q(newVectors))) { … }
 * }</pre>
 */
public final class NoiseProfile {
  private static final int QUANTILES = 101;

  /** Recordings that vary together, as those of a few speakers do, need room. */
  private static final double RARE = 0.05;

  /** Fewer new recordings than this say nothing. */
  private static final int FEW = 20;

  private final double[] quantiles;

  private NoiseProfile(double[] quantiles) {
    this.quantiles = quantiles;
  }

  /** The profile of recordings with these q, at least one. */
  public static NoiseProfile of(double[] q) {
    double[] sorted = q.clone();
    Arrays.sort(sorted);
    return ofQuantiles(
        IntStream.range(0, QUANTILES)
            .mapToDouble(
                k -> sorted[(int) Math.round((double) k * (q.length - 1) / (QUANTILES - 1))])
            .toArray());
  }

  /** The profile with these quantiles, at equal distances from the least q to the largest. */
  public static NoiseProfile ofQuantiles(double[] quantiles) {
    for (int k = 0; k < quantiles.length; k++) {
      if (!(quantiles[k] >= 0 && quantiles[k] < Double.POSITIVE_INFINITY)
          || (k > 0 && quantiles[k] < quantiles[k - 1])) {
        throw new IllegalArgumentException(
            "quantiles must be finite, not negative and in order, found "
                + Arrays.toString(quantiles));
      }
    }
    if (quantiles.length < 2) {
      throw new IllegalArgumentException("a profile has at least 2 quantiles");
    }
    return new NoiseProfile(quantiles.clone());
  }

  /** The quantiles, from the least to the largest; a copy. */
  public double[] quantiles() {
    return quantiles.clone();
  }

  /** The chance that a recording of the profile has a smaller q than one of these. */
  public double shareBelow(double[] q) {
    return Arrays.stream(q).map(this::shareBelow).average().orElse(Double.NaN);
  }

  private double shareBelow(double q) {
    int at = Arrays.binarySearch(quantiles, q);
    if (at >= 0) {
      int low = at;
      int high = at;
      while (low > 0 && quantiles[low - 1] == q) {
        low--;
      }
      while (high < quantiles.length - 1 && quantiles[high + 1] == q) {
        high++;
      }
      return (low + high) / 2.0 / (quantiles.length - 1);
    }
    int above = -at - 1;
    if (above == 0 || above == quantiles.length) {
      return above == 0 ? 0 : 1;
    }
    double within = (q - quantiles[above - 1]) / (quantiles[above] - quantiles[above - 1]);
    return (above - 1 + within) / (quantiles.length - 1);
  }

  /**
   * Whether recordings with these q are unlike those of the profile as a whole: 95 in 100 pairs of
   * one of each have the same order. Fewer than 20 recordings are not judged.
   */
  public boolean isUnlike(double[] q) {
    double share = shareBelow(q);
    return q.length >= FEW && (share < RARE || share > 1 - RARE);
  }

  @Override
  public String toString() {
    return "q of held-out recordings from "
        + quantiles[0]
        + " to "
        + quantiles[quantiles.length - 1];
  }
}
