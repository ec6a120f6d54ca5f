package dev.gme.benchmarks.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.benchmarks.measure.ChildJvm;
import dev.gme.benchmarks.workload.SimulatedEmbeddings;
import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.artefact.EmbeddingBlocks;
import dev.gme.formats.artefact.EmbeddingManifest;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.artefact.Provenance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a cluster costs: the best partners of recordings by executors of one core over the same by
 * one thread of plain gme, in processor time; and by two executors over one, in wall time. Each
 * process does the work twice, of which the second time counts: start and compilation stand apart.
 */
public final class SparkBench implements Benchmark {
  /** Starts jobs of gme on a cluster of this machine. */
  @FunctionalInterface
  public interface Cluster {
    /**
     * A driver that is not started yet; what it prints to stdout is JSON.
     *
     * @param executors how many, of one core each
     * @param scratch a folder for what the cluster leaves
     * @param words the job and its options
     */
    ProcessBuilder job(int executors, Path scratch, List<String> words) throws IOException;
  }

  /** Four blocks a side: 4.3e9 trials. */
  private static final int RECORDINGS = 4 * EmbeddingManifest.RECORDINGS;

  private static final double NOISE_FREEDOM = 8;
  private static final int BEST = 10;
  private static final int ROUNDS = 2;
  private static final double GOAL_OF_OVERHEAD = 1.15;
  private static final double GOAL_OF_SPEEDUP = 1.7;

  private final Cluster cluster;
  private final int recordings;

  public SparkBench(Cluster cluster) {
    this(cluster, RECORDINGS);
  }

  SparkBench(Cluster cluster, int recordings) {
    this.cluster = cluster;
    this.recordings = recordings;
  }

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    try {
      Path folder = Files.createTempDirectory("gme-bench-spark");
      try {
        return run(folder, progress);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a job told of its rounds, and how long its process lived. */
  private record Job(JsonNode figures, double life) {
    double last(String name) {
      JsonNode rounds = figures.path(name);
      return rounds.path(rounds.size() - 1).asDouble(Double.NaN);
    }

    double first(String name) {
      return figures.path(name).path(0).asDouble(Double.NaN);
    }

    double all(String name) {
      double sum = 0;
      for (JsonNode round : figures.path(name)) {
        sum += round.asDouble();
      }
      return sum;
    }
  }

  private List<Measurement> run(Path folder, Consumer<String> progress) throws IOException {
    progress.accept("writing 2 x " + recordings + " meta-embeddings");
    write(folder.resolve("enrol"), 11);
    write(folder.resolve("test"), 12);
    progress.accept("one thread of plain gme");
    double plain = plain(folder);
    progress.accept("one executor of one core");
    Job one = job(folder, 1);
    progress.accept("two executors of one core");
    Job two = job(folder, 2);
    double executor = one.last("executor_seconds");
    double trials = one.figures.path("trials").asDouble();
    return List.of(
        Measurement.ratio(
                "spark_executor_over_plain",
                executor / plain,
                GOAL_OF_OVERHEAD,
                String.format(
                    Locale.ROOT,
                    "processor time of the best %d of %.2g trials: an executor over one thread",
                    BEST,
                    trials))
            .with(
                Map.of(
                    "plain_seconds",
                    plain,
                    "executor_seconds",
                    executor,
                    "driver_seconds",
                    one.last("driver_seconds"))),
        Measurement.ratio(
                "spark_two_executors_over_one",
                two.last("seconds") / one.last("seconds"),
                1 / GOAL_OF_SPEEDUP,
                "wall time of the same by two executors of a core over one")
            .with(
                Map.of(
                    "one_seconds", one.last("seconds"),
                    "two_seconds", two.last("seconds"))),
        Measurement.of(
            "spark_start",
            one.life - one.all("seconds"),
            "s",
            "from the start of a job to its end, but for the work"),
        Measurement.of(
            "spark_first_round",
            one.first("executor_seconds") - executor,
            "s",
            "processor time of an executor that its first round takes longer: compilation"));
  }

  /** Recordings in the order of (b, id), as an extraction writes them. */
  private void write(Path folder, long seed) throws IOException {
    Files.createDirectory(folder);
    MetaEmbeddings all = new SimulatedEmbeddings(NOISE_FREEDOM).draw(recordings, seed);
    double[] b = all.b();
    double[] a = all.a().array();
    double[] lambda = all.lambda();
    int d = lambda.length;
    int[] order =
        IntStream.range(0, recordings)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> b[i]))
            .mapToInt(i -> i)
            .toArray();
    List<EmbeddingManifest.Block> blocks = new ArrayList<>();
    for (int first = 0; first < recordings; first += EmbeddingManifest.RECORDINGS) {
      int n = Math.min(EmbeddingManifest.RECORDINGS, recordings - first);
      double[] blockA = new double[n * d];
      double[] blockB = new double[n];
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        int from = order[first + i];
        System.arraycopy(a, from * d, blockA, i * d, d);
        blockB[i] = b[from];
        ids.add(String.format(Locale.ROOT, "r%07d", from));
      }
      MetaEmbeddings block = MetaEmbeddings.of(DoubleMatrix.wrap(n, d, blockA), blockB, lambda);
      EmbeddingBlocks.Written written =
          EmbeddingBlocks.write(
              blocks.size(), new IdentifiedEmbeddings(ids, block), Provenance.NONE);
      Files.write(folder.resolve(written.about().file()), written.bytes());
      blocks.add(written.about());
    }
    // All zeros: there is no model.
    byte[] manifest = EmbeddingBlocks.manifest("0".repeat(64), lambda, blocks).toBytes();
    Files.write(folder.resolve(EmbeddingManifest.FILE), manifest);
  }

  private static double plain(Path folder) throws IOException {
    Path times = folder.resolve("plain.txt");
    ChildJvm.run(
        List.of("-Dgme.threads=1", "-XX:+UseParallelGC"),
        ScoreBlocks.class,
        folder.resolve("enrol").toString(),
        folder.resolve("test").toString(),
        Integer.toString(BEST),
        Integer.toString(ROUNDS),
        times.toString());
    List<String> lines = Files.readAllLines(times);
    return Double.parseDouble(lines.get(lines.size() - 1));
  }

  private Job job(Path folder, int executors) throws IOException {
    Path scratch = Files.createDirectory(folder.resolve("cluster-" + executors));
    Path log = scratch.resolve("bench.log");
    long start = System.nanoTime();
    Process process =
        cluster
            .job(
                executors,
                scratch,
                List.of(
                    "bench",
                    "--embeddings",
                    folder.resolve("enrol").toString(),
                    "--test",
                    folder.resolve("test").toString(),
                    "--top=" + BEST,
                    "--rounds=" + ROUNDS,
                    "--out",
                    scratch.resolve("top").toString(),
                    "--json"))
            .redirectError(log.toFile())
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = ChildJvm.await(process);
    double life = (System.nanoTime() - start) * 1e-9;
    if (code != 0) {
      throw new GmeException(
          "the job on a cluster failed: "
              + Files.readString(log)
                  .lines()
                  .filter(l -> l.startsWith("gme: "))
                  .findFirst()
                  .orElse(""),
          "see that 'gme spark' works: docs/spark.md has a tour");
    }
    return new Job(new ObjectMapper().readTree(said), life);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
