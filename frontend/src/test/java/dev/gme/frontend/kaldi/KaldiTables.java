package dev.gme.frontend.kaldi;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.kaldi.KaldiPosteriors;
import dev.gme.formats.kaldi.KaldiTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Archives of the golden samples, key by key in their order. */
public final class KaldiTables {
  private KaldiTables() {}

  /** Reads the value of an entry. */
  @FunctionalInterface
  private interface Value<V> {
    V read(KaldiTable table) throws IOException;
  }

  private static <V> Map<String, V> archive(Path file, Value<V> value) {
    return KaldiModels.read(
        file,
        f -> {
          Map<String, V> out = new LinkedHashMap<>();
          try (KaldiTable table = KaldiTable.open(f)) {
            while (table.next()) {
              out.put(table.key(), value.read(table));
            }
          }
          return out;
        });
  }

  public static Map<String, double[][]> matrices(Path file) {
    return archive(file, table -> table.array().values().toRows());
  }

  public static Map<String, double[]> vectors(Path file) {
    return archive(file, table -> table.array().elements());
  }

  public static Map<String, FloatMatrix> frames(Path file) {
    return archive(file, table -> FloatMatrix.of(table.array().values()));
  }

  /** Lines of a key and one number. */
  public static Map<String, double[]> numbers(Path file) {
    Map<String, double[]> out = new LinkedHashMap<>();
    KaldiModels.read(file, KaldiLists::readPairs)
        .forEach((key, word) -> out.put(key, new double[] {Double.parseDouble(word)}));
    return out;
  }

  /** Lines of a key and words. */
  public static Map<String, List<String>> words(Path file) {
    return KaldiModels.read(file, KaldiLists::readGroups);
  }

  /** Per frame a list of components. */
  public static Map<String, int[][]> selections(Path file) {
    return archive(file, KaldiTable::selections);
  }

  public static Map<String, KaldiPosteriors> posteriors(Path file) {
    return archive(file, KaldiTable::posteriors);
  }
}
