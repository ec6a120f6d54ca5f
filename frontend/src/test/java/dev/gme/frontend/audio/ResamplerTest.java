package dev.gme.frontend.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResamplerTest {
  private static float[] sine(int rate, double hertz, double seconds) {
    float[] x = new float[(int) (seconds * rate)];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) (10000 * Math.sin(2 * Math.PI * hertz * i / rate));
    }
    return x;
  }

  /** A tone below 90 % of the lower Nyquist frequency comes out as the same tone, in phase. */
  @ParameterizedTest
  @CsvSource({
    "16000, 8000",
    "8000, 16000",
    "44100, 8000",
    "48000, 16000",
    "11025, 16000",
    "8000, 8000"
  })
  void tonesPass(int from, int to) {
    for (double share : new double[] {0.01, 0.3, 0.6, 0.899}) {
      double hertz = share * Math.min(from, to) / 2.0;
      float[] y = new Resampler(from, to).resample(sine(from, hertz, 0.5));
      float[] expected = sine(to, hertz, 0.5);
      assertThat(y.length).isBetween(expected.length, expected.length + 1);
      int edge = to / 20;
      for (int i = edge; i < expected.length - edge; i++) {
        // 0.001 dB of 10000 is 1.15.
        assertThat((double) y[i]).isCloseTo(expected[i], org.assertj.core.data.Offset.offset(1.15));
      }
    }
  }

  /** A tone above the new Nyquist frequency is weaker by 100 dB: 0.1 of 10000. */
  @ParameterizedTest
  @CsvSource({"16000, 8000, 4001", "16000, 8000, 7000", "44100, 8000, 4100", "48000, 16000, 20000"})
  void aliasesDoNot(int from, int to, double hertz) {
    float[] y = new Resampler(from, to).resample(sine(from, hertz, 0.5));
    int edge = to / 20;
    for (int i = edge; i < y.length - edge; i++) {
      assertThat((double) y[i]).isBetween(-0.1, 0.1);
    }
  }

  /** Against its definition in seconds: a sinc that ends at the sixth zero in a raised cosine. */
  @ParameterizedTest
  @CsvSource({"16000, 8000", "8000, 16000", "48000, 16000", "11025, 8000"})
  void kaldisFilter(int from, int to) {
    float[] x = sine(from, 0.2 * Math.min(from, to), 0.02);
    float[] y = Resampler.kaldi(from, to).resample(x);
    assertThat(y).hasSize((int) Math.ceil((double) x.length * to / from));
    double cutoff = 0.99 * 0.5 * Math.min(from, to);
    for (int k = 0; k < y.length; k++) {
      double sum = 0;
      for (int i = 0; i < x.length; i++) {
        double t = (double) k / to - (double) i / from;
        if (Math.abs(t) < 6 / (2 * cutoff)) {
          double window = 0.5 * (1 + Math.cos(2 * Math.PI * cutoff / 6 * t));
          double sinc = t == 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * t) / (Math.PI * t);
          sum += x[i] * window * sinc / from;
        }
      }
      assertThat((double) y[k]).isCloseTo(sum, org.assertj.core.data.Offset.offset(0.02));
    }
  }

  @Test
  void refusesRatiosOfManyPhases() {
    assertThatThrownBy(() -> new Resampler(44099, 48000)).isInstanceOf(GmeException.class);
    assertThat(new Resampler(16000, 8000).resample(new float[0])).isEmpty();
  }
}
