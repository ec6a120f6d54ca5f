package dev.gme.neural.speech;

import dev.gme.core.GmeException;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.formats.FileKind;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.onnx.OnnxModel;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.network.SpeechRegions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds when anybody speaks in a recording. Any number of threads may use one at once.
 *
 * <pre>{@code
 * try (SpeechDetector detector = SpeechDetector.of("silero.onnx")) {
 *   TimeRegions speech = detector.speech("call", audio).orElseThrow();
 * }
 * }</pre>
 */
public interface SpeechDetector extends AutoCloseable {
  /** Takes everything for speech. */
  SpeechDetector NONE =
      new SpeechDetector() {
        @Override
        public Optional<TimeRegions> speech(String id, Audio audio) {
          return Optional.empty();
        }

        @Override
        public String digest() {
          return "none";
        }
      };

  /**
   * When anybody speaks, in seconds; empty where everything is taken.
   *
   * @param id of the recording
   */
  Optional<TimeRegions> speech(String id, Audio audio);

  /** What decides on the result. */
  String digest();

  @Override
  default void close() {}

  /**
   * A detector by its name: {@code none}, {@code energy}, or a file, either a network for voice
   * activity or the speech of each recording (RTTM, UEM, a lab file for one, a folder of these).
   */
  static SpeechDetector of(String name) throws IOException {
    switch (name) {
      case "none" -> {
        return NONE;
      }
      case "energy" -> {
        return new EnergyDetector();
      }
      default -> {}
    }
    Path file = Path.of(name);
    if (Files.isDirectory(file)) {
      return new GivenSpeech(file, SpeechRegions.read(file));
    }
    try {
      BadFile.requireThere(file);
    } catch (GmeException e) {
      throw new GmeException(
          "expected none, energy or a file to tell speech, found " + BadFile.quoted(name),
          "check the path: a network (.onnx), a list of turns (.rttm) or speech (.lab), or a folder of these");
    }
    if (InputFile.read(file, in -> OnnxModel.is(in.start()))) {
      return SileroDetector.open(file);
    }
    if (name.endsWith(".onnx")) {
      throw BadFile.at(
          file,
          "expected a network, found " + FileKind.of(file).label(),
          "give a network of Silero's interface");
    }
    return new GivenSpeech(file, SpeechRegions.read(file));
  }
}
