package dev.gme.formats.turns;

import dev.gme.core.diarize.TimeRegions;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * When anybody speaks in the one recording that has the name of the file, as VBx and others take
 * it: {@code start end}, in seconds, and perhaps {@code sp} or {@code speech}. Lines that say
 * {@code sil}, {@code silence}, {@code nonspeech} or {@code noise} are passed over.
 *
 * <pre>{@code
 * TimeRegions speech = Lab.read(Path.of("meeting.lab"));
 * }</pre>
 */
public final class Lab {
  private static final String ENDING = ".lab";
  private static final Set<String> SPEECH = Set.of("sp", "speech", "spk", "1");
  private static final Set<String> OTHERS =
      Set.of("sil", "silence", "nonspeech", "non-speech", "noise", "0");

  /** More seconds than any recording has: HTK counts in units of 100 ns. */
  private static final double MOST_SECONDS = 1e6;

  private Lab() {}

  /** Whether a file has the ending of these files. */
  public static boolean isNamed(Path file) {
    Path name = file.getFileName();
    return name != null && name.toString().toLowerCase(Locale.ROOT).endsWith(ENDING);
  }

  /** The recording that a file is of, by its name. */
  public static String recording(Path file) {
    String name = file.getFileName().toString();
    return isNamed(file) ? name.substring(0, name.length() - ENDING.length()) : name;
  }

  /** When anybody speaks; an empty file says that nobody does. */
  public static TimeRegions read(Path file) throws IOException {
    return InputFile.read(file, Lab::read);
  }

  /** When anybody speaks, of a file that is open. */
  public static TimeRegions read(InputFile file) throws IOException {
    List<double[]> parts = new ArrayList<>();
    TimeLine.forEach(
        file,
        line -> {
          if (line.words() < 2 || line.words() > 3) {
            throw line.expected("a start and an end in seconds, and perhaps sp");
          }
          double start = line.time(0, "a start");
          double end = line.time(1, "an end");
          if (!(end > start)) {
            throw line.wrong(
                "expected an end after " + line.word(0) + " s, found " + line.word(1),
                "correct or remove that line");
          }
          if (end > MOST_SECONDS) {
            throw line.wrong(
                "expected times in seconds, found an end of " + line.word(1),
                "divide times of HTK, which counts in 100 ns, by ten million");
          }
          if (isSpeech(line)) {
            parts.add(new double[] {start, end});
          }
        });
    return TimeRegions.of(
        parts.stream().mapToDouble(p -> p[0]).toArray(),
        parts.stream().mapToDouble(p -> p[1]).toArray());
  }

  private static boolean isSpeech(TimeLine line) {
    String label = line.words() < 3 ? "sp" : line.word(2).toLowerCase(Locale.ROOT);
    if (!SPEECH.contains(label) && !OTHERS.contains(label)) {
      throw line.wrong(
          "expected sp or sil, found " + BadFile.quoted(line.word(2)),
          "a lab file says when anybody speaks; who speaks is said by RTTM");
    }
    return SPEECH.contains(label);
  }
}
