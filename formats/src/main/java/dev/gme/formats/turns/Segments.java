package dev.gme.formats.turns;

import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.TargetFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Kaldi's list of parts of recordings: {@code segment recording start end}. A fifth word, the
 * channel, is allowed by Kaldi and of no use here.
 *
 * <pre>{@code
 * List<Segments.Segment> windows = Segments.read(Path.of("segments"));
 * }</pre>
 */
public final class Segments {
  /** Stands for the end of the recording. */
  public static final double TO_THE_END = -1;

  private Segments() {}

  /**
   * A part of a recording.
   *
   * @param id of the segment
   * @param recording id of the recording it is cut from
   * @param start in seconds
   * @param end in seconds, −1 for the end of the recording
   */
  public record Segment(String id, String recording, double start, double end) {}

  /** The segments in the order of the file; their ids are all different. */
  public static List<Segment> read(Path file) throws IOException {
    return InputFile.read(file, Segments::read);
  }

  /** The segments of a file that is open. */
  public static List<Segment> read(InputFile file) throws IOException {
    List<Segment> out = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    TimeLine.forEach(
        file,
        line -> {
          if (line.words() < 4 || line.words() > 5) {
            throw line.expected("an id, a recording, start and end in seconds");
          }
          double start = line.time(2, "a start");
          double end = line.seconds(3, "an end");
          if (!(end > start || end == TO_THE_END)) {
            throw line.wrong(
                "expected an end after " + line.word(2) + " s, found " + line.word(3),
                "correct or remove that line");
          }
          if (!ids.add(line.word(0))) {
            throw line.wrong(
                "the segment " + BadFile.quoted(line.word(0)) + " comes twice",
                "remove one of its lines");
          }
          out.add(new Segment(line.word(0), line.word(1), start, end));
        });
    if (out.isEmpty()) {
      throw BadFile.at(file.path(), "expected segments, found none", "check how it was made");
    }
    return List.copyOf(out);
  }

  /** Writes segments, whole or not at all, with the digits that times need. */
  public static void write(Path file, List<Segment> segments) throws IOException {
    TargetFile.writeLines(
        file,
        segments.stream()
            .map(s -> s.id() + " " + s.recording() + " " + s.start() + " " + s.end())
            .toList());
  }
}
