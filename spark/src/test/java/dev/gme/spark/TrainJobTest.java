package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.Checkpoint;
import dev.gme.core.GmeException;
import dev.gme.core.NameOrder;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.StepSpec;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.train.data.DataReport;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.EmOptions;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.PldaPasses;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.core.train.plda.Stopping;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models of a cluster are those of one computer, to the last bit. */
class TrainJobTest {
  @TempDir Path folder;

  /** Some 2,000 recordings: several leaves. */
  private final SimulatedDatabase data = SmallCluster.recordings(600, 9);

  private final String[] common = {"--iterations=3", "--speaker-dim=5"};

  private Pipeline train(String kind, String table, String out, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("--vectors", table, "--out", path(out)));
    words.addAll(List.of(common));
    words.addAll(List.of(more));
    JobArguments arguments = JobArguments.parse(words.toArray(new String[0]));
    Job job = kind.equals("plda") ? TrainJob.plda(arguments) : TrainJob.heavyTailed(arguments);
    arguments.requireAllKnown("train");
    job.run(SmallCluster.get());
    return Artefact.read(Path.of(path(out)), ArtefactKind.EXTRACTOR).value();
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private TrainingData plain() {
    int[] speakers = data.speakers();
    return TrainingData.named(
        SmallCluster.vectors(data),
        IntStream.range(0, speakers.length).mapToObj(SmallCluster::id).toList(),
        IntStream.of(speakers).mapToObj(s -> "s" + s).toList());
  }

  private Pipeline gaussian(List<StepSpec> steps) {
    EmOptions em = EmOptions.DEFAULT;
    return PldaRecipe.gaussian(5)
        .preprocessedBy(steps)
        .withEm(em.withStopping(new Stopping(3, em.stopping().tolerance())))
        .train(plain())
        .model();
  }

  private static void requireSame(Pipeline found, Pipeline expected) {
    GmeExtractor a = found.extractor();
    GmeExtractor b = expected.extractor();
    assertThat(a.mean()).isEqualTo(b.mean());
    assertThat(a.p()).isEqualTo(b.p());
    assertThat(a.h()).isEqualTo(b.h());
    assertThat(a.lambda()).isEqualTo(b.lambda());
    assertThat(a.nu()).isEqualTo(b.nu());
    DoubleMatrix x = DoubleMatrix.wrap(1, SmallCluster.DIMENSION, new double[24]);
    assertThat(found.preprocessing().steps()).hasSameSizeAs(expected.preprocessing().steps());
    assertThat(found.preprocessing().apply(x)).isEqualTo(expected.preprocessing().apply(x));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7})
  void gaussianPldaIsThatOfOneComputer(int parts) throws IOException {
    String table = SmallCluster.table(folder, SmallCluster.rows(data), parts);
    List<StepSpec> chain = List.of(StepSpec.centre(), StepSpec.whitenTotal());
    requireSame(train("plda", table, "plda.gme", "--chain=centre,whiten-total"), gaussian(chain));
  }

  @Test
  void variationalBayesIsThatOfOneComputer() throws IOException {
    String table = SmallCluster.table(folder, SmallCluster.rows(data), 3);
    Pipeline start = gaussian(List.of());
    GmeExtractor plugged = start.extractor().withNu(2);
    Pipeline expected =
        start.withExtractor(
            HtPldaVb.DEFAULT.withIterations(3).train(plain(), plugged.model()).model().extractor());
    requireSame(train("htplda", table, "vb.gme", "--vb", "--vb-iterations=3"), expected);
    requireSame(train("htplda", table, "nu.gme"), start.withExtractor(plugged));
  }

  @Test
  void aLostDriverGoesOnFromItsCheckpoint() throws IOException {
    String table = SmallCluster.table(folder, SmallCluster.rows(data), 3);
    Cluster cluster = SmallCluster.get();
    // As it stands when a driver is killed after the second iteration of three.
    HadoopCheckpoints kept =
        new HadoopCheckpoints(cluster.files(), path("plda.gme.parts/em.checkpoint"));
    List<Checkpoint> all = new ArrayList<>();
    PldaRecipe.gaussian(5)
        .withEm(
            EmOptions.DEFAULT.withStopping(
                new Stopping(3, EmOptions.DEFAULT.stopping().tolerance())))
        .train(
            PldaPasses.of(plain()),
            stage ->
                new dev.gme.core.Checkpoints() {
                  @Override
                  public java.util.Optional<Checkpoint> last() {
                    return java.util.Optional.empty();
                  }

                  @Override
                  public void save(Checkpoint checkpoint) {
                    all.add(checkpoint);
                  }
                },
            Progress.NONE);
    kept.save(all.get(1));
    assertThatThrownBy(() -> train("plda", table, "plda.gme", "--raw"))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("checkpoints of a run that was not completed");
    requireSame(train("plda", table, "plda.gme", "--raw", "--resume"), gaussian(List.of()));
    assertThat(Files.exists(Path.of(path("plda.gme.parts")))).isFalse();
  }

  /** A constant column, one vector of two speakers, and speakers of one recording. */
  @Test
  void saysWhatIsStrangeAmongTheDataAsOneComputerDoes() {
    int[] speakers = data.speakers();
    int n = speakers.length;
    int dim = SmallCluster.DIMENSION;
    double[] changed = SmallCluster.vectors(data).array().clone();
    for (int i = 0; i < n; i++) {
      changed[i * dim + 3] = 2;
    }
    System.arraycopy(changed, 0, changed, (n - 1) * dim, dim);
    DoubleMatrix x = DoubleMatrix.wrap(n, dim, changed);
    List<String> ids = IntStream.range(0, n).mapToObj(SmallCluster::id).toList();
    List<String> names = IntStream.of(speakers).mapToObj(s -> "s" + s).toList();
    List<Row> rows =
        IntStream.range(0, n)
            .mapToObj(
                i ->
                    RowFactory.create(
                        ids.get(i),
                        names.get(i),
                        IntStream.range(0, dim).mapToObj(k -> (float) x.get(i, k)).toList()))
            .toList();
    String table = SmallCluster.table(folder, rows, 3);
    List<String> said = new ArrayList<>();
    JobArguments arguments =
        JobArguments.parse(
            "--vectors",
            table,
            "--out",
            path("x.gme"),
            "--raw",
            "--iterations=1",
            "--speaker-dim=5");
    Cluster cluster = Cluster.of(SmallCluster.get().session(), said::add);
    // A column that is constant leaves a covariance without full rank.
    assertThatThrownBy(() -> TrainJob.plda(arguments).run(cluster))
        .isInstanceOf(GmeException.class);
    // Leaves come in the order of speakers and ids, which counts for what is said of pairs.
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(
                Comparator.<Integer, String>comparing(names::get, NameOrder.BYTES)
                    .thenComparing(ids::get, NameOrder.BYTES))
            .mapToInt(i -> i)
            .toArray();
    List<String> expected =
        DataReport.of(
                TrainingData.named(
                    x.selectRows(order),
                    Arrays.stream(order).mapToObj(ids::get).toList(),
                    Arrays.stream(order).mapToObj(names::get).toList()),
                Arrays.stream(order).mapToObj(ids::get).toList(),
                Progress.NONE)
            .findings()
            .stream()
            .filter(f -> f.severity() != DataReport.Severity.REFUSAL)
            .map(
                f ->
                    f.severity().name().toLowerCase(Locale.ROOT)
                        + ": "
                        + f.message()
                        + "; "
                        + f.help())
            .toList();
    assertThat(expected).hasSizeGreaterThan(1);
    assertThat(said).containsSubsequence(expected);
  }

  @Test
  void aSpeakerIsWanted() {
    String table = SmallCluster.table(folder, SmallCluster.rows(data), 1);
    assertThatThrownBy(() -> train("plda", table, "x.gme", "--speaker=who"))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("expected a column 'who'");
  }
}
