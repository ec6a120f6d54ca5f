package dev.gme.formats.lists;

import dev.gme.formats.io.BadFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The recordings of each enrolled model: {@code model utt1 utt2 …} or {@code model utt} on several
 * lines (Kaldi's spk2utt), or NIST's table with a header {@code modelid segmentid side}.
 *
 * <pre>{@code
 * Map<String, List<String>> models = ModelList.read(Path.of("spk2utt"));
 * }</pre>
 */
public final class ModelList {
  private ModelList() {}

  /** The recordings by model, in the order of the list. */
  public static Map<String, List<String>> read(Path file) throws IOException {
    List<List<String>> lines = WordLines.read(file);
    List<String> header = lines.get(0);
    int model = header.indexOf("modelid");
    int segment = header.indexOf("segmentid");
    boolean nist = model >= 0 && segment >= 0;
    // Sets, since a model may have many recordings, each of which is looked up.
    Map<String, Set<String>> found = new LinkedHashMap<>();
    for (int i = nist ? 1 : 0; i < lines.size(); i++) {
      List<String> words = lines.get(i);
      WordLines.requirePair(file, i, words);
      if (nist && words.size() != header.size()) {
        throw BadFile.atLine(
            file,
            i + 1L,
            "expected " + header.size() + " fields, found " + words.size(),
            "correct that line");
      }
      String name = words.get(nist ? model : 0);
      Set<String> recordings = found.computeIfAbsent(name, m -> new LinkedHashSet<>());
      for (String id : nist ? List.of(words.get(segment)) : words.subList(1, words.size())) {
        if (!recordings.add(id)) {
          throw BadFile.atLine(
              file,
              i + 1L,
              "the model " + BadFile.quoted(name) + " has " + BadFile.quoted(id) + " twice",
              "remove one of them");
        }
      }
    }
    Map<String, List<String>> out = new LinkedHashMap<>();
    found.forEach((name, recordings) -> out.put(name, List.copyOf(recordings)));
    return Collections.unmodifiableMap(out);
  }
}
