package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.ModelOptions;
import dev.gme.cli.files.OptionHelp;
import dev.gme.cli.files.VectorOptions;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.PldaScoring;
import dev.gme.core.model.Preprocessing;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.table.ScoreAbout;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.data.NetworkNote;
import dev.gme.lab.model.DomainFindings;
import dev.gme.lab.provenance.Stamp;
import dev.gme.lab.score.HeadedExtraction;
import dev.gme.lab.score.LlrAccuracy;
import dev.gme.lab.score.Side;
import dev.gme.lab.score.SideFiles;
import dev.gme.lab.score.TrialScoring;
import dev.gme.lab.score.VectorErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What is scored against what, by which model; a mixin. */
public final class ScoreInput {
  private static final Preprocessing NONE = Preprocessing.of(List.of());

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
              + " ${COMPLETION-CANDIDATES}. Kaldi itself takes likelihood unless told"
              + " otherwise.")
  PldaScoring.Length kaldiLength;

  @Option(
      names = "--smoothing",
      paramLabel = "X",
      showDefaultValue = Visibility.NEVER,
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

  @Mixin VarianceOptions variance;

  @Option(
      names = "--canonical",
      description =
          "With --variance: score the nearest canonical forms, which is as fast as without"
              + " variances, and say how large the error is.")
  boolean canonical;

  @Mixin SideOptions side;

  @Mixin EnrolmentOptions enrolment;
  @Mixin VectorOptions vectorOptions;

  private final Terminal terminal;

  /** Which recordings of a file are looked at: files may have the training recordings as well. */
  private Predicate<String> isTried = id -> true;

  private Optional<Pipeline> pipeline = Optional.empty();

  ScoreInput(Terminal terminal) {
    this.terminal = terminal;
  }

  void check(CommandSpec spec) {
    CheckedOptions.require(
        smoothing == 0 || kaldiLength != null, spec, "--smoothing goes with --kaldi-length");
    CheckedOptions.require(
        !canonical || variance.isWanted(), spec, "--canonical goes with --variance");
    side.check(spec);
    CheckedOptions.require(
        !side.isGiven() || !cosine, spec, "cosines have no precisions: --side is not for them");
    variance.exclude(side.isGiven(), "--side", spec);
    variance.exclude(cosine, "--cosine", spec);
    variance.exclude(kaldiLength != null, "--kaldi-length", spec);
    variance.exclude(enrolment.average, "--average", spec);
    variance.exclude(enrolment.numUtts != null, "--num-utts", spec);
    CheckedOptions.require(
        kaldiLength == null || !cosine, spec, "--kaldi-length is not for cosines: leave one out");
  }

  void readModel() throws IOException {
    pipeline = model.read();
    if (pipeline.isPresent()) {
      pipeline = Optional.of(side.wanted(pipeline.get(), variance.isWanted()));
      terminal.say("Model: " + pipeline.get() + ".");
    }
  }

  /** Warns where the sides, or they and the model, were made by different networks. */
  void noteNetworks() throws IOException {
    model.noteNetwork(enrol);
    if (!isOneFile()) {
      NetworkNote.difference(enrol, test)
          .ifPresent(d -> terminal.say("warning: " + d + ": their scores mean nothing."));
      model.noteNetwork(test);
    }
  }

  /** Looks at the tests of these trials only; all recordings where a file has none of them. */
  void lookAt(TrialList trials) {
    Set<String> tests = new HashSet<>(trials.testIds());
    isTried = tests::contains;
  }

  /** Whether a precision head has a say, for models that have one. */
  Optional<Boolean> isHeadApplied() throws IOException {
    return model.hasHead()
        ? Optional.of(pipeline.filter(p -> p.head().isPresent()).isPresent())
        : Optional.empty();
  }

  /** What the scores are. */
  ScoreAbout about(ScoreAbout.Kind kind, String description) {
    ScoreAbout about = model.about(ScoreAbout.of(kind, description, Stamp.tool()));
    return pipeline.isPresent() ? about.withPipeline(pipeline.get().toString()) : about;
  }

  /** Whether the tests are the recordings that are enrolled. */
  boolean isOneFile() {
    return test == null || test.equals(enrol);
  }

  /** The calibration that came with the model. */
  Optional<Calibration> calibration() throws IOException {
    Optional<Calibration> known = model.calibration();
    if (known.isPresent() && model.hasHead() && pipeline.orElseThrow().head().isEmpty()) {
      model.noteCalibration("it is for scores with the model's precision head");
      return Optional.empty();
    }
    return known;
  }

  /** How trials are scored. */
  private TrialScoring scoring(LlrAccuracy llr) throws IOException {
    if (cosine) {
      return pipeline.isPresent() ? TrialScoring.cosine(pipeline.get()) : TrialScoring.cosine(NONE);
    }
    // Without a model there may still be meta-embeddings on both sides.
    if (pipeline.isEmpty()) {
      if (variance.isWanted()) {
        model.require();
      }
      return TrialScoring.ofEmbeddings(llr);
    }
    Optional<VectorErrors> errors = variance.read();
    if (errors.isPresent()) {
      return canonical
          ? TrialScoring.canonical(
              pipeline.get(), errors.get(), llr, error -> terminal.say(error + "."))
          : TrialScoring.uncertain(pipeline.get(), errors.get());
    }
    return kaldiLength == null
        ? TrialScoring.llr(pipeline.get(), llr)
        : OptionHelp.naming(
            "score without",
            "--nu Infinity, --kaldi-length",
            () -> TrialScoring.kaldi(pipeline.get(), kaldiLength, smoothing, llr));
  }

  /**
   * The files of the sides, each of which is read once. A precision head sees all recordings before
   * any of them is extracted.
   *
   * @param llr how exactly log-likelihood ratios are made, where they are
   */
  SideFiles files(LlrAccuracy llr) throws IOException {
    SideFiles files = new SideFiles(scoring(llr), this::usable);
    if (cosine || pipeline.isEmpty() || pipeline.get().head().isEmpty()) {
      return files;
    }
    List<LabelledVectors> sets = new ArrayList<>();
    files.vectors(enrol).map(isOneFile() ? this::tried : v -> v).ifPresent(sets::add);
    if (!isOneFile()) {
      files.vectors(test).map(this::tried).ifPresent(sets::add);
    }
    if (sets.isEmpty()) {
      // Meta-embeddings are what they are.
      return files;
    }
    HeadedExtraction how = side.headed(pipeline.get(), sets);
    pipeline = Optional.of(how.used());
    return files.with(TrialScoring.headed(how, llr));
  }

  Side enrolled(SideFiles files) throws IOException {
    return enrolment.enrolled(files, enrol, terminal);
  }

  Side tested(SideFiles files) throws IOException {
    return files.recordings(test == null ? enrol : test);
  }

  private LabelledVectors tried(LabelledVectors set) {
    List<String> known = set.ids().stream().filter(isTried).toList();
    return known.isEmpty() ? set : set.only(known);
  }

  private LabelledVectors usable(InputFile file) throws IOException {
    if (pipeline.isEmpty() && !cosine) {
      model.require();
    }
    LabelledVectors set = vectorOptions.read(file).requireFinite();
    if (pipeline.isEmpty()) {
      return set;
    }
    set.requireDimension(pipeline.get().inputDimension());
    if (!cosine) {
      LabelledVectors tried = tried(set);
      DomainFindings.warning(pipeline.get(), model.provenance(), tried)
          .ifPresent(w -> terminal.say("warning: " + file.path() + ": " + w));
      model
          .calibrated()
          .flatMap(whole -> DomainFindings.unlike(whole, tried.rows()))
          .ifPresent(w -> terminal.say("warning: " + file.path() + ": " + w));
    }
    return set;
  }
}
