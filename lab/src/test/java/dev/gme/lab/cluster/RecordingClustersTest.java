package dev.gme.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingClustersTest {
  @TempDir Path folder;

  /** Speakers in turn, drawn from the model that the embeddings are likelihoods of. */
  private static IdentifiedEmbeddings drawn(int speakers, int each, long seed) {
    SeededRandom random = new SeededRandom(seed);
    double[] lambda = new double[12];
    Arrays.fill(lambda, 6);
    double[][] z = new double[speakers][];
    for (int s = 0; s < speakers; s++) {
      z[s] = random.gaussians(12);
    }
    int n = speakers * each;
    double[] a = new double[n * 12];
    double[] b = new double[n];
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      b[i] = 0.5 + random.nextDouble();
      ids.add("r" + i);
      for (int k = 0; k < 12; k++) {
        double u = 6 * b[i];
        a[i * 12 + k] = u * z[i % speakers][k] + Math.sqrt(u) * random.nextGaussian();
      }
    }
    return new IdentifiedEmbeddings(ids, MetaEmbeddings.of(DoubleMatrix.wrap(n, 12, a), b, lambda));
  }

  private static final ClusterOptions ROUNDS =
      ClusterOptions.DEFAULT.withScale(1).withExactUpTo(10).withNeighbours(4);

  /** Stops when the second round begins to score. */
  private static final class Interrupt implements Progress {
    private int scorings;

    @Override
    public void update(String what, long done, long total) {
      scorings += what.equals("scoring") && done == 0 ? 1 : 0;
      if (scorings == 2) {
        throw new CancellationException("stopped");
      }
    }
  }

  @Test
  void roundsGoOnAfterAnInterrupt() throws IOException {
    IdentifiedEmbeddings recordings = drawn(30, 8, 1);
    Path file = folder.resolve("rounds.npz");
    Clusters whole = RecordingClusters.of(recordings, ROUNDS, Progress.NONE);
    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(
            () ->
                RecordingClusters.of(
                    recordings, ClusterLinks.NONE, ROUNDS, Optional.of(file), new Interrupt()));
    assertThat(file).exists();
    // Not for other options or recordings.
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(
            () ->
                RecordingClusters.of(
                    recordings,
                    ClusterLinks.NONE,
                    ROUNDS.withThreshold(1),
                    Optional.of(file),
                    Progress.NONE))
        .withMessageContaining("is not the checkpoint of this clustering");
    Clusters resumed =
        RecordingClusters.of(
            recordings, ClusterLinks.NONE, ROUNDS, Optional.of(file), Progress.NONE);
    assertThat(resumed.lines()).isEqualTo(whole.lines());
    assertThat(resumed.how()).isEqualTo(whole.how());
    assertThat(file).doesNotExist();
  }

  @Test
  void damagedCheckpointsAreNamed() throws IOException {
    Path file = folder.resolve("rounds.npz");
    Files.writeString(file, "no archive");
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(
            () ->
                RecordingClusters.of(
                    drawn(3, 5, 1), ClusterLinks.NONE, ROUNDS, Optional.of(file), Progress.NONE))
        .withMessageContaining("rounds.npz");
  }

  @Test
  void setsTooLargeForTheMemoryAreRefusedBeforehand() {
    ClusterOptions average = ClusterOptions.DEFAULT.withMethod(ClusterMethod.AVERAGE);
    assertThat(RecordingClusters.memory(1_000_000, 200, average)).isGreaterThan(1L << 43);
    assertThat(RecordingClusters.memory(100_000, 200, ClusterOptions.DEFAULT)).isLessThan(4L << 30);
    double[] lambda = {1};
    int n = 200_000;
    IdentifiedEmbeddings many =
        new IdentifiedEmbeddings(
            new AbstractList<>() {
              @Override
              public String get(int i) {
                return "r" + i;
              }

              @Override
              public int size() {
                return n;
              }
            },
            MetaEmbeddings.of(DoubleMatrix.zeros(n, 1), new double[n], lambda));
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> RecordingClusters.of(many, average, Progress.NONE))
        .withMessageContaining("clustering 200,000 recordings of 1 dimensions takes 59")
        .satisfies(e -> assertThat(e.help()).contains("or cluster by pools"));
  }

  @Test
  void namesAreInTheOrderOfTheRecordings() {
    Clusters found =
        RecordingClusters.of(
            drawn(12, 4, 2), ClusterOptions.DEFAULT.withSpeakers(12), Progress.NONE);
    assertThat(found.lines().get(0)).isEqualTo("r0 c01");
    assertThat(found.toString()).isEqualTo("48 recordings in 12 sets");
    assertThat(found.nearJoins(5, Progress.NONE))
        .isSortedAccordingTo((x, y) -> Double.compare(y.gain(), x.gain()));
    List<Clusters.Doubtful> all = found.doubtful(1, Progress.NONE);
    assertThat(found.doubtful(0.9, Progress.NONE))
        .isEqualTo(all.stream().filter(d -> d.probability() < 0.9).toList());
  }

  /** With blocks of all sets, none would be large enough to be seen. */
  @Test
  void theSquareOfManySetsShowsTheLargest() throws IOException {
    Path page = folder.resolve("clusters.html");
    write(page, drawn(60, 10, 3), 60);
    assertThat(page)
        .content()
        .containsPattern("Shown are the largest sets, 4[89][0-9] of 600 recordings.");
    write(page, drawn(12, 4, 2), 12);
    assertThat(page).content().contains("Recordings against").doesNotContain("Shown are");
  }

  private static void write(Path page, IdentifiedEmbeddings recordings, int speakers)
      throws IOException {
    Clusters found =
        RecordingClusters.of(
            recordings, ClusterOptions.DEFAULT.withSpeakers(speakers), Progress.NONE);
    ClusterPage.write(page, "test", found, 0.9, Optional.empty(), "", Progress.NONE);
  }
}
