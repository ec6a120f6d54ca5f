package dev.gme.benchmarks.study;

import dev.gme.benchmarks.measure.CpuTime;
import dev.gme.benchmarks.measure.ResidentMemory;
import dev.gme.benchmarks.measure.Stopwatch;
import dev.gme.benchmarks.workload.SimulatedEmbeddings;
import dev.gme.core.Progress;
import dev.gme.core.cluster.ClusterMeasures;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.parallel.Workers;
import dev.gme.core.partition.Partition;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.lab.cluster.ClusterOptions;
import dev.gme.lab.cluster.Clusters;
import dev.gme.lab.cluster.RecordingClusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Clustering of up to 100,000 recordings of 200 dimensions (docs/studies/clustering.md): time and
 * memory, as {@code gme cluster} needs them for meta-embeddings.
 */
public final class LargeClusteringStudy implements Study {
  private static final int EACH = 10;

  /** Precisions of recordings as in most measurements of scoring. */
  private static final double NOISE_FREEDOM = 8;

  private final List<Integer> sizes;

  public LargeClusteringStudy() {
    this(List.of(25_000, 50_000, 100_000));
  }

  LargeClusteringStudy(List<Integer> sizes) {
    this.sizes = sizes;
  }

  @Override
  public StudyResult run(Consumer<String> progress) {
    List<List<Cell>> rows = new ArrayList<>();
    for (int n : sizes) {
      progress.accept(String.format(Locale.ROOT, "%,d recordings", n));
      rows.add(row(n));
    }
    return new StudyResult(
        List.of(
            new StudyTable(
                "",
                List.of(
                    "recordings",
                    "speakers",
                    "sets found",
                    "adjusted Rand",
                    "seconds",
                    "processor seconds",
                    "processor ns a pair",
                    "memory said beforehand, MiB",
                    "resident before, MiB",
                    "peak, MiB"),
                rows)),
        List.of(
            String.format(
                Locale.ROOT,
                "%d threads, a heap of %,d MiB.",
                Workers.threads(),
                Runtime.getRuntime().maxMemory() >> 20)));
  }

  private static List<Cell> row(int n) {
    MetaEmbeddings drawn = new SimulatedEmbeddings(NOISE_FREEDOM).draw(n / EACH, EACH, 21);
    IdentifiedEmbeddings recordings =
        new IdentifiedEmbeddings(
            IntStream.range(0, drawn.size()).mapToObj(Integer::toString).toList(), drawn);
    // The data are of the model, so that recordings count in full.
    ClusterOptions options = ClusterOptions.DEFAULT.withScale(1);
    ResidentMemory memory = ResidentMemory.start();
    double cpu = CpuTime.ofProcess();
    Clusters[] found = {null};
    double seconds =
        Stopwatch.best(
            1, () -> found[0] = RecordingClusters.of(recordings, options, Progress.NONE));
    double used = CpuTime.ofProcess() - cpu;
    double peak = memory.peak();
    Partition truth = Partition.of(IntStream.range(0, drawn.size()).map(i -> i / EACH).toArray());
    ClusterMeasures measures = ClusterMeasures.of(truth, found[0].partition());
    double pairs = 0.5 * n * (n - 1.0);
    return List.of(
        Cell.text(String.format(Locale.ROOT, "%,d", n)),
        Cell.text(String.format(Locale.ROOT, "%,d", n / EACH)),
        Cell.text(String.format(Locale.ROOT, "%,d", found[0].sets())),
        Cell.number("%.4f", measures.adjustedRand()),
        Cell.number("%.1f", seconds),
        Cell.number("%.1f", used),
        Cell.number("%.1f", 1e9 * used / pairs),
        Cell.number("%.0f", RecordingClusters.memory(recordings, options) / (double) (1 << 20)),
        Cell.number("%.0f", memory.before()),
        Cell.number("%.0f", peak));
  }
}
