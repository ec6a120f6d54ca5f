package dev.gme.frontend.artefact;

import dev.gme.frontend.gmm.Alignment;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.IvectorExtractor;
import java.util.Optional;

/**
 * An extractor with the mixture that aligns frames for it, how it does so, and the features that
 * both were trained on: what belongs together stays together.
 *
 * <pre>{@code
 * IvectorSystem s = Artefact.read(path, FrontendArtefacts.IVECTOR_EXTRACTOR).value();
 * Alignment a = IvectorSystem.alignment(s.ubm(), s.pruning());
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

  /** This system with another choice of components for frames. */
  public IvectorSystem with(Pruning other) {
    return new IvectorSystem(features, ubm, other, extractor);
  }

  /** How frames are aligned; a full mixture leaves the choice of components to its diagonal. */
  public static Alignment alignment(GaussianMixture ubm, Pruning pruning) {
    return ubm instanceof FullGmm full
        ? Alignment.of(full, full.toDiagonal(), pruning)
        : Alignment.of(ubm, pruning);
  }
}
