package dev.gme.cli.spark;

import dev.gme.benchmarks.suite.SparkBench;
import dev.gme.core.GmeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A cluster for a benchmark: master and workers within the driver, executors as processes, all on
 * the loopback interface and with a secret of their own.
 */
public final class BenchCluster implements SparkBench.Cluster {
  /** MiB of a worker; its executor has less. */
  private static final int MEMORY = 3072;

  /** Whether there is a Spark, and a jar of gme's jobs. */
  public static boolean isThere() {
    try {
      SparkFolder.find();
      return Files.isRegularFile(SparkFolder.fetchedJar());
    } catch (GmeException e) {
      return false;
    }
  }

  @Override
  public ProcessBuilder job(int executors, Path scratch, List<String> words) throws IOException {
    Path secret = scratch.resolve("secret");
    SecretFile.createIfMissing(secret);
    SparkOptions options = new SparkOptions();
    options.master = "local-cluster[" + executors + ",1," + MEMORY + "]";
    options.driverMemory = "1g";
    options.executorMemory = "2g";
    options.executorCores = 1;
    options.settings = List.of("spark.ui.enabled=false");
    Path properties = SecretFile.properties(SecretFile.settings(secret));
    List<String> all = new ArrayList<>(options.words("1", properties));
    all.addAll(words);
    ProcessBuilder out = SparkFolder.find().in(scratch).command(SparkFolder.SUBMIT, all);
    out.environment().put(SparkFolder.LOCAL_ADDRESS, "127.0.0.1");
    return out;
  }
}
