package dev.gme.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.Simulator;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordingPartitionsTest {
  private static final List<String> IDS = List.of("a", "b", "c", "d");
  private static final HtPlda TRUTH = ModelRecipe.of(6, 2, 2).draw(1);

  /** Two recordings of each of two speakers. */
  private static final IdentifiedEmbeddings ALL =
      RecordingPartitions.embeddings(
          Pipeline.of(Preprocessing.of(List.of()), TRUTH.extractor()),
          LabelledVectors.of(
              "drawn",
              IDS,
              FloatMatrix.of(new Simulator(TRUTH).draw(2, RecordingCounts.fixed(2), 1).vectors())));

  private static final RecordingPartitions THREE =
      RecordingPartitions.of(ALL, List.of("c", "a", "b"));

  private static double logLr(RankedPartitions ranked, String partition) {
    return ranked.best().stream()
        .filter(l -> l.partition().equals(partition))
        .findFirst()
        .orElseThrow()
        .logLr();
  }

  @Test
  void whatIsShownAndTheRestAddUpToOne() {
    for (int best = 1; best <= 6; best++) {
      RankedPartitions ranked = THREE.ranked(Optional.of(new ChineseRestaurant(1, 0.5)), best);
      assertThat(ranked.best()).hasSize(Math.min(best, 5));
      assertThat(ranked.inAll()).isEqualTo(5);
      assertThat(ranked.others()).isEqualTo(5 - Math.min(best, 5));
      assertThat(ranked.prior()).isEqualTo("Chinese restaurant 1.0:0.5");
      double shown = ranked.best().stream().mapToDouble(RankedPartitions.Line::probability).sum();
      assertThat(shown + ranked.restProbability()).isCloseTo(1, within(1e-12));
    }
  }

  /** The probability of one speaker for two recordings is summed over the partitions. */
  @Test
  void sameSpeakerIsTheSumOverPartitions() {
    RankedPartitions ranked = THREE.ranked(Optional.empty(), 5);
    assertThat(ranked.prior()).isEqualTo("flat");
    double same =
        ranked.best().stream()
            .filter(l -> l.partition().matches("c,a\\|b|c,a,b"))
            .mapToDouble(RankedPartitions.Line::probability)
            .sum();
    assertThat(ranked.sameSpeaker().get(0).get(1)).isCloseTo(same, within(1e-12));
    assertThat(ranked.sameSpeaker().get(1).get(0)).isCloseTo(same, within(1e-12));
    assertThat(ranked.sameSpeaker().get(2).get(2)).isCloseTo(1, within(1e-12));
  }

  @Test
  void ratiosAreThoseOfTheRankedPartitions() {
    RankedPartitions ranked = THREE.ranked(Optional.empty(), 5);
    RecordingPartitions.Ratio one = THREE.ratio(StatedPartition.parse("b, a|c"));
    assertThat(one.first()).isEqualTo("c|a,b");
    assertThat(one.second()).isEqualTo("c|a|b");
    assertThat(one.logLr()).isCloseTo(logLr(ranked, "c|a,b"), within(1e-12));
    double two =
        THREE.ratio(StatedPartition.parse("a,b|c"), StatedPartition.parse("a,c|b")).logLr();
    assertThat(two).isCloseTo(logLr(ranked, "c|a,b") - logLr(ranked, "c,a|b"), within(1e-12));
  }

  @Test
  void whatIsNotThereIsRefused() {
    assertThatThrownBy(() -> RecordingPartitions.of(ALL, List.of("a", "x")))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("there is no recording 'x'");
    assertThatThrownBy(() -> THREE.ratio(StatedPartition.parse("a,b|d")))
        .hasMessageContaining("'d', which is not one of the recordings");
    assertThatThrownBy(() -> StatedPartition.parse("a,|b")).hasMessageContaining("'a,|b'");
  }
}
