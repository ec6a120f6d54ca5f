package dev.gme.formats.model;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.model.Pipeline;
import dev.gme.core.score.CalibratedModel;
import dev.gme.core.score.ScoringModel;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import java.util.Optional;

/**
 * A model as it was found in a file. Its scores are what the file's maker meant only if they go
 * through the calibration that the file has; so the pipeline alone is given only where there is
 * none, or where it is asked for as {@link #uncalibrated}.
 *
 * <pre>{@code
 * ModelFile file = ModelFiles.open(Path.of("model.gme"));
 * file.model().scorer(enrolVectors, testVectors).all(sink);     // calibrated if the file is
 * MetaEmbeddings embeddings = file.uncalibrated().extract(vectors);
 * }</pre>
 *
 * @param kind what the file says it is, see {@link ArtefactKind#name}
 * @param model what scores, with the calibration if the file has one
 * @param provenance {@link Provenance#NONE} where the file has none, as those of other programs
 */
public record ModelFile(
    ModelFormat format, String kind, ScoringModel model, Provenance provenance) {
  /** The calibration of the scores, where the file has one. */
  public Optional<Calibration> calibration() {
    return model instanceof CalibratedModel whole
        ? Optional.of(whole.calibration())
        : Optional.empty();
  }

  /**
   * From vectors to meta-embeddings, of a model without a calibration; refused where there is one,
   * which scores of these meta-embeddings would lack.
   */
  public Pipeline pipeline() {
    if (calibration().isPresent()) {
      throw new GmeException(
          "the model has a calibration (" + calibration().get() + "), which its pipeline lacks",
          "score with model(), or take uncalibrated() to leave the calibration out");
    }
    return model.pipeline();
  }

  /** From vectors to meta-embeddings, without the calibration that the file may have. */
  public Pipeline uncalibrated() {
    return model.pipeline();
  }
}
