package dev.gme.core.cluster;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.partition.Partition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The pairs of sets of a clustering that would lose least, or gain most, by joining (docs/math.md
 * 9.1).
 *
 * <pre>{@code
 * List<ClosestSets> near = ClosestSets.of(embeddings, found, prior, 10, Progress.NONE);
 * }</pre>
 *
 * @param first the smaller number of the two sets
 * @param second the larger one
 * @param gain what joining them would change the objective by
 */
public record ClosestSets(int first, int second, double gain) {
  /** Partners that are looked at for each set. */
  private static final int PARTNERS = 3;

  /** The best pairs of sets of recordings without links, best first, at most {@code count}. */
  public static List<ClosestSets> of(
      MetaEmbeddings embeddings,
      Partition partition,
      ClusterPrior prior,
      int count,
      Progress progress) {
    return of(StartingSets.of(embeddings), partition, prior, count, progress);
  }

  /**
   * The best pairs that may come together, best first, at most {@code count}.
   *
   * @param start what the clustering started from
   * @param partition of enrolled speakers and recordings
   */
  public static List<ClosestSets> of(
      StartingSets start, Partition partition, ClusterPrior prior, int count, Progress progress) {
    StartingSets sets = start.joinedLike(partition);
    int[] roots = IntStream.of(sets.first()).distinct().toArray();
    MetaEmbeddings pools = sets.pools().select(roots);
    int[] size = partition.setSizes();
    ClusterPrior.Sizes sizes = prior.sizes(partition.size());
    int[][] nearest =
        NearestSets.of(pools, size, sizes, PARTNERS, sets.links().among(roots), progress);
    List<ClosestSets> all = new ArrayList<>();
    for (int s = 0; s < nearest.length; s++) {
      for (int t : nearest[s]) {
        int set = s;
        // A pair that both sides name comes once.
        boolean named = t < s && IntStream.of(nearest[t]).anyMatch(x -> x == set);
        if (!named) {
          int i = Math.min(s, t);
          int j = Math.max(s, t);
          double gain =
              pools.llr(i, pools, j)
                  + sizes.join(size[i], size[j])
                  + prior.common(partition.sets());
          all.add(new ClosestSets(i, j, gain));
        }
      }
    }
    all.sort(
        Comparator.comparingDouble(ClosestSets::gain)
            .reversed()
            .thenComparingInt(ClosestSets::first)
            .thenComparingInt(ClosestSets::second));
    return List.copyOf(all.subList(0, Math.min(count, all.size())));
  }
}
