package dev.gme.formats.lists;

import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.NumberParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How probable speakers are among themselves: {@code speaker weight} a line, weights of at least 0
 * that need not sum to 1.
 *
 * <pre>{@code
 * Map<String, Double> weights = SpeakerWeights.read(Path.of("prior"));
 * }</pre>
 */
public final class SpeakerWeights {
  private SpeakerWeights() {}

  /** The weights by speaker, in the order of the list. */
  public static Map<String, Double> read(Path file) throws IOException {
    List<List<String>> lines = WordLines.read(file);
    Map<String, Double> out = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      List<String> words = lines.get(i);
      if (words.size() != 2) {
        throw BadFile.atLine(
            file,
            i + 1L,
            "expected a speaker and a weight, found " + words.size() + " words",
            "correct that line");
      }
      if (out.put(words.get(0), weight(file, i, words.get(1))) != null) {
        throw BadFile.atLine(
            file, i + 1L, BadFile.quoted(words.get(0)) + " comes twice", "remove one of its lines");
      }
    }
    return Collections.unmodifiableMap(out);
  }

  private static double weight(Path file, int line, String word) {
    double value;
    try {
      byte[] bytes = word.getBytes(StandardCharsets.ISO_8859_1);
      value = NumberParser.parse(bytes, 0, bytes.length);
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw BadFile.atLine(
          file,
          line + 1L,
          "expected a finite weight of at least 0, found " + BadFile.quoted(word),
          "correct that line");
    }
    return value;
  }
}
