package dev.gme.formats.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrialMatchTest {
  private static final List<String> MODELS = List.of("a", "b", "c");
  private static final List<String> TESTS = List.of("x", "y");

  private static TrialList list(int[] enrol, int[] test) {
    return TrialList.of(MODELS, TESTS, enrol, test);
  }

  @Test
  void findsTrialsInAnyOrderAndByIdNotByNumber() {
    TrialList key = list(new int[] {0, 1, 2, 2}, new int[] {0, 1, 0, 1});
    TrialList scores =
        TrialList.of(
            List.of("c", "b", "a"),
            List.of("y", "x"),
            new int[] {0, 0, 1, 2},
            new int[] {1, 0, 0, 1});
    TrialMatch match = TrialMatch.of(key, scores);
    assertThat(IntStream.range(0, 4).map(match::place)).containsExactly(3, 2, 0, 1);
    match.requireComplete();
  }

  @Test
  void missingTrialsAndUnknownIdsAreNamed() {
    TrialList key = list(new int[] {0, 1}, new int[] {0, 1});
    TrialList fewer = list(new int[] {0}, new int[] {0});
    TrialMatch match = TrialMatch.of(key, fewer);
    assertThat(match.missing()).isEqualTo(1);
    assertThat(match.place(1)).isEqualTo(-1);
    assertThatThrownBy(match::requireComplete)
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("no score for b y");
    TrialList more =
        TrialList.of(List.of("a", "b", "d"), TESTS, new int[] {0, 1, 2}, new int[] {0, 1, 0});
    assertThatThrownBy(() -> TrialMatch.of(key, more).requireComplete())
        .hasMessageContaining("the trial d x names an id");
  }

  @Test
  void aTrialMayComeTwiceWithOneScoreOnly() {
    TrialList key = list(new int[] {0, 0}, new int[] {0, 0});
    TrialList twice = list(new int[] {0, 0, 1}, new int[] {0, 0, 0});
    assertThat(TrialMatch.of(key, twice.withScores(new double[] {1, 1, 2})).place(1)).isZero();
    assertThatThrownBy(() -> TrialMatch.of(key, twice.withScores(new double[] {1, 3, 2})))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("has the score 3.0");
  }

  /** Seed 1: 2000 random trials against a search by brute force. */
  @Test
  void agreesWithASearch() {
    Random random = new Random(1);
    List<String> ids = IntStream.range(0, 60).mapToObj(i -> "i" + i).toList();
    TrialList key = random(random, ids, 2000);
    TrialList there = random(random, ids, 1500);
    TrialMatch match = TrialMatch.of(key, there);
    for (int i = 0; i < key.size(); i++) {
      int trial = i;
      int expected =
          IntStream.range(0, there.size())
              .filter(j -> there.describe(j).equals(key.describe(trial)))
              .findFirst()
              .orElse(-1);
      assertThat(match.place(i)).isEqualTo(expected);
    }
  }

  private static TrialList random(Random random, List<String> ids, int n) {
    return TrialList.of(
        ids, ids, random.ints(n, 0, ids.size()).toArray(), random.ints(n, 0, ids.size()).toArray());
  }
}
