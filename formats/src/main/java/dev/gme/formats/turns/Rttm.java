package dev.gme.formats.turns;

import dev.gme.core.GmeException;
import dev.gme.core.diarize.SpeakerTurns;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.TargetFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * NIST's rich transcription time marks: {@code SPEAKER recording channel start duration <NA> <NA>
 * speaker <NA> <NA>}. Lines of other kinds (words, noises) and comments ({@code ;;}) are passed
 * over, and so are turns without duration.
 *
 * <pre>{@code
 * Map<String, SpeakerTurns> reference = Rttm.read(Path.of("ref.rttm"));
 * Rttm.write(Path.of("out.rttm"), Map.of("meeting", turns));
 * }</pre>
 */
public final class Rttm {
  private static final String SPEAKER = "SPEAKER";

  /** Kinds of lines that are not about turns. */
  private static final Set<String> OTHERS =
      Set.of(
          "SEGMENT",
          "NOSCORE",
          "NO_RT_METADATA",
          "LEXEME",
          "NON-LEX",
          "NON-SPEECH",
          "FILLER",
          "EDIT",
          "SU",
          "IP",
          "CB",
          "A/P",
          "SPKR-INFO");

  private static final String LAYOUT =
      "SPEAKER, a recording, a channel, start, duration, 2 words, and the speaker";

  private Rttm() {}

  /** Whether a line of such a file may begin with this word. */
  static boolean isKind(String word) {
    return word.equals(SPEAKER) || OTHERS.contains(word);
  }

  /** The turns of each recording, in the order of the file. */
  public static Map<String, SpeakerTurns> read(Path file) throws IOException {
    return InputFile.read(file, Rttm::read);
  }

  /** The turns of each recording of a file that is open. */
  public static Map<String, SpeakerTurns> read(InputFile file) throws IOException {
    Map<String, Turns> found = new LinkedHashMap<>();
    TimeLine.forEach(file, line -> add(line, found));
    if (found.isEmpty()) {
      throw BadFile.at(
          file.path(), "expected turns of speakers, found none", "check how it was made");
    }
    Map<String, SpeakerTurns> out = new LinkedHashMap<>();
    found.forEach((recording, turns) -> out.put(recording, turns.done()));
    return Collections.unmodifiableMap(out);
  }

  private static void add(TimeLine line, Map<String, Turns> found) {
    if (!line.word(0).equals(SPEAKER)) {
      if (isKind(line.word(0))) {
        return;
      }
      throw line.expected(LAYOUT);
    }
    if (line.words() < 8 || line.words() > 10) {
      throw line.expected(LAYOUT);
    }
    String recording = line.word(1);
    Turns turns = found.computeIfAbsent(recording, r -> new Turns(line.word(2)));
    if (!turns.channel.equals(line.word(2))) {
      throw line.wrong(
          "the recording "
              + BadFile.quoted(recording)
              + " has turns on channel "
              + BadFile.quoted(line.word(2))
              + " and on "
              + BadFile.quoted(turns.channel),
          "give every channel a name of its own, as a recording");
    }
    turns.add(line.time(3, "a start"), line.time(4, "a duration"), line.word(7));
  }

  /** Turns of a recording as they come. */
  private static final class Turns {
    final String channel;
    private final Map<String, Integer> speakers = new LinkedHashMap<>();
    private double[] starts = new double[16];
    private double[] ends = new double[16];
    private int[] who = new int[16];
    private int n;

    Turns(String channel) {
      this.channel = channel;
    }

    void add(double start, double duration, String speaker) {
      int s = speakers.computeIfAbsent(speaker, name -> speakers.size());
      if (duration == 0) {
        return;
      }
      if (n == starts.length) {
        starts = Arrays.copyOf(starts, 2 * n);
        ends = Arrays.copyOf(ends, 2 * n);
        who = Arrays.copyOf(who, 2 * n);
      }
      starts[n] = start;
      ends[n] = start + duration;
      who[n++] = s;
    }

    SpeakerTurns done() {
      return SpeakerTurns.of(
          Arrays.copyOf(starts, n),
          Arrays.copyOf(ends, n),
          Arrays.copyOf(who, n),
          new ArrayList<>(speakers.keySet()));
    }
  }

  /** Writes turns, whole or not at all, with six digits after the point. */
  public static void write(Path file, Map<String, SpeakerTurns> turns) throws IOException {
    turns.forEach(Rttm::checkWords);
    try (TargetFile target = TargetFile.create(file)) {
      OutputStream out = target.stream();
      for (Map.Entry<String, SpeakerTurns> entry : turns.entrySet()) {
        SpeakerTurns of = entry.getValue();
        for (int i = 0; i < of.size(); i++) {
          String line =
              String.format(
                  Locale.ROOT,
                  "%s %s 1 %.6f %.6f <NA> <NA> %s <NA> <NA>\n",
                  SPEAKER,
                  entry.getKey(),
                  of.start(i),
                  of.end(i) - of.start(i),
                  of.name(i));
          out.write(line.getBytes(StandardCharsets.UTF_8));
        }
      }
      target.commit();
    }
  }

  private static void checkWords(String recording, SpeakerTurns turns) {
    List<String> words = new ArrayList<>(turns.names());
    words.add(recording);
    for (String word : words) {
      if (word.isEmpty() || word.chars().anyMatch(Character::isWhitespace)) {
        throw new GmeException(
            "a name in an RTTM file is one word, found " + BadFile.quoted(word),
            "replace the blanks in that name");
      }
    }
  }
}
