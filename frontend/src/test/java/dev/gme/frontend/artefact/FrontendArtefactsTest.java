package dev.gme.frontend.artefact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.frontend.gmm.Alignment;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.GmmUpdate;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorStatistics;
import dev.gme.frontend.ivector.IvectorTrainer;
import dev.gme.frontend.ivector.IvectorUpdate;
import dev.gme.frontend.ivector.RecordingStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever goes into a file comes out of it, and statistics add up across files. Seed 32. */
class FrontendArtefactsTest {
  private static final DoubleMatrix FRAMES =
      DoubleMatrix.wrap(600, 3, new SeededRandom(32).gaussians(1800));

  private static final DiagonalGmm UBM =
      DiagonalGmm.of(
          new double[] {0.4, 0.6},
          DoubleMatrix.of(new double[][] {{0.5, 0, 0}, {-0.5, 0.2, 0}}),
          DoubleMatrix.of(new double[][] {{1, 1.1, 1.2}, {0.9, 1, 1}}));

  @TempDir Path folder;

  private <T> T through(ArtefactKind<T> kind, T value) throws IOException {
    Path file = folder.resolve(kind.name());
    Artefact.write(file, kind, value, Provenance.NONE);
    return Artefact.read(file, kind).value();
  }

  private static GmmStatistics statistics(DoubleMatrix frames, int order) {
    return GmmStatistics.gather(
        UBM, frames, Alignment.of(UBM, Pruning.none()).posteriors(frames), order);
  }

  private static RecordingStatistics recordings(int from, int to) {
    return RecordingStatistics.of(
        IntStream.range(from, to)
            .mapToObj(i -> statistics(FRAMES.rowRange(30 * i, 30 * (i + 1)), 1))
            .toList());
  }

  private static IvectorExtractor extractor() {
    IvectorTrainer.Options options =
        new IvectorTrainer.Options(2, 1, IvectorUpdate.DEFAULT, 0.3, 5);
    return new IvectorTrainer(options).start(UBM);
  }

  @Test
  void mixtures() throws IOException {
    FeatureSpec spec = FeatureSpec.paper(16000);
    FrontendArtefacts.Ubm diagonal =
        through(FrontendArtefacts.UBM, new FrontendArtefacts.Ubm(Optional.of(spec), UBM));
    assertThat(diagonal.features()).contains(spec);
    assertThat(((DiagonalGmm) diagonal.mixture()).variances()).isEqualTo(UBM.variances());
    FullGmm full =
        (FullGmm) through(FrontendArtefacts.UBM, FrontendArtefacts.Ubm.of(UBM.toFull())).mixture();
    assertThat(full.covariances()).isEqualTo(UBM.toFull().covariances());
    assertThat(full.weights()).isEqualTo(UBM.weights());
  }

  @Test
  void extractorsKeepTheirMixtureAndFeatures() throws IOException {
    IvectorSystem system =
        new IvectorSystem(
            Optional.of(FeatureSpec.paper(8000)), UBM, new Pruning(2, 0.01, true), extractor());
    IvectorSystem read = through(FrontendArtefacts.IVECTOR_EXTRACTOR, system);
    assertThat(read.features()).isEqualTo(system.features());
    assertThat(read.pruning()).isEqualTo(system.pruning());
    assertThat(read.extractor().posteriors(recordings(0, 5)).means())
        .isEqualTo(system.extractor().posteriors(recordings(0, 5)).means());
    assertThatThrownBy(
            () ->
                Artefact.read(
                    folder.resolve("ivector-extractor"), FrontendArtefacts.GMM_STATISTICS))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("expected gmm-statistics, found 'ivector-extractor'");
  }

  /** Two machines gather a half each, write it, and a third adds them up. */
  @Test
  void statisticsOfFramesAddUpAcrossFiles() throws IOException {
    GmmStatistics first =
        through(
            FrontendArtefacts.GMM_STATISTICS, GmmStatistics.gather(UBM, FRAMES.rowRange(0, 250)));
    GmmStatistics second =
        through(
            FrontendArtefacts.GMM_STATISTICS, GmmStatistics.gather(UBM, FRAMES.rowRange(250, 600)));
    GmmStatistics sum = first.plus(second);
    GmmStatistics whole = GmmStatistics.gather(UBM, FRAMES);
    assertThat(sum.counts()).containsExactly(whole.counts(), within(1e-10));
    assertThat(sum.logLikelihood()).isCloseTo(whole.logLikelihood(), within(1e-9));
    GmmUpdate update = GmmUpdate.DEFAULT;
    assertThat(
            update.apply(UBM, sum).variances().minus(update.apply(UBM, whole).variances()).maxAbs())
        .isLessThan(1e-12);
  }

  @Test
  void statisticsOfLowOrderStayOfLowOrder() throws IOException {
    for (int order = 0; order <= 2; order++) {
      GmmStatistics s = through(FrontendArtefacts.GMM_STATISTICS, statistics(FRAMES, order));
      assertThat(s.order()).isEqualTo(order);
      assertThat(s.counts()).isEqualTo(statistics(FRAMES, order).counts());
      assertThat(s.logLikelihood()).isNaN();
    }
  }

  @Test
  void statisticsOfRecordingsAddUpAcrossFiles() throws IOException {
    IvectorExtractor x = extractor();
    IvectorStatistics sum =
        through(
            FrontendArtefacts.IVECTOR_STATISTICS,
            IvectorStatistics.gather(x, recordings(0, 7), Progress.NONE));
    sum.add(
        through(
            FrontendArtefacts.IVECTOR_STATISTICS,
            IvectorStatistics.gather(x, recordings(7, 20), Progress.NONE)));
    IvectorStatistics whole = IvectorStatistics.gather(x, recordings(0, 20), Progress.NONE);
    assertThat(sum.recordings()).isEqualTo(20);
    for (String name : List.of("n", "C", "A", "E", "phi", "gain")) {
      DoubleMatrix expected = whole.toMatrices().get(name);
      assertThat(sum.toMatrices().get(name).minus(expected).maxAbs())
          .as(name)
          .isLessThan(1e-12 * (1 + expected.maxAbs()));
    }
    IvectorUpdate update = IvectorUpdate.DEFAULT;
    GmmStatistics frames = statistics(FRAMES, 2);
    assertThat(update.apply(x, sum, frames).t().minus(update.apply(x, whole, frames).t()).maxAbs())
        .isLessThan(1e-11);
  }
}
