package dev.gme.cli.spark;

import dev.gme.core.score.norm.ScoreNormalization;
import picocli.CommandLine.Option;

/** Normalization by a cohort, with the names that it has in 'gme score'; a mixin. */
final class CohortOptions {
  @Option(
      names = "--norm",
      paramLabel = "WHICH",
      description = "Normalize scores by a cohort: z, t, s, zt or as. Calibrate them afterwards.")
  String norm;

  @Option(
      names = "--cohort",
      paramLabel = "FOLDER",
      description =
          "The cohort for --norm: meta-embeddings of some thousand recordings of other speakers.")
  String cohort;

  @Option(
      names = "--cohort-top",
      paramLabel = "N",
      description =
          "Number of highest cohort scores that --norm as takes (default: "
              + ScoreNormalization.DEFAULT_TOP_N
              + ").")
  Integer top;
}
