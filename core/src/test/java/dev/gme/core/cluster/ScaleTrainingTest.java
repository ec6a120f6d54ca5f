package dev.gme.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.partition.Partition;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleTrainingTest {
  private static final double[] LAMBDA = new double[12];

  static {
    Arrays.setAll(LAMBDA, k -> 3.0 / (1 + k / 3));
  }

  private static ScaleTraining.Example example(int seed, double too) {
    DrawnSpeakers drawn =
        DrawnSpeakers.of(DrawnSpeakers.inTurn(20, 8), LAMBDA, new SeededRandom(seed));
    // What says the same as is true, but says it times "too".
    return new ScaleTraining.Example(StartingSets.scaled(drawn.embeddings(), too), drawn.truth());
  }

  @Test
  void recordingsThatSayTooMuchAreScaledBack() {
    for (double too : new double[] {1, 3}) {
      ScaleTraining learned =
          ScaleTraining.train(List.of(example(1, too), example(2, too)), Progress.NONE);
      // Cross-entropy is least at the truth; with 40 speakers to some ten percent or so.
      assertThat(learned.proposed() * too).isCloseTo(1, within(0.3));
      assertThat(learned.scale()).isGreaterThanOrEqualTo(learned.proposed());
      ScaleTraining.Example fresh = example(3, too);
      MetaEmbeddings scaled = StartingSets.scaled(fresh.embeddings(), learned.scale());
      Partition found =
          Agglomeration.run(
                  StartingSets.of(scaled),
                  ClusterPrior.threshold(learned.threshold()),
                  SetLimits.NONE)
              .best();
      assertThat(found.sets()).isBetween(15, 26);
    }
  }

  @Test
  void thresholdsFindWhatThePathGives() {
    ScaleTraining.Example e = example(5, 2);
    for (double t : new double[] {-20, -5, -1, 0, 0.5, 2, 7}) {
      MergePath flat =
          Agglomeration.run(StartingSets.of(e.embeddings()), ClusterPrior.flat(), SetLimits.NONE);
      Partition found =
          Agglomeration.run(
                  StartingSets.of(e.embeddings()), ClusterPrior.threshold(t), SetLimits.NONE)
              .best();
      assertThat(new NumberOfSets(flat, 20).at(t)).isEqualTo(found.sets());
    }
  }

  @Test
  void oneSpeakerTeachesNothing() {
    DrawnSpeakers one = DrawnSpeakers.of(Partition.of(0, 0, 0), LAMBDA, new SeededRandom(1));
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(
            () ->
                ScaleTraining.train(
                    List.of(new ScaleTraining.Example(one.embeddings(), one.truth())),
                    Progress.NONE))
        .withMessageContaining("at least 2 speakers");
  }
}
