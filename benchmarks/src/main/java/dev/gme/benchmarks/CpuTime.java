package dev.gme.benchmarks;

import dev.gme.core.parallel.Workers;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Processor time of work, which other programs on the machine disturb little. */
final class CpuTime {
  private CpuTime() {}

  /** What all threads of this process have used so far, in seconds; NaN where it is not known. */
  static double ofProcess() {
    return ProcessHandle.current()
        .info()
        .totalCpuDuration()
        .map(d -> d.toNanos() * 1e-9)
        .orElse(Double.NaN);
  }

  /** The least of {@code rounds} times in seconds. */
  static double best(int rounds, Runnable work) {
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
