package dev.gme.core.cluster;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.partition.Partition;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What a clustering by joins starts from: recordings one by one, or sets that are known to be of
 * one speaker; which of them must not come together; speakers who are known already (docs/math.md
 * 9.1 and 9.2).
 *
 * <pre>{@code
 * StartingSets sets =
 *     StartingSets.of(embeddings)
 *         .scaled(0.5)
 *         .enrolled(pools)
 *         .mustLink(new int[][] {{0, 4, 7}})
 *         .cannotLink(new int[][] {{2, 3}});
 * }</pre>
 *
 * <p>A set is known by its smallest item. Enrolled speakers come first, as items 0, 1, …, then the
 * recordings.
 */
public final class StartingSets {
  private final MetaEmbeddings items;
  private final int enrolled;

  /** For each item the smallest item of its set. */
  private final int[] first;

  /** Pairs of items. */
  private final int[][] apart;

  private StartingSets(MetaEmbeddings items, int enrolled, int[] first, int[][] apart) {
    this.items = items;
    this.enrolled = enrolled;
    this.first = first;
    this.apart = apart;
  }

  /** Every recording for itself. */
  public static StartingSets of(MetaEmbeddings recordings) {
    return new StartingSets(
        recordings, 0, Partition.finest(recordings.size()).labels(), new int[0][]);
  }

  /** The sets of a partition. */
  public static StartingSets of(MetaEmbeddings recordings, Partition partition) {
    if (partition.size() != recordings.size()) {
      throw new IllegalArgumentException(
          "a partition of " + partition.size() + " recordings for " + recordings.size());
    }
    int[] first = new int[partition.size()];
    int[] ofSet = new int[partition.sets()];
    Arrays.fill(ofSet, -1);
    for (int i = 0; i < first.length; i++) {
      int s = partition.label(i);
      ofSet[s] = ofSet[s] < 0 ? i : ofSet[s];
      first[i] = ofSet[s];
    }
    return new StartingSets(recordings, 0, first, new int[0][]);
  }

  /**
   * Takes every recording for less (or more) than it says: f becomes f^s. Recordings that overlap,
   * or a model that is too sure, ask for s below 1.
   */
  public StartingSets scaled(double s) {
    return new StartingSets(scaled(items, s), enrolled, first, apart);
  }

  /** (s a, s b) of every embedding. */
  public static MetaEmbeddings scaled(MetaEmbeddings embeddings, double s) {
    if (!(s > 0 && s < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("the scale must be positive and finite, found " + s);
    }
    if (s == 1) {
      return embeddings;
    }
    double[] b = embeddings.b();
    for (int i = 0; i < b.length; i++) {
      b[i] *= s;
    }
    return MetaEmbeddings.of(embeddings.a().times(s), b, embeddings.lambda());
  }

  /**
   * Known speakers, whose pools take part as one recording each and never come together. To be
   * called before links are added; they are scaled no more.
   */
  public StartingSets enrolled(MetaEmbeddings pools) {
    if (enrolled > 0 || apart.length > 0) {
      throw new IllegalArgumentException("enrolled speakers come once, and before all links");
    }
    if (!Arrays.equals(pools.lambda(), items.lambda())) {
      throw new IllegalArgumentException(
          "embeddings of different extractors (another lambda) cannot be clustered");
    }
    int e = pools.size();
    double[] b = Arrays.copyOf(pools.b(), e + items.size());
    System.arraycopy(items.b(), 0, b, e, items.size());
    DoubleMatrix a = pools.a().above(items.a());
    int[] all = new int[b.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = i < e ? i : e + first[i - e];
    }
    return new StartingSets(MetaEmbeddings.of(a, b, items.lambda()), e, all, apart);
  }

  /** Recordings of one speaker; lists that overlap chain. */
  public StartingSets mustLink(int[]... lists) {
    int[] root = first.clone();
    for (int[] list : lists) {
      for (int i : list) {
        int one = root(root, item(list[0]));
        int other = root(root, item(i));
        root[Math.max(one, other)] = Math.min(one, other);
      }
    }
    // Nothing points upwards, so one pass finds the end of every chain.
    for (int i = 0; i < root.length; i++) {
      root[i] = root[root[i]];
    }
    return new StartingSets(items, enrolled, root, apart).checked();
  }

  private static int root(int[] root, int item) {
    int i = item;
    while (root[i] != i) {
      root[i] = root[root[i]];
      i = root[i];
    }
    return i;
  }

  /** Pairs of recordings of two speakers. */
  public StartingSets cannotLink(int[]... pairs) {
    int[][] more = Arrays.copyOf(apart, apart.length + pairs.length);
    for (int p = 0; p < pairs.length; p++) {
      more[apart.length + p] = new int[] {item(pairs[p][0]), item(pairs[p][1])};
    }
    return new StartingSets(items, enrolled, first, more).checked();
  }

  /** The same with sets that were joined since; {@code roots} has the smallest item of each. */
  StartingSets joined(int[] roots) {
    return new StartingSets(items, enrolled, roots.clone(), apart);
  }

  /** The same with items joined as in a partition of theirs. */
  StartingSets joinedLike(Partition partition) {
    return joined(of(items, partition).first);
  }

  private StartingSets checked() {
    for (int[] pair : apart) {
      if (first[pair[0]] == first[pair[1]]) {
        throw new IllegalArgumentException(
            "recordings "
                + (pair[0] - enrolled)
                + " and "
                + (pair[1] - enrolled)
                + " must be of one speaker and of two");
      }
    }
    BitSet known = new BitSet();
    for (int e = 0; e < enrolled; e++) {
      if (known.get(first[e])) {
        throw new IllegalArgumentException("two enrolled speakers were linked");
      }
      known.set(first[e]);
    }
    return this;
  }

  private int item(int recording) {
    if (recording < 0 || recording >= recordings()) {
      throw new IndexOutOfBoundsException("recording " + recording + " of " + recordings());
    }
    return enrolled + recording;
  }

  /** How many recordings there are, without the enrolled speakers. */
  public int recordings() {
    return items.size() - enrolled;
  }

  /** How many speakers are enrolled. */
  public int enrolled() {
    return enrolled;
  }

  int size() {
    return items.size();
  }

  /** How many sets there are, enrolled speakers included. */
  public int sets() {
    int count = 0;
    for (int i = 0; i < first.length; i++) {
      count += first[i] == i ? 1 : 0;
    }
    return count;
  }

  int dimension() {
    return items.dimension();
  }

  /** For each item the smallest item of its set; a copy. */
  int[] first() {
    return first.clone();
  }

  /** The enrolled pools and the recordings, as they are scaled. */
  public MetaEmbeddings items() {
    return items;
  }

  /**
   * Which items are enrolled speakers or have links, and which therefore stay where joins put them.
   */
  BitSet fixed() {
    BitSet out = new BitSet();
    out.set(0, enrolled);
    for (int i = 0; i < first.length; i++) {
      if (first[i] != i) {
        out.set(i);
        out.set(first[i]);
      }
    }
    for (int[] pair : apart) {
      out.set(pair[0]);
      out.set(pair[1]);
    }
    return out;
  }

  Pools pools() {
    return new Pools(items, first);
  }

  Links links() {
    Links links = new Links(enrolled);
    for (int[] pair : apart) {
      links.part(first[pair[0]], first[pair[1]]);
    }
    return links;
  }
}
