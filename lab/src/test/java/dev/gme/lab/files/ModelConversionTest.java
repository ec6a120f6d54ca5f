package dev.gme.lab.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.score.CalibratedModel;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.model.ModelFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelConversionTest {
  private static final Provenance MADE = new Provenance("data", "command", Map.of(), "gme", "now");

  @TempDir Path folder;
  private ModelFile file;

  @BeforeEach
  void writeACalibratedModel() throws IOException {
    Pipeline model =
        Pipeline.of(
            Preprocessing.of(List.of()),
            ModelRecipe.of(6, 2, Double.POSITIVE_INFINITY).draw(1).extractor());
    Path in = folder.resolve("in.gme");
    ModelFiles.write(
        in, new CalibratedModel(model, LinearCalibration.of(-1, 2)), ModelFormat.GME, MADE);
    file = ModelFiles.open(in);
  }

  private ModelFile converted(ModelConversion conversion) throws IOException {
    Path out = folder.resolve("out");
    conversion.write(out, conversion.provenance().orElse(Provenance.NONE));
    return ModelFiles.open(out);
  }

  @Test
  void aFormatOfOursKeepsCalibrationAndProvenance() throws IOException {
    ModelConversion conversion = new ModelConversion(file, Optional.empty(), ModelFormat.NPZ);
    assertThat(conversion.warning()).isEmpty();
    ModelFile out = converted(conversion);
    assertThat(out.calibration()).hasToString(file.calibration().toString());
    assertThat(conversion.provenance()).contains(MADE);
  }

  @Test
  void anotherNuIsAnotherModel() throws IOException {
    ModelConversion conversion = new ModelConversion(file, Optional.of(2.0), ModelFormat.GME);
    assertThat(conversion.warning()).hasValueSatisfying(w -> assertThat(w).endsWith("another nu"));
    ModelFile out = converted(conversion);
    assertThat(out.pipeline().extractor().nu()).isEqualTo(2);
    assertThat(out.calibration()).isEmpty();
    assertThat(out.provenance()).isEqualTo(Provenance.NONE);
  }

  @Test
  void kaldiHasNoPlaceForACalibration() throws IOException {
    ModelConversion conversion = new ModelConversion(file, Optional.empty(), ModelFormat.KALDI);
    assertThat(conversion.warning())
        .hasValueSatisfying(w -> assertThat(w).endsWith("the format cannot hold it"));
    assertThat(converted(conversion).calibration()).isEmpty();
  }
}
