package dev.gme.benchmarks.measure;

import dev.gme.core.parallel.Workers;
import java.lang.management.ManagementFactory;

/** Processor time of work, which other programs on the machine disturb little. */
public final class CpuTime {
  private CpuTime() {}

  /** What all threads of this process have used so far, in seconds; NaN where it is not known. */
  public static double ofProcess() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .map(d -> d.toNanos() * 1e-9)
        .orElse(Double.NaN);
  }

  /** The shortest of {@code rounds} times on one thread, in seconds. */
  public static double best(int rounds, Runnable work) {
    int before = Workers.threads();
    Workers.setThreads(1);
    try {
      return Stopwatch.best(
          rounds, work, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
    } finally {
      Workers.setThreads(before);
    }
  }
}
