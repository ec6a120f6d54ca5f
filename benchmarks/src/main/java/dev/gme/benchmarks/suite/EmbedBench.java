package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.CpuTime;
import dev.gme.benchmarks.measure.Stopwatch;
import dev.gme.core.Progress;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.parallel.Workers;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.neural.embed.CorpusEmbedder;
import dev.gme.neural.embed.EmbedOptions;
import dev.gme.neural.network.Network;
import dev.gme.neural.speech.SpeechDetector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * What embedding costs beside the network itself, and what a second thread gains, for a network
 * that the user brings: recordings of noise, as WAV files.
 */
public final class EmbedBench implements Benchmark {
  private static final double SECONDS_EACH = 3;

  private final Network network;
  private final int recordings;
  private final int rounds;

  /** Ten minutes of audio through a network that is open. */
  public EmbedBench(Network network) {
    this(network, 200, 3);
  }

  EmbedBench(Network network, int recordings, int rounds) {
    this.network = network;
    this.recordings = recordings;
    this.rounds = rounds;
  }

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    try {
      Path folder = Files.createTempDirectory("gme-bench");
      try {
        return run(folder, progress);
      } finally {
        for (int i = 0; i < recordings; i++) {
          Files.deleteIfExists(file(folder, i));
        }
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path file(Path folder, int i) {
    return folder.resolve("r" + i + ".wav");
  }

  private List<Measurement> run(Path folder, Consumer<String> progress) throws IOException {
    double seconds = recordings * SECONDS_EACH;
    progress.accept("neural: embeddings of " + Math.round(seconds) + " s of audio");
    Map<String, Path> files = new LinkedHashMap<>();
    List<FloatMatrix> ready = new ArrayList<>();
    Random random = new Random(1);
    for (int i = 0; i < recordings; i++) {
      Path file = Files.write(file(folder, i), wav(random, network.frontEnd().rate()));
      files.put("r" + i, file);
      ready.add(network.frontEnd().apply(network.description().level().apply(Audio.read(file))));
    }
    RecordingList list = RecordingList.ofFiles(files, RecordingList.Options.DEFAULT);
    Runnable bare = () -> ready.forEach(network::embed);
    Runnable whole = () -> embed(list);
    double bareTime = Double.POSITIVE_INFINITY;
    double wholeTime = Double.POSITIVE_INFINITY;
    double[] wall = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    int threads = Workers.threads();
    try {
      // In alternation, so that all see the same machine.
      for (int round = 0; round < rounds; round++) {
        bareTime = Math.min(bareTime, CpuTime.best(1, bare));
        wholeTime = Math.min(wholeTime, CpuTime.best(1, whole));
        for (int n = 1; n <= 2; n++) {
          Workers.setThreads(n);
          wall[n - 1] = Math.min(wall[n - 1], Stopwatch.best(1, whole));
        }
      }
    } finally {
      Workers.setThreads(threads);
    }
    return List.of(
        Measurement.ratio(
            "embed_over_runtime",
            wholeTime / bareTime,
            1.15,
            "processor time of one thread, from WAV files to embeddings, over runs on ready features"),
        Measurement.ratio(
            "embed_two_threads_over_one", wall[1] / wall[0], 0.55, "wall time of the same"),
        Measurement.of(
            "embed_seconds_per_second",
            seconds / wholeTime,
            "s",
            "seconds of audio in a second of processor time, " + network));
  }

  private void embed(RecordingList list) {
    try {
      new CorpusEmbedder(network, SpeechDetector.NONE, EmbedOptions.DEFAULT)
          .embed(list, list.ids(), Optional.empty(), Progress.NONE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] wav(Random random, int rate) {
    int n = (int) (SECONDS_EACH * rate);
    ByteBuffer b = ByteBuffer.allocate(44 + 2 * n).order(ByteOrder.LITTLE_ENDIAN);
    b.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + 2 * n);
    b.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
    b.putShort((short) 1).putShort((short) 1).putInt(rate).putInt(2 * rate);
    b.putShort((short) 2).putShort((short) 16);
    b.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(2 * n);
    for (int i = 0; i < n; i++) {
      b.putShort((short) (1000 * (random.nextFloat() - 0.5f)));
    }
    return b.array();
  }
}
