package dev.gme.cli.spark;

import dev.gme.core.GmeException;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Where Spark is: an installation that {@code $SPARK_HOME} names, or the jars that {@code gme spark
 * install} fetched, which are all that a cluster needs.
 *
 * <pre>{@code
 * ProcessBuilder builder = SparkFolder.find().command(SUBMIT, List.of("--master", "local[2]"));
 * }</pre>
 */
final class SparkFolder {
  /** The version that gme is compiled against. */
  static final String VERSION = "4.0.1";

  static final String SUBMIT = "org.apache.spark.deploy.SparkSubmit";
  static final String MASTER = "org.apache.spark.deploy.master.Master";
  static final String WORKER = "org.apache.spark.deploy.worker.Worker";

  /** The variable by which Spark is told where its processes listen. */
  static final String LOCAL_ADDRESS = "SPARK_LOCAL_IP";

  private static final String LAUNCHER = "org.apache.spark.launcher.Main";
  private static final String HOME = "SPARK_HOME";
  private static final String JARS = "jars";

  private final Path home;

  private SparkFolder(Path home) {
    this.home = home;
  }

  /** Where {@code gme spark install} puts a version. */
  static Path fetched(String version) {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path root =
        cache == null || cache.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    return root.resolve("gme").resolve("spark-" + version);
  }

  /** The jar of gme's jobs that {@code gme spark install} puts beside them. */
  static Path fetchedJar() {
    return fetched(VERSION).resolve("gme-spark.jar");
  }

  /** The Spark to use, refused where there is none. */
  static SparkFolder find() {
    String named = System.getenv(HOME);
    if (named != null && !named.isEmpty()) {
      if (!Files.isDirectory(Path.of(named, JARS))) {
        throw new GmeException(
            HOME + " is " + named + ", where there is no folder " + JARS,
            "set it to an installation of Spark 4, or unset it and run 'gme spark install'");
      }
      return new SparkFolder(Path.of(named).toAbsolutePath());
    }
    Path fetched = fetched(VERSION);
    if (!Files.isDirectory(fetched.resolve(JARS))) {
      throw new GmeException(
          "there is no Spark: " + HOME + " is not set, and nothing was fetched",
          "run 'gme spark install', or set " + HOME + " to an installation of Spark 4");
    }
    return new SparkFolder(fetched);
  }

  /**
   * These jars under another home, in whose folder 'work' the executors of a cluster within the
   * driver have their place.
   */
  SparkFolder in(Path folder) throws IOException {
    Files.createSymbolicLink(folder.resolve(JARS), home.resolve(JARS));
    return new SparkFolder(folder);
  }

  /** The folder of gme's sources, from the place of this program's own jar. */
  static Path sources() {
    try {
      Path jar =
          Path.of(SparkFolder.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      // cli/target/gme.jar, or cli/target/classes in tests
      Path root = jar.getParent().getParent().getParent();
      if (Files.exists(root.resolve("pom.xml"))) {
        return root;
      }
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    throw new GmeException(
        "this gme does not lie in the folder of its sources, from which the jar for Spark is built",
        "run ./gme from a clone, or give the jar of that version with --jar");
  }

  /**
   * A process of one of Spark's classes, with the options of the JVM that this version of Spark
   * wants: its own launcher is asked for them, as Spark's scripts do.
   */
  ProcessBuilder command(String type, List<String> arguments) throws IOException {
    Path script = home.resolve("bin").resolve("spark-class");
    List<String> words = new ArrayList<>();
    if (Files.isExecutable(script)) {
      words.add(script.toString());
      words.add(type);
      words.addAll(arguments);
    } else {
      words.addAll(launched(type, arguments));
    }
    ProcessBuilder out = new ProcessBuilder(words);
    out.environment().putAll(environment());
    return out;
  }

  private Map<String, String> environment() {
    // The launcher looks for a build of Spark where it is not told.
    return Map.of(HOME, home.toString(), "SPARK_SCALA_VERSION", "2.13");
  }

  private List<String> launched(String type, List<String> arguments) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(java());
    words.addAll(List.of("-cp", home.resolve(JARS) + File.separator + "*", LAUNCHER, type));
    words.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().putAll(environment());
    Process launcher = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = waitFor(launcher);
    // Each word ends with a 0; before them comes a line with a 0 alone.
    int start = said.indexOf("\0\n");
    if (code != 0 || start < 0) {
      throw new GmeException(
          "Spark's launcher in " + home + " ended with code " + code + " and without a command",
          "run 'gme spark install' again; what it said is above");
    }
    return List.of(said.substring(start + 2).split("\0"));
  }

  /** The Java that runs this program, which Spark shall run on as well. */
  static String java() {
    String name =
        System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("windows")
            ? "java.exe"
            : "java";
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  /** Runs a process to its end, and ends it with this one. */
  static int run(ProcessBuilder builder) throws IOException {
    Process process = builder.inheritIO().start();
    Thread end = new Thread(process::destroy);
    Runtime.getRuntime().addShutdownHook(end);
    int code = waitFor(process);
    Runtime.getRuntime().removeShutdownHook(end);
    return code;
  }

  static int waitFor(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new GmeException("the work was interrupted", "start it again");
    }
  }
}
