package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.cluster.StartingSets;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.partition.Partition;
import dev.gme.core.score.CellScorer;
import dev.gme.core.score.sink.AboveSink;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.lab.cluster.ClusterOptions;
import dev.gme.lab.cluster.RecordingClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Speakers against one process with the same edges. */
class GroupJobTest {
  private static final int BLOCK = 90;

  @TempDir static Path folder;

  private static EmbeddingFolder recordings;

  @BeforeAll
  static void extract() {
    recordings = SmallCluster.extract(folder, "emb", SmallCluster.recordings(60, 5), BLOCK);
  }

  private static String path(String name) {
    return folder.resolve(name).toString();
  }

  private static JobResult job(String out, String... more) {
    List<String> words = new ArrayList<>(List.of("--embeddings", path("emb"), "--out", path(out)));
    words.addAll(List.of(more));
    JobArguments arguments = JobArguments.parse(words.toArray(new String[0]));
    Job job = GroupJob.of(arguments);
    arguments.requireAllKnown("group");
    return job.run(SmallCluster.get());
  }

  private static Map<String, String> speakers(String out) {
    Map<String, String> found = new LinkedHashMap<>();
    for (Row row : SmallCluster.rowsInOrder(path(out))) {
      found.put(row.getString(0), row.getString(1));
    }
    return found;
  }

  /** An edge of a recording to one of its nearest. */
  private record Edge(int to, float score) {}

  /** The best k of each recording, by the cells on and above the diagonal. */
  private static List<List<Edge>> edges(int k, double scale) {
    int n = recordings.layout().recordings();
    CellScorer scorer = new CellScorer(1e-3);
    List<List<Edge>> out = new ArrayList<>();
    IntStream.range(0, n).forEach(i -> out.add(new ArrayList<>()));
    for (int r = 0; r < recordings.layout().blocks(); r++) {
      for (int c = r; c < recordings.layout().blocks(); c++) {
        AboveSink all = new AboveSink(Double.NEGATIVE_INFINITY);
        scorer.score(block(scorer, r, scale), block(scorer, c, scale), all);
        for (int i = 0; i < all.size(); i++) {
          if (all.row(i) != all.col(i)) {
            out.get(all.row(i)).add(new Edge(all.col(i), all.score(i)));
          }
          if (r < c) {
            out.get(all.col(i)).add(new Edge(all.row(i), all.score(i)));
          }
        }
      }
    }
    out.forEach(
        of -> {
          of.sort(Comparator.comparing((Edge e) -> -e.score).thenComparing(Edge::to));
          of.subList(Math.min(k, of.size()), of.size()).clear();
        });
    return out;
  }

  private static CellScorer.Block block(CellScorer scorer, int number, double scale) {
    MetaEmbeddings e = recordings.read(number).embeddings();
    return scorer.block(StartingSets.scaled(e, scale), recordings.layout().first(number));
  }

  /** Components by flooding, each clustered by itself. */
  private static Partition plain(int k, double threshold, ClusterOptions options) {
    List<List<Edge>> edges = edges(k, options.scale());
    int n = edges.size();
    List<List<Integer>> neighbours = new ArrayList<>();
    IntStream.range(0, n).forEach(i -> neighbours.add(new ArrayList<>()));
    for (int i = 0; i < n; i++) {
      for (Edge e : edges.get(i)) {
        if (e.score > threshold) {
          neighbours.get(i).add(e.to);
          neighbours.get(e.to).add(i);
        }
      }
    }
    MetaEmbeddings all = PlainScores.all(recordings);
    List<String> ids = PlainScores.ids(recordings);
    int[] label = new int[n];
    boolean[] seen = new boolean[n];
    int sets = 0;
    for (int i = 0; i < n; i++) {
      if (seen[i]) {
        continue;
      }
      seen[i] = true;
      List<Integer> component = new ArrayList<>(List.of(i));
      for (int at = 0; at < component.size(); at++) {
        for (int j : neighbours.get(component.get(at))) {
          if (!seen[j]) {
            seen[j] = true;
            component.add(j);
          }
        }
      }
      int[] members = component.stream().mapToInt(m -> m).sorted().toArray();
      MetaEmbeddings own =
          all.pool(IntStream.of(members).mapToObj(m -> new int[] {m}).toArray(int[][]::new));
      List<String> names = IntStream.of(members).mapToObj(ids::get).toList();
      Partition found =
          RecordingClusters.of(new IdentifiedEmbeddings(names, own), options, Progress.NONE)
              .partition();
      for (int m = 0; m < members.length; m++) {
        label[members[m]] = sets + found.label(m);
      }
      sets += found.sets();
    }
    return Partition.of(label);
  }

  private static Partition partition(Map<String, String> speakers) {
    List<String> names = speakers.values().stream().distinct().toList();
    return Partition.of(speakers.values().stream().mapToInt(names::indexOf).toArray());
  }

  @ParameterizedTest
  @CsvSource({"'', 16, 0.6", "same-prior=0.3, 3, 1"})
  void speakersAreThoseOfOneProcessWithTheSameEdges(String known, int k, double scale) {
    String out = "k" + k + known;
    List<String> words = new ArrayList<>(List.of("--neighbours=" + k, "--scale=" + scale));
    ClusterOptions options = ClusterOptions.DEFAULT.withScale(scale);
    double threshold = 0;
    if (known.startsWith("same")) {
      words.add("--" + known);
      threshold = Math.log(1 / 0.3 - 1);
      options = options.withSamePrior(0.3);
    }
    JobResult result = job(out, words.toArray(new String[0]));
    Map<String, String> found = speakers(out);
    assertThat(new ArrayList<>(found.keySet())).isEqualTo(PlainScores.ids(recordings));
    Partition expected = plain(k, threshold, options);
    assertThat(partition(found)).isEqualTo(expected);
    // Else there would be nothing to see.
    assertThat(expected.sets()).isBetween(10, recordings.layout().recordings() - 10);
    assertThat(result.figures()).containsEntry("speakers", (long) expected.sets());
    assertThat(Files.exists(Path.of(path(out + ".parts")))).isFalse();
  }

  @Test
  void componentsThatAreTooLargeAreTakenApart() {
    JobResult whole = job("whole", "--threshold=-3");
    int most = (int) whole.figures().get("largest_component");
    assertThat(most).isGreaterThan(20);
    JobResult apart = job("apart", "--threshold=-3", "--largest=20");
    assertThat((int) apart.figures().get("largest_component")).isBetween(1, 20);
    assertThat((int) apart.figures().get("components_raised")).isPositive();
    assertThat(whole.figures()).containsEntry("components_raised", 0);
  }

  @Test
  void whatAnEarlierRunLeftIsNotDoneAgainAndLinesAreThoseOfTheTable() throws IOException {
    Cluster cluster = SmallCluster.get();
    CellRun run =
        CellRun.of(
            cluster,
            recordings,
            recordings,
            new TopWork(16, false, 0.6),
            1e-3,
            Optional.empty(),
            path("again.parts"),
            false);
    run.score(cluster);
    for (int task = 0; task < run.grid().tasks().size(); task += 2) {
      Files.delete(
          folder
              .resolve("again.parts")
              .resolve(String.format(Locale.ROOT, "task-%06d.done", task)));
    }
    assertThatThrownBy(() -> job("again", "--resume", "--scale=1"))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("expected results of work the best 16, found the best 16 at");
    job("again", "--resume", "--utt2spk", path("utt2spk"));
    List<String> lines = new ArrayList<>();
    speakers("again").forEach((id, speaker) -> lines.add(id + " " + speaker));
    assertThat(Files.readAllLines(Path.of(path("utt2spk")))).isEqualTo(lines);
    assertThat(lines.get(0)).matches("r[0-9]+ c0*1");
    assertThat(partition(speakers("again"))).isEqualTo(plain(16, 0, ClusterOptions.DEFAULT));
  }

  @Test
  void knowledgeIsGivenOnce() {
    assertThatThrownBy(() -> job("x", "--threshold=1", "--same-prior=0.1"))
        .isInstanceOf(GmeException.class)
        .hasMessage("--same-prior and --threshold say the same in two ways");
    assertThatThrownBy(() -> job("x", "--same-prior=2"))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("between 0 and 1");
  }
}
