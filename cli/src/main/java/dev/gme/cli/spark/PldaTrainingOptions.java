package dev.gme.cli.spark;

import dev.gme.core.train.plda.EmOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What both kinds of PLDA are trained with; a mixin. */
final class PldaTrainingOptions {
  @Mixin VectorTableOptions table;

  @Option(names = "--speaker", paramLabel = "COLUMN", description = "Column of the speakers.")
  String speaker = "speaker";

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

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Maximum number of EM iterations.")
  int iterations = EmOptions.DEFAULT.stopping().maxIterations();

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      description = "Relative gain of the log-likelihood below which EM ends.")
  double tolerance = EmOptions.DEFAULT.stopping().tolerance();

  @Option(
      names = "--no-minimum-divergence",
      description = "Leave out the minimum-divergence step of EM.")
  boolean noMinimumDivergence;

  @Option(
      names = "--two-covariance",
      description = "Train the full-rank two-covariance model, as Kaldi does.")
  boolean twoCovariance;

  @Mixin ResumeFlag resume;
}
