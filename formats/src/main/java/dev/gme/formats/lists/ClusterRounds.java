package dev.gme.formats.lists;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How far the clustering of a large set had come when it was stopped: the checkpoint of {@code gme
 * cluster}, an {@code .npz}.
 *
 * <pre>{@code
 * ClusterRounds rounds = ClusterRounds.read(Path.of("rounds.npz"));
 * }</pre>
 *
 * @param key digest of what was clustered, and how
 * @param labels the set of each item: enrolled speakers, then recordings
 * @param setsAfterRound the number of sets at the start and after every round
 * @param objective what the joins have gained
 * @param nearest for each item its nearest ones in the first round
 */
@SuppressWarnings("ArrayRecordComponent") // what a file holds, on its way to the clustering
public record ClusterRounds(
    String key, int[] labels, int[] setsAfterRound, double objective, int[][] nearest) {
  private static final String KEY = "key";
  private static final String LABELS = "labels";
  private static final String SETS = "sets_after_round";
  private static final String OBJECTIVE = "objective";
  private static final String NEAREST = "nearest";
  private static final List<String> ALL = List.of(KEY, LABELS, SETS, OBJECTIVE, NEAREST);

  private static final String HELP = "remove that file, or name another one";

  /** Whether an open file is such a checkpoint, by the names of its arrays. */
  public static boolean is(InputFile file) throws IOException {
    byte[] start = file.start();
    if (start.length < 2 || start[0] != 'P' || start[1] != 'K') {
      return false;
    }
    try (Npz npz = Npz.open(file.path())) {
      return npz.names().containsAll(ALL);
    }
  }

  /** Reads a checkpoint; whatever it says of sizes is checked. */
  public static ClusterRounds read(Path file) throws IOException {
    Map<String, NpyArray> arrays;
    try {
      arrays = Npz.read(file);
    } catch (GmeException e) {
      throw new GmeException(e.getMessage(), HELP);
    }
    if (!arrays.keySet().containsAll(ALL)) {
      throw BadFile.at(
          file,
          "expected the checkpoint of a clustering, found the arrays "
              + BadFile.quoted(String.join(", ", arrays.keySet())),
          HELP);
    }
    NpyArray key = arrays.get(KEY);
    if (key.size() != 1) {
      throw BadFile.at(file, "expected one key, found " + key.size(), HELP);
    }
    NpyArray objective = arrays.get(OBJECTIVE);
    if (objective.size() != 1 || objective.isText() || !Double.isFinite(objective.number(0))) {
      throw BadFile.at(file, "expected one finite number as the objective", HELP);
    }
    int[] labels = numbers(file, LABELS, arrays.get(LABELS), Integer.MAX_VALUE);
    int n = labels.length;
    for (int label : labels) {
      if (label >= n) {
        throw BadFile.at(file, "expected sets below " + n + ", found " + label, HELP);
      }
    }
    int[] nearest = numbers(file, NEAREST, arrays.get(NEAREST), n);
    if (n == 0 || nearest.length % n != 0) {
      throw BadFile.at(
          file,
          "expected lists of one length for " + n + " items, found " + nearest.length + " entries",
          HELP);
    }
    int k = nearest.length / n;
    int[][] lists = new int[n][];
    for (int i = 0; i < n; i++) {
      int item = i;
      lists[i] =
          Arrays.stream(nearest, i * k, (i + 1) * k).filter(other -> other != item).toArray();
    }
    int[] sets = numbers(file, SETS, arrays.get(SETS), n + 1);
    return new ClusterRounds(key.word(0), labels, sets, objective.number(0), lists);
  }

  /** Whole numbers from 0 up to a limit. */
  private static int[] numbers(Path file, String name, NpyArray array, int limit) {
    if (array.isText()) {
      throw BadFile.at(file, "expected numbers in the array '" + name + "', found text", HELP);
    }
    int[] out = new int[array.size()];
    for (int i = 0; i < out.length; i++) {
      double value = array.number(i);
      out[i] = (int) value;
      if (out[i] != value || out[i] < 0 || out[i] >= limit) {
        throw BadFile.at(
            file,
            "expected whole numbers from 0 and below "
                + limit
                + " in the array '"
                + name
                + "', found "
                + value,
            HELP);
      }
    }
    return out;
  }

  /** Writes it; the file appears when it is complete. */
  public void write(Path file) throws IOException {
    int n = labels.length;
    int k = Arrays.stream(nearest).mapToInt(list -> list.length).max().orElse(0);
    long[] entries = new long[Math.multiplyExact(n, k)];
    for (int i = 0; i < n; i++) {
      for (int r = 0; r < k; r++) {
        // Shorter lists are filled up with the item itself, which is in no list.
        entries[i * k + r] = r < nearest[i].length ? nearest[i][r] : i;
      }
    }
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put(KEY, NpyArray.of(List.of(key)));
    arrays.put(LABELS, NpyArray.of(longs(labels)));
    arrays.put(SETS, NpyArray.of(longs(setsAfterRound)));
    arrays.put(OBJECTIVE, NpyArray.of(objective));
    arrays.put(NEAREST, NpyArray.ofShape(List.of(n, k), entries));
    Npz.write(file, arrays);
  }

  private static long[] longs(int[] x) {
    return Arrays.stream(x).asLongStream().toArray();
  }
}
