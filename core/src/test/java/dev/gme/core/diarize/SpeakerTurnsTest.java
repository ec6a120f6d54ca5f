package dev.gme.core.diarize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpeakerTurnsTest {
  private static final List<String> TWO = List.of("Ann", "Bob");

  private static SpeakerTurns turns(double[] starts, double[] ends, int... speakers) {
    return SpeakerTurns.of(starts, ends, speakers, TWO);
  }

  @Test
  void aWindowThatItsNeighboursSwallowIsDropped() {
    SpeakerTurns turns =
        SpeakerTurns.ofWindows(
            new double[] {0, 9, 9.2}, new double[] {10, 9.5, 20}, new int[] {0, 1, 0}, TWO);
    assertThat(turns.size()).isEqualTo(2);
    assertThat(turns.name(0)).isEqualTo("Ann");
    for (int i = 0; i < turns.size(); i++) {
      assertThat(turns.end(i)).isGreaterThan(turns.start(i));
    }
  }

  @Test
  void windowsOutOfOrderAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SpeakerTurns.ofWindows(
                    new double[] {1, 0}, new double[] {2, 1}, new int[] {0, 0}, TWO))
        .withMessageContaining("order of time");
  }

  @Test
  void refusals() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> turns(new double[] {1}, new double[] {0.5}, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> turns(new double[] {1}, new double[] {Double.NaN}, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> turns(new double[] {1}, new double[] {2}, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> turns(new double[] {1}, new double[] {2, 3}, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> turns(new double[] {1}, new double[] {2}, 0, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> SpeakerTurns.of(new double[0], new double[0], new int[0], List.of("Ann", "Ann")));
  }

  @Test
  void partsInRegions() {
    SpeakerTurns turns = turns(new double[] {0, 4}, new double[] {5, 9}, 0, 1);
    TimeRegions regions = TimeRegions.of(new double[] {1, 4.5, 20}, new double[] {2, 6, 30});
    SpeakerTurns parts = turns.within(regions);
    assertThat(parts.size()).isEqualTo(3);
    assertThat(parts.start(1)).isEqualTo(4.5);
    assertThat(parts.end(1)).isEqualTo(5);
    assertThat(parts.name(2)).isEqualTo("Bob");
    assertThat(parts.end(2)).isEqualTo(6);
    assertThat(parts).hasToString("3 turns of 2 speakers");
  }

  @Test
  void laidTogetherInOrder() {
    SpeakerTurns turns = turns(new double[] {0, 4}, new double[] {5, 9}, 0, 1);
    SpeakerTurns both = turns.with(turns(new double[] {3}, new double[] {4}, 1));
    assertThat(both.size()).isEqualTo(3);
    assertThat(both.start(1)).isEqualTo(3);
    assertThat(both.speaker(1)).isEqualTo(1);
    assertThat(both.speech().total()).isEqualTo(9);
    SpeakerTurns others =
        SpeakerTurns.of(new double[0], new double[0], new int[0], List.of("Carl"));
    assertThatIllegalArgumentException().isThrownBy(() -> turns.with(others));
  }

  @Test
  void regionsAreAUnion() {
    TimeRegions regions =
        TimeRegions.of(new double[] {5, 0, 1, 7, 3}, new double[] {6, 2, 3, 7, 3.5});
    assertThat(regions.size()).isEqualTo(2);
    assertThat(regions.end(0)).isEqualTo(3.5);
    assertThat(regions.total()).isEqualTo(4.5);
    assertThat(regions.within(3, 5.25)).isCloseTo(0.75, within(1e-12));
    assertThat(regions.within(6, 9)).isZero();
    assertThat(TimeRegions.NONE.within(0, 9)).isZero();
  }
}
