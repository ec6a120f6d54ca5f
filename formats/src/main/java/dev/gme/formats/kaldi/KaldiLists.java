package dev.gme.formats.kaldi;

import dev.gme.core.NameOrder;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.io.TextLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lists of a key and words a line: utt2spk, spk2utt, spk2gender. They are written in byte order as
 * {@code LC_ALL=C sort} gives it; others are read as well, with a warning in the log for the first.
 *
 * <pre>{@code
 * Map<String, String> speakers = KaldiLists.readPairs(Path.of("utt2spk"));
 * Map<String, List<String>> models = KaldiLists.readGroups(Path.of("spk2utt"));
 * }</pre>
 */
public final class KaldiLists {
  /** The order of UTF-8 bytes, which differs from that of {@link String#compareTo}. */
  public static final Comparator<String> BYTE_ORDER = NameOrder.BYTES;

  private static final System.Logger LOG = System.getLogger(KaldiLists.class.getName());

  /** One warning a process: whoever has one unsorted list most often has many. */
  private static final AtomicBoolean WARNED = new AtomicBoolean();

  private KaldiLists() {}

  /** A word for each key, in the order of the list. */
  public static Map<String, String> readPairs(Path file) throws IOException {
    Map<String, String> out = new LinkedHashMap<>();
    List<List<String>> lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      List<String> fields = lines.get(i);
      if (fields.size() != 2) {
        throw BadFile.atLine(
            file, i + 1, "expected 2 fields, found " + fields.size(), "correct that line");
      }
      if (out.put(fields.get(0), fields.get(1)) != null) {
        throw BadFile.atLine(
            file, i + 1, BadFile.quoted(fields.get(0)) + " comes twice", "remove one of its lines");
      }
    }
    warnIfUnsorted(file, out.keySet());
    return Collections.unmodifiableMap(out);
  }

  /** The words of each key; a key may come on several lines, which are joined. */
  public static Map<String, List<String>> readGroups(Path file) throws IOException {
    Map<String, List<String>> out = new LinkedHashMap<>();
    for (List<String> fields : lines(file)) {
      out.computeIfAbsent(fields.get(0), k -> new ArrayList<>())
          .addAll(fields.subList(1, fields.size()));
    }
    warnIfUnsorted(file, out.keySet());
    out.replaceAll((key, words) -> List.copyOf(words));
    return Collections.unmodifiableMap(out);
  }

  private static List<List<String>> lines(Path file) throws IOException {
    return TextLines.read(file).stream()
        .map(line -> List.of(line.trim().split("[ \t]+", -1)))
        .toList();
  }

  private static void warnIfUnsorted(Path file, Iterable<String> keys) {
    String before = null;
    for (String key : keys) {
      if (before != null && BYTE_ORDER.compare(before, key) > 0) {
        LOG.log(
            WARNED.getAndSet(true) ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
            "{0} is not in byte order at ''{1}''; Kaldi would need it sorted with LC_ALL=C",
            file,
            key);
        return;
      }
      before = key;
    }
  }

  public static void writePairs(Path file, Map<String, String> pairs) throws IOException {
    Map<String, List<String>> groups = new LinkedHashMap<>();
    pairs.forEach((key, word) -> groups.put(key, List.of(word)));
    writeGroups(file, groups);
  }

  private static void requireWord(Path file, String word) {
    if (word.isEmpty() || word.chars().anyMatch(c -> c <= ' ')) {
      throw BadFile.at(
          file, "the word " + BadFile.quoted(word) + " is empty or has blanks", "rename it");
    }
  }

  public static void writeGroups(Path file, Map<String, List<String>> groups) throws IOException {
    try (TargetFile target = TargetFile.create(file)) {
      for (String key : groups.keySet().stream().sorted(BYTE_ORDER).toList()) {
        List<String> words = groups.get(key);
        requireWord(file, key);
        words.forEach(word -> requireWord(file, word));
        String line = key + " " + String.join(" ", words) + "\n";
        target.stream().write(line.getBytes(StandardCharsets.UTF_8));
      }
      target.commit();
    }
  }
}
