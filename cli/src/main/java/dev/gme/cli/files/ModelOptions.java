package dev.gme.cli.files;

import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.model.Pipeline;
import dev.gme.core.score.CalibratedModel;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.table.ScoreAbout;
import dev.gme.lab.data.NetworkNote;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * Reads the model that a command works with; a mixin with {@code --model}, {@code --preprocessing},
 * and {@code --nu} to plug in other degrees of freedom.
 *
 * <pre>{@code
 * @Mixin ModelOptions modelOptions;
 * ...
 * Pipeline model = modelOptions.require();
 * }</pre>
 */
public final class ModelOptions {
  @Option(
      names = {"-m", "--model"},
      paramLabel = "FILE",
      description = "The model: a file of gme, its .npz export, or a PLDA model of Kaldi.")
  Path model;

  @Option(
      names = "--nu",
      paramLabel = "NU",
      description =
          "Plug these degrees of freedom into the model; Infinity makes the model Gaussian.")
  Double nu;

  @Option(
      names = "--preprocessing",
      paramLabel = "FILE",
      description =
          "Preprocessing before the model's own: a file of gme, another model, or VBx's"
              + " transform.h5.")
  Path preprocessing;

  private final Terminal terminal;
  private ModelFile file;
  private String digest;

  public ModelOptions(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The model, if one was named. */
  public Optional<Pipeline> read() throws IOException {
    if (model == null) {
      return Optional.empty();
    }
    Pipeline bare = file().uncalibrated();
    if (nu == null && preprocessing == null) {
      return Optional.of(bare);
    }
    noteHead(
        bare,
        "with " + (nu == null ? "--preprocessing" : "--nu") + " it is another model",
        terminal);
    Pipeline pipeline =
        preprocessing == null
            ? bare
            : bare.withoutHead().after(ModelFiles.readPreprocessing(preprocessing));
    if (nu == null) {
      return Optional.of(pipeline);
    }
    if (!(nu > 0)) {
      throw new GmeException("--nu must be positive, found " + nu, "2 is usual, or Infinity");
    }
    return Optional.of(pipeline.withExtractor(pipeline.extractor().withNu(nu)));
  }

  /** The model as it is in its file, which is read once. */
  private ModelFile file() throws IOException {
    if (file == null) {
      try (InputFile in = InputFile.open(model)) {
        file = ModelFiles.open(in);
        digest = in.digest();
      }
    }
    return file;
  }

  /** What scores are, together with the model, which was read, that they are made with. */
  public ScoreAbout about(ScoreAbout scores) {
    return model == null ? scores : scores.withModel(model.getFileName().toString(), digest);
  }

  /** Where the model, which was read, comes from. */
  public Provenance provenance() throws IOException {
    return model == null ? Provenance.NONE : file().provenance();
  }

  /** Warns where another network made vectors than those that the model was trained on. */
  public void noteNetwork(Path vectors) throws IOException {
    Optional<NetworkNote> note = NetworkNote.of(vectors);
    if (note.isPresent()) {
      note.get()
          .difference(vectors.toString(), provenance())
          .ifPresent(d -> terminal.say("warning: " + d + ": scores mean nothing."));
    }
  }

  /** The calibration of the model's scores; none where options make it another model. */
  public Optional<Calibration> calibration() throws IOException {
    if (nu == null && preprocessing == null) {
      return model == null ? Optional.empty() : file().calibration();
    }
    noteCalibration("with " + (nu == null ? "--preprocessing" : "--nu") + " it is another model");
    return Optional.empty();
  }

  /** The model with its calibration; none where it has none or options make it another model. */
  public Optional<CalibratedModel> calibrated() throws IOException {
    return model != null
            && nu == null
            && preprocessing == null
            && file().model() instanceof CalibratedModel whole
        ? Optional.of(whole)
        : Optional.empty();
  }

  /** Says that the model's calibration, if it has one, is not used, and why. */
  public void noteCalibration(String why) throws IOException {
    if (model != null) {
      noteCalibration(file(), why, terminal);
    }
  }

  /** Says that the calibration of another option's model, if it has one, is not used, and why. */
  public static void noteCalibration(ModelFile model, String why, Terminal terminal) {
    if (model.calibration().isPresent()) {
      terminal.say("note: the model's calibration is left out: " + why + ".");
    }
  }

  /** Whether the model, which was read, has a precision head in its file. */
  public boolean hasHead() throws IOException {
    return model != null && file().uncalibrated().head().isPresent();
  }

  /** Says that a model's precision head, if it has one, is not used, and why. */
  public static void noteHead(Pipeline model, String why, Terminal terminal) {
    if (model.head().isPresent()) {
      terminal.say("note: the model's precision head is left out: " + why + ".");
    }
  }

  public Pipeline require() throws IOException {
    return read()
        .orElseThrow(
            () ->
                new GmeException(
                    "this needs a model", "give one with --model FILE; 'gme train' makes them"));
  }
}
