package dev.gme.cli.data;

import dev.gme.cli.files.LabelOptions;
import dev.gme.cli.files.TrialOptions;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Checkpoint;
import dev.gme.core.Progress;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import dev.gme.core.train.data.DataReport;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.data.VectorSummary;
import dev.gme.formats.FileKind;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.artefact.Provenance;
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
    Optional<FrontendFile> frontend =
        labels.isAboutVectors() || trialOptions.isForced()
            ? Optional.empty()
            : FrontendFile.recognize(file);
    if (frontend.isPresent()) {
      origin(FrontendFacts.add(file, frontend.get(), facts), facts);
      return facts;
    }
    FileKind kind =
        labels.isAboutVectors()
            ? FileKind.VECTORS
            : trialOptions.isForced() ? FileKind.LIST : FileKind.of(file);
    switch (kind) {
      case MODEL -> model(file, facts);
      case VBX_TRANSFORM, PYANNOTE_TRANSFORM -> {
        facts.put(
            "kind", "preprocessing of " + (kind == FileKind.VBX_TRANSFORM ? "VBx" : "pyannote"));
        facts.put("preprocessing", ModelFiles.readPreprocessing(file).toString());
      }
      case VECTORS -> vectors(file, facts);
      case LIST -> list(trialOptions.read(file), trialOptions.layout(file).label(), facts);
      case SCORE_MATRIX -> list(ScoreMatrixFiles.read(file), "npy matrix", facts);
    }
    return facts;
  }

  private static void model(Path file, Map<String, Object> facts) throws IOException {
    ModelFormat format = ModelFiles.recognize(file).orElseThrow();
    String kind = ModelFiles.kind(file);
    facts.put("kind", kind);
    facts.put("format", format.name().toLowerCase(Locale.ROOT));
    Provenance provenance = Provenance.NONE;
    if (kind.equals(ArtefactKind.META_EMBEDDINGS.name())) {
      Artefact<IdentifiedEmbeddings> a = Artefact.read(file, ArtefactKind.META_EMBEDDINGS);
      provenance = a.provenance();
      double[] b = a.value().embeddings().b();
      Arrays.sort(b);
      facts.put("embeddings", b.length);
      facts.put("speaker dimension", a.value().embeddings().dimension());
      if (b.length > 0) {
        facts.put("precisions", new Spread(b[0], b[(b.length - 1) / 2], b[b.length - 1]));
      }
    } else if (kind.equals(ArtefactKind.CALIBRATION.name())) {
      var a = Artefact.read(file, ArtefactKind.CALIBRATION);
      provenance = a.provenance();
      facts.put("calibration", a.value().toString());
    } else if (kind.equals(ArtefactKind.CHECKPOINT.name())) {
      Artefact<Checkpoint> a = Artefact.read(file, ArtefactKind.CHECKPOINT);
      provenance = a.provenance();
      facts.put("training", a.value().method());
      facts.put("objective", a.value().objective());
    } else if (kind.equals(ArtefactKind.PREPROCESSING.name())) {
      facts.put("preprocessing", ModelFiles.readPreprocessing(file).toString());
    } else {
      Artefact<Pipeline> a = ModelFiles.read(file);
      provenance = a.provenance();
      pipeline(a.value(), facts);
      ModelFiles.readCalibration(file).ifPresent(c -> facts.put("calibration", c.toString()));
    }
    origin(provenance, facts);
  }

  private static void pipeline(Pipeline model, Map<String, Object> facts) {
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
  }

  private static void origin(Provenance provenance, Map<String, Object> facts) {
    if (!provenance.equals(Provenance.NONE)) {
      facts.put("made by", provenance.tool() + ", " + provenance.date());
      facts.put("command", provenance.command());
      facts.put("data", provenance.data());
      facts.put("parameters", provenance.parameters());
    }
  }

  private void vectors(Path file, Map<String, Object> facts) throws IOException {
    VectorFormat format = VectorFiles.recognize(file);
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
