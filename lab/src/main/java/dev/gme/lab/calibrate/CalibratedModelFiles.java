package dev.gme.lab.calibrate;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.score.CalibratedModel;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.lab.data.NetworkNote;
import dev.gme.lab.model.DomainFindings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Puts a calibration behind the model whose scores it was trained on.
 *
 * <pre>{@code
 * CalibratedModelFiles.append(calibration, model, out, provenance);
 * }</pre>
 */
public final class CalibratedModelFiles {
  private CalibratedModelFiles() {}

  /**
   * Writes both as one file.
   *
   * @param made where the result comes from; the provenance of model and calibration is added
   */
  public static CalibratedModel append(Path calibration, Path model, Path out, Provenance made)
      throws IOException {
    Artefact<Calibration> learned = Artefact.read(calibration, ArtefactKind.CALIBRATION);
    requireForOneModel(calibration, learned);
    ModelFile bare = ModelFiles.open(model);
    if (bare.calibration().isPresent()) {
      throw new GmeException(
          model + " has a calibration already",
          "append to the model without it, a calibration of its uncalibrated scores");
    }
    CalibratedModel whole = new CalibratedModel(bare.pipeline(), learned.value());
    Map<String, String> parts = new LinkedHashMap<>();
    remember("model", bare.provenance(), parts);
    remember("calibration", learned.provenance(), parts);
    // What is looked up in models keeps its name.
    NetworkNote.of(bare.provenance()).ifPresent(n -> parts.putAll(n.kept()));
    parts.putAll(DomainFindings.kept(bare.provenance()));
    Artefact.write(out, ArtefactKind.CALIBRATED_MODEL, whole, made.with(parts));
    return whole;
  }

  private static void requireForOneModel(Path file, Artefact<Calibration> learned) {
    String qualities = CalibrationFiles.qualities(learned);
    String logb = Quality.Kind.LOGB.name().toLowerCase(Locale.ROOT);
    boolean known = qualities.isEmpty() || qualities.equals(logb);
    if (!known || learned.value().inputs() != (qualities.isEmpty() ? 1 : 2)) {
      throw new GmeException(
          file
              + (qualities.isEmpty()
                  ? " is a fusion of " + learned.value().inputs() + " systems"
                  : " was trained with side information " + qualities),
          "a model has one score a trial and log b: append a calibration of its scores, alone or"
              + " with side information logb:EMBEDDINGS");
    }
  }

  /** The parts' own provenance is kept, so that nothing is lost by putting them together. */
  private static void remember(String part, Provenance of, Map<String, String> parameters) {
    if (!of.equals(Provenance.NONE)) {
      parameters.put(part + " command", of.command());
      parameters.put(part + " data", of.data());
      parameters.put(part + " made by", of.tool() + ", " + of.date());
      of.parameters().forEach((name, value) -> parameters.put(part + " " + name, value));
    }
  }
}
