package dev.gme.frontend.artefact;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.RowSource;
import dev.gme.frontend.gmm.Alignment;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.IvectorExtractor;
import java.util.Optional;

/**
 * An extractor with the mixture that aligns frames for it, how it does so, and the features that
 * both were trained on: what belongs together stays together.
 *
 * <pre>{@code
 * IvectorSystem s = Artefact.read(path, FrontendArtefacts.IVECTOR_EXTRACTOR).value();
 * double[] phi = s.extractor().posteriors(RecordingStatistics.of(List.of(s.statistics(frames, 1)))).mean(0);
 * }</pre>
 *
 * @param features what the frames are; empty where they came from elsewhere
 */
public record IvectorSystem(
    Optional<FeatureSpec> features,
    GaussianMixture ubm,
    Pruning pruning,
    IvectorExtractor extractor) {
  public IvectorSystem {
    if (ubm.components() != extractor.components()
        || ubm.dimension() != extractor.frameDimension()) {
      throw new IllegalArgumentException("a mixture and an extractor of different sizes");
    }
  }

  /** How frames are aligned; a full mixture leaves the choice of components to its diagonal. */
  public static Alignment alignment(GaussianMixture ubm, Pruning pruning) {
    return ubm instanceof FullGmm full
        ? Alignment.of(full, full.toDiagonal(), pruning)
        : Alignment.of(ubm, pruning);
  }

  /** Statistics of the frames of one recording, about 0. */
  public GmmStatistics statistics(RowSource frames, int order) {
    if (frames.cols() != ubm.dimension()) {
      throw new GmeException(
          "frames of dimension " + frames.cols() + " for a mixture of dimension " + ubm.dimension(),
          "give the features that the mixture was trained on");
    }
    return GmmStatistics.gather(ubm, frames, alignment(ubm, pruning).posteriors(frames), order);
  }
}
