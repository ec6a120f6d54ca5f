package dev.gme.frontend.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.parallel.Workers;
import dev.gme.frontend.audio.Audio;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All presets on recordings of every kind, most of them bad. */
class FrontEndTest {
  private static final int RATE = 16000;

  static List<String> presets() {
    return NetworkDescriptions.presets();
  }

  private static FrontEnd preset(String name) {
    return NetworkDescriptions.preset(name).frontEnd();
  }

  private static Audio noise(int samples, double scale, long seed) {
    double[] x = new SeededRandom(seed).gaussians(samples);
    float[] out = new float[samples];
    for (int i = 0; i < samples; i++) {
      out[i] = (float) (scale * x[i]);
    }
    return Audio.wrap(RATE, out);
  }

  private static void assertFinite(FloatMatrix frames) {
    assertThat(frames.rows()).isPositive();
    for (float v : frames.array()) {
      assertThat(Float.isFinite(v)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("presets")
  void aFrameIsThereAsSoonAsItCanBe(String name) {
    FrontEnd f = preset(name);
    int least = f.leastSamples();
    if (least > 1) {
      FloatMatrix one = f.apply(noise(least, 1000, 1));
      assertThat(one.cols()).isEqualTo(f.dimension());
      assertFinite(one);
      assertThatThrownBy(() -> f.apply(noise(least - 1, 1000, 1)))
          .isInstanceOf(GmeException.class)
          .hasMessageContaining((least - 1) + " samples, a frame needs " + least);
    }
    assertThatThrownBy(() -> f.apply(Audio.wrap(RATE, new float[0])))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("0 samples");
  }

  @ParameterizedTest
  @MethodSource("presets")
  void neverNaN(String name) {
    FrontEnd f = preset(name);
    for (float constant : new float[] {0, 1, -32768}) {
      float[] same = new float[RATE];
      Arrays.fill(same, constant);
      assertThatThrownBy(() -> f.apply(Audio.wrap(RATE, same)))
          .isInstanceOf(GmeException.class)
          .hasMessageContaining("no sound");
    }
    for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
      float[] x = noise(RATE, 100, 2).samples();
      x[12345] = bad;
      assertThatThrownBy(() -> f.apply(Audio.wrap(RATE, x)))
          .isInstanceOf(GmeException.class)
          .hasMessageContaining("a sample that is " + bad);
    }
    // A click in silence, a whisper, clipping, and what no recording is.
    float[] click = new float[RATE];
    click[8000] = 1;
    assertFiniteOrNamed(f, Audio.wrap(RATE, click), "no speech");
    assertFiniteOrNamed(f, noise(RATE, 1e-3, 3), "no speech");
    assertFinite(f.apply(noise(RATE, 1e6, 4)));
    assertFiniteOrNamed(f, noise(RATE, 1e37, 5), "not finite");
  }

  /** What cannot be told from silence is refused only by a front end that looks for speech. */
  private static void assertFiniteOrNamed(FrontEnd f, Audio audio, String reason) {
    FloatMatrix frames;
    try {
      frames = f.apply(audio);
    } catch (GmeException e) {
      assertThat(e).hasMessageContaining(reason);
      return;
    }
    assertFinite(frames);
  }

  @ParameterizedTest
  @MethodSource("presets")
  void otherRatesAreRefusedAndTelephoneIsThere(String name) {
    assertThatThrownBy(() -> preset(name).apply(Audio.wrap(8000, new float[8000])))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("16000 samples a second, found 8000");
    FrontEnd telephone = NetworkDescriptions.preset(name, 8000).frontEnd();
    assertFinite(telephone.apply(Audio.wrap(8000, noise(8000, 1000, 6).samples())));
  }

  @ParameterizedTest
  @MethodSource("presets")
  void theSameFromAnyNumberOfThreads(String name) {
    FrontEnd f = preset(name);
    List<Audio> recordings =
        IntStream.range(0, 12).mapToObj(i -> noise(20000 + 3000 * i, 500, 10 + i)).toList();
    int before = Workers.threads();
    try {
      Workers.setThreads(1);
      List<FloatMatrix> alone = recordings.stream().map(f::apply).toList();
      Workers.setThreads(5);
      FloatMatrix[] together = new FloatMatrix[recordings.size()];
      Workers.forEach(together.length, i -> together[i] = f.apply(recordings.get(i)));
      assertThat(List.of(together)).isEqualTo(alone);
    } finally {
      Workers.setThreads(before);
    }
  }

  /** The mean goes, so that a louder recording has the same features. */
  @Test
  void levelIsNoFeatureOfWespeaker() {
    Audio quiet = noise(RATE, 500, 20);
    float[] loud = quiet.samples().clone();
    for (int i = 0; i < loud.length; i++) {
      loud[i] *= 8;
    }
    FloatMatrix one = preset("wespeaker").apply(quiet);
    FloatMatrix other = preset("wespeaker").apply(Audio.wrap(RATE, loud));
    for (int i = 0; i < one.array().length; i++) {
      assertThat(other.array()[i]).isCloseTo(one.array()[i], Offset.offset(1e-4f));
    }
  }

  @Test
  void samplesAreScaled() {
    Audio audio = Audio.wrap(RATE, new float[] {0, 16384, -32768});
    assertThat(preset("wave").isWave()).isTrue();
    assertThat(preset("wave").apply(audio).array()).containsExactly(0, 0.5f, -1);
    assertThat(preset("nemo").isWave()).isFalse();
  }

  /** Kaldi's x-vectors see the frames with speech, normalized by their neighbours. */
  @Test
  void xvectorsLeaveSilenceOut() {
    float[] x = noise(3 * RATE, 2000, 21).samples();
    for (int i = RATE; i < 2 * RATE; i++) {
      x[i] = (float) (1e-4 * x[i]);
    }
    FloatMatrix frames = preset("kaldi-xvector").apply(Audio.wrap(RATE, x));
    assertThat(frames.rows()).isBetween(195, 215);
    // The recording is there, but so quiet that nothing of it is speech.
    assertThatThrownBy(() -> preset("kaldi-xvector").apply(noise(RATE, 1e-3, 22)))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("no speech");
  }
}
