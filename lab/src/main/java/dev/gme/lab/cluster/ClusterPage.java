package dev.gme.lab.cluster;

import dev.gme.core.Progress;
import dev.gme.core.cluster.MergePath;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.partition.Partition;
import dev.gme.formats.io.TargetFile;
import dev.gme.lab.provenance.Stamp;
import dev.gme.report.ClusterReport;
import dev.gme.report.result.ClusterResult;
import dev.gme.report.result.Fact;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** Puts a clustering on a page. */
public final class ClusterPage {
  /** Cells of the square of similarities: finer ones would not be seen. */
  private static final int CELLS = 120;

  /** Lines between more sets than so many would hide what is behind them. */
  private static final int MOST_LINES = 40;

  /** Of more sets than lines so many recordings are shown: with more, blocks would be too small. */
  private static final int MOST_SHOWN = 4 * CELLS;

  /** Rows of a table that people look through. */
  private static final int MOST_ROWS = 200;

  private static final int NEAR_JOINS = 10;

  private ClusterPage() {}

  /**
   * Writes the page.
   *
   * @param limit recordings whose place is less probable are doubtful
   * @param agreement with a reference, if there is one
   * @param command the command line that made it; empty in programs
   */
  public static void write(
      Path file,
      String title,
      Clusters clusters,
      double limit,
      Optional<ClusterEvaluation> agreement,
      String command,
      Progress progress)
      throws IOException {
    ClusterResult result = result(clusters, limit, agreement, command, progress);
    try (TargetFile target = TargetFile.create(file)) {
      target.stream()
          .write(new ClusterReport(title, result).html().getBytes(StandardCharsets.UTF_8));
      target.commit();
    }
  }

  private static ClusterResult result(
      Clusters clusters,
      double limit,
      Optional<ClusterEvaluation> agreement,
      String command,
      Progress progress) {
    List<Clusters.Doubtful> doubtful = clusters.doubtful(limit, progress);
    List<Fact> facts = new ArrayList<>();
    if (!command.isEmpty()) {
      facts.add(new Fact("command", command));
    }
    facts.add(new Fact("method", clusters.how()));
    facts.add(new Fact("prior", clusters.prior()));
    facts.add(new Fact("scale", Double.toString(clusters.options().scale())));
    facts.add(
        new Fact(
            "doubtful recordings",
            String.format(
                Locale.ROOT,
                "%,d with a probability below %s%s",
                doubtful.size(),
                limit,
                doubtful.size() > MOST_ROWS
                    ? "; the " + MOST_ROWS + " least sure are shown"
                    : "")));
    facts.add(new Fact("made by", Stamp.tool()));
    facts.add(new Fact("date", Stamp.date()));
    List<Fact> figures = new ArrayList<>();
    agreement.ifPresent(a -> a.texts().forEach((name, text) -> figures.add(new Fact(name, text))));
    return new ClusterResult(
        clusters.ids().size(),
        Arrays.stream(clusters.partition().setSizes()).boxed().toList(),
        clusters.path().map(ClusterPage::points).orElse(List.of()),
        similarity(clusters.embeddings(), clusters.partition()),
        doubtful.stream()
            .limit(MOST_ROWS)
            .map(
                d ->
                    new ClusterResult.Doubt(
                        d.id(),
                        d.set(),
                        d.probability(),
                        d.rival().isEmpty() ? "a set of its own" : d.rival(),
                        d.rivalProbability()))
            .toList(),
        clusters.nearJoins(NEAR_JOINS, progress).stream()
            .map(
                j ->
                    new ClusterResult.NearJoin(
                        j.first(), j.firstSize(), j.second(), j.secondSize(), j.gain()))
            .toList(),
        figures,
        facts);
  }

  private static List<ClusterResult.PathPoint> points(MergePath path) {
    double[] j = path.objective();
    return IntStream.range(0, j.length)
        .mapToObj(m -> new ClusterResult.PathPoint(path.startSets() - m, j[m]))
        .toList();
  }

  /** Recordings by set, larger sets first; each cell the mean of some pairs within it. */
  private static ClusterResult.Similarity similarity(MetaEmbeddings e, Partition partition) {
    int[] size = partition.setSizes();
    List<Integer> all =
        IntStream.range(0, partition.size())
            .boxed()
            .sorted(
                Comparator.<Integer>comparingInt(i -> -size[partition.label(i)])
                    .thenComparingInt(partition::label)
                    .thenComparingInt(i -> i))
            .toList();
    List<Integer> order =
        partition.sets() <= MOST_LINES ? all : all.subList(0, shown(all, partition));
    int n = order.size();
    int cells = Math.min(CELLS, n);
    List<Double> shades = new ArrayList<>();
    for (int x = 0; x < cells; x++) {
      for (int y = 0; y < cells; y++) {
        shades.add(shade(e, order, n, cells, x, y));
      }
    }
    List<Double> ends = new ArrayList<>();
    for (int i = 1; i < n && partition.sets() <= MOST_LINES; i++) {
      if (partition.label(order.get(i)) != partition.label(order.get(i - 1))) {
        ends.add(i * (double) cells / n);
      }
    }
    return new ClusterResult.Similarity(n, cells, shades, ends);
  }

  /** How many recordings of many sets are shown: whole sets, and two at least. */
  private static int shown(List<Integer> order, Partition partition) {
    int sets = 1;
    for (int i = 1; i < order.size(); i++) {
      if (partition.label(order.get(i)) != partition.label(order.get(i - 1))) {
        if (i >= MOST_SHOWN && sets > 1) {
          return i;
        }
        sets++;
      }
    }
    return order.size();
  }

  private static double shade(
      MetaEmbeddings e, List<Integer> order, int n, int cells, int x, int y) {
    long from = (long) x * n / cells;
    long to = (long) (x + 1) * n / cells;
    long left = (long) y * n / cells;
    long right = (long) (y + 1) * n / cells;
    // A few pairs of a large cell tell its shade.
    long step = Math.max(1, (to - from) / 4);
    long across = Math.max(1, (right - left) / 4);
    double sum = 0;
    int count = 0;
    for (long i = from; i < to; i += step) {
      for (long j = left; j < right; j += across) {
        if (i != j) {
          double llr = e.llr(order.get((int) i), e, order.get((int) j));
          sum += 1 / (1 + Math.exp(-llr));
          count++;
        }
      }
    }
    return count == 0 ? 1 : sum / count;
  }
}
