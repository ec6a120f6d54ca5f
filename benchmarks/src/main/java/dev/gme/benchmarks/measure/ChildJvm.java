package dev.gme.benchmarks.measure;

import dev.gme.core.GmeException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Programs of the benchmarks in processes of their own, with modules and rights as here. */
public final class ChildJvm {
  private ChildJvm() {}

  /**
   * Runs a program to its end.
   *
   * @param options further ones of the JVM
   */
  public static void run(List<String> options, Class<?> program, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Agents and dumps are this process's own.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(a -> a.startsWith("--add-") || a.startsWith("--enable-") || a.startsWith("-Dgme."))
        .forEach(command::add);
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (await(process) != 0) {
      throw new GmeException(
          "a process of the benchmark failed: " + String.join(" ", command), "run it to see why");
    }
  }

  /** Waits for a process; ends it where this one is told to end. */
  public static int await(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new GmeException("interrupted", "run the benchmark again");
    }
  }
}
