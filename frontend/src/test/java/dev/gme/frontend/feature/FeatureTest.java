package dev.gme.frontend.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.parallel.Workers;
import dev.gme.frontend.audio.Audio;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureTest {
  /** Noise of three seconds. */
  private static Audio noise(int rate, long seed) {
    float[] x = new float[3 * rate];
    SeededRandom random = new SeededRandom(seed);
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) (1000 * random.nextGaussian());
    }
    return Audio.wrap(rate, x);
  }

  /** Against the definition, in the most naive form. Seed 2. */
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8, 16, 32, 256, 512, 1024, 2048, 6, 20, 400, 240, 275, 3, 77, 202})
  void powerSpectrum(int n) {
    double[] x = new SeededRandom(2).gaussians(n);
    PowerSpectrum spectrum = new PowerSpectrum(n);
    double[] power = new double[n / 2];
    // The second time all of the workspace has been used.
    for (int round = 0; round < 2; round++) {
      spectrum.compute(x, power);
    }
    for (int k = 0; k < n / 2; k++) {
      double re = 0;
      double im = 0;
      for (int i = 0; i < n; i++) {
        double angle = -2 * Math.PI * ((long) i * k % n) / n;
        re += x[i] * Math.cos(angle);
        im += x[i] * Math.sin(angle);
      }
      assertThat(power[k]).isCloseTo(re * re + im * im, Offset.offset(1e-11 * n));
    }
  }

  @Test
  void pipelineOfThePaper() {
    FeaturePipeline pipeline = FeaturePipeline.paper(8000);
    assertThat(pipeline.dimension()).isEqualTo(60);
    FloatMatrix frames = pipeline.compute(noise(16000, 3));
    assertThat(frames.cols()).isEqualTo(60);
    assertThat(frames.rows()).isEqualTo(298);
    assertThat(frames.toDoubles().isFinite()).isTrue();
    // All three seconds are one window: every coefficient has mean 0 and variance 1.
    FloatMatrix all = FeaturePipeline.paper(8000).compute(noise(8000, 4));
    for (int k = 0; k < 60; k++) {
      double sum = 0;
      double squares = 0;
      for (int t = 0; t < all.rows(); t++) {
        sum += all.get(t, k);
        squares += all.get(t, k) * all.get(t, k);
      }
      assertThat(sum / all.rows()).isCloseTo(0, Offset.offset(1e-5));
      assertThat(squares / all.rows()).isCloseTo(1, Offset.offset(1e-5));
    }
  }

  @Test
  void widebandPreset() {
    assertThat(FeaturePipeline.paper(16000).compute(noise(16000, 5)).cols()).isEqualTo(60);
  }

  @Test
  void doesNotDependOnThreads() {
    Mfcc mfcc = new Mfcc(Mfcc.Options.paper(8000));
    Audio audio = noise(8000, 6);
    int before = Workers.threads();
    try {
      Workers.setThreads(1);
      FloatMatrix one = mfcc.compute(audio);
      Workers.setThreads(5);
      assertThat(mfcc.compute(audio)).isEqualTo(one);
    } finally {
      Workers.setThreads(before);
    }
  }

  @Test
  void ditherDependsOnItsSeedAlone() {
    Audio silence = Audio.wrap(8000, new float[8000]);
    FloatMatrix first = dithered(silence, 1);
    assertThat(dithered(silence, 1)).isEqualTo(first);
    assertThat(dithered(silence, 2)).isNotEqualTo(first);
    assertThat(first.get(0, 0)).isGreaterThan(0);
  }

  private static FloatMatrix dithered(Audio audio, long seed) {
    FrameOptions frame =
        new FrameOptions(8000, 25, 10, 1, 0.97, true, WindowType.POVEY, 0.42, true, true, seed);
    Mfcc.Options o = Mfcc.Options.defaults(8000);
    return new Mfcc(new Mfcc.Options(frame, o.mel(), 13, true, 0, true, 22, false)).compute(audio);
  }

  /** Corners of filters are divided by the factor, so that a tone lies higher among them. */
  @Test
  void warpedFilters() {
    MelOptions plain = new MelOptions(23, 20, 0);
    int plainPeak = loudest(plain, 1000);
    assertThat(loudest(new MelOptions(23, 20, 0, 100, -500, 1), 1000)).isEqualTo(plainPeak);
    assertThat(loudest(new MelOptions(23, 20, 0, 100, -500, 1.2), 1000))
        .isEqualTo(loudest(plain, 1200));
    assertThat(loudest(new MelOptions(23, 20, 0, 100, -500, 0.8), 1000))
        .isEqualTo(loudest(plain, 800));
    assertThatThrownBy(() -> loudest(new MelOptions(23, 200, 0, 100, -500, 1.2), 1000))
        .hasMessageContaining("warping");
  }

  private static int loudest(MelOptions mel, double hertz) {
    float[] x = new float[8000];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) (1000 * Math.sin(2 * Math.PI * hertz * i / 8000));
    }
    FilterBank.Options o = FilterBank.Options.defaults(8000);
    FloatMatrix frames =
        new FilterBank(new FilterBank.Options(o.frame(), mel, false, 0, true, false, true, true))
            .compute(Audio.wrap(8000, x));
    int best = 0;
    for (int b = 1; b < frames.cols(); b++) {
      best = frames.get(5, b) > frames.get(5, best) ? b : best;
    }
    return best;
  }

  @Test
  void normalizationIsUndone() {
    float[] x = {1, 7, 2, 7, 4, 8, 9, 0};
    FloatMatrix frames = FloatMatrix.wrap(4, 2, x);
    CmvnStatistics s = CmvnStatistics.of(frames);
    FloatMatrix back = s.reverse(s.apply(frames, true, true), true, true);
    FloatMatrix skipped = s.without(1).apply(frames, true, true);
    for (int i = 0; i < 8; i++) {
      assertThat(back.array()[i]).isCloseTo(x[i], org.assertj.core.data.Offset.offset(1e-5f));
    }
    for (int t = 0; t < 4; t++) {
      assertThat(skipped.get(t, 1)).isEqualTo(frames.get(t, 1));
      assertThat(skipped.get(t, 0)).isNotEqualTo(frames.get(t, 0));
    }
  }

  @Test
  void shortAndWrong() {
    Mfcc mfcc = new Mfcc(Mfcc.Options.defaults(8000));
    assertThat(mfcc.compute(Audio.wrap(8000, new float[199])).rows()).isZero();
    assertThat(mfcc.compute(Audio.wrap(8000, new float[200])).rows()).isEqualTo(1);
    assertThatThrownBy(() -> mfcc.compute(Audio.wrap(16000, new float[800])))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("16000");
    assertThatThrownBy(() -> new MelBanks(new MelOptions(100, 20, 0), 8000, 256))
        .hasMessageContaining("too many");
    assertThatThrownBy(() -> new MelBanks(new MelOptions(23, 20, 5000), 8000, 256))
        .hasMessageContaining("Nyquist");
    FloatMatrix none = FloatMatrix.wrap(0, 20, new float[0]);
    assertThat(Deltas.DEFAULT.append(none).cols()).isEqualTo(60);
    assertThat(SlidingCmvn.DEFAULT.apply(none).rows()).isZero();
    assertThat(EnergyVad.DEFAULT.decide(none)).isEmpty();
    assertThatThrownBy(() -> CmvnStatistics.of(none).apply(none, true, true))
        .isInstanceOf(GmeException.class);
  }
}
