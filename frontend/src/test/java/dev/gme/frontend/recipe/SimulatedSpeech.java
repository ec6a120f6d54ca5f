package dev.gme.frontend.recipe;

import dev.gme.core.simulate.SeededRandom;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Noise coloured by a resonance of each speaker, a second a recording, in a folder. Seed 41. */
final class SimulatedSpeech {
  static final int SPEAKERS = 8;
  static final int RECORDINGS = 5;

  private final Path folder;
  private final Map<String, String> speakers = new HashMap<>();
  private final List<String> train = new ArrayList<>();
  private final List<String> eval = new ArrayList<>();

  /** Five speakers for training, three for evaluation. */
  SimulatedSpeech(Path folder) throws IOException {
    this.folder = folder;
    List<String> scp = new ArrayList<>();
    List<String> trials = new ArrayList<>();
    for (int s = 0; s < SPEAKERS; s++) {
      for (int r = 0; r < RECORDINGS; r++) {
        String id = "s" + s + "-" + r;
        Files.write(folder.resolve(id + ".wav"), wav(s, 100L * s + r));
        scp.add(id + " " + id + ".wav");
        speakers.put(id, "s" + s);
        (s < 5 ? train : eval).add(id);
        for (int other = 5; s >= 5 && r < 4 && other < SPEAKERS; other++) {
          String label = other == s ? " target" : " nontarget";
          trials.add("s" + other + "-4 " + id + label + (r < 2 ? " early" : " late"));
        }
      }
    }
    Files.write(folder.resolve("wav.scp"), scp);
    Files.write(folder.resolve("trials"), trials);
  }

  List<String> train() {
    return train;
  }

  Recordings recordings() {
    return Recordings.of(folder, Recordings.Options.DEFAULT);
  }

  IvectorRecipe.Data data(IvectorRecipe.Trials... trials) {
    return new IvectorRecipe.Data(recordings(), speakers, train, eval, List.of(trials));
  }

  private static byte[] wav(int speaker, long stream) {
    SeededRandom random = new SeededRandom(41, stream);
    int n = 8000;
    ByteBuffer b = ByteBuffer.allocate(44 + 2 * n).order(ByteOrder.LITTLE_ENDIAN);
    b.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + 2 * n);
    b.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
    b.putShort((short) 1).putShort((short) 1).putInt(8000).putInt(16_000);
    b.putShort((short) 2).putShort((short) 16);
    b.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(2 * n);
    double[] y = new double[n];
    double angle = 0.4 + 0.25 * speaker;
    for (int t = 0; t < n; t++) {
      double level = 500 * (1.2 + Math.sin(t / 300.0));
      y[t] = level * random.nextGaussian();
      y[t] += t < 2 ? 0 : 2 * 0.9 * Math.cos(angle) * y[t - 1] - 0.81 * y[t - 2];
      b.putShort((short) Math.max(-32768, Math.min(32767, y[t])));
    }
    return b.array();
  }
}
