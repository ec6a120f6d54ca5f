package dev.gme.core.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(RestoresThreads.class)
class TreeSumTest {
  /** Numbers whose sum depends on the order in which they are added. */
  private static double[] numbers(int n, long seed) {
    Random random = new Random(seed);
    return random.doubles(n).map(x -> (x - 0.5) * Math.exp(20 * random.nextDouble())).toArray();
  }

  private static double tree(double[] x, int from, int size) {
    if (from >= x.length) {
      return Double.NaN;
    }
    if (size == 1) {
      return x[from];
    }
    double right = tree(x, from + size / 2, size / 2);
    return Double.isNaN(right) ? tree(x, from, size / 2) : tree(x, from, size / 2) + right;
  }

  private static TreeSum<Double> sum() {
    return new TreeSum<>(Double::sum);
  }

  /** Random partitions of the leaves, in random order, joined in random order. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 8, 31, 64, 100, 257})
  void sameBitsHoweverItIsAddedUp(int n) {
    double[] x = numbers(n, n);
    double expected = tree(x, 0, 1 << 10);
    Random random = new Random(n + 1);
    for (int trial = 0; trial < 50; trial++) {
      int parts = 1 + random.nextInt(Math.min(n, 12));
      List<TreeSum<Double>> sets = new ArrayList<>();
      for (int p = 0; p < parts; p++) {
        sets.add(sum());
      }
      List<Integer> leaves = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        leaves.add(i);
      }
      Collections.shuffle(leaves, random);
      leaves.forEach(i -> sets.get(random.nextInt(parts)).add(i, x[i]));
      while (sets.size() > 1) {
        TreeSum<Double> one = sets.remove(random.nextInt(sets.size()));
        sets.get(random.nextInt(sets.size())).add(one);
      }
      assertThat(sets.get(0).total(n)).isEqualTo(expected);
    }
  }

  /** Plain addition in another order differs, so that the test above can fail. */
  @Test
  void orderMatters() {
    double[] x = numbers(257, 257);
    double straight = 0;
    for (double v : x) {
      straight += v;
    }
    assertThat(straight).isNotEqualTo(tree(x, 0, 1 << 10));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void sameBitsForAnyNumberOfThreads(int threads) {
    double[] x = numbers(1000, 3);
    Workers.setThreads(threads);
    assertThat(TreeSum.of(1000, i -> x[i], Double::sum)).isEqualTo(tree(x, 0, 1 << 10));
  }

  @Test
  void neighboursCollapse() {
    TreeSum<Double> aligned = sum();
    for (int i = 64; i < 128; i++) {
      aligned.add(i, 1.0);
    }
    assertThat(aligned.nodes()).containsExactly(new TreeSum.Node<>(6, 1, 64.0));
    TreeSum<Double> run = sum();
    for (int i = 999; i >= 1; i--) {
      run.add(i, 1.0);
    }
    assertThat(run.nodes().size()).isLessThanOrEqualTo(20);
  }

  /** Nodes that come from elsewhere are those that were sent. */
  @Test
  void nodesTravel() {
    double[] x = numbers(100, 4);
    TreeSum<Double> all = sum();
    for (int part : new int[] {2, 0, 1}) {
      TreeSum<Double> own = sum();
      for (int i = part * 34; i < Math.min(100, (part + 1) * 34); i++) {
        own.add(i, x[i]);
      }
      own.nodes().forEach(n -> all.add(new TreeSum.Node<>(n.level(), n.index(), n.sum())));
    }
    assertThat(all.total(100)).isEqualTo(tree(x, 0, 128));
  }

  @Test
  void aLeafTwiceIsAnError() {
    TreeSum<Double> sum = sum();
    for (int i = 0; i < 5; i++) {
      sum.add(i, 1.0);
    }
    for (int i = 0; i < 5; i++) {
      int leaf = i;
      assertThatIllegalStateException()
          .isThrownBy(() -> sum.add(leaf, 1.0))
          .withMessage("leaf " + leaf + " is in the sum already");
    }
    assertThatIllegalStateException()
        .isThrownBy(() -> sum.add(new TreeSum.Node<>(2, 1, 1.0)))
        .withMessage("some of the leaves from 4 to 7 are in the sum already");
    sum.add(6, 1.0);
    assertThatIllegalStateException().isThrownBy(() -> sum.add(new TreeSum.Node<>(1, 3, 1.0)));
    TreeSum<Double> other = sum();
    other.add(4, 1.0);
    assertThatIllegalStateException().isThrownBy(() -> sum.add(other));
  }

  /** Threads that add the same leaf at once: one of them is told, whoever adds up at the time. */
  @Test
  void aLeafTwiceByTwoThreads() {
    Workers.setThreads(4);
    for (int trial = 0; trial < 50; trial++) {
      TreeSum<Double> sum = sum();
      AtomicInteger refused = new AtomicInteger();
      Workers.forEach(
          64,
          i -> {
            try {
              sum.add(i / 2, 1.0);
            } catch (IllegalStateException e) {
              refused.incrementAndGet();
            }
          });
      assertThat(refused).hasValue(32);
      assertThat(sum.total(32)).isEqualTo(32);
    }
  }

  @Test
  void totalsNeedEveryLeaf() {
    TreeSum<Double> sum = sum();
    assertThatIllegalStateException()
        .isThrownBy(() -> sum.total(3))
        .withMessage("leaf 0 of 3 is missing");
    sum.add(0, 1.0);
    sum.add(2, 1.0);
    assertThatIllegalStateException()
        .isThrownBy(() -> sum.total(3))
        .withMessage("leaf 1 of 3 is missing");
    assertThatIllegalStateException()
        .isThrownBy(() -> sum.total(1))
        .withMessage("there are leaves beyond 1");
    sum.add(1, 1.0);
    assertThat(sum.total(3)).isEqualTo(3);
    assertThatIllegalStateException()
        .isThrownBy(() -> sum.total(2))
        .withMessage("there are leaves beyond 2");
    assertThatIllegalArgumentException().isThrownBy(() -> sum.add(-1, 1.0));
    assertThatIllegalArgumentException().isThrownBy(() -> sum.add(3, null));
  }
}
