package dev.gme.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /** Lists may name files anywhere, so that one is opened is no finding. */
  private static final String ANY_FILE =
      "com.code_intelligence.jazzer.sanitizers.FilePathTraversal";

  private static final int LONGEST_INPUT = 4096;
  private static final int MINUTES = 10;

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
   * Tries so many inputs, made of good ones.
   *
   * @param folder where seeds, findings and the log go
   * @throws AssertionError with the end of the log if anything was found, or it did not end
   */
  public void run(Path folder, int inputs, Seeds good) throws IOException, InterruptedException {
    Path seeds = Files.createDirectory(folder.resolve("seeds"));
    good.into(seeds);
    Path log = folder.resolve("log");
    Process jazzer =
        new ProcessBuilder(
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
                    "-seed=1",
                    "-max_len=" + LONGEST_INPUT,
                    seeds.toString()))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = jazzer.waitFor(MINUTES, TimeUnit.MINUTES);
    jazzer.destroyForcibly();
    String said = Files.readString(log, StandardCharsets.ISO_8859_1);
    if (!ended || jazzer.exitValue() != 0 || !said.contains("Done " + inputs + " runs")) {
      throw new AssertionError(said.substring(Math.max(0, said.length() - 6000)));
    }
  }
}
