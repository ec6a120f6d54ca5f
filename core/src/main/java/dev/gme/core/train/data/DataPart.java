package dev.gme.core.train.data;

import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.FiniteVectors;
import dev.gme.core.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * What one pass over a part of training data shows, each recording by itself, as a {@link
 * DataReport} needs it: lengths, digests of the vectors, what is not usable. Parts of whole
 * speakers add up. Recordings of weight 0 are passed over.
 *
 * <pre>{@code
 * DataPart all = DataPart.of(first, progress).plus(DataPart.of(second, progress));
 * DataReport report = all.report(Optional.of(statistics), List.of());
 * }</pre>
 */
public final class DataPart {
  /** A block of 600 dimensions takes 5 MB. */
  private static final int ROWS = 1024;

  private final int dimension;
  private final int speakers;

  /** Of each recording, −1 where it is left out. */
  private final int[] speaker;

  private final double[] norm;
  private final long[] hash;

  /** The first element of a row that is not usable, −1 for none. */
  private final int[] unusable;

  private final double[] unusableValue;

  private DataPart(int n, int dimension, int speakers) {
    this.dimension = dimension;
    this.speakers = speakers;
    speaker = new int[n];
    norm = new double[n];
    hash = new long[n];
    unusable = new int[n];
    unusableValue = new double[n];
    Arrays.fill(norm, Double.NaN);
    Arrays.fill(unusable, -1);
  }

  /** Looks at all vectors of a part, once. */
  public static DataPart of(TrainingData data, Progress progress) {
    int n = data.size();
    int blocks = (n + ROWS - 1) / ROWS;
    DataPart part = new DataPart(n, data.dimension(), data.speakers());
    Arrays.setAll(part.speaker, data::speaker);
    int[] done = {0};
    Workers.forEach(
        blocks,
        block -> {
          int from = block * ROWS;
          int to = Math.min(n, from + ROWS);
          DoubleMatrix x = data.vectors().doubles(from, to);
          for (int j = from; j < to; j++) {
            if (data.weight(j) > 0) {
              part.look(j, x.array(), (j - from) * x.cols(), x.cols());
            }
          }
          synchronized (done) {
            done[0] += to - from;
            progress.step("looking at the vectors", done[0], n);
          }
        });
    return part;
  }

  private void look(int j, double[] x, int at, int dim) {
    double sum = 0;
    long h = dim;
    for (int i = at; i < at + dim; i++) {
      if (!FiniteVectors.isUsable(x[i])) {
        unusable[j] = i - at;
        unusableValue[j] = x[i];
        return;
      }
      sum += x[i] * x[i];
      // 0.0 and −0.0 are one number.
      h = Long.rotateLeft((h ^ Double.doubleToLongBits(x[i] + 0.0)) * 0x9E3779B97F4A7C15L, 29);
    }
    norm[j] = Math.sqrt(sum);
    hash[j] = h;
  }

  /** This part with a later one, of other speakers, whose recordings are counted on from these. */
  public DataPart plus(DataPart later) {
    if (later.dimension != dimension) {
      throw new IllegalArgumentException(
          "vectors of dimension " + later.dimension + " cannot be added to " + dimension);
    }
    int n = speaker.length;
    int both = Math.addExact(n, later.speaker.length);
    DataPart out = new DataPart(both, dimension, Math.addExact(speakers, later.speakers));
    for (int j = 0; j < both; j++) {
      DataPart from = j < n ? this : later;
      int i = j < n ? j : j - n;
      out.speaker[j] = from.speaker[i] < 0 ? -1 : from.speaker[i] + (j < n ? 0 : speakers);
      out.norm[j] = from.norm[i];
      out.hash[j] = from.hash[i];
      out.unusable[j] = from.unusable[i];
      out.unusableValue[j] = from.unusableValue[i];
    }
    return out;
  }

  /**
   * As {@link #toMatrices} gave it, say on another machine.
   *
   * @param m by name
   */
  public static DataPart of(Map<String, DoubleMatrix> m) {
    double[] sizes = m.get("sizes").row(0);
    DoubleMatrix rows = m.get("recordings");
    DataPart out = new DataPart(rows.rows(), (int) sizes[0], (int) sizes[1]);
    for (int j = 0; j < rows.rows(); j++) {
      out.speaker[j] = (int) rows.get(j, 0);
      out.norm[j] = rows.get(j, 1);
      out.hash[j] = (long) rows.get(j, 2) << 32 | (long) rows.get(j, 3);
      out.unusable[j] = (int) rows.get(j, 4);
      out.unusableValue[j] = rows.get(j, 5);
    }
    return out;
  }

  /** All that it is as named matrices, to be written and summed up elsewhere. */
  public Map<String, DoubleMatrix> toMatrices() {
    double[] rows = new double[Math.multiplyExact(speaker.length, 6)];
    for (int j = 0; j < speaker.length; j++) {
      rows[6 * j] = speaker[j];
      rows[6 * j + 1] = norm[j];
      // As two halves: a double holds 53 bits.
      rows[6 * j + 2] = hash[j] >> 32;
      rows[6 * j + 3] = hash[j] & 0xFFFFFFFFL;
      rows[6 * j + 4] = unusable[j];
      rows[6 * j + 5] = unusableValue[j];
    }
    Map<String, DoubleMatrix> out = new LinkedHashMap<>();
    out.put("sizes", DoubleMatrix.wrap(1, 2, new double[] {dimension, speakers}));
    out.put("recordings", DoubleMatrix.wrap(speaker.length, 6, rows));
    return out;
  }

  /** How many recordings there are, those that are left out included. */
  public int recordings() {
    return speaker.length;
  }

  int dimension() {
    return dimension;
  }

  int speakers() {
    return speakers;
  }

  /** The speaker of recording j, −1 if it is left out. */
  int speaker(int j) {
    return speaker[j];
  }

  /** Whether recording j counts and can be trained on. */
  public boolean isUsable(int j) {
    return !Double.isNaN(norm[j]);
  }

  double norm(int j) {
    return norm[j];
  }

  /**
   * Equal for rows that are equal; rows that differ have different ones, but for rare accidents.
   */
  long hash(int j) {
    return hash[j];
  }

  /** Where the rows that training refuses are first not usable. */
  List<DataReport.Place> unusable() {
    List<DataReport.Place> out = new ArrayList<>();
    for (int j = 0; j < unusable.length; j++) {
      if (unusable[j] >= 0) {
        out.add(new DataReport.Place(j, unusable[j], unusableValue[j]));
      }
    }
    return out;
  }

  /**
   * The report of all parts. Vectors count as equal whose lengths and digests are: that two others
   * have the same of 10⁷ is less likely than 10⁻⁵.
   *
   * @param statistics of the usable recordings of all parts; empty where there are none
   * @param ids of the recordings, by which findings name them; empty where they have none
   */
  public DataReport report(Optional<SpeakerStatistics> statistics, List<String> ids) {
    // The digest stands for the vector.
    IntFunction<double[]> vector = j -> new double[] {norm[j]};
    return DataReport.of(this, statistics.map(SpeakerScatter::of), vector, ids);
  }
}
