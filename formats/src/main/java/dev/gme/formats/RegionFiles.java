package dev.gme.formats;

import dev.gme.core.GmeException;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.turns.Lab;
import dev.gme.formats.turns.Rttm;
import dev.gme.formats.turns.Uem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Stretches of time by recording, from a UEM file, a lab file or the turns of an RTTM file.
 *
 * <pre>{@code
 * TimeRegions speech = RegionFiles.read(Path.of("ref.rttm")).get("meeting");
 * }</pre>
 */
public final class RegionFiles {
  private RegionFiles() {}

  /** In an RTTM file every turn is in, whoever's it is; a lab file is of one recording. */
  public static Map<String, TimeRegions> read(Path file) throws IOException {
    try (InputFile in = InputFile.open(file)) {
      return read(in);
    }
  }

  /** The same of a file that is open. */
  public static Map<String, TimeRegions> read(InputFile in) throws IOException {
    boolean lab = Lab.isNamed(in.path());
    // An empty lab file says that nobody speaks.
    FileKind kind = lab && in.start().length == 0 ? FileKind.REGIONS : FileKind.of(in);
    if (kind == FileKind.TURNS) {
      Map<String, TimeRegions> out = new LinkedHashMap<>();
      Rttm.read(in).forEach((recording, turns) -> out.put(recording, turns.speech()));
      return out;
    }
    if (lab) {
      return Map.of(Lab.recording(in.path()), Lab.read(in));
    }
    // A line of a UEM file under another name looks like a vector.
    if (kind == FileKind.REGIONS || kind == FileKind.VECTORS) {
      return Uem.read(in);
    }
    throw new GmeException(
        in.path() + " has " + kind.label() + ", expected regions",
        "give an RTTM file, a UEM file (recording, channel, start and end a line), or a lab file");
  }
}
