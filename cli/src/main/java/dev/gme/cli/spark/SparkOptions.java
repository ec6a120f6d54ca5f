package dev.gme.cli.spark;

import dev.gme.core.GmeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Where a job runs, and with how much; a mixin. All else of a command is the job's own. */
final class SparkOptions {
  @Option(
      names = "--master",
      paramLabel = "URL",
      description = {
        "The cluster: spark://HOST:PORT, yarn, k8s://URL; unless given, this machine with all its"
            + " cores."
      })
  String master;

  @Option(
      names = "--secret",
      paramLabel = "FILE",
      description = "The file with the secret of a cluster that 'gme spark cluster' started.")
  Path secret;

  @Option(
      names = "--driver-memory",
      paramLabel = "SIZE",
      description = "Java heap of the driver, for example 8g; unless given, a quarter of all.")
  String driverMemory;

  @Option(
      names = "--executor-memory",
      paramLabel = "SIZE",
      description = "Java heap of an executor; a core wants 1 to 2 GB of it.")
  String executorMemory = "6g";

  @Option(
      names = "--executor-cores",
      paramLabel = "N",
      description = "Cores of an executor, each with one task.")
  int executorCores = 4;

  @Option(
      names = "--conf",
      paramLabel = "KEY=VALUE",
      description = "A setting of Spark; may be given again.")
  List<String> settings = new ArrayList<>();

  @Option(
      names = "--jar",
      paramLabel = "FILE",
      description = "The jar gme-spark; unless given, the one that 'gme spark install' made.")
  Path jar;

  /** The words for spark-submit that stand before those of the job. */
  List<String> words(String threads, Path properties) {
    List<String> out = new ArrayList<>();
    boolean isLocal = master == null;
    out.addAll(List.of("--master", isLocal ? "local[" + threads + "]" : master));
    out.addAll(List.of("--driver-memory", driverMemory == null ? quarter() : driverMemory));
    if (!isLocal) {
      out.addAll(List.of("--executor-memory", executorMemory));
      out.addAll(List.of("--executor-cores", String.valueOf(executorCores)));
    }
    if (isLocal) {
      // Its web page would listen on all interfaces.
      out.addAll(List.of("--conf", "spark.ui.enabled=false"));
    }
    settings.forEach(s -> out.addAll(List.of("--conf", s)));
    if (properties != null) {
      out.addAll(List.of("--properties-file", properties.toString()));
    }
    out.addAll(List.of("--class", "dev.gme.spark.Main", jar().toString()));
    return out;
  }

  /**
   * Where the driver listens: on loopback where nobody else needs it. Null leaves it to Spark,
   * which takes the address of this machine's name.
   */
  String address() {
    boolean isNear = master == null || master.startsWith("spark://127.");
    return isNear ? "127.0.0.1" : null;
  }

  private Path jar() {
    Path found = jar == null ? SparkFolder.fetchedJar() : jar;
    if (!Files.isRegularFile(found)) {
      throw new GmeException(
          "there is no jar of gme's jobs for Spark at " + found,
          "run 'gme spark install', or name the jar with --jar");
    }
    return found;
  }

  /** What this JVM may have as its heap is a quarter of the memory unless somebody said more. */
  private static String quarter() {
    return Math.max(1024, Runtime.getRuntime().maxMemory() >> 20) + "m";
  }
}
