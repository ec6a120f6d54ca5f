package dev.gme.neural.speech;

import dev.gme.core.diarize.TimeRegions;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.onnx.OnnxBytes;
import dev.gme.formats.onnx.OnnxModel;
import dev.gme.formats.onnx.OnnxPort;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.network.FrontEndSpec;
import dev.gme.neural.network.NetworkSession;
import dev.gme.neural.network.Provider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Voice activity by a network of Silero's interface: 512 new samples at 16 kHz behind 64 old ones,
 * and a state that goes from each of these to the next. What follows are the rules that Silero's
 * own code has by default.
 */
final class SileroDetector implements SpeechDetector {
  private static final int RATE = 16000;
  private static final int CONTEXT = 64;
  private static final int NEW = 512;
  private static final int STATE = 2 * 128;

  /** Speech begins where its probability reaches this, and ends where it is below the other. */
  private static final float BEGINS = 0.5f;

  private static final float ENDS = 0.35f;

  /** Seconds: shorter speech is dropped, shorter silence kept, and this much added around. */
  private static final double SHORTEST_SPEECH = 0.25;

  private static final double SHORTEST_SILENCE = 0.1;
  private static final double AROUND = 0.03;

  private final NetworkSession session;
  private final String digest;
  private final boolean scalarRate;

  private SileroDetector(NetworkSession session, String digest, boolean scalarRate) {
    this.session = session;
    this.digest = digest;
    this.scalarRate = scalarRate;
  }

  static SileroDetector open(Path file) throws IOException {
    byte[] bytes = OnnxBytes.read(file, OnnxModel.DEFAULT_MAX_BYTES);
    OnnxModel model = OnnxModel.of(file, bytes);
    List<String> inputs = model.inputs().stream().map(OnnxPort::name).sorted().toList();
    List<String> outputs = model.outputs().stream().map(OnnxPort::name).sorted().toList();
    if (!inputs.equals(List.of("input", "sr", "state"))
        || !outputs.equals(List.of("output", "stateN"))) {
      throw BadFile.at(
          file,
          "expected a detector of speech with the inputs input, sr and state, found "
              + model.inputs().stream().map(OnnxPort::toString).collect(Collectors.joining("; ")),
          "give a network of the interface that Silero VAD has from version 5 on");
    }
    boolean scalar = model.inputs().stream().anyMatch(p -> p.name().equals("sr") && p.rank() == 0);
    return new SileroDetector(
        NetworkSession.open(file, bytes, Provider.CPU), model.digest(), scalar);
  }

  @Override
  public Optional<TimeRegions> speech(String id, Audio audio) {
    return Optional.of(regions(probabilities(audio.atRate(RATE)), audio.seconds()));
  }

  /** The probability of speech in every stretch of 512 samples. */
  float[] probabilities(Audio audio) {
    float[] samples = audio.samples();
    float[] out = new float[(samples.length + NEW - 1) / NEW];
    float[] input = new float[CONTEXT + NEW];
    float[] state = new float[STATE];
    for (int i = 0; i < out.length; i++) {
      for (int k = 0; k < input.length; k++) {
        int at = i * NEW - CONTEXT + k;
        input[k] =
            at < 0 || at >= samples.length ? 0 : (float) (samples[at] / FrontEndSpec.FULL_SCALE);
      }
      float[] now = state;
      Map<String, NetworkSession.Output> result =
          session.run(
              Map.of(
                  "input", new NetworkSession.Input(m -> m.put(input), 1, input.length),
                  "state", new NetworkSession.Input(m -> m.put(now), 2, 1, STATE / 2)),
              Map.of("sr", new NetworkSession.Count("int64", scalarRate, RATE)),
              List.of("output", "stateN"));
      out[i] = result.get("output").values()[0];
      state = result.get("stateN").values();
    }
    return out;
  }

  static TimeRegions regions(float[] probabilities, double seconds) {
    SpeechRuns found = new SpeechRuns();
    double step = (double) NEW / RATE;
    double begun = -1;
    double silent = -1;
    for (int i = 0; i <= probabilities.length; i++) {
      boolean over = i == probabilities.length;
      double now = i * step;
      if (!over && probabilities[i] >= BEGINS) {
        begun = begun < 0 ? now : begun;
        silent = -1;
      } else if (begun >= 0 && (over || probabilities[i] < ENDS)) {
        silent = silent < 0 ? now : silent;
        if (over || now - silent >= SHORTEST_SILENCE) {
          if (silent - begun >= SHORTEST_SPEECH) {
            found.add(Math.max(0, begun - AROUND), Math.min(seconds, silent + AROUND));
          }
          begun = -1;
          silent = -1;
        }
      }
    }
    return found.regions();
  }

  @Override
  public String digest() {
    return digest;
  }

  @Override
  public void close() {
    session.close();
  }
}
