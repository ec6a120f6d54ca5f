package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.Stopwatch;
import dev.gme.core.Progress;
import dev.gme.core.metric.Bootstrap;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.parallel.Workers;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Consumer;

/**
 * All metrics and the DET curve of 50 million trials, from scores in the caller's order, over the
 * time in which the JDK sorts the bare scores; and the draws of a bootstrap.
 *
 * <p>Both sides have equally many threads: {@link Arrays#sort(float[])} is compared on one thread,
 * {@link Arrays#parallelSort(float[])}, which takes all cores, on all cores.
 */
public final class MetricBench implements Benchmark {
  private static final int TRIALS = 50_000_000;
  private static final double GOAL = 0.75;
  private static final int ROUNDS = 3;
  private static final double MEMORY_GOAL = 1024;

  /** Scores, labels, a copy to sort, what sorting it takes, what metrics take; and some room. */
  private static final int BYTES_PER_TRIAL = 32;

  private static final int DRAWN_TRIALS = 1_000_000;
  private static final int SPEAKERS = 1000;

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    int n = (int) Math.min(TRIALS, Runtime.getRuntime().maxMemory() / BYTES_PER_TRIAL);
    String trials = String.format(Locale.ROOT, "%,d trials, 5 %% of them targets", n);
    progress.accept("metrics: " + trials);
    Trials large = new Trials(n);
    double memory = heapOver(() -> Evaluation.of(ScoredTrials.of(large.scores, large.isTarget)));
    int threads = Workers.threads();
    Times one;
    Times all;
    try {
      Workers.setThreads(1);
      one = large.measure(Arrays::sort);
      Workers.setThreads(Runtime.getRuntime().availableProcessors());
      all = large.measure(Arrays::parallelSort);
    } finally {
      Workers.setThreads(threads);
    }
    progress.accept("bootstrap: a million trials, 1,000 draws of 1,000 speakers");
    ScoredTrials drawn = new Trials(DRAWN_TRIALS).withSpeakers();
    double bootstrap =
        Stopwatch.best(ROUNDS, () -> Bootstrap.of(drawn, BootstrapOptions.DEFAULT, Progress.NONE));
    return List.of(
        Measurement.of("metrics", 1e3 * all.metrics, "ms", trials + ", all threads"),
        Measurement.ratio(
            "metrics_over_sort",
            one.metrics / one.sort,
            GOAL,
            "all metrics and the DET curve over Arrays.sort of the scores, both on one thread"),
        Measurement.of(
            "metrics_over_parallel_sort",
            all.metrics / all.sort,
            "",
            "the same over Arrays.parallelSort, both on all cores"),
        new Measurement(
            "metrics_memory",
            memory,
            "MiB",
            OptionalDouble.of(MEMORY_GOAL),
            "heap beyond scores and labels at its highest, garbage included",
            Map.of()),
        Measurement.of(
            "bootstrap", 1e3 * bootstrap, "ms", "1,000 draws of speakers, a million trials"));
  }

  /** MiB of heap that work takes beyond what is held before; an upper bound. */
  private static double heapOver(Runnable work) {
    System.gc();
    List<MemoryPoolMXBean> pools =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .toList();
    long before = pools.stream().mapToLong(pool -> pool.getUsage().getUsed()).sum();
    pools.forEach(MemoryPoolMXBean::resetPeakUsage);
    work.run();
    long peak = pools.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    return (peak - before) / (double) (1 << 20);
  }

  /** How long metrics and sorting take, in seconds. */
  private record Times(double metrics, double sort) {}

  /** Scores as of a system with an equal-error rate of 16 %. */
  private static final class Trials {
    private final float[] scores;
    private final boolean[] isTarget;

    Trials(int n) {
      Random random = new Random(1);
      scores = new float[n];
      isTarget = new boolean[n];
      for (int i = 0; i < n; i++) {
        isTarget[i] = i % 20 == 0;
        scores[i] = (float) (2 * random.nextGaussian() + (isTarget[i] ? 2 : -2));
      }
    }

    Times measure(Consumer<float[]> sort) {
      double metrics = Double.POSITIVE_INFINITY;
      double sorting = Double.POSITIVE_INFINITY;
      // Turn and turn about, so that both see the same machine.
      for (int round = 0; round < ROUNDS; round++) {
        metrics =
            Math.min(
                metrics, Stopwatch.best(1, () -> Evaluation.of(ScoredTrials.of(scores, isTarget))));
        float[] copy = scores.clone();
        sorting = Math.min(sorting, Stopwatch.best(1, () -> sort.accept(copy)));
      }
      return new Times(metrics, sorting);
    }

    ScoredTrials withSpeakers() {
      Random random = new Random(2);
      int[] enrol = new int[scores.length];
      int[] test = new int[scores.length];
      for (int i = 0; i < enrol.length; i++) {
        enrol[i] = random.nextInt(SPEAKERS);
        int shift = isTarget[i] ? 0 : 1 + random.nextInt(SPEAKERS - 1);
        test[i] = (enrol[i] + shift) % SPEAKERS;
      }
      return ScoredTrials.of(scores, isTarget).withSpeakers(enrol, test);
    }
  }
}
