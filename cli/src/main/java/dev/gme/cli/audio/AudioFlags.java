package dev.gme.cli.audio;

import dev.gme.core.GmeException;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.audio.AudioStream.RawFormat;
import dev.gme.frontend.audio.Encoding;
import dev.gme.frontend.corpus.RecordingList;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** How recordings are found and read. */
final class AudioFlags {
  private static final int RAW_RATE = 8000;

  @Option(
      names = "--segments",
      paramLabel = "FILE",
      description =
          "Kaldi's list of segments; without it, the file segments of the folder, if there.")
  Path segments;

  @Option(
      names = "--channel",
      paramLabel = "N",
      description = "Which channel to take, from 0; needed where files have several.")
  Integer channel;

  @Option(
      names = "--raw",
      paramLabel = "FORMAT",
      description =
          "Files have no header but samples of 16 bits: s16le or s16be, perhaps with rate and channels"
              + " as in s16le:16000:2; without these, "
              + RAW_RATE
              + " Hz and one channel.")
  String raw;

  @Option(
      names = "--max-samples",
      paramLabel = "N",
      description =
          "Refuse files of more samples a channel; up to "
              + Audio.MOST_SAMPLES
              + " (default: ${DEFAULT-VALUE}, 4.6 hours at 8 kHz).")
  int maxSamples = Audio.DEFAULT_MAX_SAMPLES;

  RecordingList recordings(Path source) {
    if (!Files.exists(source)) {
      throw new GmeException(
          source + " does not exist", "name a folder with wav.scp, a wav.scp, or an audio file");
    }
    RecordingList.Options options = options();
    if (segments == null) {
      return RecordingList.of(source, options);
    }
    boolean folder = Files.isDirectory(source);
    return RecordingList.of(folder ? source.resolve("wav.scp") : source, segments, options);
  }

  /** How files are read. */
  RecordingList.Options options() {
    if (maxSamples < 1 || maxSamples > Audio.MOST_SAMPLES) {
      throw new GmeException(
          "--max-samples must be from 1 to " + Audio.MOST_SAMPLES + ", found " + maxSamples,
          "cut longer recordings into several files");
    }
    return new RecordingList.Options(
        channel == null ? OptionalInt.empty() : OptionalInt.of(channel),
        raw == null ? null : rawFormat(),
        maxSamples);
  }

  private RawFormat rawFormat() {
    Matcher m =
        Pattern.compile("s16(le|be)(?::([1-9][0-9]{2,5}))?(?::([1-9][0-9]?))?").matcher(raw);
    if (!m.matches()) {
      throw new GmeException(
          "--raw must be s16le or s16be, perhaps with rate and channels, found '" + raw + "'",
          "write for example s16le:16000 or s16be:8000:2");
    }
    return new RawFormat(
        Encoding.PCM_16,
        m.group(1).equals("le") ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN,
        m.group(2) == null ? RAW_RATE : Integer.parseInt(m.group(2)),
        m.group(3) == null ? 1 : Integer.parseInt(m.group(3)));
  }
}
