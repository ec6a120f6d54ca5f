package dev.gme.frontend.artefact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.formats.artefact.FileCheckpoints;
import dev.gme.formats.artefact.Provenance;
import dev.gme.frontend.gmm.Alignment;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.GmmUpdate;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorTrainer;
import dev.gme.frontend.ivector.IvectorUpdate;
import dev.gme.frontend.ivector.RecordingStatistics;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Training that was stopped goes on from its file to the same result, bit by bit. */
class CheckpointTest {
  private static final FloatMatrix FRAMES =
      FloatMatrix.of(DoubleMatrix.wrap(3000, 4, new SeededRandom(31).gaussians(12_000)));

  @TempDir Path folder;

  private static UbmTrainer ubmTrainer(int components) {
    return new UbmTrainer(
        new UbmTrainer.Options(
            components, UbmTrainer.Start.SPLITTING, 3, 5, 0.01, GmmUpdate.DEFAULT, 1));
  }

  /** Stops work when it reports for the n-th time. */
  private static final class Stop implements Progress {
    private int left;

    Stop(int left) {
      this.left = left;
    }

    @Override
    public void update(String what, long done, long total) {}

    @Override
    public boolean isCancelled() {
      return left-- == 0;
    }
  }

  private FileCheckpoints checkpoints() {
    return new FileCheckpoints(folder.resolve("checkpoint"), Provenance.NONE);
  }

  /** While it grows to 2, 4 and 8, and at its final size. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 12})
  void diagonalMixture(int steps) {
    Trained<DiagonalGmm> whole = ubmTrainer(8).train(FRAMES, Progress.NONE);
    assertThatThrownBy(() -> ubmTrainer(8).train(FRAMES, checkpoints(), new Stop(steps)))
        .isInstanceOf(CancellationException.class);
    Trained<DiagonalGmm> rest = ubmTrainer(8).train(FRAMES, checkpoints(), Progress.NONE);
    assertThat(rest.model().means()).isEqualTo(whole.model().means());
    assertThat(rest.model().variances()).isEqualTo(whole.model().variances());
    assertThat(rest.model().weights()).isEqualTo(whole.model().weights());
    assertThat(rest.objective()).isEqualTo(whole.objective());
    assertThatThrownBy(() -> ubmTrainer(4).train(FRAMES, checkpoints(), Progress.NONE))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("the checkpoint is of");
  }

  @Test
  void fullMixture() {
    DiagonalGmm start = ubmTrainer(4).train(FRAMES, Progress.NONE).model();
    Trained<FullGmm> whole =
        ubmTrainer(4).trainFull(start.toFull(), start, 2, FRAMES, Progress.NONE);
    assertThatThrownBy(
            () ->
                ubmTrainer(4)
                    .trainFull(start.toFull(), start, 2, FRAMES, checkpoints(), new Stop(2)))
        .isInstanceOf(CancellationException.class);
    Trained<FullGmm> rest =
        ubmTrainer(4).trainFull(start.toFull(), start, 2, FRAMES, checkpoints(), Progress.NONE);
    assertThat(rest.model().covariances()).isEqualTo(whole.model().covariances());
    assertThat(rest.objective()).isEqualTo(whole.objective());
  }

  @Test
  void extractor() {
    DiagonalGmm ubm = ubmTrainer(4).train(FRAMES, Progress.NONE).model();
    Alignment alignment = Alignment.of(ubm, Pruning.none());
    List<GmmStatistics> parts =
        IntStream.range(0, 30)
            .mapToObj(i -> FRAMES.doubles(100 * i, 100 * (i + 1)))
            .map(f -> GmmStatistics.gather(ubm, f, alignment.posteriors(f), 2))
            .toList();
    GmmStatistics total = parts.stream().reduce(GmmStatistics::plus).orElseThrow();
    RecordingStatistics recordings = RecordingStatistics.of(parts);
    IvectorTrainer trainer =
        new IvectorTrainer(new IvectorTrainer.Options(3, 6, IvectorUpdate.DEFAULT, 0.1, 1));
    IvectorExtractor start = trainer.start(ubm);
    Trained<IvectorExtractor> whole = trainer.train(start, recordings, total, Progress.NONE);
    assertThatThrownBy(() -> trainer.train(start, recordings, total, checkpoints(), new Stop(3)))
        .isInstanceOf(CancellationException.class);
    Trained<IvectorExtractor> rest =
        trainer.train(start, recordings, total, checkpoints(), Progress.NONE);
    assertThat(rest.model().t()).isEqualTo(whole.model().t());
    assertThat(rest.model().covariances()).isEqualTo(whole.model().covariances());
    assertThat(rest.objective()).isEqualTo(whole.objective());
  }
}
