package dev.gme.benchmarks.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The resident memory of this process as Linux counts it, native buffers included: now, and at its
 * highest since the start of a measurement. Garbage that was not collected yet counts too, so that
 * figures depend on the heap the process may have.
 */
public final class ResidentMemory {
  private static final Path STATUS = Path.of("/proc/self/status");

  private final double before;

  private ResidentMemory(double before) {
    this.before = before;
  }

  /** Collects garbage and forgets the highest value so far. */
  public static ResidentMemory start() {
    System.gc();
    try {
      Files.writeString(Path.of("/proc/self/clear_refs"), "5");
    } catch (IOException e) {
      // Not Linux, or not allowed: the peak is then that since the process began.
    }
    return new ResidentMemory(mebibytes("VmRSS:"));
  }

  /** Resident memory at the start in MiB, NaN where it is not known. */
  public double before() {
    return before;
  }

  /** The highest resident memory since the start in MiB, NaN where it is not known. */
  public double peak() {
    return mebibytes("VmHWM:");
  }

  private static double mebibytes(String name) {
    try {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .mapToDouble(kibibytes -> kibibytes / 1024.0)
          .findFirst()
          .orElse(Double.NaN);
    } catch (IOException e) {
      return Double.NaN;
    }
  }
}
