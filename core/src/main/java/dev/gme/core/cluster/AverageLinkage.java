package dev.gme.core.cluster;

import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.partition.Partition;
import java.util.Arrays;

/**
 * Average linkage (docs/math.md 9.3): sets are as similar as their recordings on the average. Any
 * scores serve: log-likelihood ratios, cosines, normalized scores.
 *
 * <pre>{@code
 * AverageLinkage tree = AverageLinkage.of(embeddings.llr(embeddings));
 * Partition found = tree.atThreshold(0);
 * Partition four = tree.withSets(4);
 * }</pre>
 *
 * <p>Heights never rise along the tree, so that stopping at a threshold is cutting the finished
 * tree there. Takes 4 n² bytes beside the scores.
 */
public final class AverageLinkage {
  private final int n;
  private final int[] first;
  private final int[] second;
  private final double[] height;

  private AverageLinkage(int n, int[] first, int[] second, double[] height) {
    this.n = n;
    this.first = first;
    this.second = second;
    this.height = height;
  }

  /** The tree without telling how far it is. */
  public static AverageLinkage of(DoubleMatrix scores) {
    return of(scores, Progress.NONE);
  }

  /**
   * The whole tree.
   *
   * @param scores of all pairs; what is above the diagonal counts
   */
  public static AverageLinkage of(DoubleMatrix scores, Progress progress) {
    int n = scores.rows();
    if (scores.cols() != n) {
      throw new IllegalArgumentException(
          "scores of all pairs are a square, found " + n + " x " + scores.cols());
    }
    if (!scores.isFinite()) {
      throw new IllegalArgumentException("the scores hold NaN or infinite elements");
    }
    GreedyJoins joins =
        new GreedyJoins(new Means(scores), Partition.finest(n).labels(), Math.max(n, 1));
    int m = Math.max(n - 1, 0);
    int[] first = new int[m];
    int[] second = new int[m];
    double[] height = new double[m];
    for (int k = 0; k < m; k++) {
      int i = joins.next();
      first[k] = i;
      second[k] = joins.partner(i);
      height[k] = joins.similarity(i);
      joins.join(i);
      progress.step("average linkage", k + 1L, m);
    }
    return new AverageLinkage(n, first, second, height);
  }

  /** Mean scores between sets. */
  private static final class Means implements Similarities {
    private final double[][] triangle;
    private final int[] size;

    Means(DoubleMatrix scores) {
      int n = scores.rows();
      triangle = new double[n][];
      for (int i = 0; i < n; i++) {
        triangle[i] = Arrays.copyOfRange(scores.array(), i * n + i + 1, (i + 1) * n);
      }
      size = new int[n];
      Arrays.fill(size, 1);
    }

    @Override
    public double of(int i, int j) {
      return triangle[i][j - i - 1];
    }

    @Override
    public void join(int i, int j, int[] others, int count) {
      double of = size[i];
      double with = size[j];
      for (int s = 0; s < count; s++) {
        int c = others[s];
        if (c != i) {
          double mean =
              (of * triangle[Math.min(i, c)][Math.abs(i - c) - 1]
                      + with * triangle[Math.min(j, c)][Math.abs(j - c) - 1])
                  / (of + with);
          triangle[Math.min(i, c)][Math.abs(i - c) - 1] = mean;
        }
      }
      size[i] += size[j];
      triangle[j] = null;
    }

    @Override
    public int cost() {
      return 1;
    }
  }

  /** How many joins the tree has: one fewer than recordings. */
  public int joins() {
    return height.length;
  }

  /** The smaller index of join m: the smallest recording of its set. */
  public int first(int m) {
    return first[m];
  }

  /** The larger index of join m. */
  public int second(int m) {
    return second[m];
  }

  /** The similarity of the sets of join m. */
  public double height(int m) {
    return height[m];
  }

  /** Joins while the similarity is at least t. */
  public Partition atThreshold(double t) {
    int m = 0;
    while (m < height.length && height[m] >= t) {
      m++;
    }
    return partition(m);
  }

  /** A given number of sets, or as many as there are recordings if these are fewer. */
  public Partition withSets(int sets) {
    if (sets < 1) {
      throw new IllegalArgumentException("at least one set is needed, found " + sets);
    }
    return partition(Math.max(0, n - sets));
  }

  private Partition partition(int joins) {
    int[] to = Partition.finest(n).labels();
    for (int m = 0; m < joins; m++) {
      to[second[m]] = first[m];
    }
    for (int i = 0; i < n; i++) {
      to[i] = to[to[i]];
    }
    return Partition.of(to);
  }
}
