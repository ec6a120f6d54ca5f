package dev.gme.core.train.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.train.data.SpeakerFolds;
import dev.gme.core.train.data.TrainingData;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeldOutPairsTest {
  private static TrainingData data(int speakers, int recordings) {
    int n = speakers * recordings;
    // One after the other, so that a speaker's recordings lie apart.
    return TrainingData.of(
        DoubleMatrix.zeros(n, 2), IntStream.range(0, n).map(j -> j % speakers).toArray());
  }

  @Test
  void groupsAreTheFoldsOfSpeakers() {
    TrainingData data = data(30, 4);
    HeldOutPairs pairs = HeldOutPairs.of(data, 5, 3);
    List<boolean[]> folds = SpeakerFolds.of(30, 5, 3);
    // Fewer than a hundred speakers are divided twice.
    assertThat(pairs.groups()).hasSize(10);
    for (int g = 0; g < 10; g++) {
      HeldOutPairs.Group group = pairs.groups().get(g);
      boolean[] held = folds.get(g);
      assertThat(group.fold()).isEqualTo(g);
      assertThat(group.recordings()).hasSize(6 * 4);
      assertThat(group.pairs()).isEqualTo(24 * 23 / 2);
      assertThat(Arrays.stream(group.speaker())).allMatch(s -> held[s]);
      assertThat(group.recordings()).doesNotHaveDuplicates();
      TrainingData others = pairs.without(g);
      assertThat(others.totalWeight()).isEqualTo(24 * 4);
      assertThat(Arrays.stream(group.recordings())).allMatch(j -> others.weight(j) == 0);
    }
  }

  @Test
  void onlyGroupsOfOtherSpeakersCalibrate() {
    HeldOutPairs pairs = HeldOutPairs.of(data(30, 2), 5, 1);
    for (int g = 0; g < pairs.groups().size(); g++) {
      List<Integer> apart = pairs.apart(g);
      // The other four of its division, and of the other division those that chance leaves.
      assertThat(apart).hasSizeGreaterThanOrEqualTo(4).doesNotContain(g);
      int[] own = pairs.groups().get(g).speaker();
      for (int other : apart) {
        assertThat(pairs.groups().get(other).speaker()).doesNotContain(own);
      }
    }
  }

  @Test
  void oneFoldIsHalvedAndManyRecordingsAreThinned() {
    HeldOutPairs pairs = HeldOutPairs.of(data(5000, 3), 5, 1);
    assertThat(pairs.folds()).isEqualTo(1);
    assertThat(pairs.groups()).hasSize(2);
    assertThat(pairs.apart(0)).containsExactly(1);
    for (HeldOutPairs.Group group : pairs.groups()) {
      assertThat(group.fold()).isZero();
      // 500 speakers with two recordings each: with all three they would be too many pairs.
      assertThat(group.recordings()).hasSize(1000);
    }
  }

  @Test
  void tooFewSpeakersAreNoJudges() {
    HeldOutPairs pairs = HeldOutPairs.of(data(10, 5), 5, 1);
    assertThatThrownBy(() -> pairs.requireEnough(0.01))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("held-out speakers make 10 pairs of speakers")
        .hasMessageContaining("need at least 100");
    pairs.requireEnough(0.5);
    assertThatThrownBy(() -> HeldOutPairs.of(data(100, 1), 5, 1).requireEnough(0.01))
        .hasMessageContaining("0 pairs of recordings of one speaker");
  }
}
