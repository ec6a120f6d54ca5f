package dev.gme.core.train.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpeakerFoldsTest {
  @ParameterizedTest
  @CsvSource({
    // speakers, groups, folds, times each speaker is held out
    "7, 5, 10, 2",
    "99, 5, 10, 2",
    "100, 5, 5, 1",
    "1003, 4, 4, 1",
  })
  void everySpeakerIsHeldOutEquallyOften(int speakers, int groups, int folds, int times) {
    List<boolean[]> all = SpeakerFolds.of(speakers, groups, 3);
    assertThat(all).hasSize(folds);
    for (int s = 0; s < speakers; s++) {
      int speaker = s;
      assertThat(all.stream().filter(held -> held[speaker]).count()).isEqualTo(times);
    }
    for (boolean[] held : all) {
      long count = IntStream.range(0, speakers).filter(s -> held[s]).count();
      assertThat(count).isBetween((long) speakers / groups, (long) speakers / groups + 1);
    }
  }

  @Test
  void aThousandHeldOutSpeakersAreEnough() {
    assertThat(SpeakerFolds.of(1500, 5, 1)).hasSize(4);
    assertThat(SpeakerFolds.of(10_000, 5, 1)).hasSize(1);
  }

  @Test
  void theSeedDecides() {
    assertThat(SpeakerFolds.of(30, 5, 1).get(0)).isEqualTo(SpeakerFolds.of(30, 5, 1).get(0));
    assertThat(SpeakerFolds.of(30, 5, 1).get(0)).isNotEqualTo(SpeakerFolds.of(30, 5, 2).get(0));
    // The second division is another one.
    assertThat(SpeakerFolds.of(30, 5, 1).get(5)).isNotEqualTo(SpeakerFolds.of(30, 5, 1).get(0));
  }

  @Test
  void oneGroupIsNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SpeakerFolds.of(30, 1, 1))
        .withMessage("speakers need at least 2 groups, found 1");
  }
}
