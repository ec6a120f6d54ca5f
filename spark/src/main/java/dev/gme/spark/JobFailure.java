package dev.gme.spark;

import dev.gme.core.GmeException;
import java.io.FileNotFoundException;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.apache.spark.SparkException;
import org.apache.spark.sql.AnalysisException;

/**
 * What a user is told of a job that failed: the sentence of the task that met the error, without
 * the stack traces that Spark wraps around it.
 *
 * @param sentence what happened
 * @param help what to do about it
 */
record JobFailure(String sentence, String help) {
  private static final String SEE_ALL = "run again with --debug for all that Spark has to say";

  /** Spark's own words before those of a task, up to the exception's name. */
  private static final String LOST_TASK = "(?s).*most recent failure: ";

  static JobFailure of(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof GmeException g) {
        return new JobFailure(g.getMessage(), g.help());
      }
      if (t instanceof FileNotFoundException f) {
        return new JobFailure(firstLine(f.getMessage()), "check the path");
      }
      if (t instanceof OutOfMemoryError) {
        return new JobFailure(
            "out of memory (" + t.getMessage() + ")",
            "give executors more, or the driver, by --executor-memory and --driver-memory");
      }
    }
    Throwable root = thrown instanceof UncheckedIOException u ? u.getCause() : thrown;
    if (root instanceof AnalysisException a) {
      String plain = firstLine(a.getMessage()).replaceAll("^\\[[A-Z_.]+\\] | SQLSTATE: .*$", "");
      return new JobFailure(plain, "check the path and the names of columns");
    }
    if (root instanceof SparkException) {
      return ofSpark(root.getMessage());
    }
    return new JobFailure(GmeException.printable(firstLine(root.toString())), SEE_ALL);
  }

  private static JobFailure ofSpark(String message) {
    String reason = firstLine(message.replaceFirst(LOST_TASK, ""));
    if (message.toLowerCase(Locale.ROOT).contains("out of memory")
        || message.contains("OutOfMemoryError")) {
      return new JobFailure(
          "an executor ran out of memory: " + reason, "give executors more by --executor-memory");
    }
    return new JobFailure("the job was given up: " + reason, SEE_ALL);
  }

  private static String firstLine(String text) {
    return text == null ? "" : text.strip().lines().findFirst().orElse("");
  }
}
