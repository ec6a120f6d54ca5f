package dev.gme.cli.model;

import dev.gme.cli.files.ModelOptions;
import dev.gme.cli.files.Valid;
import dev.gme.cli.files.VectorOptions;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.PldaScoring;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.StoredArtefact;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.kaldi.KaldiPlda;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.lab.score.Side;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What is scored against what, by which model; a mixin. */
public final class ScoreInput {
  @Mixin ModelOptions model;

  @Option(
      names = "--cosine",
      description =
          "Score by the cosine of the vectors: centred and preprocessed as in the model, or as they"
              + " are where no model is given.")
  boolean cosine;

  @Option(
      names = "--kaldi-length",
      paramLabel = "HOW",
      description =
          "Score a Gaussian model as ivector-plda-scoring does, with its length normalization:"
              + " ${COMPLETION-CANDIDATES}, in any case. Kaldi itself takes likelihood unless told"
              + " otherwise.")
  PldaScoring.Length kaldiLength;

  @Option(
      names = "--smoothing",
      paramLabel = "X",
      description = "Kaldi's smoothing of the within-class covariance, for --kaldi-length.")
  double smoothing;

  @Option(
      names = {"-e", "--enrol"},
      required = true,
      paramLabel = "FILE",
      description = "Vectors to enrol, or meta-embeddings made by 'gme extract'.")
  Path enrol;

  @Option(
      names = {"-t", "--test"},
      paramLabel = "FILE",
      description = "Vectors or meta-embeddings to test; unless given, the file of --enrol.")
  Path test;

  @Mixin EnrolmentOptions enrolment;
  @Mixin VectorOptions vectorOptions;

  private final Terminal terminal;
  private final Map<Path, Content> contents = new HashMap<>();
  private Optional<Pipeline> pipeline = Optional.empty();
  private PldaScoring kaldi;

  ScoreInput(Terminal terminal) {
    this.terminal = terminal;
  }

  void check(CommandSpec spec) {
    Valid.require(
        smoothing == 0 || kaldiLength != null, spec, "--smoothing goes with --kaldi-length");
    Valid.require(
        kaldiLength == null || !cosine, spec, "--kaldi-length is not for cosines: leave one out");
  }

  void readModel() throws IOException {
    pipeline = model.read();
    if (pipeline.isPresent()) {
      terminal.say("Model: " + pipeline.get() + ".");
    }
  }

  /** The calibration that came with the model. */
  Optional<Calibration> calibration() throws IOException {
    return model.calibration();
  }

  Side enrolled() throws IOException {
    Content content = read(enrol);
    if (content.ready().isPresent()) {
      if (enrolment.isWanted()) {
        throw new GmeException(
            enrol + " has meta-embeddings, which --models, --num-utts and --average cannot change",
            "pool them when they are made: gme extract --pool");
      }
      return content.ready().get();
    }
    LabelledVectors set = content.vectors();
    EnrolmentModels models = enrolment.models(set);
    if (models.missing() > 0) {
      terminal.say(
          "warning: passed over " + models.missing() + " enrolment recordings without a vector");
    }
    return side(set, models, enrolment.way());
  }

  Side tested() throws IOException {
    return recordings(test == null ? enrol : test);
  }

  /** Every recording of a file by itself. */
  Side recordings(Path file) throws IOException {
    Content content = read(file);
    if (content.ready().isPresent()) {
      return content.ready().get();
    }
    LabelledVectors set = content.vectors();
    return side(set, EnrolmentModels.ofRecordings(set), Enrolment.POOLED);
  }

  /** What a file holds: meta-embeddings that are ready, or vectors. */
  private record Content(Optional<Side> ready, LabelledVectors vectors) {}

  /** Reads a file once, whether it is enrolled, tested or both. */
  private Content read(Path file) throws IOException {
    Content known = contents.get(file);
    if (known != null) {
      return known;
    }
    try (InputFile in = InputFile.open(file)) {
      Content read =
          !cosine && StoredArtefact.is(in)
              ? new Content(
                  Optional.of(
                      Side.of(StoredArtefact.read(in).as(ArtefactKind.META_EMBEDDINGS).value())),
                  null)
              : new Content(Optional.empty(), usable(vectorOptions.read(in)));
      contents.put(file, read);
      return read;
    }
  }

  private LabelledVectors usable(LabelledVectors set) {
    set.requireFinite();
    return pipeline.isPresent() ? set.requireDimension(pipeline.get().inputDimension()) : set;
  }

  /** One scoring for both sides, so that their spectra are the same numbers. */
  private PldaScoring kaldi(Pipeline used) {
    if (kaldi == null) {
      if (used.extractor().nu() < Double.POSITIVE_INFINITY) {
        throw new GmeException(
            "Kaldi's scoring is of Gaussian models, this one has nu = " + used.extractor().nu(),
            "give --nu Infinity, or leave --kaldi-length out");
      }
      KaldiPlda plda = KaldiPlda.of(used.extractor().model().twoCovariance().smoothed(smoothing));
      kaldi = PldaScoring.of(plda.mean(), plda.transform(), plda.psi(), kaldiLength);
    }
    return kaldi;
  }

  private Side side(LabelledVectors set, EnrolmentModels models, Enrolment way) throws IOException {
    int[][] rows = models.rows();
    List<List<String>> recordings =
        Arrays.stream(rows)
            .map(of -> Arrays.stream(of).distinct().mapToObj(set.ids()::get).toList())
            .toList();
    if (cosine) {
      DoubleMatrix vectors =
          pipeline.isPresent()
              ? way.vectors(pipeline.get(), set.vectors(), rows)
              : Enrolment.means(set.vectors(), rows);
      return new Side(models.ids(), recordings, null, vectors);
    }
    Pipeline used = pipeline.isPresent() ? pipeline.get() : model.require();
    if (kaldiLength != null) {
      DoubleMatrix ready = used.preprocessing().view(set.vectors()).doubles(0, set.size());
      int[] counts = Arrays.stream(rows).mapToInt(of -> of.length).toArray();
      MetaEmbeddings embeddings = kaldi(used).enrol(Enrolment.means(ready, rows), counts);
      return new Side(models.ids(), recordings, embeddings, null);
    }
    return new Side(models.ids(), recordings, way.extract(used, set.vectors(), rows), null);
  }
}
