package dev.gme.cli.data;

import dev.gme.cli.files.AnyFileOptions;
import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.KaldiUbmOption;
import dev.gme.cli.files.OldName;
import dev.gme.cli.files.TerminalCommand;
import dev.gme.cli.terminal.Count;
import dev.gme.cli.terminal.ProgressLine;
import dev.gme.core.GmeException;
import dev.gme.formats.FileKind;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.kaldi.KaldiMode;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.model.ModelFormat;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorConverter;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import dev.gme.frontend.artefact.FrontendFile;
import dev.gme.lab.files.FrontendConversion;
import dev.gme.lab.files.ModelConversion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Writes vectors or a model in the format of another program. */
@Command(
    name = "convert",
    description = {
      "Convert vectors, models, mixtures, i-vector extractors, and lists of trials or scores"
          + " between formats.",
      "What the input is, its content tells. The output's format is that of --format, or of its"
          + " name: .ark (with .scp beside it), .npy (with .ids), .npz, .h5, .safetensors, .csv,"
          + " .tsv for vectors; .gme, .npz for models; .h5, .csv, .tsv for lists."
    },
    footer = {
      "  gme convert kaldi/train.scp train.npy",
      "  gme convert gme.gme plda.kaldi --format kaldi --nu Infinity",
      "  gme convert kaldi/trials trials.txt --format voxceleb",
      "  gme convert transform.h5 chain.gme",
      "  gme convert final.ie x.gme --ubm final.ubm"
    })
public final class ConvertCommand extends TerminalCommand {
  /** All formats there are; which of them make sense, depends on the input. */
  enum Target {
    KALDI,
    KALDI_TEXT,
    NPY,
    NPZ,
    HDF5,
    SAFETENSORS,
    TABLE,
    GME,
    VOXCELEB,
    NIST,
    SRE10,
    SCORES,
    WESPEAKER,
    BOSARIS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Parameters(index = "0", paramLabel = "IN", description = "The file to convert.")
  Path in;

  @Parameters(index = "1", paramLabel = "OUT", description = "Where to write.")
  Path out;

  @OldName("--to")
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "Vectors: kaldi, kaldi-text, npy, npz, hdf5, safetensors, table; models: gme, npz, kaldi,"
              + " kaldi-text; lists: kaldi, voxceleb, nist, sre10, table, scores, wespeaker,"
              + " bosaris.")
  Target to;

  @Option(
      names = "--nu",
      paramLabel = "NU",
      description = "Plug other degrees of freedom into a model.")
  Double nu;

  @Mixin KaldiUbmOption ubm;

  @Mixin AnyFileOptions reading;

  @Override
  public Integer call() throws IOException {
    try (InputFile file = InputFile.open(in)) {
      convert(file);
    }
    return 0;
  }

  private void convert(InputFile file) throws IOException {
    Optional<FrontendFile> frontend =
        reading.kind().isPresent() ? Optional.empty() : FrontendFile.recognize(file);
    if (frontend.isPresent()) {
      frontend(frontend.get(), origin(file));
      return;
    }
    FileKind kind = reading.kind().isPresent() ? reading.kind().get() : FileKind.of(file);
    switch (kind) {
      case MODEL -> model(file);
      case VBX_TRANSFORM, PYANNOTE_TRANSFORM ->
          Artefact.write(
              out, ArtefactKind.PREPROCESSING, ModelFiles.readPreprocessing(file), origin(file));
      case VECTORS -> vectors(file, VectorFiles.recognize(file));
      case LIST -> list(reading.lists().read(file));
      case SCORE_MATRIX -> list(ScoreMatrixFiles.read(file));
      case TURNS,
          REGIONS,
          SEGMENTS,
          SEARCHES,
          CLUSTER_ROUNDS,
          SIDE_INFORMATION,
          EMBEDDING_MANIFEST ->
          throw new GmeException(
              in + " holds " + kind.label() + ", which have one format only",
              "convert vectors, trials, scores or models");
      case NETWORK ->
          throw new GmeException(
              in + " holds a neural network, which is used as it is",
              "make vectors of recordings with 'gme embed', and convert these");
    }
  }

  private Provenance origin(InputFile file) throws IOException {
    return CommandProvenance.of(spec, "sha256:" + file.digest() + " of " + in.getFileName());
  }

  private void vectors(InputFile file, VectorFormat from) throws IOException {
    VectorFormat format =
        to == null
            ? VectorConverter.byName(out)
                .orElseThrow(() -> unknown("kaldi, npy, npz, hdf5, safetensors or table"))
            : to == Target.KALDI_TEXT ? VectorFormat.KALDI : named(VectorFormat.class, "vectors");
    KaldiMode mode = to == Target.KALDI_TEXT ? KaldiMode.TEXT : KaldiMode.BINARY;
    long n;
    boolean speakers;
    // What comes from a pipe can be read once, and was opened already.
    if (reading.vectors().isAboutVectors() || file.isPipe()) {
      LabelledVectors set = reading.vectors().read(file);
      VectorConverter.write(out, set, format, mode);
      n = set.size();
      speakers = set.speakers().isPresent();
    } else {
      speakers = VectorFiles.hasSpeakers(in, from);
      try (ProgressLine line = terminal.progress("vectors converted")) {
        n = VectorConverter.convert(in, from, out, format, mode, done -> line.update(done, 0));
      }
    }
    terminal.say(Count.of(n, "vector") + " written to " + out + ".");
    if (speakers && !VectorFiles.holdsSpeakers(format)) {
      terminal.say("warning: the speakers are left out: the format has no place for them");
    }
  }

  private void model(InputFile file) throws IOException {
    ModelFile read = ModelFiles.open(file);
    ModelFormat format =
        to == null
            ? modelFormatByName().orElseThrow(() -> unknown("gme, npz, kaldi or kaldi-text"))
            : named(ModelFormat.class, "a model");
    ModelConversion conversion = new ModelConversion(read, Optional.ofNullable(nu), format);
    conversion.warning().ifPresent(w -> terminal.say("warning: " + w));
    Optional<Provenance> known = conversion.provenance();
    conversion.write(out, known.isPresent() ? known.get() : origin(file));
    terminal.say(conversion + " written to " + out + ".");
  }

  private void frontend(FrontendFile found, Provenance origin) throws IOException {
    FrontendConversion.Form form =
        to == null
            ? modelFormatByName()
                .filter(f -> f == ModelFormat.GME)
                .map(f -> FrontendConversion.Form.GME)
                .orElseThrow(() -> unknown("gme, kaldi or kaldi-text"))
            : named(FrontendConversion.Form.class, found.kind().label());
    new FrontendConversion(in, found, ubm.file()).write(out, form, origin);
    terminal.say(found.kind().label() + " written to " + out + ".");
  }

  private void list(TrialList trials) throws IOException {
    ListLayout layout =
        to == null
            ? ListLayout.ofName(out)
                .orElseThrow(
                    () ->
                        unknown(
                            "kaldi, voxceleb, nist, sre10, table, scores, wespeaker, bosaris or"
                                + " npz"))
            : named(ListLayout.class, "a list");
    CheckedOptions.of(
        spec,
        () -> {
          layout.requireName(out);
          ListWriter.require(out, trials, layout);
          return layout;
        });
    ListWriter.write(out, trials, layout);
    terminal.say(trials + " written to " + out + ".");
  }

  private <E extends Enum<E>> E named(Class<E> formats, String what) {
    return Optional.of(to.name())
        .filter(
            name -> Arrays.stream(formats.getEnumConstants()).anyMatch(e -> e.name().equals(name)))
        .map(name -> Enum.valueOf(formats, name))
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(), in + ": " + what + " cannot be written as " + to));
  }

  private Optional<ModelFormat> modelFormatByName() {
    String name = out.toString();
    if (name.endsWith(".npz")) {
      return Optional.of(ModelFormat.NPZ);
    }
    return name.matches(".*\\.(gme|safetensors)") ? Optional.of(ModelFormat.GME) : Optional.empty();
  }

  private ParameterException unknown(String formats) {
    return new ParameterException(
        spec.commandLine(),
        "the name "
            + out.getFileName()
            + " does not say which format to write: give --format "
            + formats);
  }
}
