package dev.gme.core.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionTest {

  @Test
  void labelsAreRenamedInTheOrderOfTheirAppearance() {
    Partition p = Partition.of(7, 3, 7, -1, 3);
    assertThat(p.labels()).containsExactly(0, 1, 0, 2, 1);
    assertThat(p.size()).isEqualTo(5);
    assertThat(p.sets()).isEqualTo(3);
    assertThat(p.label(3)).isEqualTo(2);
    assertThat(p.setSizes()).containsExactly(2, 2, 1);
    assertThat(p.members()).containsExactly(List.of(0, 2), List.of(1, 4), List.of(3));
    assertThat(p).hasToString("{0,2} {1,4} {3}");
  }

  @Test
  void equalWhenTheSetsAre() {
    Partition p = Partition.of(5, 5, 9);
    assertThat(p).isEqualTo(Partition.of(0, 0, 1)).hasSameHashCodeAs(Partition.of(0, 0, 1));
    assertThat(p).isNotEqualTo(Partition.of(0, 1, 1)).isNotEqualTo("{0,1} {2}");
    p.labels()[0] = 17;
    assertThat(p.label(0)).isZero();
  }

  @Test
  void finestAndCoarsest() {
    assertThat(Partition.finest(3)).isEqualTo(Partition.of(0, 1, 2));
    assertThat(Partition.coarsest(3)).isEqualTo(Partition.of(0, 0, 0));
    assertThat(Partition.finest(0)).isEqualTo(Partition.coarsest(0));
    assertThat(Partition.coarsest(0).sets()).isZero();
    assertThat(Partition.coarsest(0)).hasToString("");
  }

  @Test
  void bellNumbers() {
    long[] bell = {1, 1, 2, 5, 15, 52, 203, 877, 4140, 21147, 115975, 678570, 4213597};
    for (int n = 0; n < bell.length; n++) {
      assertThat(Partitions.count(n)).isEqualTo(bell[n]);
    }
    // B_{n+1} = Σ C(n,k) B_k, all the way to the last that a long holds.
    for (int n = 0; n < 25; n++) {
      long sum = 0;
      long binomial = 1;
      for (int k = 0; k <= n; k++) {
        sum = Math.addExact(sum, Math.multiplyExact(binomial, Partitions.count(k)));
        binomial = binomial * (n - k) / (k + 1);
      }
      assertThat(Partitions.count(n + 1)).isEqualTo(sum);
    }
    assertThat(Partitions.count(25)).isEqualTo(4638590332229999353L);
  }

  @Test
  void allPartitionsInLexicographicOrder() {
    for (int n = 0; n <= 8; n++) {
      List<Partition> all = Partitions.all(n);
      assertThat(all).hasSize((int) Partitions.count(n));
      assertThat(new HashSet<>(all)).hasSameSizeAs(all);
      for (int i = 1; i < all.size(); i++) {
        assertThat(Arrays.compare(all.get(i - 1).labels(), all.get(i).labels())).isNegative();
      }
      for (Partition p : all) {
        assertThat(Partition.of(p.labels())).isEqualTo(p);
        assertThat(Partition.of(p.labels()).sets()).isEqualTo(p.sets());
      }
    }
  }

  @Test
  void refusals() {
    for (int n : new int[] {-1, 26}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Partitions.count(n))
          .withMessage("n must be from 0 to 25, found " + n);
    }
    for (int n : new int[] {-1, 13}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Partitions.all(n))
          .withMessage("partitions are listed for 0 to 12 recordings, found " + n);
    }
  }
}
