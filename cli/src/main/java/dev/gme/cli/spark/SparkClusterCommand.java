package dev.gme.cli.spark;

import picocli.CommandLine.Command;

/** The family of commands that make a cluster of Spark's own kind. */
@Command(
    name = "cluster",
    description = {
      "Start a cluster of Spark's own kind: one master, and a worker on each machine.",
      "Processes know each other by a secret, and listen on the named interface alone."
    },
    subcommands = {SparkMasterCommand.class, SparkWorkerCommand.class},
    synopsisSubcommandLabel = "master|worker",
    footer = {
      "  gme spark cluster master --secret ~/gme.secret",
      "  gme spark cluster worker spark://127.0.0.1:7077 --secret ~/gme.secret"
    })
public final class SparkClusterCommand {}
