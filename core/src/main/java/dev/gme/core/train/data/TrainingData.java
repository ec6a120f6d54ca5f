package dev.gme.core.train.data;

import dev.gme.core.GmeException;
import dev.gme.core.NameOrder;
import dev.gme.core.linalg.RowSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Vectors with the speaker of each, and perhaps a weight: recording j counts w_j times, 0 leaves it
 * out.
 *
 * <p>Sums over them are made in a stated order, so that training gives the same bits whatever the
 * order of the vectors is: speaker by speaker, in the order of their names or numbers, and of each
 * speaker the recordings in the order of their ids. Recordings without ids stay in the order of the
 * vectors. Names and ids are in the order of {@link NameOrder}.
 *
 * <pre>{@code
 * TrainingData data = TrainingData.of(vectors, speakers);
 * TrainingData named = TrainingData.named(vectors, ids, namesOfSpeakers);
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

  /** Of the recordings; null where they have none. */
  private final List<String> ids;

  private TrainingData(
      RowSource vectors,
      int[] speaker,
      int speakers,
      double[] weights,
      double totalWeight,
      List<String> ids) {
    this.vectors = vectors;
    this.speaker = speaker;
    this.speakers = speakers;
    this.weights = weights;
    this.totalWeight = totalWeight;
    this.ids = ids;
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
    return of(vectors, labels, weights, null);
  }

  /** Recordings of weight 1 with ids, of speakers with names. */
  public static TrainingData named(RowSource vectors, List<String> ids, List<String> speakers) {
    return named(vectors, ids, speakers, null);
  }

  /**
   * Recordings with ids, of speakers with names.
   *
   * @param ids of the rows
   * @param speakers the name of the speaker of each row
   * @param weights the weight of each row, or null for 1 each
   */
  public static TrainingData named(
      RowSource vectors, List<String> ids, List<String> speakers, double[] weights) {
    if (ids.size() != vectors.rows()) {
      throw new IllegalArgumentException(ids.size() + " ids of " + vectors.rows() + " vectors");
    }
    Map<String, Integer> number = new HashMap<>();
    List<String> names = new ArrayList<>(new HashSet<>(speakers));
    names.sort(NameOrder.BYTES);
    names.forEach(name -> number.put(name, number.size()));
    int[] labels = speakers.stream().mapToInt(number::get).toArray();
    return of(vectors, labels, weights, List.copyOf(ids));
  }

  private static TrainingData of(
      RowSource vectors, int[] labels, double[] weights, List<String> ids) {
    int n = vectors.rows();
    if (labels.length != n || (weights != null && weights.length != n)) {
      throw new IllegalArgumentException(
          n
              + " vectors need as many labels and weights, found "
              + labels.length
              + (weights == null ? "" : " and " + weights.length));
    }
    double total = 0;
    for (int j = 0; j < n; j++) {
      double w = weights == null ? 1 : weights[j];
      if (!(w >= 0 && w < Double.POSITIVE_INFINITY)) {
        throw new GmeException(
            "weight " + j + " must be finite and not negative, found " + w, "mend the weights");
      }
      total += w;
    }
    int[] known = different(labels, weights);
    if (known.length == 0) {
      throw new GmeException("there are no vectors to learn from", "give training vectors");
    }
    // A recording of weight 0 is of no speaker: −1.
    int[] speaker = new int[n];
    for (int j = 0; j < n; j++) {
      speaker[j] = weights != null && weights[j] == 0 ? -1 : Arrays.binarySearch(known, labels[j]);
    }
    double[] kept = weights == null ? null : weights.clone();
    return new TrainingData(vectors, speaker, known.length, kept, total, ids);
  }

  /** The labels of recordings of positive weight, each once and in order. */
  private static int[] different(int[] labels, double[] weights) {
    int[] out =
        IntStream.range(0, labels.length)
            .filter(j -> weights == null || weights[j] > 0)
            .map(j -> labels[j])
            .sorted()
            .toArray();
    int n = 0;
    for (int i = 0; i < out.length; i++) {
      if (i == 0 || out[i] != out[i - 1]) {
        out[n++] = out[i];
      }
    }
    return Arrays.copyOf(out, n);
  }

  /** The same recordings with other vectors, for example {@code chain.view(vectors())}. */
  public TrainingData withVectors(RowSource others) {
    if (others.rows() != size()) {
      throw new IllegalArgumentException(others.rows() + " vectors for " + size() + " recordings");
    }
    return new TrainingData(others, speaker, speakers, weights, totalWeight, ids);
  }

  /** The same recordings with other weights; those of weight 0 keep it. */
  public TrainingData withWeights(double[] others) {
    double[] given = others.clone();
    for (int j = 0; j < Math.min(given.length, size()); j++) {
      given[j] = speaker[j] < 0 ? 0 : given[j];
    }
    return of(vectors, speaker, given, ids);
  }

  /** The data without the recordings that do not pass; at least one must pass. */
  public TrainingData only(IntPredicate recordings) {
    double[] kept = new double[size()];
    for (int j = 0; j < kept.length; j++) {
      kept[j] = recordings.test(j) ? weight(j) : 0;
    }
    return of(vectors, speaker, kept, ids);
  }

  /** All recordings of positive weight in the order of sums: speaker after speaker. */
  public int[] inOrder() {
    int[] next = new int[speakers + 1];
    for (int s : speaker) {
      next[s + 1]++;
    }
    // Recordings of weight 0 were counted before the first speaker.
    next[0] = 0;
    for (int s = 1; s <= speakers; s++) {
      next[s] += next[s - 1];
    }
    int[] out = new int[next[speakers]];
    for (int j = 0; j < size(); j++) {
      if (speaker[j] >= 0) {
        out[next[speaker[j]]++] = j;
      }
    }
    if (ids != null) {
      for (int from = 0, to; from < out.length; from = to) {
        to = next[speaker[out[from]]];
        sortById(out, from, to);
      }
    }
    return out;
  }

  private void sortById(int[] recordings, int from, int to) {
    boolean sorted = true;
    for (int i = from + 1; i < to && sorted; i++) {
      sorted = NameOrder.BYTES.compare(ids.get(recordings[i - 1]), ids.get(recordings[i])) <= 0;
    }
    if (!sorted) {
      int[] ordered =
          Arrays.stream(recordings, from, to)
              .boxed()
              .sorted(Comparator.comparing(ids::get, NameOrder.BYTES))
              .mapToInt(j -> j)
              .toArray();
      System.arraycopy(ordered, 0, recordings, from, ordered.length);
    }
  }

  /** The first vector in the order of sums: a point that is near the mean, and always the same. */
  double[] firstVector() {
    int first = -1;
    for (int j = 0; j < size(); j++) {
      if (speaker[j] == 0
          && (first < 0
              || (ids != null && NameOrder.BYTES.compare(ids.get(j), ids.get(first)) < 0))) {
        first = j;
      }
    }
    return vectors.doubles(first, first + 1).row(0);
  }

  /** Whether there are weights other than 1 for each recording. */
  boolean isWeighted() {
    return weights != null;
  }

  /** How many recordings of positive weight each speaker has. */
  int[] recordingsOfSpeakers() {
    int[] out = new int[speakers];
    for (int s : speaker) {
      if (s >= 0) {
        out[s]++;
      }
    }
    return out;
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

  /** The speaker of recording j, from 0 in the order of names or numbers; −1 if its weight is 0. */
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
