package dev.gme.core.train.data;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.RowSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Vectors with the speaker of each, and perhaps a weight: recording j counts w_j times, 0 leaves it
 * out.
 *
 * <pre>{@code
 * TrainingData data = TrainingData.of(vectors, speakers);
 * }</pre>
 */
public final class TrainingData {
  /** A covariance from fewer differences than this for each dimension is mostly chance. */
  static final int ENOUGH_DIFFERENCES = 3;

  private final RowSource vectors;
  private final int[] speaker;
  private final int speakers;
  private final double[] weights;
  private final double totalWeight;

  private TrainingData(
      RowSource vectors, int[] speaker, int speakers, double[] weights, double totalWeight) {
    this.vectors = vectors;
    this.speaker = speaker;
    this.speakers = speakers;
    this.weights = weights;
    this.totalWeight = totalWeight;
  }

  /** Recordings of weight 1. */
  public static TrainingData of(RowSource vectors, int[] labels) {
    return of(vectors, labels, null);
  }

  /**
   * Recordings that count more or less than one.
   *
   * @param labels the speaker of each row, any numbers
   * @param weights the weight of each row, or null for 1 each
   */
  public static TrainingData of(RowSource vectors, int[] labels, double[] weights) {
    int n = vectors.rows();
    if (labels.length != n || (weights != null && weights.length != n)) {
      throw new IllegalArgumentException(
          n
              + " vectors need as many labels and weights, found "
              + labels.length
              + (weights == null ? "" : " and " + weights.length));
    }
    Map<Integer, Integer> index = new HashMap<>();
    int[] speaker = new int[n];
    double total = 0;
    for (int j = 0; j < n; j++) {
      double w = weights == null ? 1 : weights[j];
      if (!(w >= 0 && w < Double.POSITIVE_INFINITY)) {
        throw new GmeException(
            "weight " + j + " must be finite and not negative, found " + w, "mend the weights");
      }
      // A recording of weight 0 is of no speaker: −1.
      int next = index.size();
      speaker[j] = w == 0 ? -1 : index.computeIfAbsent(labels[j], l -> next);
      total += w;
    }
    if (index.isEmpty()) {
      throw new GmeException("there are no vectors to learn from", "give training vectors");
    }
    return new TrainingData(
        vectors, speaker, index.size(), weights == null ? null : weights.clone(), total);
  }

  /** The same recordings with other vectors, for example {@code chain.view(vectors())}. */
  public TrainingData withVectors(RowSource others) {
    if (others.rows() != size()) {
      throw new IllegalArgumentException(others.rows() + " vectors for " + size() + " recordings");
    }
    return new TrainingData(others, speaker, speakers, weights, totalWeight);
  }

  /** The data without the recordings that do not pass; at least one must pass. */
  public TrainingData only(IntPredicate recordings) {
    double[] kept = new double[size()];
    for (int j = 0; j < kept.length; j++) {
      kept[j] = recordings.test(j) ? weight(j) : 0;
    }
    return of(vectors, speaker, kept);
  }

  public RowSource vectors() {
    return vectors;
  }

  /** Number of recordings, those of weight 0 included. */
  public int size() {
    return speaker.length;
  }

  public int dimension() {
    return vectors.cols();
  }

  /** Number of speakers that have a recording of positive weight. */
  public int speakers() {
    return speakers;
  }

  /** The speaker of recording j, from 0 in order of appearance; −1 if its weight is 0. */
  public int speaker(int j) {
    return speaker[j];
  }

  public double weight(int j) {
    return weights == null ? 1 : weights[j];
  }

  /** N, the sum of the weights. */
  public double totalWeight() {
    return totalWeight;
  }

  /**
   * Whether recordings less speakers are so few for the dimension that the noise is mostly chance
   * (docs/studies/few-vectors.md); one speaker's recordings tell of noise by their differences.
   */
  public boolean isFew() {
    return totalWeight - speakers < (double) ENOUGH_DIFFERENCES * dimension();
  }
}
