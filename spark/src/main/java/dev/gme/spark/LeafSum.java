package dev.gme.spark;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.TreeSum;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.util.CollectionAccumulator;
import scala.Tuple2;

/**
 * The sum of what is gathered of each leaf, by the tree of {@link TreeSum}: the same bits whatever
 * the partitions, and whichever tasks are run again.
 *
 * @param <L> leaves
 * @param <S> what is gathered
 */
final class LeafSum<L extends Numbered, S> implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Partitions whose nodes one task joins: neighbours, so that nodes collapse early. */
  private static final int JOINED = 8;

  /** Sums on their way between processes. */
  interface Kind<S> extends Serializable {
    S plus(S left, S right);

    Map<String, DoubleMatrix> toMatrices(S sum);

    S of(Map<String, DoubleMatrix> matrices);
  }

  /** What a partition makes of its leaves; made once a task. */
  @FunctionalInterface
  interface Gathering<L, S> extends Serializable {
    Function<L, S> open();
  }

  /** A node of the tree that travels. */
  private record Node(int level, long index, Matrices sum) implements Serializable {}

  private final Kind<S> kind;

  LeafSum(Kind<S> kind) {
    this.kind = kind;
  }

  /**
   * The sum over all leaves.
   *
   * @param count how many there are
   */
  S of(
      JavaRDD<L> leaves,
      int count,
      Gathering<L, S> gathering,
      CollectionAccumulator<String> machines) {
    JavaPairRDD<Integer, List<Node>> parts =
        leaves.mapPartitionsToPair(
            part -> {
              machines.add(Cluster.describeMachine());
              return List.of(new Tuple2<>(0, gathered(part, gathering))).iterator();
            });
    JavaRDD<List<Node>> sums = parts.values();
    while (sums.getNumPartitions() > JOINED) {
      int fewer = (sums.getNumPartitions() + JOINED - 1) / JOINED;
      sums =
          sums.mapPartitionsWithIndex(
                  (index, part) -> numbered(index / JOINED, part).iterator(), false)
              .mapToPair(t -> t)
              .reduceByKey(new HashPartitioner(fewer), this::joined)
              .values();
    }
    TreeSum<S> all = tree();
    sums.collect().forEach(part -> add(part, all));
    return all.total(count);
  }

  private static List<Tuple2<Integer, List<Node>>> numbered(
      int number, Iterator<List<Node>> parts) {
    List<Tuple2<Integer, List<Node>>> out = new ArrayList<>();
    parts.forEachRemaining(p -> out.add(new Tuple2<>(number, p)));
    return out;
  }

  private TreeSum<S> tree() {
    return new TreeSum<>(kind::plus);
  }

  private List<Node> gathered(Iterator<L> leaves, Gathering<L, S> gathering) throws Exception {
    TreeSum<S> sum = tree();
    Function<L, S> gather = gathering.open();
    while (leaves.hasNext()) {
      L leaf = leaves.next();
      sum.add(leaf.number(), gather.call(leaf));
    }
    return nodes(sum);
  }

  private List<Node> joined(List<Node> some, List<Node> others) {
    TreeSum<S> sum = tree();
    add(some, sum);
    add(others, sum);
    return nodes(sum);
  }

  private void add(List<Node> nodes, TreeSum<S> to) {
    nodes.forEach(n -> to.add(new TreeSum.Node<>(n.level, n.index, kind.of(n.sum.toMap()))));
  }

  private List<Node> nodes(TreeSum<S> sum) {
    // A list that travels, whatever Java makes of it.
    List<Node> out = new ArrayList<>();
    sum.nodes()
        .forEach(
            n -> out.add(new Node(n.level(), n.index(), new Matrices(kind.toMatrices(n.sum())))));
    return out;
  }
}
