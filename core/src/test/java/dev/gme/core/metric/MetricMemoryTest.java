package dev.gme.core.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All metrics of 10^7 trials in a heap of scores, labels and 205 MiB, which is a fifth of what 5 ·
 * 10^7 trials may take (1024 MiB).
 */
@Tag("slow")
class MetricMemoryTest {
  private static final int TRIALS = 10_000_000;
  private static final int BESIDE_MIB = 205;

  /** A process of its own, whose heap is limited. */
  static final class Metrics {
    private Metrics() {}

    public static void main(String[] args) {
      Random random = new Random(1);
      float[] scores = new float[TRIALS];
      boolean[] isTarget = new boolean[TRIALS];
      for (int i = 0; i < TRIALS; i++) {
        isTarget[i] = i % 20 == 0;
        scores[i] = (float) random.nextGaussian() + (isTarget[i] ? 2 : 0);
      }
      double eer = Evaluation.of(ScoredTrials.of(scores, isTarget)).metrics().eerRocch();
      // Φ(−1), within more than ten standard deviations.
      if (!(Math.abs(eer - 0.15866) < 0.005)) {
        throw new AssertionError("an equal-error rate of " + eer);
      }
    }
  }

  @TempDir Path folder;

  @Test
  void aHeapOfScoresAndAGibibyteForFiftyMillionIsEnough() throws Exception {
    int mib = BESIDE_MIB + (int) ((5L * TRIALS) >> 20);
    Path log = folder.resolve("log");
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + mib + "m",
                "-cp",
                System.getProperty("java.class.path"),
                Metrics.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(java.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(java.exitValue()).as(Files.readString(log)).isZero();
  }
}
