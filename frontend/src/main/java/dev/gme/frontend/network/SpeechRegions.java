package dev.gme.frontend.network;

import dev.gme.core.GmeException;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.formats.RegionFiles;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.turns.Lab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * When anybody speaks in recordings, as a file says it: RTTM or UEM for any number of recordings, a
 * lab file for one, or a folder of such files.
 *
 * <pre>{@code
 * SpeechRegions speech = SpeechRegions.read(Path.of("ref.rttm"));
 * Audio spoken = Audio.read(Path.of("meeting.wav")).within(speech.of("meeting"));
 * }</pre>
 */
public final class SpeechRegions {
  private final Path file;
  private final Map<String, TimeRegions> regions;

  private SpeechRegions(Path file, Map<String, TimeRegions> regions) {
    this.file = file;
    this.regions = regions;
  }

  /** Reads a file, or those of a folder that end in lab, rttm and uem. */
  public static SpeechRegions read(Path file) throws IOException {
    if (!Files.isDirectory(file)) {
      return new SpeechRegions(file, RegionFiles.read(file));
    }
    Map<String, TimeRegions> all = new LinkedHashMap<>();
    for (Path one : files(file)) {
      for (Map.Entry<String, TimeRegions> e : RegionFiles.read(one).entrySet()) {
        if (all.put(e.getKey(), e.getValue()) != null) {
          throw BadFile.at(
              one,
              "a second file in " + file + " says when anybody speaks in " + e.getKey(),
              "keep one of them");
        }
      }
    }
    return new SpeechRegions(file, all);
  }

  /** The files of a folder, in the order of their names. */
  public static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      List<Path> files =
          found.filter(f -> f.toString().matches("(?i).*\\.(lab|rttm|uem)")).sorted().toList();
      if (files.isEmpty()) {
        throw new GmeException(
            folder + " has no files that say when anybody speaks",
            "name a folder with files NAME.lab, or RTTM or UEM files");
      }
      return files;
    }
  }

  /**
   * The speech of a recording, by its id, or by what stands in the id behind the last slash and
   * before the ending of a file.
   *
   * @throws GmeException if the file does not have it: that nobody speaks in a recording is not
   *     what it says
   */
  public TimeRegions of(String recording) {
    TimeRegions found = regions.get(recording);
    if (found == null) {
      String name = recording.substring(recording.lastIndexOf('/') + 1);
      int dot = name.lastIndexOf('.');
      found = regions.get(name);
      found = found == null && dot > 0 ? regions.get(name.substring(0, dot)) : found;
    }
    if (found == null) {
      throw new GmeException(
          file
              + " does not say when anybody speaks in "
              + BadFile.quoted(recording)
              + (Lab.isNamed(file) ? ", only in " + BadFile.quoted(Lab.recording(file)) : ""),
          "add that recording to the file, or leave it out");
    }
    return found;
  }
}
