package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Backend;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.ConsoleAppender;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.CollectionAccumulator;

/**
 * A session of Spark with the settings of gme: threads are Spark's, natives lie in the folder of
 * each executor, and what executors compute with is compared.
 *
 * <pre>{@code
 * try (Cluster cluster = Cluster.start("score", false, line -> {})) {
 *   JobResult result = job.run(cluster);
 *   cluster.requireAlike(false);
 * }
 * }</pre>
 */
final class Cluster implements Closeable {
  /** A task a core, so gme has one thread in each; and never another way to compute in silence. */
  private static final String EXECUTOR_OPTIONS =
      "-Dgme.threads=1 -Dgme.blas=required -Dorg.bytedeco.javacpp.cachedir=natives"
          + " -XX:+UseParallelGC";

  /** Seconds for which no further executor has come: those of a cluster start together. */
  private static final double SETTLED = 2;

  /** Seconds that Spark itself waits for executors, where it does. */
  private static final double LONGEST_WAIT = 30;

  private static final String OPTIONS_KEY = "spark.executor.extraJavaOptions";

  /**
   * Classes of Spark that tell of a failed task with its stack trace; gme says it in a sentence.
   */
  private static final List<String> WORDY =
      List.of(
          "org.apache.spark.scheduler.TaskSetManager",
          "org.apache.spark.executor.Executor",
          "org.apache.spark.scheduler.TaskResultGetter",
          "org.apache.spark.sql.execution.datasources.FileFormatWriter",
          "org.apache.spark.internal.io.SparkHadoopWriter",
          "org.apache.spark.network.server.TransportRequestHandler",
          "org.apache.spark.util.Utils");

  private final SparkSession session;
  private final JavaSparkContext context;
  private final CollectionAccumulator<String> machines;
  private final Consumer<String> talk;

  /** 0 until asked. */
  private int cores;

  private Cluster(SparkSession session, Consumer<String> talk) {
    this.session = session;
    this.talk = talk;
    context = JavaSparkContext.fromSparkContext(session.sparkContext());
    machines = session.sparkContext().collectionAccumulator("machines");
  }

  /**
   * Starts a session, or takes the one that there is.
   *
   * @param isWordy whether Spark says all that it has to say
   * @param talk takes messages for people
   */
  static Cluster start(String job, boolean isWordy, Consumer<String> talk) {
    SparkConf conf = new SparkConf().setAppName("gme " + job);
    conf.setIfMissing("spark.master", "local[*]");
    conf.setIfMissing("spark.ui.showConsoleProgress", "false");
    conf.set(OPTIONS_KEY, (EXECUTOR_OPTIONS + " " + conf.get(OPTIONS_KEY, "")).strip());
    if (!isWordy) {
      beQuiet();
    }
    SparkSession session = SparkSession.builder().config(conf).getOrCreate();
    if (!isWordy) {
      // Where Spark has no log of its own, spark-submit makes it set one up anew.
      beQuiet();
    }
    return new Cluster(session, talk);
  }

  /** A session that is somebody else's, with the settings that it has. */
  static Cluster of(SparkSession session, Consumer<String> talk) {
    return new Cluster(session, talk);
  }

  /** Before Spark sets up a log of its own, which it does where it finds none. */
  private static void beQuiet() {
    ConfigurationBuilder<BuiltConfiguration> log =
        ConfigurationBuilderFactory.newConfigurationBuilder();
    log.add(
        log.newAppender("stderr", "CONSOLE")
            .addAttribute("target", ConsoleAppender.Target.SYSTEM_ERR)
            .add(log.newLayout("PatternLayout").addAttribute("pattern", "spark: %m%n%ex{0}")));
    log.add(log.newRootLogger(Level.ERROR).add(log.newAppenderRef("stderr")));
    WORDY.forEach(name -> log.add(log.newLogger(name, Level.OFF)));
    // Each class loader has a log of its own; that of a submitted jar is not Spark's.
    ((LoggerContext) LogManager.getContext(SparkSession.class.getClassLoader(), false))
        .reconfigure(log.build());
  }

  SparkSession session() {
    return session;
  }

  JavaSparkContext context() {
    return context;
  }

  Files files() {
    return Files.of(session);
  }

  void say(String line) {
    talk.accept(line);
  }

  /**
   * Tasks that run at the same time. Waits until executors have come and no more of them come: work
   * that were cut for the first of them would leave the others idle.
   */
  synchronized int cores() {
    if (cores == 0) {
      if (!context.isLocal() && !isElastic()) {
        awaitExecutors();
      }
      cores = context.defaultParallelism();
    }
    return cores;
  }

  /** Whether executors come and go with the work that waits; there is nothing to wait for then. */
  private boolean isElastic() {
    return context.getConf().getBoolean("spark.dynamicAllocation.enabled", false);
  }

  private void awaitExecutors() {
    long start = System.nanoTime();
    long changed = start;
    int known = executors();
    while (known == 0
        ? seconds(start) < LONGEST_WAIT
        : seconds(changed) < SETTLED && seconds(start) < LONGEST_WAIT) {
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new GmeException("the job was interrupted", "start it again");
      }
      int now = executors();
      changed = now == known ? changed : System.nanoTime();
      known = now;
    }
    if (known == 0) {
      say("No executor has come yet; the cluster may be busy with other jobs.");
    }
  }

  private int executors() {
    // The driver is among them.
    return context.sc().statusTracker().getExecutorInfos().length - 1;
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) * 1e-9;
  }

  /** Where tasks say what they compute with; made here, told in the task. */
  CollectionAccumulator<String> machines() {
    return machines;
  }

  /** What this process computes with, for {@link #machines}. */
  static String describeMachine() {
    return Backend.describe()
        + " on "
        + System.getProperty("os.arch")
        + ", Java "
        + Runtime.version().feature();
  }

  /**
   * Warns where executors computed with different code or processors, which makes other last bits.
   *
   * @param isStrict whether that is an error
   */
  void requireAlike(boolean isStrict) {
    Set<String> found = new TreeSet<>(machines.value());
    if (found.size() < 2) {
      return;
    }
    String sentence =
        String.format(
            Locale.ROOT,
            "executors compute in %d different ways, so last bits may differ from run to run: %s",
            found.size(),
            String.join(" | ", found));
    String help =
        "set OPENBLAS_CORETYPE, -XX:UseAVX or -Dgme.blas alike in spark.executorEnv and"
            + " spark.executor.extraJavaOptions";
    if (isStrict) {
      throw new GmeException(sentence, help);
    }
    List<String> lines = new ArrayList<>(List.of("gme: " + sentence, "help: " + help));
    lines.forEach(talk);
  }

  @Override
  public void close() {
    session.stop();
  }
}
