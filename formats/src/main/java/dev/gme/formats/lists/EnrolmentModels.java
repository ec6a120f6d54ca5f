package dev.gme.formats.lists;

import dev.gme.core.GmeException;
import dev.gme.formats.LabelledVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Enrolled models: names, and the vectors that each is made of.
 *
 * <pre>{@code
 * EnrolmentModels models = EnrolmentModels.of(vectors, ModelList.read(spk2utt));
 * MetaEmbeddings enrolled = pipeline.extract(vectors.vectors()).pool(models.rows());
 * }</pre>
 */
public final class EnrolmentModels {
  private final List<String> ids;
  private final int[][] rows;
  private final int missing;
  private final Map<String, Integer> numbers = new HashMap<>();

  private EnrolmentModels(List<String> ids, int[][] rows, int missing) {
    this.ids = List.copyOf(ids);
    this.rows = rows;
    this.missing = missing;
    for (int m = 0; m < rows.length; m++) {
      numbers.put(ids.get(m), m);
    }
  }

  /** Every recording is a model of its own name. */
  public static EnrolmentModels ofRecordings(LabelledVectors vectors) {
    int[][] rows =
        IntStream.range(0, vectors.size()).mapToObj(i -> new int[] {i}).toArray(int[][]::new);
    return new EnrolmentModels(vectors.ids(), rows, 0);
  }

  /**
   * Models of a list, all of whose recordings must have a vector. Its ids may have the suffix of a
   * file ({@link FileSuffixes}).
   */
  public static EnrolmentModels of(LabelledVectors vectors, Map<String, List<String>> recordings) {
    return of(vectors, recordings, false);
  }

  /**
   * Models of a list, of whose recordings those without a vector are passed over, and with them
   * models that are left without any; {@link #missing} says how many they were.
   */
  public static EnrolmentModels ofKnown(
      LabelledVectors vectors, Map<String, List<String>> recordings) {
    return of(vectors, recordings, true);
  }

  private static EnrolmentModels of(
      LabelledVectors vectors, Map<String, List<String>> recordings, boolean allowMissing) {
    UnaryOperator<String> naming =
        FileSuffixes.naming(
            "the list of models",
            recordings.values().stream().flatMap(List::stream).toList(),
            id -> vectors.row(id) >= 0);
    List<String> ids = new ArrayList<>();
    List<int[]> rows = new ArrayList<>();
    int missing = 0;
    for (Map.Entry<String, List<String>> model : recordings.entrySet()) {
      int[] found = model.getValue().stream().map(naming).mapToInt(vectors::row).toArray();
      int lacking = (int) Arrays.stream(found).filter(row -> row < 0).count();
      if (lacking > 0 && !allowMissing) {
        String id =
            model.getValue().stream()
                .filter(r -> vectors.row(naming.apply(r)) < 0)
                .findFirst()
                .get();
        throw new GmeException(
            "there is no vector '" + id + "' for the model '" + model.getKey() + "'",
            "add it, take it out of the list, or allow missing ones");
      }
      missing += lacking;
      if (lacking < found.length) {
        ids.add(model.getKey());
        rows.add(Arrays.stream(found).filter(row -> row >= 0).toArray());
      }
    }
    return new EnrolmentModels(ids, rows.toArray(int[][]::new), missing);
  }

  /**
   * These models, where each vector is already the mean of several recordings and counts as often.
   *
   * @param counts how many recordings each model has, Kaldi's num_utts
   */
  public EnrolmentModels withCounts(Map<String, Integer> counts) {
    int[][] repeated = new int[rows.length][];
    for (int m = 0; m < rows.length; m++) {
      Integer count = counts.get(ids.get(m));
      if (count == null || count < 1) {
        throw new GmeException(
            "expected a number of recordings of at least 1 for the model '"
                + ids.get(m)
                + "', found "
                + (count == null ? "none" : count),
            "add it to the list of numbers");
      }
      if (rows[m].length != 1) {
        throw new GmeException(
            "the model '" + ids.get(m) + "' has a number of recordings, but also several vectors",
            "give averaged vectors with numbers, or single ones without");
      }
      repeated[m] = new int[count];
      Arrays.fill(repeated[m], rows[m][0]);
    }
    return new EnrolmentModels(ids, repeated, missing);
  }

  public int size() {
    return rows.length;
  }

  public List<String> ids() {
    return ids;
  }

  /** Whether every model is of one recording. */
  public boolean areSingleRecordings() {
    return Arrays.stream(rows()).allMatch(of -> of.length == 1);
  }

  /** The vectors of each model; a copy. */
  public int[][] rows() {
    return Arrays.stream(rows).map(int[]::clone).toArray(int[][]::new);
  }

  /** The number of a model, or −1. */
  public int number(String id) {
    return numbers.getOrDefault(id, -1);
  }

  /** How many recordings of the list have no vector. */
  public int missing() {
    return missing;
  }

  @Override
  public String toString() {
    return size()
        + " models of "
        + Arrays.stream(rows).mapToInt(r -> r.length).sum()
        + " recordings";
  }
}
