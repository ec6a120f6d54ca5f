package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.io.Sha256;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs on a cluster of separate processes, which are killed in the middle: results are those of one
 * process, to the last bit. Profile {@code spark} runs it.
 */
@Tag("cluster")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterIT {
  private static final int BLOCK = 600;

  @TempDir static Path folder;

  private static StandaloneCluster cluster;
  private static int port;
  private static String table;
  private static String expectedTop;
  private static String expectedModel;
  private static String expectedVb;

  /** What a single process makes: the same jobs in this one, by one task after the other. */
  @BeforeAll
  static void start() throws IOException, InterruptedException {
    SimulatedDatabase data = SmallCluster.recordings(2400, 11);
    table = SmallCluster.table(folder, SmallCluster.rows(data), 7);
    String model = SmallCluster.modelFile(folder);
    run("extract", "--model", model, "--vectors", table, "--block", "" + BLOCK, "--out", at("emb"));
    run("score", "--embeddings", at("emb"), "--top=5", "--out", at("top"));
    expectedTop = scores("top");
    run(train("train-plda", "plda"));
    expectedModel = digest("plda");
    run(train("train-htplda", "vb", "--vb", "--vb-iterations=8"));
    expectedVb = digest("vb");
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    cluster = new StandaloneCluster(folder, port);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static String at(String name) {
    return folder.resolve(name).toString();
  }

  private static String[] train(String job, String out, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                job,
                "--vectors",
                table,
                "--raw",
                "--speaker-dim=5",
                "--iterations=8",
                "--tolerance=0",
                "--out",
                at(out)));
    words.addAll(List.of(more));
    return words.toArray(new String[0]);
  }

  private static void run(String... words) {
    JobArguments arguments = JobArguments.parse(Arrays.copyOfRange(words, 1, words.length));
    Job job =
        switch (words[0]) {
          case "extract" -> ExtractJob.of(arguments);
          case "score" -> ScoreJob.of(arguments);
          case "train-plda" -> TrainJob.plda(arguments);
          default -> TrainJob.heavyTailed(arguments);
        };
    job.run(SmallCluster.get());
  }

  /** The numbers of a model; its provenance has the options, which name the file. */
  private static String digest(String model) throws IOException {
    var value = Artefact.read(folder.resolve(model), ArtefactKind.EXTRACTOR).value();
    return Sha256.of(ArtefactBytes.of(ArtefactKind.EXTRACTOR, value));
  }

  /** All rows of a table of scores in their order. */
  private static String scores(String out) {
    List<Row> rows =
        SmallCluster.get()
            .session()
            .read()
            .parquet(at(out))
            .orderBy("enrol", "rank")
            .collectAsList();
    return rows.size()
        + " "
        + Sha256.of(
            rows.stream()
                .map(Row::toString)
                .collect(Collectors.joining("\n"))
                .getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private static void requireDone(StandaloneCluster.Driver driver)
      throws IOException, InterruptedException {
    assertThat(driver.exitCode()).as(driver.said()).isZero();
  }

  @Test
  @Order(1)
  void blocksAreThoseOfOneProcess() throws IOException, InterruptedException {
    requireDone(
        cluster.submit(
            "extract",
            "extract",
            "--model",
            at("model.gme"),
            "--vectors",
            table,
            "--block",
            "" + BLOCK,
            "--out",
            at("emb-2")));
    try (Stream<Path> files = Files.list(folder.resolve("emb"))) {
      List<Path> written = files.filter(f -> !f.getFileName().toString().endsWith(".crc")).toList();
      assertThat(written).hasSizeGreaterThan(8);
      for (Path file : written) {
        assertThat(folder.resolve("emb-2").resolve(file.getFileName()))
            .hasSameBinaryContentAs(file);
      }
    }
  }

  @Test
  @Order(2)
  void scoresAndModelsAreThoseOfOneProcess() throws IOException, InterruptedException {
    requireDone(
        cluster.submit("top", "score", "--embeddings", at("emb"), "--top=5", "--out", at("top-2")));
    assertThat(scores("top-2")).isEqualTo(expectedTop);
    // The working folder of executors is another one.
    Path here = Path.of("").toAbsolutePath();
    String near = here.relativize(folder.toAbsolutePath()).toString();
    requireDone(
        cluster.submit(
            "near", "score", "--embeddings", near + "/emb", "--top=5", "--out", near + "/top-3"));
    assertThat(scores("top-3")).isEqualTo(expectedTop);
    requireDone(cluster.submit("plda", train("train-plda", "plda-2")));
    assertThat(digest("plda-2")).isEqualTo(expectedModel);
    requireDone(cluster.submit("vb", train("train-htplda", "vb-2", "--vb", "--vb-iterations=8")));
    assertThat(digest("vb-2")).isEqualTo(expectedVb);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 64})
  @Order(3)
  void partitionsOfTheTableDoNotMatter(int parts) throws IOException, InterruptedException {
    String other =
        SmallCluster.table(
            folder.resolve("p"), SmallCluster.rows(SmallCluster.recordings(2400, 11)), parts);
    String out = "vb-of-" + parts;
    String[] words = train("train-htplda", out, "--vb", "--vb-iterations=8");
    words[2] = other;
    requireDone(cluster.submit(out, words));
    assertThat(digest(out)).isEqualTo(expectedVb);
  }

  @Test
  @Order(4)
  void anErrorOfATaskIsOneSentence() throws IOException, InterruptedException {
    Path bad = Files.createDirectory(folder.resolve("bad"));
    try (Stream<Path> files = Files.list(folder.resolve("emb"))) {
      for (Path file : files.toList()) {
        Files.copy(file, bad.resolve(file.getFileName()));
      }
    }
    Path block = bad.resolve("block-00001.safetensors");
    byte[] bytes = Files.readAllBytes(block);
    bytes[bytes.length - 1] ^= 1;
    Files.write(block, bytes);
    var driver =
        cluster.submit(
            "bad", "score", "--embeddings", bad.toString(), "--top=5", "--out", at("none"));
    assertThat(driver.exitCode()).isEqualTo(1);
    assertThat(driver.said())
        .contains("gme: " + block + ": the content is not what was written\nhelp: ")
        .doesNotContain("\tat ");
  }

  @ParameterizedTest
  @CsvSource({
    "executor, 0.25", "executor, 0.5", "executor, 0.75",
    "worker, 0.25", "worker, 0.5", "worker, 0.75",
    "master, 0.25", "master, 0.5", "master, 0.75",
    "driver, 0.25", "driver, 0.5", "driver, 0.75",
  })
  @Order(5)
  void bestOfEachSurviveTheLossOfA(String who, double when)
      throws IOException, InterruptedException {
    String out = "top-" + who + "-" + when;
    Path parts = folder.resolve(out + ".parts");
    int blocks = EmbeddingFolder.open(SmallCluster.get().files(), at("emb")).layout().blocks();
    String[] words = {"score", "--embeddings", at("emb"), "--top=5", "--out", at(out)};
    StandaloneCluster.Driver driver = cluster.submit(out, words);
    StandaloneCluster.await(
        () -> !driver.process().isAlive() || count(parts, ".done") >= when * tasks(parts, blocks),
        "tasks");
    afterTheLoss(who, driver, out, words);
    assertThat(scores(out)).isEqualTo(expectedTop);
  }

  /** How many tasks the run's own plan has. */
  private static double tasks(Path parts, int blocks) {
    try {
      String plan = Files.readString(parts.resolve("plan.json"));
      int group = Integer.parseInt(plan.replaceFirst("(?s).*\"group\":(\\d+).*", "$1"));
      return new CellGrid(blocks, blocks, group, true).tasks().size();
    } catch (IOException e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  private static long count(Path parts, String end) {
    try (Stream<Path> files = Files.list(parts)) {
      return files.filter(f -> f.toString().endsWith(end)).count();
    } catch (IOException e) {
      return 0;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "em, executor, 2", "em, executor, 4", "em, executor, 6",
    "em, driver, 2", "em, driver, 4", "em, driver, 6",
    "vb, executor, 2", "vb, executor, 4", "vb, executor, 6",
    "vb, worker, 2", "vb, worker, 4", "vb, worker, 6",
    "vb, master, 2", "vb, master, 4", "vb, master, 6",
    "vb, driver, 2", "vb, driver, 4", "vb, driver, 6",
  })
  @Order(6)
  void trainingSurvivesTheLossOfA(String stage, String who, int iteration)
      throws IOException, InterruptedException {
    boolean isVb = stage.equals("vb");
    String out = stage + "-" + who + "-" + iteration;
    String[] words =
        isVb ? train("train-htplda", out, "--vb", "--vb-iterations=8") : train("train-plda", out);
    StandaloneCluster.Driver driver = cluster.submit(out, words);
    String mark = String.format(Locale.ROOT, "%s: iteration %d,", isVb ? "VB" : "EM", iteration);
    StandaloneCluster.await(
        () -> {
          try {
            return !driver.process().isAlive() || driver.said().contains(mark);
          } catch (IOException e) {
            return false;
          }
        },
        mark);
    afterTheLoss(who, driver, out, words);
    assertThat(digest(out)).isEqualTo(isVb ? expectedVb : expectedModel);
  }

  /** Kills one process and sees the job to its end, by another driver where its own was killed. */
  private static void afterTheLoss(
      String who, StandaloneCluster.Driver driver, String out, String[] words)
      throws IOException, InterruptedException {
    assertThat(driver.process().isAlive()).as("the job was over too soon").isTrue();
    switch (who) {
      case "executor" -> cluster.killExecutor();
      case "worker" -> cluster.killWorker();
      case "master" -> cluster.killMaster();
      default -> driver.process().destroyForcibly().waitFor();
    }
    if (who.equals("driver")) {
      String[] again = Arrays.copyOf(words, words.length + 1);
      again[words.length] = "--resume";
      requireDone(cluster.submit(out + "-again", again));
    } else {
      requireDone(driver);
      cluster.mend(port);
    }
  }
}
