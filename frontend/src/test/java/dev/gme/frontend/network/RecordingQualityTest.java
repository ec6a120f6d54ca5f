package dev.gme.frontend.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.diarize.TimeRegions;
import dev.gme.core.math.SeededRandom;
import dev.gme.frontend.audio.Audio;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordingQualityTest {
  private static final int RATE = 16000;
  private static final double NOISE = 30;

  /** Ten seconds: noise everywhere, and from the fourth to the eighth second something louder. */
  private static Audio recording(double snr, double scale) {
    double[] noise = new SeededRandom(1).gaussians(10 * RATE);
    double[] speech = new SeededRandom(2).gaussians(10 * RATE);
    float[] x = new float[10 * RATE];
    for (int i = 0; i < x.length; i++) {
      boolean loud = i >= 3 * RATE && i < 8 * RATE;
      x[i] = (float) (scale * NOISE * noise[i]);
      x[i] += loud ? (float) (scale * NOISE * Math.pow(10, snr / 20) * speech[i]) : 0;
    }
    return Audio.wrap(RATE, x);
  }

  private static final TimeRegions SPEECH = TimeRegions.of(new double[] {3}, new double[] {8});

  /**
   * Noise is the lowest tenth of frames of 320 samples, whose power has a deviation of 8 %: half a
   * decibel too low, and the seeds are fixed.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0, 5, 10, 20, 40})
  void ratioOfSpeechToNoise(double snr) {
    RecordingQuality q = RecordingQuality.of(recording(snr, 1), SPEECH);
    assertThat(q.seconds()).isEqualTo(10);
    assertThat(q.speech()).isEqualTo(5);
    assertThat(q.snr()).isCloseTo(snr, Offset.offset(1.2));
    // It is no matter of the level.
    RecordingQuality loud = RecordingQuality.of(recording(snr, 16), SPEECH);
    assertThat(loud.snr()).isCloseTo(q.snr(), Offset.offset(1e-3));
    assertThat(loud.level() - q.level()).isCloseTo(24.08, Offset.offset(0.01));
  }

  @Test
  void withoutRegionsAllIsSpeech() {
    RecordingQuality q = RecordingQuality.of(recording(20, 1));
    assertThat(q.speech()).isEqualTo(10);
    // Half of it is noise.
    assertThat(q.snr()).isCloseTo(17, Offset.offset(1.2));
  }

  /** Zeros that a program put in are no noise. */
  @Test
  void digitalSilenceIsNoNoise() {
    float[] x = recording(20, 1).samples();
    java.util.Arrays.fill(x, 0, 2 * RATE, 0);
    assertThat(RecordingQuality.of(Audio.wrap(RATE, x), SPEECH).snr())
        .isCloseTo(20, Offset.offset(1.2));
  }

  @Test
  void nothingIsNeverNaN() {
    TimeRegions late = TimeRegions.of(new double[] {20}, new double[] {30});
    Audio noise = recording(20, 1);
    for (RecordingQuality q :
        new RecordingQuality[] {
          RecordingQuality.of(Audio.wrap(RATE, new float[0])),
          RecordingQuality.of(Audio.wrap(RATE, new float[7])),
          RecordingQuality.of(Audio.wrap(RATE, new float[RATE])),
          RecordingQuality.of(noise, TimeRegions.NONE),
          RecordingQuality.of(noise, late)
        }) {
      assertThat(q.snr()).isEqualTo(RecordingQuality.LEAST_SNR);
      assertThat(q.level()).isGreaterThanOrEqualTo(RecordingQuality.QUIETEST);
    }
    assertThat(RecordingQuality.of(noise, late).speech()).isZero();
    assertThat(RecordingQuality.of(Audio.wrap(RATE, new float[RATE])).level())
        .isEqualTo(RecordingQuality.QUIETEST);
  }
}
