package dev.gme.cli.spark;

import dev.gme.lab.data.TableDefaults;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** All pairs to a table of the best scores, or the trials of a list to a table of theirs. */
@Command(
    name = "score",
    description = {
      "Score all pairs of one folder of meta-embeddings, or of two, and write the best as a Parquet"
          + " table: columns enrol, test, llr, and rank with --top.",
      "Of one folder, --above gives every pair once and --top the partners of each recording, never"
          + " itself. Scores do not depend on the cluster.",
      "With --trials the scores of a list, in its order: each has the bits that it has among all"
          + " pairs, unless the list has so few trials that exact scores take less time.",
      "--norm normalizes scores by a cohort as 'gme score' does. Of one folder, scores by z, t and"
          + " zt are not the same both ways, so that every pair counts twice."
    },
    footer = {
      "  gme spark score --embeddings emb --top 100 --out top.parquet",
      "  gme spark score --embeddings watched --test calls --above 6 -o hits.parquet",
      "  gme spark score -e enrol --test test --trials trials.parquet -o scores.parquet",
      "  gme spark score -e emb --top 100 --norm as --cohort others -o top.parquet"
    })
public final class SparkScoreCommand extends SparkJobCommand {
  @Mixin EmbeddingPairs pairs;

  @ArgGroup(multiplicity = "1")
  Wanted wanted;

  /** One of the three. */
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

    @Option(
        names = "--trials",
        required = true,
        paramLabel = "PATH",
        description =
            "The trials of a list: a table with columns enrol and test, or a file in a format of"
                + " lists that gme knows.")
    String trials;
  }

  @Option(
      names = "--table",
      paramLabel = "FORMAT",
      description =
          "Format of the table of trials, by Spark's name for it; unless given, Parquet or a list,"
              + " as its content says.")
  String format;

  @Mixin CohortOptions cohort;

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
  double mostRows = TableDefaults.MOST_ROWS;

  @Mixin ResumeFlag resume;

  @Override
  String job() {
    return "score";
  }
}
