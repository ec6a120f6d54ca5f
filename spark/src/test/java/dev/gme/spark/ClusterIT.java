package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs on a cluster of separate processes, which are killed in the middle: results are those of one
 * process, to the last bit. Profile {@code spark} runs it; {@link ShortClusterIT} is the part that
 * every build runs.
 */
@Tag("cluster")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterIT {
  @TempDir static Path folder;

  private static final Map<ClusterJobs.Kind, String> EXPECTED =
      new EnumMap<>(ClusterJobs.Kind.class);
  private static final Map<ClusterJobs.Kind, Integer> TASKS = new EnumMap<>(ClusterJobs.Kind.class);

  private static StandaloneCluster cluster;
  private static ClusterJobs jobs;
  private static String table;

  /** What a single process makes: the same jobs in this one. */
  @BeforeAll
  static void start() throws IOException, InterruptedException {
    jobs = new ClusterJobs(folder, 2400);
    table = jobs.table(7);
    jobs.here(jobs.extract(table, "emb"));
    for (ClusterJobs.Kind kind : ClusterJobs.Kind.values()) {
      EXPECTED.put(kind, jobs.here(kind, table, jobs.at("emb"), "here-" + kind));
    }
    cluster = new StandaloneCluster(folder);
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static void requireDone(StandaloneCluster.Driver driver)
      throws IOException, InterruptedException {
    assertThat(driver.exitCode()).as(driver.said()).isZero();
  }

  @Test
  @Order(1)
  void blocksAreThoseOfOneProcess() throws IOException, InterruptedException {
    requireDone(cluster.submit("extract", jobs.extract(table, "emb-2")));
    try (Stream<Path> files = Files.list(folder.resolve("emb"))) {
      for (Path file : files.filter(f -> !f.toString().endsWith(".crc")).toList()) {
        assertThat(folder.resolve("emb-2").resolve(file.getFileName()))
            .hasSameBinaryContentAs(file);
      }
    }
    assertThat(folder.resolve("emb-2").resolve("block-00013.safetensors")).exists();
  }

  /** Tells how many tasks there are, too, which says when to kill. */
  @ParameterizedTest
  @EnumSource
  @Order(2)
  void resultsAreThoseOfOneProcess(ClusterJobs.Kind kind) throws IOException, InterruptedException {
    String out = "cluster-" + kind;
    var driver = cluster.submit(out, jobs.words(kind, table, jobs.at("emb"), out));
    requireDone(driver);
    assertThat(jobs.digest(kind, out, driver.said())).isEqualTo(EXPECTED.get(kind));
    TASKS.put(kind, cluster.finishedTasks(driver));
    System.out.println(kind + ": " + TASKS.get(kind) + " tasks");
  }

  /** The working folder of executors is another one than that of the driver. */
  @Test
  @Order(3)
  void pathsMayBeRelative() throws IOException, InterruptedException {
    String near = Path.of("").toAbsolutePath().relativize(folder.toAbsolutePath()).toString();
    requireDone(
        cluster.submit(
            "near", "score", "--embeddings", near + "/emb", "--top=5", "--out", near + "/near"));
    assertThat(jobs.digest(ClusterJobs.Kind.TOP, "near", ""))
        .isEqualTo(EXPECTED.get(ClusterJobs.Kind.TOP));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 64})
  @Order(4)
  void partitionsOfTheTableDoNotMatter(int parts) throws IOException, InterruptedException {
    String other = jobs.table(parts);
    String emb = "emb-of-" + parts;
    requireDone(cluster.submit(emb, jobs.extract(other, emb)));
    for (ClusterJobs.Kind kind : ClusterJobs.Kind.values()) {
      String out = kind + "-of-" + parts;
      var driver = cluster.submit(out, jobs.words(kind, other, jobs.at(emb), out));
      requireDone(driver);
      assertThat(jobs.digest(kind, out, driver.said())).isEqualTo(EXPECTED.get(kind));
    }
  }

  @Test
  @Order(5)
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
            "bad", "score", "--embeddings", bad.toString(), "--top=5", "--out", jobs.at("none"));
    assertThat(driver.exitCode()).isEqualTo(1);
    assertThat(driver.said())
        .contains("gme: " + block + ": the content is not what was written\nhelp: ")
        .doesNotContain(" INFO ", "\tat ");
  }

  @ParameterizedTest
  @CsvSource({
    "TOP, executor, 0.25", "TOP, executor, 0.5", "TOP, executor, 0.75",
    "TOP, worker, 0.25", "TOP, worker, 0.5", "TOP, worker, 0.75",
    "TOP, master, 0.25", "TOP, master, 0.5", "TOP, master, 0.75",
    "TOP, driver, 0.25", "TOP, driver, 0.5", "TOP, driver, 0.75",
    "EM, executor, 0.25", "EM, executor, 0.5", "EM, executor, 0.75",
    "EM, worker, 0.25", "EM, worker, 0.5", "EM, worker, 0.75",
    "EM, master, 0.25", "EM, master, 0.5", "EM, master, 0.75",
    "EM, driver, 0.25", "EM, driver, 0.5", "EM, driver, 0.75",
    "VB, executor, 0.25", "VB, executor, 0.5", "VB, executor, 0.75",
    "VB, worker, 0.25", "VB, worker, 0.5", "VB, worker, 0.75",
    "VB, master, 0.25", "VB, master, 0.5", "VB, master, 0.75",
    "VB, driver, 0.25", "VB, driver, 0.5", "VB, driver, 0.75",
    "EVALUATE, executor, 0.5", "EVALUATE, worker, 0.5", "EVALUATE, master, 0.5",
    "EVALUATE, driver, 0.5",
  })
  @Order(6)
  void resultsSurviveTheLossOfA(ClusterJobs.Kind kind, String who, double when)
      throws IOException, InterruptedException {
    String out = String.format(Locale.ROOT, "%s-%s-%d", kind, who, Math.round(100 * when));
    String[] words = jobs.words(kind, table, jobs.at("emb"), out);
    var driver = cluster.submit(out, words);
    cluster.awaitTasks(driver, (int) Math.ceil(when * TASKS.get(kind)));
    String said = afterTheLoss(who, driver, out, words);
    assertThat(jobs.digest(kind, out, said)).isEqualTo(EXPECTED.get(kind));
  }

  /** The iterations of EM are the driver's own work; they have a checkpoint each. */
  @ParameterizedTest
  @ValueSource(ints = {15, 30, 45})
  @Order(7)
  void emGoesOnFromTheCheckpointOfAKilledDriver(int iteration)
      throws IOException, InterruptedException {
    String out = "em-driver-at-" + iteration;
    String[] words = jobs.words(ClusterJobs.Kind.EM, table, "", out);
    var driver = cluster.submit(out, words);
    cluster.awaitWords(driver, "EM: iteration " + iteration + ",");
    String said = afterTheLoss("driver", driver, out, words);
    assertThat(said).doesNotContain("EM: iteration " + (iteration - 1) + ",");
    assertThat(jobs.digest(ClusterJobs.Kind.EM, out, said))
        .isEqualTo(EXPECTED.get(ClusterJobs.Kind.EM));
  }

  /**
   * Kills one process and sees the job to its end, by another driver where its own was killed; what
   * the last driver said.
   */
  private static String afterTheLoss(
      String who, StandaloneCluster.Driver driver, String out, String[] words)
      throws IOException, InterruptedException {
    assertThat(driver.process().isAlive()).as("the job was over too soon").isTrue();
    switch (who) {
      case "executor" -> cluster.killExecutor(driver);
      case "worker" -> cluster.killWorker();
      case "master" -> cluster.killMaster();
      default -> driver.process().destroyForcibly().waitFor();
    }
    if (who.equals("driver")) {
      String[] again = Arrays.copyOf(words, words.length + 1);
      again[words.length] = "--resume";
      driver = cluster.submit(out + "-again", again);
    }
    requireDone(driver);
    cluster.mend();
    return driver.said();
  }
}
