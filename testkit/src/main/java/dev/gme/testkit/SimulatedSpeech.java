package dev.gme.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A folder of recordings with the lists of a small experiment: noise that is coloured by a
 * resonance of each speaker, a second of 8 kHz a recording. Seeds from 41,000 on.
 *
 * <pre>{@code
 * SimulatedSpeech speech = new SimulatedSpeech(folder);   // folder has wav.scp, utt2spk, trials, …
 * }</pre>
 */
public final class SimulatedSpeech {
  private static final int SPEAKERS = 8;
  private static final int TRAINING = 5;
  private static final int RECORDINGS = 5;
  private static final int SAMPLES = 8000;

  private final Map<String, String> speakers = new LinkedHashMap<>();
  private final List<String> train = new ArrayList<>();
  private final List<String> eval = new ArrayList<>();
  private final List<String> trials = new ArrayList<>();

  /** Five speakers for training, three for evaluation; five recordings of each. */
  public SimulatedSpeech(Path folder) throws IOException {
    for (int s = 0; s < SPEAKERS; s++) {
      for (int r = 0; r < RECORDINGS; r++) {
        String id = "s" + s + "-" + r;
        Files.write(folder.resolve(id + ".wav"), recording(s, 100L * s + r));
        speakers.put(id, "s" + s);
        (s < TRAINING ? train : eval).add(id);
      }
    }
    for (int model = TRAINING; model < SPEAKERS; model++) {
      for (String id : eval) {
        if (!id.endsWith("-4")) {
          boolean target = speakers.get(id).equals("s" + model);
          trials.add("s" + model + "-4 " + id + (target ? " target" : " nontarget"));
        }
      }
    }
    Files.write(
        folder.resolve("wav.scp"),
        speakers.keySet().stream().map(id -> id + " " + id + ".wav").toList());
    Files.write(
        folder.resolve("utt2spk"),
        speakers.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
    Files.write(folder.resolve("train.utt"), train);
    Files.write(folder.resolve("eval.utt"), eval);
    Files.write(folder.resolve("trials"), trials);
  }

  /** The speaker of every recording. */
  public Map<String, String> speakers() {
    return speakers;
  }

  public List<String> train() {
    return train;
  }

  public List<String> eval() {
    return eval;
  }

  /** The last recording of each evaluation speaker against the others of all. */
  public List<String> trials() {
    return trials;
  }

  /** The bytes of a WAV file with one recording of a speaker. */
  public static byte[] recording(int speaker, long number) {
    Random random = new Random(41_000 + number);
    ByteBuffer b = ByteBuffer.allocate(44 + 2 * SAMPLES).order(ByteOrder.LITTLE_ENDIAN);
    b.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + 2 * SAMPLES);
    b.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
    b.putShort((short) 1).putShort((short) 1).putInt(8000).putInt(16_000);
    b.putShort((short) 2).putShort((short) 16);
    b.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(2 * SAMPLES);
    double[] y = new double[SAMPLES];
    double angle = 0.4 + 0.25 * speaker;
    for (int t = 0; t < SAMPLES; t++) {
      double level = 500 * (1.2 + Math.sin(t / 300.0));
      y[t] = level * random.nextGaussian();
      y[t] += t < 2 ? 0 : 2 * 0.9 * Math.cos(angle) * y[t - 1] - 0.81 * y[t - 2];
      b.putShort((short) Math.max(-32768, Math.min(32767, y[t])));
    }
    return b.array();
  }
}
