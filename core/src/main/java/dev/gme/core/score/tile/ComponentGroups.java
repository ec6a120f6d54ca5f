package dev.gme.core.score.tile;

import java.util.stream.IntStream;

/**
 * Components in groups of neighbours with nearly the same λ, which descends. The plan of a tile
 * looks at one component of each group, and chooses the ranks of a group together.
 */
final class ComponentGroups {
  private static final int LARGEST = 8;

  /** The largest λ of a group over its smallest, at most. */
  private static final double WIDEST = 1.2;

  /** The λ of all components, in descending order. */
  final double[] lambda;

  /** Where each group begins, and d at the end. */
  private final int[] start;

  ComponentGroups(double[] lambda) {
    this.lambda = lambda;
    IntStream.Builder starts = IntStream.builder();
    int first = 0;
    for (int k = 0; k < lambda.length; k++) {
      boolean another = k - first == LARGEST || lambda[first] > WIDEST * lambda[k];
      if (k == 0 || another) {
        starts.add(k);
        first = k;
      }
    }
    start = starts.add(lambda.length).build().toArray();
  }

  int count() {
    return start.length - 1;
  }

  /** The first component of group g; d for the group after the last. */
  int first(int g) {
    return start[g];
  }

  int last(int g) {
    return start[g + 1] - 1;
  }

  int size(int g) {
    return start[g + 1] - start[g];
  }

  /** The component that stands for the group: of two, that of the larger λ. */
  int middle(int g) {
    return start[g] + (size(g) - 1) / 2;
  }
}
