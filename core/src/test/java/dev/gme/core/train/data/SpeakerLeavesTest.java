package dev.gme.core.train.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gme.core.NameOrder;
import dev.gme.core.linalg.DoubleMatrix;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpeakerLeavesTest {
  @Test
  void runsOfWholeSpeakers() {
    SpeakerLeaves leaves = SpeakerLeaves.of(new int[] {3, 3, 4, 20, 1, 9, 1, 1}, 10);
    assertThat(leaves.size()).isEqualTo(4);
    assertThat(new int[] {leaves.first(0), leaves.first(1), leaves.first(2), leaves.first(3)})
        .containsExactly(0, 3, 4, 6);
    assertThat(leaves.first(4)).isEqualTo(8);
    int[] of = new int[8];
    Arrays.setAll(of, leaves::leafOf);
    assertThat(of).containsExactly(0, 0, 0, 1, 2, 2, 3, 3);
    assertThatIllegalArgumentException().isThrownBy(() -> leaves.leafOf(8));
    assertThatIllegalArgumentException().isThrownBy(() -> SpeakerLeaves.of(new int[] {1, 0}));
  }

  /** No leaf is above the limit but a single speaker, and none could take the next speaker. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void asLongAsTheyMayBe(long seed) {
    Random random = new Random(seed);
    int[] n = random.ints(3000, 1, 1 << random.nextInt(10)).toArray();
    n[1234] = 100_000;
    int limit = SpeakerLeaves.limit(Arrays.stream(n).asLongStream().sum());
    SpeakerLeaves leaves = SpeakerLeaves.of(n);
    for (int leaf = 0; leaf < leaves.size(); leaf++) {
      int from = leaves.first(leaf);
      int to = leaves.first(leaf + 1);
      int size = Arrays.stream(n, from, to).sum();
      assertThat(size <= limit || to == from + 1).isTrue();
      assertThat(to == n.length || size + n[to] > limit).isTrue();
    }
  }

  /** Small sets have leaves for many threads, large ones sums that are worth adding up. */
  @Test
  void limits() {
    assertThat(SpeakerLeaves.limit(100)).isEqualTo(512);
    assertThat(SpeakerLeaves.limit(64 * 1000)).isEqualTo(1000);
    assertThat(SpeakerLeaves.limit(100_000_000_000L)).isEqualTo(8192);
  }

  @Test
  void namesAreInTheOrderOfTheirBytes() {
    List<String> names =
        List.of("", "A", "a", "a-1", "a1", "aa", "é", "\uD800\uDC00", "\uFFFD", "\uE000", "b");
    for (String x : names) {
      for (String y : names) {
        int bytes =
            Arrays.compareUnsigned(
                x.getBytes(StandardCharsets.UTF_8), y.getBytes(StandardCharsets.UTF_8));
        assertThat(Integer.signum(NameOrder.BYTES.compare(x, y)))
            .as(x + " and " + y)
            .isEqualTo(Integer.signum(bytes));
      }
    }
  }

  @Test
  void speakersAreNumberedByNameOrNumber() {
    DoubleMatrix r = DoubleMatrix.zeros(5, 1);
    TrainingData numbers = TrainingData.of(r, new int[] {7, -2, 30, 7, -2});
    assertThat(speakers(numbers)).containsExactly(1, 0, 2, 1, 0);
    assertThat(numbers.inOrder()).containsExactly(1, 4, 0, 3, 2);
    List<String> ids = List.of("e", "d", "c", "b", "a");
    List<String> names = List.of("spk7", "spk10", "spk7", "Spk7", "spk10");
    TrainingData named = TrainingData.named(r, ids, names);
    assertThat(speakers(named)).containsExactly(2, 1, 2, 0, 1);
    assertThat(named.inOrder()).containsExactly(3, 4, 1, 2, 0);
    TrainingData fewer = TrainingData.named(r, ids, names, new double[] {1, 0, 2, 0, 1});
    assertThat(speakers(fewer)).containsExactly(1, -1, 1, -1, 0);
    assertThat(fewer.inOrder()).containsExactly(4, 2, 0);
    assertThat(fewer.withWeights(new double[] {1, 1, 0, 1, 1}).inOrder()).containsExactly(4, 0);
    assertThat(named.only(j -> j != 1).inOrder()).containsExactly(3, 4, 2, 0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrainingData.named(r, List.of("a"), names))
        .withMessage("1 ids of 5 vectors");
  }

  private static int[] speakers(TrainingData data) {
    int[] out = new int[data.size()];
    Arrays.setAll(out, data::speaker);
    return out;
  }
}
