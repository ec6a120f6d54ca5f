package dev.gme.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Jazzer in a process of its own with little memory: a bounded number of inputs from seed 1,
 * mutated towards code that was not reached yet. Jazzer's JUnit annotation would only replay
 * inputs, unless the whole JVM is given to one fuzz test.
 *
 * <pre>{@code
 * new JazzerRun(ReaderFuzzer.class, "dev.gme.formats.**").run(folder, 8000, ReaderFuzzer::writeSeeds);
 * }</pre>
 */
public final class JazzerRun {
  /** A large allocation shall be a finding. */
  private static final String MEMORY = "-Xmx512m";

  /**
   * The heap is what bounds an input's memory; libFuzzer's own limit of 2 GiB on the whole process
   * counts the compiler's memory, too, and stopped a run of 8000 harmless inputs at an empty one on
   * a busy machine.
   */
  private static final String PROCESS_MEMORY = "-rss_limit_mb=4096";

  /** Lists may name files anywhere, so that one is opened is no finding. */
  private static final String ANY_FILE =
      "com.code_intelligence.jazzer.sanitizers.FilePathTraversal";

  private static final int LONGEST_INPUT = 4096;
  private static final int MINUTES = 10;
  private static final int PROCESSES = 2;

  private final Class<?> target;
  private final String instrumented;

  /**
   * Prepares a run of the fuzzer on one target.
   *
   * @param target has a method {@code fuzzerTestOneInput(byte[])}
   * @param instrumented the classes whose branches count
   */
  public JazzerRun(Class<?> target, String instrumented) {
    this.target = target;
    this.instrumented = instrumented;
  }

  /** Writes inputs to begin with. */
  @FunctionalInterface
  public interface Seeds {
    void into(Path folder) throws IOException;
  }

  /**
   * Tries so many inputs, made of good ones: half of them with either of two random seeds, at the
   * same time, because a fuzzer uses one core.
   *
   * @param folder where seeds, findings and logs go
   * @throws AssertionError with the end of the log if anything was found, or it did not end
   */
  public void run(Path folder, int inputs, Seeds good) throws IOException, InterruptedException {
    List<Process> all = new ArrayList<>();
    try {
      for (int seed = 1; seed <= PROCESSES; seed++) {
        Path own = Files.createDirectory(folder.resolve("fuzzer" + seed));
        Path seeds = Files.createDirectory(own.resolve("seeds"));
        good.into(seeds);
        all.add(start(own, seeds, inputs / PROCESSES, seed));
      }
      for (int seed = 1; seed <= PROCESSES; seed++) {
        Process jazzer = all.get(seed - 1);
        boolean ended = jazzer.waitFor(MINUTES, TimeUnit.MINUTES);
        String said =
            Files.readString(
                folder.resolve("fuzzer" + seed).resolve("log"), StandardCharsets.ISO_8859_1);
        String done = "Done " + inputs / PROCESSES + " runs";
        if (!ended || jazzer.exitValue() != 0 || !said.contains(done)) {
          throw new AssertionError(said.substring(Math.max(0, said.length() - 6000)));
        }
      }
    } finally {
      all.forEach(Process::destroyForcibly);
    }
  }

  private Process start(Path folder, Path seeds, int inputs, int seed) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                MEMORY,
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.getName(),
                "--instrumentation_includes=" + instrumented,
                "--disabled_hooks=" + ANY_FILE,
                "-runs=" + inputs,
                "-seed=" + seed,
                "-max_len=" + LONGEST_INPUT,
                PROCESS_MEMORY,
                seeds.toString()))
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("log").toFile())
        .start();
  }
}
