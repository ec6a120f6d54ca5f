package dev.gme.cli.spark;

import dev.gme.lab.data.TableDefaults;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Error rates of all pairs. */
@Command(
    name = "evaluate",
    description = {
      "Error rates and costs of all pairs of one folder of meta-embeddings, or of two, by a table"
          + " that says who speaks in which recording. Of one folder each pair of different"
          + " recordings counts both ways.",
      "Scores are counted as they are made. Of more than 2^24 trials of a kind each figure lies"
          + " between two bounds, which are printed."
    },
    footer = {
      "  gme spark evaluate --embeddings emb --speakers speakers.parquet",
      "  gme spark evaluate -e enrol --test test --speakers who.parquet --json"
    })
public final class SparkEvaluateCommand extends SparkJobCommand {
  @Mixin EmbeddingPairs pairs;

  @Option(
      names = "--speakers",
      required = true,
      paramLabel = "PATH",
      description = "Table with the speaker of every recording.")
  String speakers;

  @Option(
      names = "--table",
      paramLabel = "FORMAT",
      description = "Format of the table, by Spark's name for it.")
  String format = TableDefaults.FORMAT;

  @Option(names = "--id", paramLabel = "COLUMN", description = "Column of the ids.")
  String id = TableDefaults.ID;

  @Option(names = "--speaker", paramLabel = "COLUMN", description = "Column of the speakers.")
  String speaker = TableDefaults.SPEAKER;

  @Option(
      names = "--parts",
      paramLabel = "FOLDER",
      description =
          "Where tasks leave their counts until all are done; unless given, beside the enrolments.")
  String parts;

  @Mixin ResumeFlag resume;

  @Override
  String job() {
    return "evaluate";
  }
}
