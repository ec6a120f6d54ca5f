package dev.gme.neural.speech;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.diarize.TimeRegions;
import dev.gme.frontend.audio.Audio;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** From probabilities of speech to stretches, by rules; and both detectors on real speech. */
class SpeechRulesTest {
  private static final double STEP = 512 / 16000.0;

  /** Probabilities, each for so many steps. */
  private static float[] steps(double... probabilityAndCount) {
    float[] out = new float[1000];
    int n = 0;
    for (int i = 0; i < probabilityAndCount.length; i += 2) {
      int to = n + (int) probabilityAndCount[i + 1];
      Arrays.fill(out, n, to, (float) probabilityAndCount[i]);
      n = to;
    }
    return Arrays.copyOf(out, n);
  }

  private static TimeRegions regions(float[] p) {
    return SileroDetector.regions(p, p.length * STEP);
  }

  private static void assertRegions(TimeRegions found, double... times) {
    assertThat(found.size()).isEqualTo(times.length / 2);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.start(i)).isCloseTo(times[2 * i], within(1e-9));
      assertThat(found.end(i)).isCloseTo(times[2 * i + 1], within(1e-9));
    }
  }

  @Test
  void speechIsWidenedALittle() {
    assertRegions(regions(steps(0, 10, 0.9, 20, 0, 10)), 10 * STEP - 0.03, 30 * STEP + 0.03);
  }

  @Test
  void noWiderThanTheRecording() {
    assertRegions(regions(steps(0.9, 20)), 0, 20 * STEP);
  }

  @Test
  void betweenTheTwoLimitsItGoesOn() {
    assertRegions(regions(steps(0, 5, 0.6, 5, 0.4, 10, 0, 10)), 5 * STEP - 0.03, 20 * STEP + 0.03);
    assertRegions(regions(steps(0.4, 40)));
  }

  /** 3 steps are .096 s, 4 are .128; 7 are .224 s and 8 are .256. */
  @Test
  void shortSilenceIsKeptAndShortSpeechDropped() {
    assertRegions(
        regions(steps(0, 5, 1, 10, 0, 3, 1, 10, 0, 9)), 5 * STEP - 0.03, 28 * STEP + 0.03);
    assertRegions(
        regions(steps(0, 5, 1, 10, 0, 5, 1, 10, 0, 9)),
        5 * STEP - 0.03,
        15 * STEP + 0.03,
        20 * STEP - 0.03,
        30 * STEP + 0.03);
    assertRegions(regions(steps(0, 5, 1, 7, 0, 9)));
    assertRegions(regions(steps(0, 5, 1, 8, 0, 9)), 5 * STEP - 0.03, 13 * STEP + 0.03);
  }

  @Test
  void manyStretches() {
    float[] p = new float[40 * 30];
    for (int i = 0; i < p.length; i++) {
      p[i] = i % 30 < 15 ? 1 : 0;
    }
    assertThat(regions(p).size()).isEqualTo(40);
    assertThat(regions(new float[0]).size()).isZero();
  }

  /** A real utterance between two seconds and three seconds of noise. */
  private static Audio between(Audio speech, double deviation) {
    Random random = new Random(1);
    int rate = speech.rate();
    float[] out = new float[5 * rate + speech.length()];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) (deviation * random.nextGaussian());
    }
    float[] x = speech.samples();
    for (int i = 0; i < x.length; i++) {
      out[2 * rate + i] += x[i];
    }
    return Audio.wrap(rate, out);
  }

  private static void findsSpeech(SpeechDetector detector, double noise) throws IOException {
    Audio speech = Audio.read(SharedData.part("neural", "audio16k", "am01-s5-01.flac"));
    TimeRegions found = detector.speech("a", between(speech, noise)).orElseThrow();
    double end = 2 + speech.seconds();
    assertThat(found.within(2, end)).isGreaterThan(0.5 * speech.seconds());
    assertThat(found.total() - found.within(1.8, end + 0.2)).isZero();
  }

  @Test
  void aNetworkFindsSpeechAndNothingElse() throws IOException {
    try (SpeechDetector silero =
        SpeechDetector.of(SharedData.part("neural", "silero_vad_v5.onnx").toString())) {
      findsSpeech(silero, 3);
      assertThat(silero.digest()).hasSizeGreaterThan(16);
    }
  }

  @Test
  void energyFindsSpeechAndNothingElse() throws IOException {
    try (SpeechDetector energy = SpeechDetector.of("energy")) {
      // Its threshold follows the mean of C0, so that noise of many least bits passes as speech.
      findsSpeech(energy, 0.1);
    }
  }
}
