package dev.gme.formats.lists;

import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The speaker of each recording, from any of the usual lists. The first rule that holds wins:
 *
 * <ol>
 *   <li>a first line with a column {@code speaker} or {@code spk}: a table, whose recordings are in
 *       the column {@code id}, {@code utt} or {@code segmentid}, or else in the first one
 *   <li>two words a line, the first one a known recording: utt2spk
 *   <li>else: spk2utt
 * </ol>
 *
 * <pre>{@code
 * LabelledVectors v = VectorFiles.read(file);
 * LabelledVectors train = v.withSpeakers(SpeakerLabels.read(utt2spk, id -> v.row(id) >= 0));
 * }</pre>
 */
public final class SpeakerLabels {
  private static final List<String> SPEAKER = List.of("speaker", "spk");
  private static final List<String> RECORDING = List.of("id", "utt", "segmentid");

  private final Path file;
  private final List<List<String>> lines;

  private SpeakerLabels(Path file, List<List<String>> lines) {
    this.file = file;
    this.lines = lines;
  }

  /** A list that may be asked more than once, for different sets of recordings. */
  public static SpeakerLabels open(Path file) throws IOException {
    return new SpeakerLabels(file, WordLines.read(file));
  }

  /** A list of a file that is open, wherever it lies. */
  public static SpeakerLabels of(InputFile file) throws IOException {
    return new SpeakerLabels(file.path(), WordLines.read(file));
  }

  /** The words of the first line: whoever has too many ids needs to know no others of them. */
  public List<String> firstLine() {
    return lines.get(0);
  }

  /**
   * The speaker by recording, in the order of the list.
   *
   * @param known whether a word is the id of a recording
   */
  public static Map<String, String> read(Path file, Predicate<String> known) throws IOException {
    return open(file).of(known);
  }

  /**
   * The speaker by recording, in the order of the list.
   *
   * @param known whether a word is the id of a recording
   */
  public Map<String, String> of(Predicate<String> known) {
    List<String> first = lines.get(0);
    int speaker = column(first, SPEAKER);
    if (speaker >= 0 && !known.test(first.get(0))) {
      int recording = Math.max(0, column(first, RECORDING));
      return pairs(1, recording, speaker);
    }
    WordLines.requirePair(file, 0, first);
    if (first.size() == 2 && (known.test(first.get(0)) || !known.test(first.get(1)))) {
      return pairs(0, 0, 1);
    }
    return groups();
  }

  private static int column(List<String> header, List<String> names) {
    return names.stream().mapToInt(header::indexOf).filter(i -> i >= 0).findFirst().orElse(-1);
  }

  private Map<String, String> pairs(int from, int recording, int speaker) {
    Map<String, String> out = new LinkedHashMap<>();
    int fields = lines.get(0).size();
    for (int i = from; i < lines.size(); i++) {
      List<String> words = lines.get(i);
      if (words.size() != fields) {
        throw BadFile.atLine(
            file,
            i + 1L,
            "expected " + fields + " words, found " + words.size(),
            "correct that line");
      }
      put(i, out, words.get(recording), words.get(speaker));
    }
    return Collections.unmodifiableMap(out);
  }

  private Map<String, String> groups() {
    Map<String, String> out = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      List<String> words = lines.get(i);
      WordLines.requirePair(file, i, words);
      for (String recording : words.subList(1, words.size())) {
        put(i, out, recording, words.get(0));
      }
    }
    return Collections.unmodifiableMap(out);
  }

  private void put(int line, Map<String, String> out, String recording, String speaker) {
    if (out.put(recording, speaker) != null) {
      throw BadFile.atLine(
          file, line + 1L, BadFile.quoted(recording) + " comes twice", "remove one of its lines");
    }
  }
}
