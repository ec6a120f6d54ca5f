package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.Stopwatch;
import dev.gme.benchmarks.workload.SimulatedEmbeddings;
import dev.gme.benchmarks.workload.TotalSink;
import dev.gme.core.Progress;
import dev.gme.core.cluster.ClusterMeasures;
import dev.gme.core.cluster.ClusterPrior;
import dev.gme.core.cluster.SetLimits;
import dev.gme.core.cluster.SparseClustering;
import dev.gme.core.cluster.StartingSets;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.partition.Partition;
import dev.gme.core.score.ScoreKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Clustering of large sets by rounds, d = 200, ten recordings a speaker: the whole of it, moves of
 * single recordings included, over one pass of the tile scorer over half of all pairs.
 */
public final class ClusterBench implements Benchmark {
  private static final int EACH = 10;
  private static final int STATED = 20_000;
  private static final int ROUNDS = 3;

  @Override
  public List<Measurement> run(Consumer<String> progress) {
    SimulatedEmbeddings simulated = new SimulatedEmbeddings(8);
    List<Measurement> out = new ArrayList<>();
    Map<Integer, Double> seconds = new LinkedHashMap<>();
    for (int n : new int[] {5_000, 10_000, STATED, 40_000}) {
      progress.accept("clustering of " + n + " recordings");
      MetaEmbeddings e = simulated.draw(n / EACH, EACH, 21);
      double half = Double.POSITIVE_INFINITY;
      double whole = Double.POSITIVE_INFINITY;
      Partition found = null;
      // In alternation, so that both see the same machine; the largest is long enough for one.
      for (int round = 0; round < (n > STATED ? 1 : ROUNDS); round++) {
        half = Math.min(half, Stopwatch.best(1, () -> scoreHalf(e)));
        Partition[] result = {null};
        whole = Math.min(whole, Stopwatch.best(1, () -> result[0] = cluster(e)));
        found = result[0];
      }
      seconds.put(n, whole);
      out.add(
          Measurement.of(
              "cluster_" + n,
              whole,
              "s",
              "whole clustering; " + ClusterMeasures.of(truth(n), found)));
      if (n == STATED) {
        out.add(
            Measurement.ratio(
                "cluster_over_scoring",
                whole / half,
                4,
                "20,000 recordings of 2,000 speakers, over one pass of the tile scorer over half of"
                    + " all pairs"));
      }
    }
    for (int n : new int[] {10_000, STATED, 40_000}) {
      out.add(
          Measurement.of(
              "cluster_growth_" + n,
              seconds.get(n) / seconds.get(n / 2),
              "",
              "time over that of half as many; 4 where it grows with the square"));
    }
    return out;
  }

  private static void scoreHalf(MetaEmbeddings e) {
    ScoreKind.llr().scorer(e.range(0, e.size() / 2), e).all(new TotalSink());
  }

  private static Partition cluster(MetaEmbeddings e) {
    ClusterPrior prior = ClusterPrior.flat();
    StartingSets start = StartingSets.of(e);
    SparseClustering found =
        SparseClustering.run(start, prior, SetLimits.NONE, SparseClustering.NEIGHBOURS);
    return found.reassigned(start, prior, SetLimits.NONE, 20, Progress.NONE).partition();
  }

  private static Partition truth(int n) {
    int[] speaker = new int[n];
    for (int i = 0; i < n; i++) {
      speaker[i] = i / EACH;
    }
    return Partition.of(speaker);
  }
}
