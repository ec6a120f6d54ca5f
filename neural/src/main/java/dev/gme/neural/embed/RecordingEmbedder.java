package dev.gme.neural.embed;

import dev.gme.core.GmeException;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.parallel.Workers;
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
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import java.util.function.Function;

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

  /** The samples a second that recordings are heard at. */
  int rate() {
    return network.description().rate();
  }

  /** The embedding of a recording, or those of its windows in order of time. */
  public List<EmbeddedPiece> embed(String id, Audio recording) {
    return embed(id, recording, share -> {});
  }

  /**
   * The embedding of a recording, or those of its windows in order of time. Threads that have
   * nothing else to do share its pieces.
   *
   * @param heard is told after each piece which share of the recording that was, by any thread
   */
  public List<EmbeddedPiece> embed(String id, Audio recording, DoubleConsumer heard) {
    try {
      return made(id, recording, heard);
    } catch (GmeException e) {
      throw new GmeException("'" + id + "': " + e.getMessage(), e.help());
    }
  }

  private List<EmbeddedPiece> made(String id, Audio recording, DoubleConsumer share) {
    NetworkDescription description = network.description();
    Audio heard = recording.atRate(description.rate());
    requireSpeech(heard.seconds(), "is");
    Audio levelled = description.level().apply(heard);
    Optional<TimeRegions> speech = detector.speech(id, levelled);
    if (options.windows().isPresent()) {
      List<Windows.Part> parts = windows(levelled, speech, options.windows().get());
      return embedded(id, heard, levelled, parts, share);
    }
    Audio chosen = speech.isPresent() ? levelled.within(speech.get()) : levelled;
    requireSpeech(chosen.seconds(), "has speech of");
    RecordingQuality quality =
        speech.isPresent() ? RecordingQuality.of(heard, speech.get()) : RecordingQuality.of(heard);
    List<Windows.Part> parts =
        description.windows().parts(chosen.length(), chosen.rate(), options.maxWindow());
    Embedding embedding = combined(chosen, parts, description.windows().combine(), share);
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

  private Embedding combined(
      Audio audio, List<Windows.Part> parts, Windows.Combine how, DoubleConsumer share) {
    record Heard(Embedding embedding, int frames) {}
    WindowMean mean = new WindowMean(how);
    List<Heard> all =
        each(
            parts,
            share,
            part -> {
              Audio piece = parts.size() == 1 ? audio : cut(audio, part);
              // A long silence in a long recording is no reason to lose the rest.
              if (parts.size() > 1 && isSilent(piece.samples())) {
                return null;
              }
              FloatMatrix frames = frontEnd.apply(piece);
              return new Heard(network.embed(frames), frames.rows());
            });
    for (Heard h : all) {
      mean.add(h.embedding, h.frames);
    }
    return mean.embedding();
  }

  /** The windows of stretches of speech that are long enough. */
  private List<Windows.Part> windows(Audio audio, Optional<TimeRegions> speech, Windows each) {
    int rate = audio.rate();
    TimeRegions regions =
        speech.orElseGet(() -> TimeRegions.of(new double[] {0}, new double[] {audio.seconds()}));
    List<Windows.Part> out = new ArrayList<>();
    for (int r = 0; r < regions.size(); r++) {
      int from = (int) Math.min(audio.length(), Math.round(regions.start(r) * rate));
      int to = (int) Math.min(audio.length(), Math.round(regions.end(r) * rate));
      int last = -rate;
      for (Windows.Part part : each.parts(to - from, rate, options.maxWindow())) {
        // The last window ends with the speech, and may be almost the one before it.
        boolean isNew = part.from() - last >= LEAST_STEP * rate;
        if (isNew && (double) part.length() / rate >= network.description().shortest()) {
          out.add(new Windows.Part(from + part.from(), from + part.to()));
        }
        last = isNew ? part.from() : last;
      }
    }
    return out;
  }

  private List<EmbeddedPiece> embedded(
      String id, Audio heard, Audio levelled, List<Windows.Part> windows, DoubleConsumer share) {
    double rate = heard.rate();
    List<EmbeddedPiece> out =
        each(
            windows,
            share,
            window -> {
              Audio piece = cut(levelled, window);
              if (isSilent(piece.samples())) {
                return null;
              }
              Embedding embedding = network.embed(frontEnd.apply(piece));
              double start = window.from() / rate;
              double end = window.to() / rate;
              RecordingQuality quality = RecordingQuality.of(cut(heard, window));
              String name = windowId(id, start, end);
              return new EmbeddedPiece(name, id, start, end, embedding, quality, 1);
            });
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

  /**
   * What becomes of pieces, in their order and without those of which nothing does. Where several
   * fail, the complaint is that of the first, whatever thread was faster.
   */
  private static <T> List<T> each(
      List<Windows.Part> parts, DoubleConsumer share, Function<Windows.Part, T> work) {
    List<T> made = new ArrayList<>(Collections.nCopies(parts.size(), null));
    GmeException[] problems = new GmeException[parts.size()];
    Workers.forEach(
        parts.size(),
        i -> {
          try {
            made.set(i, work.apply(parts.get(i)));
          } catch (GmeException e) {
            problems[i] = e;
          }
          share.accept(1.0 / parts.size());
        });
    for (GmeException problem : problems) {
      if (problem != null) {
        throw problem;
      }
    }
    made.removeIf(Objects::isNull);
    return made;
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
