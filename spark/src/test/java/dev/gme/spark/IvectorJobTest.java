package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.Checkpoints;
import dev.gme.core.Progress;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.Provenance;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorTrainer;
import dev.gme.lab.ivector.ExtractorTraining;
import dev.gme.lab.ivector.UbmTraining;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Extractors of a cluster are those of one computer, to the last bit. */
class IvectorJobTest {
  /** Three batches of recordings: three leaves, which are added in order. */
  private static final int RECORDINGS = 600;

  private static final int DIMENSION = 3;

  @TempDir Path folder;

  private FrontendArtefacts.Ubm ubm;
  private IvectorTrainer.Options options;

  @BeforeEach
  void trainMixture() throws IOException {
    UbmJobTest.writeFrames(folder, RECORDINGS, 20, 1);
    ubm =
        new UbmTraining(
                UbmTrainer.Options.DEFAULT.with(4, 2, 5), UbmTrainer.Covariances.DIAGONAL, 5000)
            .train(archives(), c -> Checkpoints.NONE, s -> {}, Progress.NONE)
            .ubm();
    Artefact.write(folder.resolve("ubm"), FrontendArtefacts.UBM, ubm, Provenance.NONE);
    options = IvectorTrainer.Options.DEFAULT.with(DIMENSION, 2, 7);
  }

  private List<Path> archives() {
    return List.of(folder.resolve("x.scp"));
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private IvectorExtractor plain() throws IOException {
    return new ExtractorTraining(ubm, options, Pruning.DEFAULT)
        .train(archives(), folder.resolve("scratch"), Checkpoints.NONE, s -> {}, Progress.NONE)
        .system()
        .extractor();
  }

  private static void requireSame(IvectorExtractor found, IvectorExtractor expected) {
    assertThat(found.means()).isEqualTo(expected.means());
    assertThat(found.t()).isEqualTo(expected.t());
    assertThat(found.covariances()).isEqualTo(expected.covariances());
  }

  private void run(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--features=" + path("x.scp"),
                "--ubm=" + path("ubm"),
                "--out=" + path("x"),
                "--dim=" + DIMENSION,
                "--iterations=2",
                "--seed=7"));
    words.addAll(List.of(more));
    JobArguments arguments = JobArguments.parse(words.toArray(new String[0]));
    Job job = IvectorJob.of(arguments);
    arguments.requireAllKnown("train-ivector");
    job.run(SmallCluster.get());
  }

  @Test
  void extractorsAreThoseOfOneComputer() throws IOException {
    run();
    IvectorSystem found =
        Artefact.read(folder.resolve("x"), FrontendArtefacts.IVECTOR_EXTRACTOR).value();
    requireSame(found.extractor(), plain());
    assertThat(found.pruning()).isEqualTo(Pruning.DEFAULT);
    assertThat(folder.resolve("x.parts")).doesNotExist();
  }

  @Test
  void extractorsDoNotDependOnPartitions() throws IOException {
    Cluster cluster = SmallCluster.get();
    IvectorExtractor expected = plain();
    IvectorTrainer trainer = new IvectorTrainer(options);
    for (int partitions : new int[] {1, 7}) {
      FrameScript script = new FrameScript(cluster, path("x.scp"), partitions);
      StatisticsTable statistics =
          StatisticsTable.of(
              cluster, script, ubm.mixture(), Pruning.DEFAULT, DIMENSION, partitions);
      IvectorExtractor found =
          trainer
              .train(
                  trainer.start(ubm.mixture()),
                  statistics,
                  RECORDINGS,
                  statistics.total(),
                  Checkpoints.NONE,
                  Progress.NONE)
              .model();
      requireSame(found, expected);
      statistics.forget();
    }
  }

  @Test
  void badFramesAreNamed() {
    UbmJobTest.writeFrames(folder, RECORDINGS, 20, Double.NaN);
    assertThatThrownBy(() -> run())
        .satisfies(
            e ->
                assertThat(JobFailure.of(e).sentence())
                    .endsWith("x.scp: the frames of 'r1009' hold NaN or infinite numbers"));
    assertThatThrownBy(() -> run("--min-posterior=1"))
        .hasMessageContaining("--min-posterior must be from 0 to less than 1");
  }
}
