package dev.gme.frontend.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.frontend.audio.Audio;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LevelTest {
  /** A tenth of full scale: -20 dB. */
  private static final Audio SQUARE =
      Audio.wrap(8000, new float[] {3276.8f, -3276.8f, 3276.8f, -3276.8f});

  @Test
  void setsAndRaises() {
    assertThat(Level.of(SQUARE)).isCloseTo(-20, Offset.offset(1e-5));
    assertThat(Level.of(Level.to(-26).apply(SQUARE))).isCloseTo(-26, Offset.offset(1e-5));
    assertThat(Level.NONE.apply(SQUARE)).isSameAs(SQUARE);
    Level raise = new Level(Level.Kind.RAISE, -30);
    assertThat(raise.apply(SQUARE)).isSameAs(SQUARE);
    Audio quiet = Level.to(-50).apply(SQUARE);
    assertThat(Level.of(raise.apply(quiet))).isCloseTo(-30, Offset.offset(1e-5));
  }

  @Test
  void asText() {
    assertThat(Level.parse("none")).isEqualTo(Level.NONE);
    assertThat(Level.parse("-26")).isEqualTo(Level.to(-26));
    for (String bad : new String[] {"", "loud", "3", "-200", "NaN"}) {
      assertThatThrownBy(() -> Level.parse(bad))
          .isInstanceOf(GmeException.class)
          .hasMessageContaining("expected a level from -120 to 0 dB");
    }
  }

  @Test
  void silenceHasNone() {
    assertThatThrownBy(() -> Level.to(-26).apply(Audio.wrap(8000, new float[100])))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("silent");
    assertThatThrownBy(() -> Level.to(-26).apply(Audio.wrap(8000, new float[] {1, Float.NaN})))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("not finite");
  }
}
