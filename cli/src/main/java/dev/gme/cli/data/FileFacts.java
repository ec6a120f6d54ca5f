package dev.gme.cli.data;

import dev.gme.cli.files.LabelOptions;
import dev.gme.cli.files.TrialOptions;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Checkpoint;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import dev.gme.core.train.data.DataReport;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.data.VectorSummary;
import dev.gme.formats.FileKind;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.artefact.StoredArtefact;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.model.ModelFormat;
import dev.gme.formats.table.ListSummary;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import dev.gme.formats.vectors.VectorStream;
import dev.gme.frontend.artefact.FrontendFile;
import dev.gme.lab.files.FrontendFacts;
import dev.gme.lab.files.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What is said of a file, by name; values are plain, maps of plain ones, or lists. */
final class FileFacts {
  private final LabelOptions labels;
  private final TrialOptions trialOptions;
  private final Optional<LabelledVectors> known;
  private final Terminal terminal;

  /**
   * How to look.
   *
   * @param known vectors that trials should be about, if any
   */
  FileFacts(
      LabelOptions labels,
      TrialOptions trialOptions,
      Optional<LabelledVectors> known,
      Terminal terminal) {
    this.labels = labels;
    this.trialOptions = trialOptions;
    this.known = known;
    this.terminal = terminal;
  }

  Map<String, Object> of(Path file) throws IOException {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("file", file.toString());
    try (InputFile in = InputFile.open(file)) {
      add(in, facts);
    }
    return facts;
  }

  private void add(InputFile in, Map<String, Object> facts) throws IOException {
    Optional<FrontendFile> frontend =
        labels.isAboutVectors() || trialOptions.isForced()
            ? Optional.empty()
            : FrontendFile.recognize(in);
    if (frontend.isPresent()) {
      origin(FrontendFacts.add(in.path(), frontend.get(), facts), facts);
      return;
    }
    FileKind kind =
        labels.isAboutVectors()
            ? FileKind.VECTORS
            : trialOptions.isForced() ? FileKind.LIST : FileKind.of(in);
    switch (kind) {
      case MODEL -> model(in, facts);
      case VBX_TRANSFORM, PYANNOTE_TRANSFORM -> {
        facts.put(
            "kind", "preprocessing of " + (kind == FileKind.VBX_TRANSFORM ? "VBx" : "pyannote"));
        facts.put("preprocessing", ModelFiles.readPreprocessing(in).toString());
      }
      case VECTORS -> vectors(in, facts);
      case LIST -> {
        String layout = trialOptions.layout(in).label();
        list(trialOptions.read(in), layout, facts);
      }
      case SCORE_MATRIX -> list(ScoreMatrixFiles.read(in), "npy matrix", facts);
    }
  }

  private static void model(InputFile in, Map<String, Object> facts) throws IOException {
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
      Arrays.sort(b);
      facts.put("embeddings", b.length);
      facts.put("speaker dimension", embeddings.dimension());
      if (b.length > 0) {
        facts.put("precisions", new Spread(b[0], b[(b.length - 1) / 2], b[b.length - 1]));
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
    Pipeline model = file.pipeline();
    GmeExtractor extractor = model.extractor();
    facts.put("preprocessing", model.preprocessing().toString());
    facts.put("dimension", model.inputDimension());
    facts.put("dimension of the model", extractor.inputDimension());
    facts.put("speaker dimension", model.speakerDimension());
    facts.put("nu", extractor.nu());
    double[] lambda = extractor.lambda();
    Arrays.sort(lambda);
    facts.put(
        "lambda",
        new Spread(lambda[0], lambda[(lambda.length - 1) / 2], lambda[lambda.length - 1]));
    file.calibration().ifPresent(c -> facts.put("calibration", c.toString()));
  }

  private static void origin(Provenance provenance, Map<String, Object> facts) {
    if (!provenance.equals(Provenance.NONE)) {
      facts.put("made by", provenance.tool() + ", " + provenance.date());
      facts.put("command", provenance.command());
      facts.put("data", provenance.data());
      facts.put("parameters", provenance.parameters());
    }
  }

  private void vectors(InputFile in, Map<String, Object> facts) throws IOException {
    Path file = in.path();
    VectorFormat format = VectorFiles.recognize(in);
    facts.put("kind", "vectors");
    facts.put("format", format.name().toLowerCase(Locale.ROOT));
    if (!labels.isAboutVectors()) {
      facts.put("type", VectorFiles.elementType(file));
      VectorSummary summary = streamed(file, format, facts);
      if (!VectorFiles.hasSpeakers(file, format)) {
        askForLabels(file);
      } else if (fitsInMemory(summary)) {
        report(labels.read(file), file, facts);
      } else {
        terminal.say("Too many vectors for a report on them as training data: " + file + ".");
      }
      return;
    }
    LabelledVectors set = labels.read(file);
    summary(VectorSummary.of(set.vectors()), facts);
    if (set.size() > 0) {
      ends(set.ids().get(0), set.ids().get(set.size() - 1), facts);
    }
    report(set, file, facts);
  }

  /** What training would say of the vectors, if their speakers are known. */
  private void report(LabelledVectors set, Path file, Map<String, Object> facts) {
    if (set.speakers().isPresent() && set.size() > 0) {
      TrainingData data = TrainingData.of(set.vectors(), set.speakerNumbers());
      facts.put("training data", DataReport.of(data, Progress.NONE));
    } else {
      askForLabels(file);
    }
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

  private void askForLabels(Path file) {
    terminal.say("With --labels FILE there is more to say about " + file + ".");
  }

  private void list(TrialList list, String layout, Map<String, Object> facts) {
    ListSummary summary = ListSummary.of(list);
    facts.put("kind", list.hasScores() ? "scores" : list.hasLabels() ? "key" : "trials");
    facts.put("layout", layout);
    facts.put("trials", list.size());
    facts.put("enrolments", list.enrolIds().size());
    facts.put("tests", list.testIds().size());
    if (list.hasLabels()) {
      facts.put("targets", summary.targets());
      facts.put("non-targets", list.size() - summary.targets());
    }
    if (list.hasScores() && list.size() > 0) {
      facts.put(
          "scores", new Spread(summary.minScore(), summary.medianScore(), summary.maxScore()));
      facts.put("infinite scores", summary.infiniteScores());
    }
    if (!summary.conditions().isEmpty()) {
      facts.put("conditions", summary.conditions());
    }
    if (known.isPresent()) {
      LabelledVectors v = known.get();
      facts.put(
          "trials without a vector",
          list.size() - list.known(id -> v.row(id) >= 0, id -> v.row(id) >= 0).size());
      facts.put("unknown enrolments", missing(list.enrolIds(), v));
      facts.put("unknown tests", missing(list.testIds(), v));
    }
  }

  private static long missing(List<String> ids, LabelledVectors vectors) {
    return ids.stream().filter(id -> vectors.row(id) < 0).count();
  }
}
