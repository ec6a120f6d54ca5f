package dev.gme.lab.files;

import dev.gme.core.Checkpoint;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.artefact.StoredArtefact;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.model.ModelFormat;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** What is said of models, meta-embeddings, calibrations and checkpoints. */
final class ModelFacts {
  private ModelFacts() {}

  static void add(InputFile in, Map<String, Object> facts) throws IOException {
    ModelFormat format = ModelFiles.recognize(in).orElseThrow();
    if (format == ModelFormat.GME || format == ModelFormat.NPZ) {
      StoredArtefact stored = ModelFiles.stored(in);
      facts.put("kind", stored.kind());
      facts.put("format", format.name().toLowerCase(Locale.ROOT));
      artefact(stored, in, format, facts);
      origin(stored.provenance(), facts);
    } else {
      ModelFile model = ModelFiles.open(in);
      facts.put("kind", model.kind());
      facts.put("format", format.name().toLowerCase(Locale.ROOT));
      pipeline(model, facts);
    }
  }

  private static void artefact(
      StoredArtefact stored, InputFile in, ModelFormat format, Map<String, Object> facts) {
    if (stored.is(ArtefactKind.META_EMBEDDINGS)) {
      MetaEmbeddings embeddings = stored.as(ArtefactKind.META_EMBEDDINGS).value().embeddings();
      double[] b = embeddings.b();
      facts.put("embeddings", b.length);
      facts.put("speaker dimension", embeddings.dimension());
      if (b.length > 0) {
        facts.put("precisions", Spread.of(b));
      }
    } else if (stored.is(ArtefactKind.CALIBRATION)) {
      facts.put("calibration", stored.as(ArtefactKind.CALIBRATION).value().toString());
    } else if (stored.is(ArtefactKind.CHECKPOINT)) {
      Checkpoint checkpoint = stored.as(ArtefactKind.CHECKPOINT).value();
      facts.put("training", checkpoint.method());
      facts.put("objective", checkpoint.objective());
    } else if (stored.is(ArtefactKind.PREPROCESSING)) {
      facts.put("preprocessing", stored.as(ArtefactKind.PREPROCESSING).value().toString());
    } else {
      pipeline(ModelFiles.open(in.path(), format, stored), facts);
    }
  }

  private static void pipeline(ModelFile file, Map<String, Object> facts) {
    Pipeline model = file.uncalibrated();
    GmeExtractor extractor = model.extractor();
    facts.put("preprocessing", model.preprocessing().toString());
    facts.put("dimension", model.inputDimension());
    facts.put("dimension of the model", extractor.inputDimension());
    facts.put("speaker dimension", model.speakerDimension());
    facts.put("nu", extractor.nu());
    facts.put("lambda", Spread.of(extractor.lambda()));
    model
        .head()
        .ifPresent(
            head -> {
              facts.put("precision head", head.toString());
              facts.put("side columns", head.columns());
            });
    file.calibration().ifPresent(c -> facts.put("calibration", c.toString()));
  }

  /** Where a file comes from, if that is known. */
  static void origin(Provenance provenance, Map<String, Object> facts) {
    if (!provenance.equals(Provenance.NONE)) {
      facts.put("made by", provenance.tool() + ", " + provenance.date());
      facts.put("command", provenance.command());
      facts.put("data", provenance.data());
      facts.put("parameters", provenance.parameters());
    }
  }
}
