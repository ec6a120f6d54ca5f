package dev.gme.formats.model;

import dev.gme.core.calibrate.Calibration;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import java.util.Optional;

/**
 * A model as it was found in a file.
 *
 * <pre>{@code
 * ModelFile model = ModelFiles.open(Path.of("model.gme"));
 * MetaEmbeddings embeddings = model.pipeline().extract(vectors);
 * double[] llrs = model.calibration().map(c -> c.apply(scores)).orElse(scores);
 * }</pre>
 *
 * @param kind what the file says it is, see {@link ArtefactKind#name}
 * @param pipeline from vectors to meta-embeddings
 * @param calibration of the scores that the pipeline gives, where the file has one: without it
 *     these scores are not what the file's maker meant
 * @param provenance {@link Provenance#NONE} where the file has none, as those of other programs
 */
public record ModelFile(
    ModelFormat format,
    String kind,
    Pipeline pipeline,
    Optional<Calibration> calibration,
    Provenance provenance) {}
