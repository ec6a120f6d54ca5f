package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.formats.kaldi.KaldiTableWriter;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.corpus.FrameSample;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.lab.ivector.UbmTraining;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mixtures of a cluster are those of one computer, to the last bit. */
class UbmJobTest {
  private static final int RECORDINGS = 40;
  private static final int MOST = 5000;

  @TempDir Path folder;

  /** Some thousand frames of recordings of many lengths: ends of leaves lie within recordings. */
  static void writeFrames(Path folder, int recordings, int longest, double spoilt) {
    SeededRandom random = new SeededRandom(3);
    try (KaldiTableWriter out =
        KaldiTableWriter.create(
            "ark,scp:" + folder.resolve("x.ark") + "," + folder.resolve("x.scp"))) {
      for (int i = 0; i < recordings; i++) {
        int frames = 10 + (i * 67) % longest;
        double[] x = random.gaussians(frames * 4);
        for (int t = 0; t < x.length; t++) {
          x[t] = (float) (x[t] + (t / 4 % 3) * 2 + 0.2 * (i % 5));
        }
        x[0] = i == 9 ? x[0] * spoilt : x[0];
        out.write("r" + (1000 + i), new KaldiArray(false, true, DoubleMatrix.wrap(frames, 4, x)));
      }
      out.commit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeEach
  void writeFrames() {
    writeFrames(folder, RECORDINGS, 290, 1);
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private DiagonalGmm train(String out, String... more) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--features=" + path("x.scp"),
                "--out=" + path(out),
                "--gaussians=4",
                "--iterations=2",
                "--seed=5"));
    words.addAll(List.of(more));
    JobArguments arguments = JobArguments.parse(words.toArray(new String[0]));
    Job job = UbmJob.of(arguments);
    arguments.requireAllKnown("train-ubm");
    job.run(SmallCluster.get());
    return (DiagonalGmm) Artefact.read(Path.of(path(out)), FrontendArtefacts.UBM).value().mixture();
  }

  private DiagonalGmm plain(int most) throws IOException {
    return (DiagonalGmm)
        new UbmTraining(
                UbmTrainer.Options.DEFAULT.with(4, 2, 5), UbmTrainer.Covariances.DIAGONAL, most)
            .train(List.of(folder.resolve("x.scp")), c -> Checkpoints.NONE, s -> {}, Progress.NONE)
            .ubm()
            .mixture();
  }

  @Test
  void mixturesAreThoseOfOneComputer() throws IOException {
    for (int most : new int[] {FrameSample.MOST, MOST}) {
      DiagonalGmm found = train("ubm" + most, "--max-frames=" + most);
      DiagonalGmm expected = plain(most);
      assertThat(found.weights()).isEqualTo(expected.weights());
      assertThat(found.means()).isEqualTo(expected.means());
      assertThat(found.variances()).isEqualTo(expected.variances());
    }
    assertThat(folder.resolve("ubm5000.parts")).doesNotExist();
  }

  @Test
  void statisticsDoNotDependOnPartitions() throws IOException {
    Cluster cluster = SmallCluster.get();
    FrameSample sample = FrameSample.read(List.of(folder.resolve("x.scp")), id -> true, MOST);
    DiagonalGmm mixture = plain(MOST);
    GmmStatistics expected = GmmStatistics.gather(mixture, sample.frames());
    for (int partitions : new int[] {1, 2, 7}) {
      FrameScript script = new FrameScript(cluster, path("x.scp"), partitions);
      FrameTable table = FrameTable.of(cluster, script, MOST, partitions);
      assertThat(table.frames()).isEqualTo(sample.size());
      assertThat(table.total()).isEqualTo(sample.total());
      GmmStatistics found = table.statistics(mixture);
      assertThat(found.counts()).isEqualTo(expected.counts());
      assertThat(found.sums()).isEqualTo(expected.sums());
      assertThat(found.secondMoments()).isEqualTo(expected.secondMoments());
      assertThat(found.logLikelihood()).isEqualTo(expected.logLikelihood());
      table.forget();
    }
  }

  @Test
  void badFramesAreNamed() {
    writeFrames(folder, RECORDINGS, 290, Double.NaN);
    assertThatThrownBy(() -> train("bad"))
        .satisfies(
            e ->
                assertThat(JobFailure.of(e).sentence())
                    .endsWith("x.scp: the frames of 'r1009' hold NaN or infinite numbers"));
    assertThatThrownBy(() -> train("x.ark"))
        .isInstanceOf(GmeException.class)
        .hasMessageEndingWith("x.ark exists already");
  }
}
