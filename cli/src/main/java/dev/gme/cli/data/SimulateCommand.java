package dev.gme.cli.data;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.NumberRange;
import dev.gme.cli.files.SeedOption;
import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.CorpusPlan;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.formats.vectors.VectorFormat;
import dev.gme.lab.files.CorpusFiles;
import dev.gme.lab.files.SimulatedTruth;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Draws a database from the model and writes it. */
@Command(
    name = "simulate",
    description = {
      "Draw a database from the heavy-tailed PLDA model and write it to files.",
      "Into the folder go vectors and utt2spk of training speakers (train) and of others (eval), the"
          + " recordings to enrol each of these with (enrol.spk2utt), labelled trials of all models"
          + " against all test recordings (trials), and the model itself (truth.gme). The same seed"
          + " gives the same data on every machine."
    },
    footer = {
      "  gme simulate kaldi",
      "  gme simulate numpy --format npy",
      "  gme simulate small --speakers 200 --recordings 2:10 --seed 7",
      "  gme simulate more --model gme.gme --nu 2"
    })
public final class SimulateCommand extends JsonCommand {
  private static final int DEFAULT_NU = 2;

  @Parameters(paramLabel = "FOLDER", description = "Where to write; it is made if it is missing.")
  Path folder;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Format of the vectors: ${COMPLETION-CANDIDATES}.")
  VectorFormat format = VectorFormat.KALDI;

  @Option(names = "--speakers", paramLabel = "N", description = "Training speakers.")
  int speakers = 500;

  @Option(
      names = "--recordings",
      paramLabel = "N|MIN:MAX",
      converter = NumberRange.Reader.class,
      description = "Recordings of each training speaker.")
  NumberRange recordings = new NumberRange(8, 8);

  @Option(names = "--eval-speakers", paramLabel = "N", description = "Evaluation speakers.")
  int evalSpeakers = 100;

  @Option(
      names = "--enrol",
      paramLabel = "N",
      description = "Recordings to enrol each evaluation speaker with.")
  int enrol = 1;

  @Option(
      names = "--test",
      paramLabel = "N",
      description = "Test recordings of each evaluation speaker.")
  int test = 3;

  @Option(names = "--dim", paramLabel = "D", description = "Dimension of the vectors.")
  int dimension = 150;

  @Option(
      names = "--speaker-dim",
      paramLabel = "d",
      description = "Dimension of the speaker variable.")
  int speakerDimension = 40;

  @Option(
      names = "--nu",
      paramLabel = "NU",
      description =
          "Degrees of freedom of the noise, Infinity for Gaussian (default: " + DEFAULT_NU + ").")
  Double nu;

  @Option(
      names = "--spectrum",
      paramLabel = "FIRST:LAST",
      converter = NumberRange.Reader.class,
      description = "Largest and smallest ratio of speaker and noise variance.")
  NumberRange spectrum = new NumberRange(25, 2);

  @Option(
      names = {"-m", "--model"},
      paramLabel = "FILE",
      description = "Draw from this model instead of a random one.")
  Path model;

  @Mixin SeedOption seedOption = new SeedOption(1);

  @Override
  public Integer call() throws IOException {
    CorpusPlan plan =
        CheckedOptions.of(
            spec,
            () ->
                new CorpusPlan(
                    speakers,
                    RecordingCounts.between(recordings.firstInt(), recordings.lastInt()),
                    evalSpeakers,
                    enrol,
                    test));
    long seed = seedOption.value();
    HtPlda truth = model == null ? random(seed) : known();
    CheckedOptions.require(
        truth.nu() >= SimulatedTruth.LEAST_NU,
        spec,
        "simulation needs nu of at least " + SimulatedTruth.LEAST_NU + ", found " + truth.nu());
    List<Path> written =
        new CorpusFiles(folder, format)
            .write(plan, truth, seed, CommandProvenance.of(spec, "simulated, seed " + seed));
    if (json.isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("seed", seed);
      tree.put("dimension", truth.inputDimension());
      tree.put("speaker_dimension", truth.speakerDimension());
      tree.put("nu", truth.nu());
      tree.put("files", written.stream().map(Path::toString).toList());
      json.print(tree);
    } else {
      terminal.say("Drawn from a " + truth + ", seed " + seed + ":");
      written.forEach(terminal.out()::println);
    }
    return 0;
  }

  private HtPlda random(long seed) {
    double noise = nu == null ? DEFAULT_NU : nu;
    return CheckedOptions.of(
        spec,
        () ->
            new SimulatedTruth(
                    dimension, speakerDimension, noise, spectrum.first(), spectrum.last())
                .draw(seed));
  }

  private HtPlda known() throws IOException {
    HtPlda read = SimulatedTruth.read(model);
    return nu == null ? read : read.withNu(nu);
  }
}
