package dev.gme.lab.files;

import dev.gme.core.calibrate.Calibration;
import dev.gme.core.model.Pipeline;
import dev.gme.core.score.CalibratedModel;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.model.ModelFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A model on its way to another format, perhaps with other degrees of freedom.
 *
 * <pre>{@code
 * ModelConversion conversion =
 *     new ModelConversion(ModelFiles.open(in), Optional.empty(), ModelFormat.NPZ);
 * conversion.write(out, conversion.provenance().orElse(Provenance.NONE));
 * }</pre>
 */
public final class ModelConversion {
  private final Pipeline model;
  private final ModelFormat format;
  private final Optional<CalibratedModel> calibrated;
  private final Optional<String> warning;
  private final Optional<Provenance> provenance;

  /**
   * A model to be converted, and to what.
   *
   * @param nu degrees of freedom to plug in, unless the model keeps its own
   */
  public ModelConversion(ModelFile file, Optional<Double> nu, ModelFormat format) {
    Pipeline read = file.uncalibrated();
    this.model = nu.map(n -> read.withExtractor(read.extractor().withNu(n))).orElse(read);
    this.format = format;
    Optional<Calibration> calibration = file.calibration();
    boolean ours = format == ModelFormat.GME || format == ModelFormat.NPZ;
    boolean keeps = ours && nu.isEmpty();
    this.calibrated = calibration.filter(c -> keeps).map(c -> new CalibratedModel(model, c));
    this.warning =
        calibration
            .filter(c -> !keeps)
            .map(
                c ->
                    "the model's calibration is left out: "
                        + (ours ? "it is not one for another nu" : "the format cannot hold it"))
            .or(
                () ->
                    read.head()
                        .filter(h -> model.head().isEmpty())
                        .map(
                            h ->
                                "the model's precision head is left out: it is not one for another"
                                    + " nu"));
    this.provenance =
        Optional.of(file.provenance()).filter(p -> nu.isEmpty() && !p.equals(Provenance.NONE));
  }

  /** What the new file will lack. */
  public Optional<String> warning() {
    return warning;
  }

  /** Where the model comes from, if that is known and the model stays the same. */
  public Optional<Provenance> provenance() {
    return provenance;
  }

  public void write(Path out, Provenance origin) throws IOException {
    if (calibrated.isPresent()) {
      ModelFiles.write(out, calibrated.get(), format, origin);
    } else {
      ModelFiles.write(out, model, format, origin);
    }
  }

  /** The model as it is written, in words. */
  @Override
  public String toString() {
    return calibrated.isPresent() ? calibrated.get().toString() : model.toString();
  }
}
