package dev.gme.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.score.Side;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Twelve speakers in turn, eight recordings each: r0 is of speaker 0, r12 too. */
class ClusterLinksTest {
  private static final int SPEAKERS = 12;
  private static final int D = 12;
  private static final double[] LAMBDA = new double[D];

  static {
    Arrays.fill(LAMBDA, 6);
  }

  private final SeededRandom random = new SeededRandom(5);
  private final double[][] speakers =
      IntStream.range(0, SPEAKERS + 1).mapToObj(s -> random.gaussians(D)).toArray(double[][]::new);
  private final IdentifiedEmbeddings recordings =
      of(IntStream.range(0, 8 * SPEAKERS).mapToObj(i -> "r" + i).toList(), i -> i % SPEAKERS);

  @TempDir Path folder;

  private interface SpeakerOf {
    int of(int recording);
  }

  private IdentifiedEmbeddings of(List<String> ids, SpeakerOf speaker) {
    double[] a = new double[ids.size() * D];
    double[] b = new double[ids.size()];
    for (int i = 0; i < b.length; i++) {
      b[i] = 0.5 + random.nextDouble();
      for (int k = 0; k < D; k++) {
        double u = LAMBDA[k] * b[i];
        a[i * D + k] = u * speakers[speaker.of(i)][k] + Math.sqrt(u) * random.nextGaussian();
      }
    }
    return new IdentifiedEmbeddings(
        ids, MetaEmbeddings.of(DoubleMatrix.wrap(b.length, D, a), b, LAMBDA));
  }

  private Clusters clusters(ClusterLinks links, ClusterOptions options) throws IOException {
    return RecordingClusters.of(recordings, links, options, Optional.empty(), Progress.NONE);
  }

  /** By the book, or by rounds where {@code exactUpTo} is small. */
  private static ClusterOptions options(int exactUpTo) {
    return ClusterOptions.DEFAULT.withScale(1).withExactUpTo(exactUpTo).withNeighbours(3);
  }

  private static TrialList pair(String first, String second) {
    return TrialList.of(List.of(first), List.of(second), new int[1], new int[1]);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 4000})
  void linksAreKept(int exactUpTo) throws IOException {
    Map<String, String> free = clusters(ClusterLinks.NONE, options(exactUpTo)).setOf();
    assertThat(free.get("r0")).isEqualTo(free.get("r12")).isNotEqualTo(free.get("r1"));
    // Against what is heard, so that only the links can be the reason.
    ClusterLinks links =
        ClusterLinks.NONE
            .withTogether(Map.of("r0", "x", "r1", "x", "r2", "y"), "known")
            .withApart(pair("r3", "r15"));
    Map<String, String> found = clusters(links, options(exactUpTo)).setOf();
    assertThat(found.get("r0")).isEqualTo(found.get("r1"));
    assertThat(free.get("r3")).isEqualTo(free.get("r15"));
    assertThat(found.get("r3")).isNotEqualTo(found.get("r15"));
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 4000})
  void setsHaveTheNamesOfEnrolledSpeakers(int exactUpTo) throws IOException {
    // Two who are there, and one who is not. The sets of others must not be called c1 too.
    IdentifiedEmbeddings pools = of(List.of("anna", "c1", "zoe"), i -> new int[] {0, 5, 12}[i]);
    Side enrolled =
        new Side(
            pools.ids(),
            List.of(List.of("r0", "elsewhere"), List.of("x"), List.of("y")),
            pools.embeddings(),
            null,
            null);
    Clusters found = clusters(ClusterLinks.NONE.withEnrolled(enrolled), options(exactUpTo));
    Map<String, String> sets = found.setOf();
    assertThat(found.leftOut()).isEqualTo(1);
    assertThat(sets).doesNotContainKey("r0").hasSize(8 * SPEAKERS - 1);
    assertThat(found.enrolled()).isEqualTo(3);
    assertThat(found.enrolledHeard()).isEqualTo(2);
    assertThat(found.sets()).isEqualTo(SPEAKERS);
    sets.forEach(
        (id, set) -> {
          int speaker = Integer.parseInt(id.substring(1)) % SPEAKERS;
          assertThat(set.equals("anna")).as(id).isEqualTo(speaker == 0);
          assertThat(set.equals("c1")).as(id).isEqualTo(speaker == 5);
        });
    assertThat(new HashSet<>(sets.values()))
        .hasSize(SPEAKERS)
        .contains("c02")
        .doesNotContain("zoe");
    // Pairs of enrolled speakers never join, so that none is said to be near.
    for (Clusters.NearJoin join : found.nearJoins(10, Progress.NONE)) {
      assertThat(pools.ids().containsAll(List.of(join.first(), join.second()))).isFalse();
    }
    for (Clusters.Doubtful d : found.doubtful(1, Progress.NONE)) {
      assertThat(d.set()).isEqualTo(sets.get(d.id()));
    }
  }

  @Test
  void roundsWithEnrolledSpeakersAndLinksGoOn() throws IOException {
    IdentifiedEmbeddings pools = of(List.of("anna", "bert"), i -> i);
    ClusterLinks links =
        ClusterLinks.NONE
            .withTogether(Map.of("r2", "x", "r3", "x"), "known")
            .withEnrolled(Side.of(pools));
    Path file = folder.resolve("rounds.npz");
    int[] scorings = {0};
    Progress stop =
        new Progress() {
          @Override
          public void update(String what, long done, long total) {
            scorings[0] += what.equals("scoring") && done == 0 ? 1 : 0;
            if (scorings[0] == 2) {
              throw new CancellationException("stopped");
            }
          }
        };
    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(
            () -> RecordingClusters.of(recordings, links, options(10), Optional.of(file), stop));
    assertThat(file).exists();
    // Nor does a checkpoint fit where other things are known.
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(
            () ->
                RecordingClusters.of(
                    recordings,
                    links.withApart(pair("r4", "r5")),
                    options(10),
                    Optional.of(file),
                    Progress.NONE))
        .withMessageContaining("is not the checkpoint");
    Clusters resumed =
        RecordingClusters.of(recordings, links, options(10), Optional.of(file), Progress.NONE);
    assertThat(resumed.lines()).isEqualTo(clusters(links, options(10)).lines());
    assertThat(file).doesNotExist();
  }

  @Test
  void whatCannotBeIsNamed() {
    List<Object[]> wrong = new ArrayList<>();
    wrong.add(
        new Object[] {
          ClusterLinks.NONE.withTogether(Map.of("r0", "x", "nobody", "x"), "known"),
          "known has 'nobody', which is not among the recordings"
        });
    wrong.add(
        new Object[] {
          ClusterLinks.NONE
              .withTogether(Map.of("r0", "x", "r1", "x"), "known")
              .withApart(pair("r1", "r0")),
          "says that 'r1' and 'r0' are of two speakers, but known that both are of 'x'"
        });
    wrong.add(
        new Object[] {ClusterLinks.NONE.withApart(pair("r1", "r1")), "but they are one recording"});
    wrong.add(
        new Object[] {
          ClusterLinks.NONE.withEnrolled(Side.of(recordings)),
          "all 96 recordings are those that speakers are enrolled with"
        });
    for (Object[] one : wrong) {
      assertThatExceptionOfType(GmeException.class)
          .isThrownBy(() -> clusters((ClusterLinks) one[0], options(4000)))
          .withMessageContaining((String) one[1]);
    }
    ClusterLinks three =
        ClusterLinks.NONE.withEnrolled(Side.of(of(List.of("a", "b", "c"), i -> i)));
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> clusters(three, options(4000).withSpeakers(2)))
        .withMessageContaining("at least as many speakers as the 3 enrolled, found 2");
    ClusterLinks apart = ClusterLinks.NONE.withApart(pair("r0", "r12"));
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> clusters(apart, options(4000).withSpeakers(1)))
        .withMessageContaining("end with 2 speakers, expected 1");
    TrialList target = pair("r0", "r1").withLabels(new boolean[] {true});
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> ClusterLinks.NONE.withApart(target))
        .withMessageContaining("in a list of pairs that are not");
  }

  @Test
  void missingRecordingsMayBeAllowed() throws IOException {
    ClusterLinks links =
        ClusterLinks.NONE
            .withTogether(Map.of("r0", "x", "nobody", "x"), "known")
            .withApart(pair("r1", "elsewhere"))
            .allowingMissing();
    assertThat(clusters(links, options(4000)).lines())
        .isEqualTo(clusters(ClusterLinks.NONE, options(4000)).lines());
  }
}
