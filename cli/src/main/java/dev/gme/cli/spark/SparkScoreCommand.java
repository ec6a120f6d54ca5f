package dev.gme.cli.spark;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** All pairs to a table of the best scores. */
@Command(
    name = "score",
    description = {
      "Score all pairs of one folder of meta-embeddings, or of two, and write the best as a Parquet"
          + " table: columns enrol, test, llr, and rank with --top.",
      "Of one folder, --above gives every pair once and --top the partners of each recording, never"
          + " itself. Scores do not depend on the cluster."
    },
    footer = {
      "  gme spark score --embeddings emb --top 100 --out top.parquet",
      "  gme spark score --embeddings watched --test calls --above 6 -o hits.parquet"
    })
public final class SparkScoreCommand extends SparkJobCommand {
  @Mixin EmbeddingPairs pairs;

  @ArgGroup(multiplicity = "1")
  Wanted wanted;

  /** One of the two. */
  static final class Wanted {
    @Option(
        names = "--top",
        required = true,
        paramLabel = "K",
        description = "The best K of each enrolment.")
    Integer top;

    @Option(
        names = "--above",
        required = true,
        paramLabel = "T",
        description = "All scores of at least T.")
    Double above;
  }

  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "FOLDER",
      description = "Where to write the table.")
  String out;

  @Option(
      names = "--most-rows",
      paramLabel = "N",
      description = "Refuse a table that would have more rows, by a sample of the scores.")
  double mostRows = 1e9;

  @Mixin ResumeFlag resume;

  @Override
  String job() {
    return "score";
  }
}
