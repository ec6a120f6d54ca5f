package dev.gme.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The resident memory of this process as Linux counts it, native buffers included: now, and at its
 * highest since the start of a measurement. Garbage that was not collected yet counts too, so that
 * figures depend on the heap the process may have.
 */
final class ResidentMemory {
  private static final Path STATUS = Path.of("/proc/self/status");

  private final OptionalLong before;

  private ResidentMemory(OptionalLong before) {
    this.before = before;
  }

  /** Collects garbage and forgets the highest value so far. */
  static ResidentMemory start() {
    System.gc();
    try {
      Files.writeString(Path.of("/proc/self/clear_refs"), "5");
    } catch (IOException e) {
      // Not Linux, or not allowed: the peak is then that since the process began.
    }
    return new ResidentMemory(kibibytes("VmRSS:"));
  }

  /** MiB at the start, for people. */
  String before() {
    return mebibytes(before);
  }

  /** The most since the start, in MiB, for people. */
  String peak() {
    return mebibytes(kibibytes("VmHWM:"));
  }

  /** The same as a number, NaN where it is not known. */
  double peakMebibytes() {
    OptionalLong peak = kibibytes("VmHWM:");
    return peak.isPresent() ? peak.getAsLong() / 1024.0 : Double.NaN;
  }

  private static String mebibytes(OptionalLong kibibytes) {
    return kibibytes.isPresent() ? Long.toString(kibibytes.getAsLong() / 1024) : "unknown";
  }

  private static OptionalLong kibibytes(String name) {
    try {
      List<String> lines = Files.readAllLines(STATUS);
      return lines.stream()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }
}
