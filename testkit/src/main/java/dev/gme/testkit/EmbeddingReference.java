package dev.gme.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A PLDA model of an {@link EmbeddingSet} and the scores it gives to some pairs, from the set's
 * folder {@code reference}: {@code F.npy}, {@code W.npy}, {@code mean.npy}, and text tables {@code
 * scores*.txt} with a line of column names: enrol, test and the systems.
 */
public record EmbeddingReference(NdArray f, NdArray w, NdArray mean, List<Pair> pairs) {
  /**
   * Scores of a pair.
   *
   * @param enrol row of the one recording
   * @param test row of the other
   * @param scores by the name of the system
   */
  public record Pair(int enrol, int test, Map<String, Double> scores) {}

  static EmbeddingReference read(Path folder, EmbeddingSet set) throws IOException {
    List<Pair> pairs = new ArrayList<>();
    for (Path table : tables(folder)) {
      List<String[]> lines = EmbeddingSet.fields(table);
      String[] names = lines.get(0);
      for (String[] line : lines.subList(1, lines.size())) {
        Map<String, Double> scores = new LinkedHashMap<>();
        for (int c = 2; c < names.length; c++) {
          scores.put(names[c], Double.valueOf(line[c]));
        }
        pairs.add(new Pair(set.row(line[0]), set.row(line[1]), scores));
      }
    }
    if (pairs.isEmpty()) {
      throw new IOException("no scores*.txt with scores in " + folder);
    }
    return new EmbeddingReference(
        NdArray.read(SharedData.present(folder.resolve("F.npy"))),
        NdArray.read(SharedData.present(folder.resolve("W.npy"))),
        NdArray.read(SharedData.present(folder.resolve("mean.npy"))),
        pairs);
  }

  private static List<Path> tables(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(p -> p.getFileName().toString().matches("scores.*\\.txt"))
          .sorted()
          .toList();
    }
  }
}
