package dev.gme.neural.embed;

import dev.gme.core.GmeException;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.network.FrontEnd;
import dev.gme.frontend.network.NetworkDescription;
import dev.gme.frontend.network.RecordingQuality;
import dev.gme.frontend.network.Windows;
import dev.gme.neural.network.Embedding;
import dev.gme.neural.network.Network;
import dev.gme.neural.speech.SpeechDetector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Makes embeddings of recordings one by one: resampled, levelled, speech chosen, cut, through front
 * end and network. Any number of threads may use it at once, each on a recording of its own. What
 * is too short, silent or fails is an exception with the id, never a vector.
 *
 * <pre>{@code
 * RecordingEmbedder embedder = new RecordingEmbedder(network, SpeechDetector.NONE, EmbedOptions.DEFAULT);
 * float[] vector = embedder.embed("a", Audio.read(file)).get(0).embedding().vector();
 * }</pre>
 */
public final class RecordingEmbedder {
  /** Seconds between the starts of two windows of a stretch of speech, at least. */
  private static final double LEAST_STEP = 0.01;

  private final Network network;
  private final FrontEnd frontEnd;
  private final SpeechDetector detector;
  private final EmbedOptions options;

  public RecordingEmbedder(Network network, SpeechDetector detector, EmbedOptions options) {
    this.network = network;
    this.frontEnd = network.frontEnd();
    this.detector = detector;
    this.options = options;
  }

  /** The embedding of a recording, or those of its windows in order of time. */
  public List<EmbeddedPiece> embed(String id, Audio recording) {
    try {
      return made(id, recording);
    } catch (GmeException e) {
      throw new GmeException("'" + id + "': " + e.getMessage(), e.help());
    }
  }

  private List<EmbeddedPiece> made(String id, Audio recording) {
    NetworkDescription description = network.description();
    Audio heard = recording.atRate(description.rate());
    requireSpeech(heard.seconds(), "is");
    Audio levelled = description.level().apply(heard);
    Optional<TimeRegions> speech = detector.speech(id, levelled);
    if (options.windows().isPresent()) {
      return windows(id, heard, levelled, speech, options.windows().get());
    }
    Audio chosen = speech.isPresent() ? levelled.within(speech.get()) : levelled;
    requireSpeech(chosen.seconds(), "has speech of");
    RecordingQuality quality =
        speech.isPresent() ? RecordingQuality.of(heard, speech.get()) : RecordingQuality.of(heard);
    List<Windows.Part> parts =
        description.windows().parts(chosen.length(), chosen.rate(), options.maxWindow());
    Embedding embedding = combined(chosen, parts, description.windows().combine());
    return List.of(new EmbeddedPiece(id, id, 0, heard.seconds(), embedding, quality, parts.size()));
  }

  private void requireSpeech(double seconds, String what) {
    double shortest = network.description().shortest();
    if (seconds < shortest || seconds == 0) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "the recording %s %.2f s, the network needs %.2f s",
              what,
              seconds,
              shortest),
          "leave it out: it is too short");
    }
  }

  private Embedding combined(Audio audio, List<Windows.Part> parts, Windows.Combine how) {
    WindowMean mean = new WindowMean(how);
    for (Windows.Part part : parts) {
      Audio piece = parts.size() == 1 ? audio : cut(audio, part);
      // A long silence in a long recording is no reason to lose the rest.
      if (parts.size() == 1 || !isSilent(piece.samples())) {
        FloatMatrix frames = frontEnd.apply(piece);
        mean.add(network.embed(frames), frames.rows());
      }
    }
    return mean.embedding();
  }

  private List<EmbeddedPiece> windows(
      String id, Audio heard, Audio levelled, Optional<TimeRegions> speech, Windows each) {
    int rate = levelled.rate();
    TimeRegions regions =
        speech.orElseGet(() -> TimeRegions.of(new double[] {0}, new double[] {levelled.seconds()}));
    List<EmbeddedPiece> out = new ArrayList<>();
    for (int r = 0; r < regions.size(); r++) {
      int from = (int) Math.min(levelled.length(), Math.round(regions.start(r) * rate));
      int to = (int) Math.min(levelled.length(), Math.round(regions.end(r) * rate));
      int last = -rate;
      for (Windows.Part part : each.parts(to - from, rate, options.maxWindow())) {
        // The last window ends with the speech, and may be almost the one before it.
        if (part.from() - last < LEAST_STEP * rate) {
          continue;
        }
        last = part.from();
        Windows.Part window = new Windows.Part(from + part.from(), from + part.to());
        Audio piece = cut(levelled, window);
        if (piece.seconds() >= network.description().shortest() && !isSilent(piece.samples())) {
          Embedding embedding = network.embed(frontEnd.apply(piece));
          double start = (double) window.from() / rate;
          double end = (double) window.to() / rate;
          out.add(
              new EmbeddedPiece(
                  windowId(id, start, end),
                  id,
                  start,
                  end,
                  embedding,
                  RecordingQuality.of(cut(heard, window)),
                  1));
        }
      }
    }
    if (out.isEmpty()) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "the recording has no speech of %.2f s without a break, which the network needs",
              network.description().shortest()),
          "leave it out, or check how its speech was told");
    }
    return out;
  }

  /** Times in milliseconds, so that names sort as times do. */
  private static String windowId(String id, double start, double end) {
    return String.format(
        Locale.ROOT, "%s-%08d-%08d", id, Math.round(1000 * start), Math.round(1000 * end));
  }

  private static Audio cut(Audio audio, Windows.Part part) {
    return Audio.wrap(audio.rate(), Arrays.copyOfRange(audio.samples(), part.from(), part.to()));
  }

  private static boolean isSilent(float[] samples) {
    for (float x : samples) {
      if (x != samples[0]) {
        return false;
      }
    }
    return true;
  }
}
