package dev.gme.cli.spark;

import dev.gme.cli.files.PldaEmFlags;
import dev.gme.lab.data.TableDefaults;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What both kinds of PLDA are trained with; a mixin. */
final class PldaTrainingOptions {
  @Mixin VectorTableOptions table;

  @Option(names = "--speaker", paramLabel = "COLUMN", description = "Column of the speakers.")
  String speaker = TableDefaults.SPEAKER;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "The speaker of each recording of a file that is no table: utt2spk, spk2utt, or a table"
              + " with a column speaker.")
  String labels;

  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "FILE",
      description = "Where to write the model.")
  String out;

  @Option(
      names = "--chain",
      paramLabel = "STEPS",
      description =
          "Preprocessing to learn first, steps in their order: centre, lda N, pca N, whiten-total,"
              + " whiten-within, length; for example 'centre,lda 150,length'.")
  String chain;

  @Option(
      names = "--raw",
      description = "Train without preprocessing: the model takes the vectors as they are.")
  boolean raw;

  @Option(
      names = {"-d", "--speaker-dim"},
      paramLabel = "d",
      description =
          "Dimension of the speaker variable; unless given, the one that 'gme train' would take.")
  Integer speakerDimension;

  @Mixin PldaEmFlags em;

  @Mixin ResumeFlag resume;
}
