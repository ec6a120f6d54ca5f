package dev.gme.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Counts the golden cases of a test run: found, run, passed, and the largest error as a share of
 * the tolerance. At the end it writes a file for {@link GoldenSummary}, which prints the counts of
 * all modules together; where a case has failed it prints those of this module at once. Processes
 * that share the tests of a module write a file each. JUnit finds this listener by its service
 * entry.
 */
public final class GoldenLedger implements TestExecutionListener {
  /** Folder that the counts are written to; nothing is written without it. */
  static final String PROPERTY = "gme.golden.ledger";

  private static final Map<String, Entry> ENTRIES = new TreeMap<>();

  private static final class Entry {
    int found;
    int run;
    int passed;
    double worst;
    String skipped = "";
  }

  private static Entry entry(String group) {
    return ENTRIES.computeIfAbsent(group, g -> new Entry());
  }

  static synchronized void found(String group) {
    entry(group).found++;
  }

  static synchronized void run(String group) {
    entry(group).run++;
  }

  static synchronized void passed(String group, double worst) {
    entry(group).passed++;
    entry(group).worst = Math.max(entry(group).worst, worst);
  }

  static synchronized void skipped(String group, String why) {
    entry(group).skipped = why;
  }

  /** For tests of the counting itself. */
  static synchronized void forget(String group) {
    ENTRIES.remove(group);
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    String folder = System.getProperty(PROPERTY);
    if (folder == null) {
      return;
    }
    boolean failed;
    List<String> lines = new ArrayList<>();
    synchronized (GoldenLedger.class) {
      ENTRIES.forEach(
          (group, e) ->
              lines.add(
                  String.join(
                      "\t",
                      group,
                      Integer.toString(e.found),
                      Integer.toString(e.run),
                      Integer.toString(e.passed),
                      Double.toString(e.worst),
                      e.skipped)));
      failed = ENTRIES.values().stream().anyMatch(e -> e.passed < e.run);
    }
    if (lines.isEmpty()) {
      return;
    }
    try {
      String fork = System.getProperty("gme.golden.fork", "1");
      Path file = Path.of(folder, System.getProperty("gme.blas", "native") + "." + fork + ".tsv");
      Files.createDirectories(file.getParent());
      Files.write(file, lines);
      if (failed) {
        // Maven stops here and never comes to the summary of all modules.
        GoldenSummary.print(file.getParent());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
