package dev.gme.core.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;

/**
 * A sum over numbered leaves that has the same bits whoever adds it up, in whatever order: leaves
 * are the bottom of a fixed binary tree, and a node is the sum of its left child plus that of its
 * right child, never of anything else. Where a child is missing at the end of the leaves, the other
 * one stands for both (docs/math.md 4.7).
 *
 * <p>What is known so far is a set of nodes, which collapses as neighbours come together: n leaves
 * in a row are at most 2 log n nodes. Sets of different threads, tasks or machines are joined by
 * {@link #add(TreeSum)}, in any order. A leaf that is added twice is an error.
 *
 * <pre>{@code
 * TreeSum<Statistics> sum = new TreeSum<>(Statistics::plus);
 * sum.add(1, ofLeaf(1));
 * sum.add(0, ofLeaf(0));
 * Statistics all = sum.total(2);
 * }</pre>
 *
 * <p>May be used by several threads at once.
 *
 * @param <S> the sums; what is added belongs to the tree if the addition works in place
 */
public final class TreeSum<S> {
  private final BinaryOperator<S> plus;

  /** By the first leaf; one whose sum is null is a place that is kept. */
  private final NavigableMap<Long, Node<S>> nodes = new TreeMap<>();

  /**
   * The sum of 2^level leaves in a row.
   *
   * @param level 0 for a leaf
   * @param index how many nodes of this level come before
   */
  public record Node<S>(int level, long index, S sum) {
    public Node {
      if (level < 0 || level > 61 || index < 0 || index >= 1L << (62 - level)) {
        throw new IllegalArgumentException("there is no node " + index + " of level " + level);
      }
    }

    /** The first of its leaves. */
    public long first() {
      return index << level;
    }

    /** The leaf after its last. */
    public long end() {
      return (index + 1) << level;
    }

    private boolean isLeft() {
      return index % 2 == 0;
    }

    private Node<S> parent(S ofBoth) {
      return new Node<>(level + 1, index / 2, ofBoth);
    }
  }

  /**
   * A sum of nothing yet.
   *
   * @param plus left plus right; it may change its left operand and return it
   */
  public TreeSum(BinaryOperator<S> plus) {
    this.plus = plus;
  }

  /** The sum of leaves 0 to n − 1, made by gme's threads; leaves begin in ascending order. */
  public static <S> S of(int n, IntFunction<S> leaf, BinaryOperator<S> plus) {
    TreeSum<S> sum = new TreeSum<>(plus);
    Workers.forEach(n, i -> sum.add(i, leaf.apply(i)));
    return sum.total(n);
  }

  /** Adds a leaf. */
  public void add(long leaf, S sum) {
    add(new Node<>(0, leaf, sum));
  }

  /** Adds a node, which may come from elsewhere. */
  public void add(Node<S> node) {
    if (node.sum == null) {
      throw new IllegalArgumentException("a node without a sum");
    }
    synchronized (nodes) {
      reserve(node);
    }
    Node<S> now = node;
    while (true) {
      Node<S> sibling;
      synchronized (nodes) {
        sibling = sibling(now);
        if (sibling == null) {
          nodes.put(now.first(), now);
          return;
        }
        // The place of the parent is kept until the sum is there.
        nodes.remove(sibling.first());
        nodes.remove(now.first());
        Node<S> parent = now.parent(null);
        nodes.put(parent.first(), parent);
      }
      now =
          now.parent(
              now.isLeft() ? plus.apply(now.sum, sibling.sum) : plus.apply(sibling.sum, now.sum));
    }
  }

  /** Adds all nodes of another set, which should not be used afterwards. */
  public void add(TreeSum<S> other) {
    other.nodes().forEach(this::add);
  }

  private Node<S> sibling(Node<S> node) {
    Node<S> found =
        nodes.get(node.isLeft() ? node.end() : node.first() - (node.end() - node.first()));
    return found != null && found.level == node.level && found.sum != null ? found : null;
  }

  /** Keeps the place of a node, in which there must be nothing yet. */
  private void reserve(Node<S> node) {
    Map.Entry<Long, Node<S>> before = nodes.floorEntry(node.first());
    Map.Entry<Long, Node<S>> after = nodes.ceilingEntry(node.first());
    boolean known =
        (before != null && before.getValue().end() > node.first())
            || (after != null && after.getKey() < node.end());
    if (known) {
      throw new IllegalStateException(
          (node.level == 0
                  ? "leaf " + node.first() + " is"
                  : "some of the leaves from " + node.first() + " to " + (node.end() - 1) + " are")
              + " in the sum already");
    }
    nodes.put(node.first(), new Node<>(node.level, node.index, null));
  }

  /** What is known, in the order of the leaves. */
  public List<Node<S>> nodes() {
    synchronized (nodes) {
      return new ArrayList<>(nodes.values());
    }
  }

  /**
   * The sum of leaves 0 to n − 1, which must all be there and no others. Where the addition works
   * in place, this may be asked for once.
   */
  public S total(long n) {
    List<Node<S>> all = nodes();
    long next = 0;
    for (Node<S> node : all) {
      if (node.first() != next) {
        break;
      }
      next = node.end();
    }
    if (n < 1) {
      throw new IllegalArgumentException("a sum of " + n + " leaves");
    }
    if (next != n || all.get(all.size() - 1).end() != n) {
      throw new IllegalStateException(
          next >= n ? "there are leaves beyond " + n : "leaf " + next + " of " + n + " is missing");
    }
    S sum = all.get(all.size() - 1).sum;
    for (int i = all.size() - 2; i >= 0; i--) {
      sum = plus.apply(all.get(i).sum, sum);
    }
    return sum;
  }
}
