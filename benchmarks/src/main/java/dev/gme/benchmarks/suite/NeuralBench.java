package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.CpuTime;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.network.FrontEnd;
import dev.gme.frontend.network.NetworkDescriptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Consumer;

/** What goes before a network that embeds recordings. */
public final class NeuralBench implements Benchmark {
  /** A twentieth of what an x-vector network takes, at 150 times real time. */
  private static final double GOAL = 0.35;

  /** All with features; 3dspeaker's are those of wespeaker. */
  private static final List<String> PRESETS =
      List.of(
          "wespeaker",
          "vbx",
          "kaldi-xvector",
          "ecapa-voxceleb",
          "speechbrain",
          "nemo",
          "resemblyzer",
          "librosa-mfcc");

  private final int seconds;
  private final int rounds;

  /** A recording of ten seconds. */
  public NeuralBench() {
    this(10, 200);
  }

  NeuralBench(int seconds, int rounds) {
    this.seconds = seconds;
    this.rounds = rounds;
  }

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    List<Measurement> out = new ArrayList<>();
    Random random = new Random(1);
    float[] samples = new float[seconds * NetworkDescriptions.USUAL_RATE];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = 1000 * (random.nextFloat() - 0.5f);
    }
    Audio audio = Audio.wrap(NetworkDescriptions.USUAL_RATE, samples);
    for (String preset : PRESETS) {
      progress.accept("neural: features of " + preset);
      FrontEnd frontEnd = NetworkDescriptions.preset(preset).frontEnd();
      double best = CpuTime.best(rounds, () -> frontEnd.apply(audio));
      out.add(
          new Measurement(
              "frontend_ms_per_second." + preset,
              1000 * best / seconds,
              "ms",
              OptionalDouble.of(GOAL),
              "processor time of the front end for a second of 16 kHz audio, one thread",
              Map.of()));
    }
    return out;
  }
}
