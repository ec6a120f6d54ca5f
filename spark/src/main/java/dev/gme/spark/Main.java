package dev.gme.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.core.GmeException;
import dev.gme.core.NearestWord;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Where a job starts on the driver: {@code spark-submit --class dev.gme.spark.Main gme-spark.jar
 * score --embeddings hdfs:/emb --top 100 --out hdfs:/top}. What {@code gme spark} starts is this,
 * too.
 */
public final class Main {
  private static final int FAILED = 1;
  private static final int WRONG_USE = 2;

  /** The jobs by name; each reads its options and refuses bad ones before Spark starts. */
  private static final Map<String, Function<JobArguments, Job>> JOBS =
      new TreeMap<>(
          Map.of(
              "adapt", AdaptJob::of,
              "bench", BenchJob::of,
              "evaluate", EvaluateJob::of,
              "extract", ExtractJob::of,
              "group", GroupJob::of,
              "score", ScoreJob::of,
              "train-ivector", IvectorJob::of,
              "train-plda", TrainJob::plda,
              "train-ubm", UbmJob::of,
              "train-htplda", TrainJob::heavyTailed));

  private Main() {}

  /** Runs one job and ends the driver with its exit code. */
  public static void main(String[] words) {
    System.exit(run(words, System.out, System.err));
  }

  static int run(String[] words, PrintStream out, PrintStream err) {
    boolean isDebug = Arrays.asList(words).contains("--debug");
    JobArguments arguments;
    Job job;
    String name = words.length == 0 ? "" : words[0];
    boolean isQuiet;
    boolean isJson;
    boolean isStrict;
    try {
      Function<JobArguments, Job> maker = JOBS.get(name);
      if (maker == null) {
        String known = String.join(", ", JOBS.keySet());
        throw new GmeException(
            name.isEmpty() ? "no job is named" : "there is no job '" + name + "'",
            NearestWord.to(name, JOBS.keySet()).map(n -> "did you mean '" + n + "'? ").orElse("")
                + "jobs are "
                + known);
      }
      arguments = JobArguments.parse(Arrays.copyOfRange(words, 1, words.length));
      arguments.flag("debug");
      isQuiet = arguments.flag("quiet");
      isJson = arguments.flag("json");
      isStrict = arguments.flag("same-bits");
      job = maker.apply(arguments);
      arguments.requireAllKnown(name);
    } catch (GmeException e) {
      complain(err, e.getMessage(), e.help());
      return WRONG_USE;
    }
    try (Cluster cluster =
        Cluster.start(name, isDebug, isQuiet ? line -> {} : line -> err.println(line))) {
      JobResult result = job.run(cluster);
      cluster.requireAlike(isStrict);
      if (isJson) {
        out.println(new ObjectMapper().writeValueAsString(result.figures()));
      } else {
        result.lines().forEach(cluster::say);
      }
      out.flush();
      return 0;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    } catch (Exception | Error e) {
      JobFailure failure = JobFailure.of(e);
      complain(err, failure.sentence(), failure.help());
      if (isDebug) {
        e.printStackTrace(err);
      }
      return FAILED;
    }
  }

  private static void complain(PrintStream err, String sentence, String help) {
    err.println("gme: " + sentence);
    err.println("help: " + help);
  }
}
