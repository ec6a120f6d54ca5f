package dev.gme.cli.spark;

import dev.gme.cli.files.TerminalCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Starts a worker of a cluster. */
@Command(
    name = "worker",
    description = {
      "Run a worker of a cluster until it is stopped.",
      "What ended jobs leave in its folder is removed after an hour."
    },
    footer = {
      "  gme spark cluster worker spark://127.0.0.1:7077 --secret ~/gme.secret",
      "  gme spark cluster worker spark://10.0.0.7:7077 --secret ~/gme.secret \\",
      "      --host 10.0.0.8 --cores 32 --memory 100g --folder /scratch/spark"
    })
public final class SparkWorkerCommand extends TerminalCommand {
  /** A job's jar and natives are 60 MB an executor; Spark would keep them for a week. */
  private static final Map<String, String> CLEANUP =
      Map.of(
          "spark.worker.cleanup.enabled",
          "true",
          "spark.worker.cleanup.interval",
          "600",
          "spark.worker.cleanup.appDataTtl",
          "3600");

  @Parameters(paramLabel = "MASTER", description = "The master, spark://HOST:PORT.")
  String master;

  @Mixin DaemonOptions daemon;

  @Option(
      names = "--cores",
      paramLabel = "N",
      description = "Cores to work with; unless given, all of them.")
  Integer cores;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Memory for executors, for example 100g; unless given, all but 1 GB.")
  String memory;

  @Option(
      names = "--folder",
      paramLabel = "FOLDER",
      description = "Where executors work; unless given, 'work' below that of Spark.")
  Path folder;

  @Override
  public Integer call() throws IOException {
    List<String> words = new ArrayList<>();
    if (cores != null) {
      words.addAll(List.of("--cores", cores.toString()));
    }
    if (memory != null) {
      words.addAll(List.of("--memory", memory));
    }
    if (folder != null) {
      words.addAll(List.of("--work-dir", folder.toString()));
    }
    words.add(master);
    return daemon.run(SparkFolder.WORKER, words, CLEANUP);
  }
}
