package dev.gme.formats.turns;

import dev.gme.core.diarize.TimeRegions;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.TargetFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * NIST's lists of what is scored: {@code recording channel start end}. Stretches of a recording may
 * overlap; comments begin with {@code ;;}.
 *
 * <pre>{@code
 * Map<String, TimeRegions> scored = Uem.read(Path.of("all.uem"));
 * }</pre>
 */
public final class Uem {
  private Uem() {}

  /** The regions of each recording, in the order of the file. */
  public static Map<String, TimeRegions> read(Path file) throws IOException {
    return InputFile.read(file, Uem::read);
  }

  /** The regions of each recording of a file that is open. */
  public static Map<String, TimeRegions> read(InputFile file) throws IOException {
    Map<String, List<double[]>> found = new LinkedHashMap<>();
    TimeLine.forEach(
        file,
        line -> {
          if (line.words() != 4) {
            throw line.expected("a recording, a channel, start and end");
          }
          double start = line.time(2, "a start");
          double end = line.time(3, "an end");
          if (!(end > start)) {
            throw line.wrong(
                "expected an end after " + line.word(2) + " s, found " + line.word(3),
                "correct or remove that line");
          }
          found
              .computeIfAbsent(line.word(0), r -> new ArrayList<>())
              .add(new double[] {start, end});
        });
    if (found.isEmpty()) {
      throw BadFile.at(file.path(), "expected regions, found none", "check how it was made");
    }
    Map<String, TimeRegions> out = new LinkedHashMap<>();
    found.forEach(
        (recording, parts) ->
            out.put(
                recording,
                TimeRegions.of(
                    parts.stream().mapToDouble(p -> p[0]).toArray(),
                    parts.stream().mapToDouble(p -> p[1]).toArray())));
    return Collections.unmodifiableMap(out);
  }

  /** Writes regions, whole or not at all. */
  public static void write(Path file, Map<String, TimeRegions> regions) throws IOException {
    List<String> lines = new ArrayList<>();
    regions.forEach(
        (recording, of) -> {
          for (int i = 0; i < of.size(); i++) {
            lines.add(
                String.format(Locale.ROOT, "%s 1 %.6f %.6f", recording, of.start(i), of.end(i)));
          }
        });
    TargetFile.writeLines(file, lines);
  }
}
