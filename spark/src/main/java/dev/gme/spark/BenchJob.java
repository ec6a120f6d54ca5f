package dev.gme.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Scores the same pairs some times over and tells what each time cost, for {@code gme bench spark}.
 * Later rounds show the work alone: the first one has the start of executors and compilation in it.
 *
 * @param score the work
 * @param rounds how often
 */
record BenchJob(ScoreJob score, int rounds) implements Job {
  /** Tasks a core that ask for the time, so that every executor has one. */
  private static final int ASKING = 4;

  static Job of(JobArguments arguments) {
    return new BenchJob(
        (ScoreJob) ScoreJob.of(arguments), arguments.whole("rounds", 2, 1, Integer.MAX_VALUE));
  }

  /** Processor time that a process has used so far, in seconds. */
  private record Used(long process, double seconds) implements Serializable {
    static Used now() {
      ProcessHandle self = ProcessHandle.current();
      return new Used(
          self.pid(),
          self.info().totalCpuDuration().map(d -> d.toNanos() * 1e-9).orElse(Double.NaN));
    }
  }

  @Override
  public JobResult run(Cluster cluster) {
    List<Double> seconds = new ArrayList<>();
    List<Double> executors = new ArrayList<>();
    List<Double> driver = new ArrayList<>();
    Object trials = 0;
    for (int r = 1; r <= rounds; r++) {
      Map<Long, Double> before = executors(cluster);
      double own = Used.now().seconds;
      long start = System.nanoTime();
      trials = score.to(score.out() + "-" + r).run(cluster).figures().get("trials");
      seconds.add((System.nanoTime() - start) * 1e-9);
      driver.add(Used.now().seconds - own);
      executors.add(
          executors(cluster).entrySet().stream()
              .mapToDouble(e -> e.getValue() - before.getOrDefault(e.getKey(), 0.0))
              .sum());
    }
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("trials", trials);
    figures.put("seconds", seconds);
    figures.put("executor_seconds", executors);
    figures.put("driver_seconds", driver);
    return new JobResult(List.of("Rounds took " + seconds + " s."), figures);
  }

  /** The processor times of the executors by their processes. */
  private static Map<Long, Double> executors(Cluster cluster) {
    int n = ASKING * cluster.cores();
    Map<Long, Double> out = new LinkedHashMap<>();
    cluster
        .context()
        .parallelize(IntStream.range(0, n).boxed().toList(), n)
        .map(i -> Used.now())
        .collect()
        .forEach(u -> out.merge(u.process, u.seconds, Math::max));
    return out;
  }
}
