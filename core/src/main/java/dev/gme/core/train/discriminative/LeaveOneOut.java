package dev.gme.core.train.discriminative;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.partition.Partition;
import java.util.List;

/**
 * The recordings of a partition pooled by sets, and for every recording the pool of its set without
 * it. Nothing is subtracted from a pool: where one recording dominates it, the others would lose
 * their digits (docs/math.md 5.4).
 */
final class LeaveOneOut {
  /** The recordings of each set. */
  private final int[][] members;

  /** The set of each recording. */
  final int[] set;

  /** The pool of each set. */
  final MetaEmbeddings sets;

  /** For each recording, the pool of the others in its set; the function 1 where it is alone. */
  final MetaEmbeddings others;

  LeaveOneOut(MetaEmbeddings recordings, Partition partition) {
    List<List<Integer>> lists = partition.members();
    members = new int[lists.size()][];
    for (int c = 0; c < members.length; c++) {
      members[c] = lists.get(c).stream().mapToInt(i -> i).toArray();
    }
    set = partition.labels();
    sets = recordings.pool(members);
    int d = recordings.dimension();
    others =
        MetaEmbeddings.of(
            DoubleMatrix.wrap(set.length, d, sumsOfOthers(recordings.a().array(), d)),
            sumsOfOthers(recordings.b(), 1),
            recordings.lambda());
  }

  int sets() {
    return members.length;
  }

  /** How many recordings set c has. */
  int size(int c) {
    return members[c].length;
  }

  /** Whether recording i is the only one of its set. */
  boolean isAlone(int i) {
    return size(set[i]) == 1;
  }

  /**
   * Row i of the result is the sum of the rows of x that belong to the other recordings of i's set:
   * of those before it, and of those after it.
   *
   * @param width numbers in a row
   */
  double[] sumsOfOthers(double[] x, int width) {
    double[] out = new double[x.length];
    for (int[] set : members) {
      double[] before = new double[width];
      double[] after = new double[width];
      for (int m = 0; m < set.length; m++) {
        addAndAdvance(x, out, set[m] * width, before);
        addAndAdvance(x, out, set[set.length - 1 - m] * width, after);
      }
    }
    return out;
  }

  private static void addAndAdvance(double[] x, double[] out, int off, double[] sum) {
    for (int k = 0; k < sum.length; k++) {
      out[off + k] += sum[k];
      sum[k] += x[off + k];
    }
  }
}
