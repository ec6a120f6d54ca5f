package dev.gme.lab.cluster;

import dev.gme.core.GmeException;
import dev.gme.core.cluster.ClusterPrior;
import dev.gme.core.cluster.SparseClustering;
import dev.gme.core.partition.Partition;
import dev.gme.formats.io.Sha256;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rounds of a large clustering in a file ({@code .npz}), so that a run that was stopped goes on
 * where it was. The file knows by a digest what it was made from.
 */
final class RoundFile {
  private static final String KEY = "key";
  private static final String LABELS = "labels";
  private static final String SETS = "sets_after_round";
  private static final String OBJECTIVE = "objective";
  private static final String NEAREST = "nearest";

  private final Path file;
  private final String key;

  /** Enrolled speakers and recordings. */
  private final int items;

  RoundFile(Path file, ClusterItems items, ClusterPrior prior, ClusterOptions options) {
    this.file = file;
    this.items = items.size();
    Sha256 digest = new Sha256().add("clusters").add(prior).add(options);
    items.addTo(digest);
    key = digest.text();
  }

  /** What an earlier run has left, if there is something; refuses that of other data or options. */
  Optional<SparseClustering> read() throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Map<String, NpyArray> arrays = Npz.read(file);
    if (!arrays.keySet().containsAll(List.of(KEY, LABELS, SETS, OBJECTIVE, NEAREST))
        || !arrays.get(KEY).words().equals(List.of(key))) {
      throw new GmeException(
          file + " is not the checkpoint of this clustering: recordings or options differ",
          "remove that file, or name another one");
    }
    int[] labels = numbers(arrays.get(LABELS), items);
    int[] nearest = numbers(arrays.get(NEAREST), items);
    if (labels.length != items || nearest.length % items != 0) {
      throw new GmeException(
          file + " is damaged: expected labels of " + items + " recordings", "remove that file");
    }
    int k = nearest.length / items;
    int[][] lists = new int[items][];
    for (int i = 0; i < items; i++) {
      int item = i;
      lists[i] =
          Arrays.stream(nearest, i * k, (i + 1) * k).filter(other -> other != item).toArray();
    }
    int[] sets = numbers(arrays.get(SETS), items + 1);
    return Optional.of(
        SparseClustering.of(Partition.of(labels), sets, arrays.get(OBJECTIVE).doubles()[0], lists));
  }

  /** Whole numbers from 0 up to a limit. */
  private int[] numbers(NpyArray array, int limit) {
    double[] values = array.doubles();
    int[] out = new int[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (int) values[i];
      if (out[i] != values[i] || out[i] < 0 || out[i] >= limit) {
        throw new GmeException(
            file + " is damaged: expected numbers below " + limit + ", found " + values[i],
            "remove that file");
      }
    }
    return out;
  }

  void write(SparseClustering round) {
    int[][] lists = round.nearest();
    int k = Arrays.stream(lists).mapToInt(list -> list.length).max().orElse(0);
    long[] nearest = new long[items * k];
    for (int i = 0; i < items; i++) {
      for (int r = 0; r < k; r++) {
        // Shorter lists are filled up with the item itself, which is in no list.
        nearest[i * k + r] = r < lists[i].length ? lists[i][r] : i;
      }
    }
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put(KEY, NpyArray.of(List.of(key)));
    arrays.put(LABELS, NpyArray.of(longs(round.partition().labels())));
    arrays.put(SETS, NpyArray.of(longs(round.setsAfterRound())));
    arrays.put(OBJECTIVE, NpyArray.of(round.objective()));
    arrays.put(NEAREST, NpyArray.ofShape(List.of(items, k), nearest));
    try {
      Npz.write(file, arrays);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long[] longs(int[] x) {
    return Arrays.stream(x).asLongStream().toArray();
  }

  void remove() throws IOException {
    Files.deleteIfExists(file);
  }
}
