package dev.gme.lab.files;

import dev.gme.core.Progress;
import dev.gme.core.model.Pipeline;
import dev.gme.core.train.data.DataReport;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.data.VectorSummary;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import dev.gme.formats.vectors.VectorStream;
import dev.gme.lab.model.DomainFindings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What is said of vectors, and of vectors with speakers as training data. */
final class VectorFacts {
  private final FileFacts.Reader reader;
  private final boolean isForced;
  private final Optional<ModelFile> model;

  /**
   * Says what is known of the files beforehand.
   *
   * @param isForced whether the user says that these are vectors, and which of them count
   * @param model a model that the vectors should suit, if any
   */
  VectorFacts(FileFacts.Reader reader, boolean isForced, Optional<ModelFile> model) {
    this.reader = reader;
    this.isForced = isForced;
    this.model = model;
  }

  /** Adds to facts; what could not be said is returned. */
  Optional<FileFacts.Untold> add(InputFile in, Map<String, Object> facts) throws IOException {
    Path file = in.path();
    VectorFormat format = VectorFiles.recognize(in);
    facts.put("kind", "vectors");
    facts.put("format", format.name().toLowerCase(Locale.ROOT));
    if (in.isPipe()) {
      return ofAll(reader.vectors(in), facts);
    }
    if (!isForced && model.isEmpty()) {
      facts.put("type", VectorFiles.elementType(file));
      VectorSummary summary = streamed(file, format, facts);
      if (!VectorFiles.hasSpeakers(file, format)) {
        return Optional.of(FileFacts.Untold.SPEAKERS);
      }
      return fitsInMemory(summary)
          ? report(reader.vectors(file), facts)
          : Optional.of(FileFacts.Untold.TOO_MANY_VECTORS);
    }
    return ofAll(reader.vectors(file), facts);
  }

  /** What can be said of vectors that are all in memory. */
  private Optional<FileFacts.Untold> ofAll(LabelledVectors set, Map<String, Object> facts) {
    summary(VectorSummary.of(set.vectors()), facts);
    if (model.isPresent()) {
      Pipeline pipeline = model.get().uncalibrated();
      DomainFindings.of(
              pipeline,
              model.get().provenance(),
              set.requireFinite().requireDimension(pipeline.inputDimension()))
          .ifPresent(check -> facts.put("as the model sees them", DomainFindings.facts(check)));
    }
    if (set.size() > 0) {
      ends(set.ids().get(0), set.ids().get(set.size() - 1), facts);
    }
    return report(set, facts);
  }

  /** What training would say of the vectors, if their speakers are known. */
  private static Optional<FileFacts.Untold> report(LabelledVectors set, Map<String, Object> facts) {
    if (set.speakers().isEmpty() || set.size() == 0) {
      return Optional.of(FileFacts.Untold.SPEAKERS);
    }
    TrainingData data = TrainingData.named(set.vectors(), set.ids(), set.speakers().orElseThrow());
    facts.put("training data", DataReport.of(data, set.ids(), Progress.NONE));
    return Optional.empty();
  }

  /** Whether all vectors can be held at once, with room for what is computed from them. */
  private static boolean fitsInMemory(VectorSummary summary) {
    long bytes = 4L * summary.vectors() * summary.dimension();
    return bytes < Runtime.getRuntime().maxMemory() / 4;
  }

  /** What can be said vector by vector, whatever the size of the file. */
  private static VectorSummary streamed(Path file, VectorFormat format, Map<String, Object> facts)
      throws IOException {
    VectorSummary.Builder builder = new VectorSummary.Builder();
    int[] dimension = new int[1];
    String[] ends = new String[2];
    VectorStream.forEach(
        file,
        format,
        (id, vector) -> {
          dimension[0] = vector.values().cols();
          ends[0] = ends[0] == null ? id : ends[0];
          ends[1] = id;
          builder.add(vector.values().array());
        });
    VectorSummary summary = builder.build(dimension[0]);
    summary(summary, facts);
    if (ends[0] != null) {
      ends(ends[0], ends[1], facts);
    }
    return summary;
  }

  private static void summary(VectorSummary summary, Map<String, Object> facts) {
    facts.put("vectors", summary.vectors());
    facts.put("dimension", summary.dimension());
    facts.put("NaN or infinite", summary.notFinite());
    facts.put("zero", summary.zero());
    facts.put(
        "lengths", new Spread(summary.minLength(), summary.medianLength(), summary.maxLength()));
  }

  private static void ends(String first, String last, Map<String, Object> facts) {
    facts.put("first and last id", List.of(first, last));
  }
}
