package dev.gme.spark;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A cluster of Spark's own kind on this machine: a master, two workers, executors and drivers are
 * processes, which listen on loopback alone and end with the test. Spark's jars are those that
 * Maven fetches, and gme's jar is the one that users submit.
 */
final class StandaloneCluster implements Closeable {
  /** Of a worker, which has one executor with all of them. */
  private static final int CORES = 2;

  private static final int WORKERS = 2;

  /** What 'gme spark install' lays beside the jars. */
  private static final Path OF_INSTALL = Path.of("../cli/src/main/resources/dev/gme/cli/spark");

  /** Below the folder of the test. */
  private static final String WORK = "work";

  /** Processes live for seconds here: code that is compiled quickly is ready when it is needed. */
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  /** For those that compute little. */
  private static final String LIGHT = QUICK + " -XX:+UseSerialGC";

  private static final String SUBMIT = "org.apache.spark.deploy.SparkSubmit";
  private static final String MASTER = "org.apache.spark.deploy.master.Master";
  private static final String WORKER = "org.apache.spark.deploy.worker.Worker";

  private final Path home;
  private final Path folder;
  private final Path properties;
  private final int port;
  private final String url;
  private final List<Process> workers = new ArrayList<>();
  private int started;
  private Process master;

  /**
   * A job that runs.
   *
   * @param before what other jobs have left on the workers
   */
  record Driver(Process process, Path log, Set<Path> before) {
    int exitCode() throws InterruptedException {
      if (!process.waitFor(10, TimeUnit.MINUTES)) {
        throw new AssertionError("the job did not end");
      }
      return process.exitValue();
    }

    String said() throws IOException {
      return Files.readString(log, StandardCharsets.UTF_8);
    }
  }

  StandaloneCluster(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    home = home();
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    properties = folder.resolve("cluster.properties");
    Files.writeString(
        properties,
        """
        spark.authenticate true
        spark.authenticate.secret 0123456789abcdef
        spark.master.rest.enabled false
        spark.worker.cleanup.enabled true
        """);
    url = "spark://127.0.0.1:" + port;
    startMaster();
    startWorkers();
  }

  /** The jars of Spark, fetched once for all tests. */
  private static Path home() throws IOException, InterruptedException {
    String version = System.getProperty("gme.spark.version");
    Path home = Path.of("target", "spark-" + version).toAbsolutePath();
    if (!Files.isDirectory(home.resolve("jars"))) {
      Files.createDirectories(home);
      Files.copy(
          OF_INSTALL.resolve("jars.xml"),
          home.resolve("pom.xml"),
          StandardCopyOption.REPLACE_EXISTING);
      // Another name until they are all there.
      Path fetched = home.resolve("fetched");
      Path log = home.resolve("fetched.log");
      // As the build itself was started.
      List<String> words =
          new ArrayList<>(
              List.of(
                  System.getProperty("gme.maven", "mvn"),
                  "-B",
                  "-ntp",
                  "-q",
                  "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies",
                  "-Dgme.spark.version=" + version,
                  "-DincludeScope=runtime",
                  "-DoutputDirectory=" + fetched));
      String repository = System.getProperty("gme.maven.repository");
      if (repository != null) {
        words.add("-Dmaven.repo.local=" + repository);
      }
      if (System.getProperty("gme.maven.offline", "").endsWith("true")) {
        words.add("-o");
      }
      Process maven =
          new ProcessBuilder(words)
              .directory(home.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (maven.waitFor() != 0) {
        throw new AssertionError(
            "the jars of Spark could not be fetched: " + Files.readString(log));
      }
      Files.move(fetched, home.resolve("jars"));
    }
    // Executors say besides when a task is done.
    Files.createDirectories(home.resolve("conf"));
    Files.writeString(
        home.resolve("conf/log4j2.properties"),
        Files.readString(OF_INSTALL.resolve("log4j2.properties"))
            + """
              logger.executor.name = org.apache.spark.executor.Executor
              logger.executor.level = info
              """);
    return home;
  }

  private void startMaster() throws IOException, InterruptedException {
    Path log = folder.resolve("master.log");
    master =
        start(
            log,
            MASTER,
            "--host",
            "127.0.0.1",
            "--port",
            String.valueOf(port),
            "--webui-port",
            "0");
    await(log, "I have been elected leader");
  }

  /** As many as are missing, side by side. */
  private void startWorkers() throws IOException, InterruptedException {
    List<Path> logs = new ArrayList<>();
    while (workers.size() < WORKERS) {
      Path log = folder.resolve("worker-" + started++ + ".log");
      logs.add(log);
      workers.add(startWorker(log));
    }
    for (Path log : logs) {
      await(log, "Successfully registered with master");
    }
  }

  private Process startWorker(Path log) throws IOException, InterruptedException {
    return start(
        log,
        WORKER,
        "--host",
        "127.0.0.1",
        "--webui-port",
        "0",
        "--cores",
        String.valueOf(CORES),
        "--memory",
        "2g",
        "--work-dir",
        folder.resolve(WORK).toString(),
        url);
  }

  private Process start(Path log, String type, String... words)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--properties-file");
    all.add(properties.toString());
    if (type.equals(WORKER)) {
      // The master stands last.
      all.remove(url);
      all.add(url);
    }
    return process(log, type, all);
  }

  private Process process(Path log, String type, List<String> words)
      throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> ask = new ArrayList<>(List.of(java, "-cp", home.resolve("jars") + "/*"));
    ask.add("org.apache.spark.launcher.Main");
    ask.add(type);
    ask.addAll(words);
    ProcessBuilder launcher = new ProcessBuilder(ask).redirectError(log.toFile());
    launcher.environment().putAll(environment());
    Process asked = launcher.start();
    String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (asked.waitFor() != 0) {
      throw new AssertionError(Files.readString(log));
    }
    List<String> command = List.of(said.substring(said.indexOf("\0\n") + 2).split("\0"));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment());
    return builder.start();
  }

  private Map<String, String> environment() {
    return Map.of(
        "SPARK_HOME",
        home.toString(),
        "SPARK_SCALA_VERSION",
        "2.13",
        "SPARK_LOCAL_IP",
        "127.0.0.1",
        "SPARK_LOG_DIR",
        folder.toString(),
        "SPARK_DAEMON_MEMORY",
        "256m",
        "SPARK_DAEMON_JAVA_OPTS",
        LIGHT);
  }

  private static void await(Path log, String words) throws InterruptedException {
    await(
        () -> {
          try {
            return Files.exists(log) && Files.readString(log).contains(words);
          } catch (IOException e) {
            return false;
          }
        },
        words);
  }

  static void await(BooleanSupplier done, String what) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited in vain: " + what);
      }
      Thread.sleep(50);
    }
  }

  /** Submits a job of gme as users do. */
  Driver submit(String name, String... words) throws IOException, InterruptedException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--master",
                url,
                "--properties-file",
                properties.toString(),
                "--executor-memory",
                "1g",
                "--executor-cores",
                String.valueOf(CORES),
                "--driver-memory",
                "1g",
                "--driver-java-options",
                LIGHT,
                "--conf",
                "spark.executor.extraJavaOptions=" + QUICK,
                "--conf",
                "spark.ui.enabled=false",
                "--conf",
                "spark.sql.shuffle.partitions=4",
                "--class",
                "dev.gme.spark.Main",
                SubmittedJarIT.JAR.toString()));
    all.addAll(List.of(words));
    Path log = folder.resolve(name + ".log");
    Set<Path> before = Set.copyOf(applications());
    return new Driver(process(log, SUBMIT, all), log, before);
  }

  /** The folders that workers have made for jobs. */
  private List<Path> applications() throws IOException {
    Path work = folder.resolve(WORK);
    if (!Files.exists(work)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(work)) {
      return all.toList();
    }
  }

  /** How many tasks of a job its executors say that they have finished. */
  int finishedTasks(Driver driver) throws IOException {
    int out = 0;
    for (Path application : applications()) {
      if (driver.before.contains(application)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(application, 2)) {
        for (Path log : files.filter(f -> f.endsWith("stderr")).toList()) {
          String said = Files.readString(log, StandardCharsets.UTF_8);
          out += (int) said.lines().filter(l -> l.contains("Finished task ")).count();
        }
      }
    }
    return out;
  }

  /** Waits until a job has so many tasks behind it, or has ended. */
  void awaitTasks(Driver driver, int tasks) throws InterruptedException {
    await(
        () -> {
          try {
            return !driver.process().isAlive() || finishedTasks(driver) >= tasks;
          } catch (IOException | UncheckedIOException e) {
            return false;
          }
        },
        tasks + " tasks");
  }

  /** Waits until a driver has said something, or has ended. */
  void awaitWords(Driver driver, String words) throws InterruptedException {
    await(
        () -> {
          try {
            return !driver.process().isAlive() || driver.said().contains(words);
          } catch (IOException e) {
            return false;
          }
        },
        words);
  }

  /** Kills an executor of a job. */
  void killExecutor(Driver driver) throws IOException {
    List<String> names =
        applications().stream()
            .filter(a -> !driver.before.contains(a))
            .map(a -> a.getFileName().toString())
            .toList();
    workers.stream()
        .flatMap(w -> w.toHandle().descendants())
        .filter(
            p ->
                Arrays.asList(p.info().arguments().orElse(new String[0])).stream()
                    .anyMatch(names::contains))
        .findFirst()
        .orElseThrow(() -> new AssertionError("the job has no executor"))
        .destroyForcibly();
  }

  /** Kills a worker and what it started, as the loss of a machine does. */
  void killWorker() throws IOException, InterruptedException {
    Process worker = workers.remove(0);
    List<ProcessHandle> children = worker.toHandle().descendants().toList();
    worker.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  void killMaster() throws InterruptedException {
    master.destroyForcibly().waitFor();
  }

  /** Puts the cluster into its first state after a loss. */
  void mend() throws IOException, InterruptedException {
    if (!master.isAlive()) {
      for (Process worker : workers) {
        worker.destroyForcibly().waitFor();
      }
      workers.clear();
      startMaster();
    }
    startWorkers();
  }

  @Override
  public void close() {
    for (Process worker : workers) {
      worker.toHandle().descendants().forEach(ProcessHandle::destroyForcibly);
      worker.destroyForcibly();
    }
    master.destroyForcibly();
  }
}
