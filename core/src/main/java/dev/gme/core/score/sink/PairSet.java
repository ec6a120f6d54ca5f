package dev.gme.core.score.sink;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Some pairs of a row and a column, few of all: those of one speaker, or of one recording with
 * itself.
 *
 * <pre>{@code
 * PairSet targets = PairSet.equal(enrolSpeakers, testSpeakers);
 * PairSet itself = PairSet.shared(recordingsOfModels, recordingsOfTests);
 * }</pre>
 */
public final class PairSet {
  private static final int[] NOTHING = {};

  /** Ascending columns for each row; rows that have the same columns share an array. */
  private final int[][] columns;

  private PairSet(int[][] columns) {
    this.columns = columns;
  }

  /** The empty set for so many rows. */
  public static PairSet none(int rows) {
    int[][] columns = new int[rows][];
    Arrays.fill(columns, NOTHING);
    return new PairSet(columns);
  }

  /** The pairs whose two sides have the same number. */
  public static PairSet equal(int[] ofRows, int[] ofColumns) {
    Map<Integer, int[]> columns =
        columnsByNumber(ofColumns.length, j -> IntStream.of(ofColumns[j]));
    return new PairSet(
        Arrays.stream(ofRows)
            .mapToObj(number -> columns.getOrDefault(number, NOTHING))
            .toArray(int[][]::new));
  }

  /** The pairs whose two sides have a number in common, say two pools of recordings. */
  public static PairSet shared(int[][] ofRows, int[][] ofColumns) {
    Map<Integer, int[]> columns =
        columnsByNumber(ofColumns.length, j -> Arrays.stream(ofColumns[j]).distinct());
    return new PairSet(
        Arrays.stream(ofRows)
            .map(
                numbers ->
                    Arrays.stream(numbers)
                        .flatMap(x -> Arrays.stream(columns.getOrDefault(x, NOTHING)))
                        .distinct()
                        .sorted()
                        .toArray())
            .toArray(int[][]::new));
  }

  /** The given columns of each row, in any order. */
  public static PairSet of(int[][] columns) {
    return new PairSet(
        Arrays.stream(columns)
            .map(c -> Arrays.stream(c).distinct().sorted().toArray())
            .toArray(int[][]::new));
  }

  private static Map<Integer, int[]> columnsByNumber(int n, IntFunction<IntStream> numbers) {
    Map<Integer, IntStream.Builder> builders = new HashMap<>();
    for (int j = 0; j < n; j++) {
      int column = j;
      numbers
          .apply(j)
          .forEach(x -> builders.computeIfAbsent(x, y -> IntStream.builder()).add(column));
    }
    Map<Integer, int[]> out = new HashMap<>();
    builders.forEach((number, columns) -> out.put(number, columns.build().toArray()));
    return out;
  }

  /** The pairs of rows {@code from} to {@code to}, rows being counted from there. */
  public PairSet range(int from, int to) {
    return new PairSet(Arrays.copyOfRange(columns, from, to));
  }

  /** These pairs and others. */
  public PairSet plus(PairSet other) {
    return combine(other, (mine, theirs) -> IntStream.concat(mine, theirs).distinct().sorted());
  }

  /** The pairs that are not in another set. */
  PairSet without(PairSet other) {
    return combine(
        other,
        (mine, theirs) -> {
          int[] out = theirs.toArray();
          return mine.filter(c -> Arrays.binarySearch(out, c) < 0);
        });
  }

  private PairSet combine(PairSet other, BinaryOperator<IntStream> of) {
    if (rows() != other.rows()) {
      throw new IllegalArgumentException(
          "pairs of " + rows() + " rows and of " + other.rows() + " do not belong together");
    }
    int[][] out = new int[rows()][];
    for (int i = 0; i < out.length; i++) {
      out[i] =
          other.columns[i].length == 0
              ? columns[i]
              : of.apply(Arrays.stream(columns[i]), Arrays.stream(other.columns[i])).toArray();
    }
    return new PairSet(out);
  }

  /** The number of rows that the pairs were made for. */
  public int rows() {
    return columns.length;
  }

  /** How many pairs there are. */
  public long size() {
    return Arrays.stream(columns).mapToLong(c -> c.length).sum();
  }

  /** The largest number of pairs that a row has. */
  public int mostOfARow() {
    return Arrays.stream(columns).mapToInt(c -> c.length).max().orElse(0);
  }

  /** The largest number of pairs that a column has. */
  public int mostOfAColumn() {
    Map<Integer, Integer> counts = new HashMap<>();
    Arrays.stream(columns)
        .flatMapToInt(Arrays::stream)
        .forEach(c -> counts.merge(c, 1, Integer::sum));
    return counts.values().stream().mapToInt(c -> c).max().orElse(0);
  }

  public boolean contains(int row, int col) {
    return Arrays.binarySearch(columns[row], col) >= 0;
  }

  /** The columns of a row, ascending; only to be read. */
  int[] columns(int row) {
    return columns[row];
  }

  @Override
  public String toString() {
    return size() + " pairs of " + rows() + " rows";
  }
}
