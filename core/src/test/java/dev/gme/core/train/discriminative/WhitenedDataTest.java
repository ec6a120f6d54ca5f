package dev.gme.core.train.discriminative;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.train.data.SpeakerFolds;
import dev.gme.core.train.data.TrainingData;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WhitenedDataTest {

  @Test
  void everySpeakerIsTrainedOnOrHeldOut() {
    TrainingData data = DescentCases.data(2, 60);
    WhitenedData split =
        new WhitenedData(data, DescentCases.start(2), SpeakerFolds.of(60, 4, 3).get(1));
    assertThat(split.heldOut.length).isEqualTo(15);
    int[] all =
        IntStream.concat(
                Arrays.stream(WhitenedData.flat(split.training)),
                Arrays.stream(WhitenedData.flat(split.heldOut)))
            .sorted()
            .toArray();
    assertThat(all).isEqualTo(IntStream.range(0, data.size()).toArray());
    for (int[] recordings : split.heldOut) {
      assertThat(Arrays.stream(recordings).map(data::speaker).distinct().count()).isEqualTo(1);
    }
  }

  /** Speakers of 30 recordings and, every second, of 4. */
  @ParameterizedTest
  @CsvSource({
    // speakers, limit, recordings, of the first speaker
    "40, 5000, 680, 30",
    "400, 5000, 5000, 21",
    "400, 1200, 1200, 3",
    "400, 1000, 800, 2",
    // Not even two of each.
    "4000, 1000, 1000, 2",
  })
  void pairsAreOfManySpeakersRatherThanOfManyRecordings(
      int speakers, int limit, int expected, int ofTheFirst) {
    int[][] recordings = new int[speakers][];
    int next = 0;
    for (int s = 0; s < speakers; s++) {
      int n = s % 2 == 0 ? 30 : 4;
      recordings[s] = IntStream.range(next, next + n).toArray();
      next += n;
    }
    int[] chosen = WhitenedData.forAllPairs(recordings, limit);
    assertThat(Arrays.stream(chosen).distinct().count())
        .isEqualTo(expected)
        .isEqualTo(chosen.length);
    assertThat(Arrays.stream(chosen).filter(j -> j < 30).count()).isEqualTo(ofTheFirst);
  }
}
