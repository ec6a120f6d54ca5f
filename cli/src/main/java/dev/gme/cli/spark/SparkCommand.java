package dev.gme.cli.spark;

import picocli.CommandLine.Command;

/** The family of commands that work on a cluster. */
@Command(
    name = "spark",
    description = {
      "Do the work of gme on a cluster, by Apache Spark: for sets of 10^6 recordings or 10^11"
          + " trials and more, below which one machine is faster. docs/spark.md has a tour.",
      "$SPARK_HOME names the Spark to use; without it, the one that 'gme spark install' fetched."
    },
    subcommands = {
      SparkInstallCommand.class,
      SparkClusterCommand.class,
      SparkExtractCommand.class,
      SparkScoreCommand.class,
      SparkEvaluateCommand.class,
      SparkGroupCommand.class,
      SparkTrainCommand.class,
      SparkAdaptCommand.class,
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "  gme spark install",
      "  gme spark extract --model gme.gme --vectors vectors.parquet --out emb",
      "  gme spark score --embeddings emb --top 100 --out top.parquet"
    })
public final class SparkCommand {}
