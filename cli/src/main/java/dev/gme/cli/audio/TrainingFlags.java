package dev.gme.cli.audio;

import dev.gme.core.Checkpoints;
import dev.gme.formats.artefact.FileCheckpoints;
import dev.gme.formats.artefact.Provenance;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What every training by EM on frames is asked for. */
final class TrainingFlags {
  @Parameters(
      arity = "1..*",
      paramLabel = "FEATURES",
      description = "Kaldi archives or script files of frames.")
  List<Path> features;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description =
          "EM iterations; of a mixture those at its final size (default: ${DEFAULT-VALUE}).")
  int iterations = 10;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "Save every iteration there, and go on from there if it exists.")
  Path checkpoint;

  @Option(names = "--seed", paramLabel = "SEED", description = "Of the start (default: 1).")
  long seed = 1;

  @Option(names = "--json", description = "Print a summary as JSON.")
  boolean json;

  /**
   * Where iterations are saved.
   *
   * @param part what the name of the file ends in, where a training has several
   */
  Checkpoints checkpoints(String part, Provenance made) {
    return checkpoint == null
        ? Checkpoints.NONE
        : new FileCheckpoints(checkpoint.resolveSibling(checkpoint.getFileName() + part), made);
  }
}
