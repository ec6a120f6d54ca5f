package dev.gme.frontend.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.frontend.feature.StftMel.Log;
import dev.gme.frontend.feature.StftMel.Options;
import dev.gme.frontend.feature.StftMel.Padding;
import dev.gme.frontend.feature.StftMel.Scale;
import dev.gme.frontend.feature.StftMel.Triangles;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Frames and filters by their definition; FrontEndsGoldenTest has those of the toolkits. */
class StftMelTest {
  private static final int RATE = 8000;
  private static final int FFT = 64;
  private static final int LENGTH = 50;
  private static final int SHIFT = 20;
  private static final int BANDS = 5;

  private static Options options(Padding padding, Log log, double top) {
    return new Options(
        FFT,
        LENGTH,
        SHIFT,
        WindowType.HANNING,
        true,
        padding,
        0.5,
        false,
        BANDS,
        100,
        0,
        Scale.HTK,
        false,
        Triangles.NEIGHBOURS,
        true,
        log,
        0,
        1e-10,
        top,
        0);
  }

  private static float[] noise(int n) {
    double[] x = new SeededRandom(1).gaussians(n);
    float[] out = new float[n];
    for (int i = 0; i < n; i++) {
      out[i] = (float) x[i];
    }
    return out;
  }

  private static double at(double[] x, int i, Padding padding) {
    if (i >= 0 && i < x.length) {
      return x[i];
    }
    return padding == Padding.ZEROS ? 0 : x[i < 0 ? -i : 2 * x.length - 2 - i];
  }

  /** One number of one frame. */
  private static double energy(float[] samples, int t, int band, Padding padding) {
    double[] x = new double[samples.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = samples[i] - (i == 0 ? 0 : 0.5 * samples[i - 1]);
    }
    int begin = t * SHIFT - (padding == Padding.NONE ? 0 : FFT / 2) + (FFT - LENGTH) / 2;
    double sum = 0;
    for (int k = 0; k <= FFT / 2; k++) {
      double re = 0;
      double im = 0;
      for (int i = 0; i < LENGTH; i++) {
        double w = 0.5 - 0.5 * Math.cos(2 * Math.PI * i / LENGTH);
        double angle = 2 * Math.PI * k * i / FFT;
        re += w * at(x, begin + i, padding) * Math.cos(angle);
        im += w * at(x, begin + i, padding) * Math.sin(angle);
      }
      sum += weight(band, (double) k * RATE / FFT) * (re * re + im * im);
    }
    return sum;
  }

  private static double corner(int k) {
    double low = 2595 * Math.log10(1 + 100 / 700.0);
    double high = 2595 * Math.log10(1 + RATE / 2 / 700.0);
    return 700 * (Math.pow(10, (low + (high - low) * k / (BANDS + 1)) / 2595) - 1);
  }

  private static double weight(int band, double hertz) {
    double up = (hertz - corner(band)) / (corner(band + 1) - corner(band));
    double down = (corner(band + 2) - hertz) / (corner(band + 2) - corner(band + 1));
    return Math.max(0, Math.min(up, down));
  }

  @ParameterizedTest
  @EnumSource(Padding.class)
  void framesByDefinition(Padding padding) {
    float[] x = noise(1013);
    FloatMatrix frames = new StftMel(options(padding, Log.NONE, 0), RATE).compute(x);
    assertThat(frames.rows())
        .isEqualTo(padding == Padding.NONE ? 1 + (1013 - FFT) / SHIFT : 1 + 1013 / SHIFT);
    for (int t = 0; t < frames.rows(); t++) {
      for (int b = 0; b < BANDS; b++) {
        double expected = energy(x, t, b, padding);
        assertThat((double) frames.get(t, b))
            .isCloseTo(expected, Offset.offset(1e-4 * (1 + expected)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Padding.class)
  void fewSamples(Padding padding) {
    Options o = options(padding, Log.NATURAL, 0);
    int least = o.leastSamples();
    StftMel mel = new StftMel(o, RATE);
    assertThat(mel.compute(noise(least)).rows()).isPositive();
    assertThat(mel.compute(noise(least - 1)).rows()).isZero();
  }

  @Test
  void nothingLiesFarBelowTheLargest() {
    float[] x = noise(1000);
    java.util.Arrays.fill(x, 300, 700, 0);
    FloatMatrix all = new StftMel(options(Padding.ZEROS, Log.DECIBEL, 0), RATE).compute(x);
    FloatMatrix limited = new StftMel(options(Padding.ZEROS, Log.DECIBEL, 30), RATE).compute(x);
    double largest = 0;
    double least = 0;
    for (int i = 0; i < all.array().length; i++) {
      largest = Math.max(largest, all.array()[i]);
      least = Math.min(least, all.array()[i]);
    }
    assertThat(least).isEqualTo(-100, Offset.offset(1e-4));
    for (int i = 0; i < all.array().length; i++) {
      assertThat((double) limited.array()[i])
          .isCloseTo(Math.max(all.array()[i], largest - 30), Offset.offset(1e-4));
    }
  }

  @Test
  void filtersThatAreRefused() {
    assertThatThrownBy(() -> new StftMel(options(Padding.ZEROS, Log.NONE, 0), 180))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("filters from 100.0 to 90.0 Hz");
    assertThatThrownBy(() -> Options.defaults(0)).hasMessageContaining("number of bands");
  }
}
