package dev.gme.cli.spark;

import picocli.CommandLine.Command;

/** The family of commands that train on a cluster. */
@Command(
    name = "train",
    description = {
      "Train a model on a table of vectors with speakers: plda (Gaussian), htplda (heavy-tailed); or"
          + " a mixture (ubm) or an extractor of i-vectors (ivector) on frames.",
      "The model has the same bytes as the one that one computer makes of the same data, whatever"
          + " the cluster; only its provenance differs."
    },
    subcommands = {
      SparkTrainPldaCommand.class,
      SparkTrainHtPldaCommand.class,
      SparkTrainUbmCommand.class,
      SparkTrainIvectorCommand.class
    },
    synopsisSubcommandLabel = "plda|htplda|ubm|ivector",
    footer = {
      "  gme spark train plda --vectors train.parquet --out plda.gme",
      "  gme spark train htplda --vectors train.parquet --vb --out vb.gme"
    })
public final class SparkTrainCommand {}
