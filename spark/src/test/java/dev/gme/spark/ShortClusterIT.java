package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A handful of jobs on a cluster of separate processes, by the jar that users submit: one
 * extraction, one search for the best, and one training that loses an executor. {@link ClusterIT}
 * has the rest: all jobs, partitions, and the loss of every kind of process at every time.
 */
@Tag("slow")
class ShortClusterIT {
  @TempDir static Path folder;

  @Test
  void resultsAreThoseOfOneProcess() throws IOException, InterruptedException {
    ClusterJobs jobs = new ClusterJobs(folder, 600);
    String table = jobs.table(7);
    jobs.here(jobs.extract(table, "emb"));
    String top = jobs.here(ClusterJobs.Kind.TOP, table, jobs.at("emb"), "here-top");
    String model = jobs.here(ClusterJobs.Kind.VB, table, "", "here-vb");
    try (StandaloneCluster cluster = new StandaloneCluster(folder)) {
      requireDone(cluster.submit("extract", jobs.extract(table, "emb-2")));
      assertThat(Files.readString(folder.resolve("emb-2/manifest.json")))
          .isEqualTo(Files.readString(folder.resolve("emb/manifest.json")));
      requireDone(
          cluster.submit(
              "top", jobs.words(ClusterJobs.Kind.TOP, table, jobs.at("emb-2"), "there-top")));
      assertThat(jobs.digest(ClusterJobs.Kind.TOP, "there-top", "")).isEqualTo(top);
      var driver = cluster.submit("vb", jobs.words(ClusterJobs.Kind.VB, table, "", "there-vb"));
      cluster.awaitWords(driver, "VB: iteration 4,");
      assertThat(driver.process().isAlive()).as("the job was over too soon").isTrue();
      cluster.killExecutor(driver);
      requireDone(driver);
      assertThat(jobs.digest(ClusterJobs.Kind.VB, "there-vb", "")).isEqualTo(model);
    }
  }

  private static void requireDone(StandaloneCluster.Driver driver)
      throws IOException, InterruptedException {
    assertThat(driver.exitCode()).as(driver.said()).isZero();
    assertThat(driver.said()).doesNotContain(" INFO ", "\tat ");
  }
}
