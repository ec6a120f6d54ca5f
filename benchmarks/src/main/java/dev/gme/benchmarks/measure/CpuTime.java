package dev.gme.benchmarks.measure;

import dev.gme.core.parallel.Workers;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

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
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    int before = Workers.threads();
    Workers.setThreads(1);
    try {
      double best = Double.POSITIVE_INFINITY;
      for (int i = 0; i < rounds; i++) {
        long start = threads.getCurrentThreadCpuTime();
        work.run();
        best = Math.min(best, (threads.getCurrentThreadCpuTime() - start) * 1e-9);
      }
      return best;
    } finally {
      Workers.setThreads(before);
    }
  }
}
