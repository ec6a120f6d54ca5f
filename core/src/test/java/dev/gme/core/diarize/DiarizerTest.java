package dev.gme.core.diarize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DiarizerTest {
  private static final int D = 40;

  /** Windows without overlap, one a second, in turns of eight; seed 98. */
  private static final class Conversation {
    final int[] truth;
    final double[] starts;
    final double[] ends;
    final MetaEmbeddings windows;
    final MetaEmbeddings enrolled;

    Conversation(int n, int speakers) {
      SeededRandom random = new SeededRandom(98);
      double[] lambda = new double[D];
      Arrays.setAll(lambda, k -> 6.0 / (1 + 0.1 * k));
      double[][] z = new double[speakers][];
      Arrays.setAll(z, s -> random.gaussians(D));
      truth = new int[n];
      starts = new double[n];
      ends = new double[n];
      double[][] a = new double[n + 2][];
      double[] b = new double[n + 2];
      for (int t = 0; t < n + 2; t++) {
        // The last two rows are enrolment recordings: of the second speaker, and of a stranger.
        double[] of = t < n ? z[t / 8 % speakers] : t == n ? z[1 % speakers] : random.gaussians(D);
        b[t] = t < n ? 1 : 5;
        a[t] = new double[D];
        for (int k = 0; k < D; k++) {
          double p = b[t] * lambda[k];
          a[t][k] = p * of[k] + Math.sqrt(p) * random.nextGaussian();
        }
        if (t < n) {
          truth[t] = t / 8 % speakers;
          starts[t] = t;
          ends[t] = t + 1;
        }
      }
      MetaEmbeddings all = MetaEmbeddings.of(DoubleMatrix.of(a), b, lambda);
      windows = all.range(0, n);
      enrolled = all.range(n, n + 2);
    }

    WindowSpeakers found(DiarizerOptions options) {
      return new Diarizer(options).speakers(windows, starts, ends, Progress.NONE);
    }

    /** The share of windows whose label is the usual one of their speaker. */
    double right(int[] labels) {
      Map<String, Integer> counts = new HashMap<>();
      for (int t = 0; t < labels.length; t++) {
        counts.merge(truth[t] + " " + labels[t], 1, Integer::sum);
      }
      int right = 0;
      for (int s = 0; s <= Arrays.stream(truth).max().orElseThrow(); s++) {
        String of = s + " ";
        right +=
            counts.entrySet().stream()
                .filter(e -> e.getKey().startsWith(of))
                .mapToInt(Map.Entry::getValue)
                .max()
                .orElse(0);
      }
      return (double) right / labels.length;
    }
  }

  @ParameterizedTest
  @CsvSource({"160,1", "160,2", "160,5", "320,8"})
  void findsHowManySpeakThere(int windows, int speakers) {
    Conversation c = new Conversation(windows, speakers);
    WindowSpeakers found = c.found(DiarizerOptions.DEFAULT);
    assertThat(found.speakers()).isEqualTo(speakers);
    assertThat(c.right(found.labels())).isGreaterThan(0.97);
    assertThat(found.startSets()).isGreaterThanOrEqualTo(10);
    // The first to speak is 0, the next 1.
    assertThat(found.labels()[0]).isZero();
    assertThat(found.numbers()).isEqualTo(speakers);
  }

  @ParameterizedTest
  @EnumSource(DiarizerOptions.Method.class)
  void aGivenNumberIsKept(DiarizerOptions.Method method) {
    Conversation c = new Conversation(160, 4);
    for (int speakers : new int[] {1, 3, 4, 7}) {
      DiarizerOptions options =
          DiarizerOptions.DEFAULT.withMethod(method).withSpeakers(speakers, speakers);
      assertThat(c.found(options).speakers()).as("%s", options).isEqualTo(speakers);
    }
    DiarizerOptions four = DiarizerOptions.DEFAULT.withMethod(method).withSpeakers(4, 4);
    assertThat(c.right(c.found(four).labels())).isGreaterThan(0.95);
  }

  @Test
  void theEnrolledHaveTheFirstNumbers() {
    Conversation c = new Conversation(160, 3);
    for (DiarizerOptions.Method method : DiarizerOptions.Method.values()) {
      WindowSpeakers found =
          new Diarizer(DiarizerOptions.DEFAULT.withMethod(method).withSpeakers(3, 3))
              .speakers(c.windows, c.starts, c.ends, c.enrolled, Progress.NONE);
      int[] labels = found.labels();
      int known = 0;
      for (int t = 0; t < labels.length; t++) {
        known += (labels[t] == 0) == (c.truth[t] == 1) ? 1 : 0;
      }
      assertThat(known).as("%s", method).isGreaterThan(150);
      // The stranger is not heard; the others come after both.
      assertThat(Arrays.stream(labels).distinct().toArray()).doesNotContain(1);
      assertThat(found.numbers()).isEqualTo(4);
    }
  }

  /** Neighbours are pooled for the start, and every window still has its own label. */
  @Test
  void longRecordings() {
    Conversation c = new Conversation(Diarizer.MOST_ITEMS + 161, 3);
    WindowSpeakers found = c.found(DiarizerOptions.DEFAULT);
    assertThat(found.speakers()).isEqualTo(3);
    assertThat(c.right(found.labels())).isGreaterThan(0.97);
  }

  @Test
  void fewAndEmptyWindows() {
    Conversation one = new Conversation(1, 1);
    assertThat(one.found(DiarizerOptions.DEFAULT).labels()).containsExactly(0);
    assertThat(one.found(DiarizerOptions.DEFAULT).secondLabels()).containsExactly(0);
    Conversation two = new Conversation(2, 1);
    for (DiarizerOptions.Method method : DiarizerOptions.Method.values()) {
      assertThat(two.found(DiarizerOptions.DEFAULT.withMethod(method)).labels()).hasSize(2);
    }
    MetaEmbeddings nothing =
        MetaEmbeddings.of(DoubleMatrix.zeros(20, 2), new double[20], new double[] {1, 1});
    double[] starts = new double[20];
    Arrays.setAll(starts, t -> t);
    double[] ends = Arrays.stream(starts).map(t -> t + 1).toArray();
    assertThat(
            new Diarizer(DiarizerOptions.DEFAULT)
                .speakers(nothing, starts, ends, Progress.NONE)
                .labels())
        .hasSize(20);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Diarizer(DiarizerOptions.DEFAULT)
                    .speakers(nothing, new double[1], new double[1], Progress.NONE));
  }

  @Test
  void timing() {
    WindowTiming overlapping =
        WindowTiming.of(new double[] {0, 0.25, 0.5, 9}, new double[] {1, 1.25, 1.5, 10});
    assertThat(overlapping.share()).isEqualTo(0.25);
    assertThat(WindowTiming.of(new double[] {3}, new double[] {5}))
        .isEqualTo(new WindowTiming(2, 2));
    assertThat(WindowTiming.of(new double[] {0, 9}, new double[] {1, 10}).share()).isEqualTo(1);
  }

  @Test
  void refusals() {
    DiarizerOptions usual = DiarizerOptions.DEFAULT;
    assertThatIllegalArgumentException().isThrownBy(() -> usual.withScale(0));
    assertThatIllegalArgumentException().isThrownBy(() -> usual.withFb(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> usual.withDwell(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> usual.withSpeakers(0, 4));
    assertThatIllegalArgumentException().isThrownBy(() -> usual.withSpeakers(5, 4));
  }
}
