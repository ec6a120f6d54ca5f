package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JoinedSetsTest {
  @Test
  void setsAreKnownByTheirSmallestNumberWhateverTheOrder() {
    JoinedSets sets = new JoinedSets(7);
    sets.join(new int[] {6, 3, 5}, new int[] {5, 1, 3});
    assertThat(sets.first()).containsExactly(0, 1, 2, 1, 4, 1, 1);
    sets.join(1, 1);
    sets.join(6, 3);
    assertThat(sets.first()).containsExactly(0, 1, 2, 1, 4, 1, 1);
    assertThat(sets.largerThan(3)).containsExactly(false, true, false, true, false, true, true);
    assertThat(sets.largerThan(4)).containsOnly(false);
  }

  @Test
  void largeSetsAreTakenApart() {
    JoinedSets sets = new JoinedSets(5);
    sets.join(new int[] {0, 1, 3}, new int[] {1, 2, 4});
    boolean[] large = sets.largerThan(2);
    assertThat(sets.count(large)).isEqualTo(1);
    sets.separate(large);
    assertThat(sets.first()).containsExactly(0, 1, 2, 3, 3);
  }
}
