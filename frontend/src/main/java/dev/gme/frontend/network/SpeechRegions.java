package dev.gme.frontend.network;

import dev.gme.core.GmeException;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.formats.RegionFiles;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.turns.Lab;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * When anybody speaks in recordings, as a file says it: RTTM or UEM for any number of recordings, a
 * lab file for one.
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

  /** Reads a file. */
  public static SpeechRegions read(Path file) throws IOException {
    return new SpeechRegions(file, RegionFiles.read(file));
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
