package dev.gme.neural.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.core.parallel.Workers;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.network.Windows;
import dev.gme.neural.SeededNetworks;
import dev.gme.neural.network.Network;
import dev.gme.neural.speech.SpeechDetector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.DoubleAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings that can be embedded, and those that cannot; pieces and their means. */
class RecordingEmbedderTest {
  private static final int RATE = 16_000;

  @TempDir Path folder;
  private Network network;

  @BeforeEach
  void open() throws IOException {
    Files.writeString(folder.resolve("net.yaml"), "frontend: 3dspeaker\nnormalize: none\n");
    Path file = SeededNetworks.ecapa().write(folder.resolve("net.onnx"));
    network = Network.open(file, "", Network.Options.DEFAULT);
  }

  @AfterEach
  void close() {
    network.close();
  }

  private List<EmbeddedPiece> embed(Audio audio, SpeechDetector detector, EmbedOptions options) {
    return new RecordingEmbedder(network, detector, options).embed("a", audio);
  }

  private List<EmbeddedPiece> embed(Audio audio) {
    return embed(audio, SpeechDetector.NONE, EmbedOptions.DEFAULT);
  }

  private static Audio samples(float... x) {
    return Audio.wrap(RATE, x);
  }

  private void refused(Audio audio, String why) {
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> embed(audio))
        .withMessageStartingWith("'a': ")
        .withMessageContaining(why)
        .satisfies(e -> assertThat(e.help()).isNotBlank());
  }

  @Test
  void nothingAndTooLittle() {
    refused(samples(), "is 0.00 s, the network needs 0.30 s");
    refused(samples(1), "is 0.00 s");
    refused(SeededNetworks.noise(RATE, 0.29, 1), "is 0.29 s, the network needs 0.30 s");
    assertThat(embed(SeededNetworks.noise(RATE, 0.3, 1))).hasSize(1);
  }

  @Test
  void silenceAndWhatIsNoNumber() {
    refused(samples(new float[RATE]), "no sound");
    float[] constant = new float[RATE];
    Arrays.fill(constant, 7);
    refused(samples(constant), "no sound");
    float[] broken = SeededNetworks.noise(RATE, 1, 1).samples();
    broken[100] = Float.NaN;
    refused(samples(broken), "NaN");
  }

  @Test
  void otherRatesAreResampled() {
    EmbeddedPiece piece = embed(SeededNetworks.noise(8000, 2, 3)).get(0);
    assertThat(piece.embedding().vector()).hasSize(SeededNetworks.DIMENSION);
    assertThat(piece.quality().seconds()).isCloseTo(2, within(1e-3));
  }

  /** The mean of what the pieces give by themselves, weighted by frames. */
  @Test
  void longRecordingsAreSeenInPieces() {
    Audio audio = SeededNetworks.noise(RATE, 5, 4);
    EmbedOptions pieces = EmbedOptions.DEFAULT.withMaxWindow(2);
    EmbeddedPiece whole = embed(audio, SpeechDetector.NONE, pieces).get(0);
    assertThat(whole.windows()).isEqualTo(3);
    double[] mean = new double[SeededNetworks.DIMENSION];
    double weight = 0;
    for (Windows.Part part : Windows.WHOLE.parts(audio.length(), RATE, 2)) {
      Audio piece = samples(Arrays.copyOfRange(audio.samples(), part.from(), part.to()));
      int frames = network.frontEnd().apply(piece).rows();
      float[] vector = embed(piece).get(0).embedding().vector();
      for (int k = 0; k < mean.length; k++) {
        mean[k] += frames * vector[k];
      }
      weight += frames;
    }
    for (int k = 0; k < mean.length; k++) {
      assertThat((double) whole.embedding().vector()[k]).isCloseTo(mean[k] / weight, within(1e-5));
    }
  }

  @Test
  void aSilentPieceOfALongRecordingIsPassedOver() {
    Audio noise = SeededNetworks.noise(RATE, 2, 5);
    Audio audio = samples(Arrays.copyOf(noise.samples(), 2 * noise.length()));
    EmbeddedPiece found =
        embed(audio, SpeechDetector.NONE, EmbedOptions.DEFAULT.withMaxWindow(2)).get(0);
    assertThat(found.embedding().vector())
        .containsExactly(embed(noise).get(0).embedding().vector(), within(1e-6f));
  }

  private static SpeechDetector given(double... times) {
    double[] starts = new double[times.length / 2];
    double[] ends = new double[starts.length];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = times[2 * i];
      ends[i] = times[2 * i + 1];
    }
    return new SpeechDetector() {
      @Override
      public Optional<TimeRegions> speech(String id, Audio audio) {
        return Optional.of(TimeRegions.of(starts, ends));
      }

      @Override
      public String digest() {
        return "given";
      }
    };
  }

  @Test
  void onlySpeechIsHeard() {
    Audio audio = SeededNetworks.noise(RATE, 3, 6);
    EmbeddedPiece found = embed(audio, given(1, 2), EmbedOptions.DEFAULT).get(0);
    EmbeddedPiece cut = embed(audio.segment(1, 2)).get(0);
    assertThat(found.embedding().vector()).containsExactly(cut.embedding().vector());
    assertThat(found.quality().speech()).isCloseTo(1, within(1e-6));
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> embed(audio, given(1, 1.2), EmbedOptions.DEFAULT))
        .withMessageContaining("has speech of 0.20 s, the network needs 0.30 s");
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> embed(audio, given(), EmbedOptions.DEFAULT))
        .withMessageContaining("has speech of 0.00 s");
  }

  @Test
  void windowsLieInSpeech() {
    Audio audio = SeededNetworks.noise(RATE, 10, 7);
    EmbedOptions windows = EmbedOptions.DEFAULT.withWindows(Windows.parse("1.5:0.75"));
    List<EmbeddedPiece> found = embed(audio, given(1, 3.25, 5, 5.1, 6, 7), windows);
    assertThat(found.stream().map(EmbeddedPiece::id))
        .containsExactly("a-00001000-00002500", "a-00001750-00003250", "a-00006000-00007000");
    assertThat(found.get(1).start()).isCloseTo(1.75, within(1e-4));
    float[] cut = embed(audio.segment(1.75, 3.25)).get(0).embedding().vector();
    assertThat(found.get(1).embedding().vector()).containsExactly(cut);
  }

  /** Threads that have nothing else to do share the pieces of a recording. */
  @Test
  void theSameOnAnyNumberOfThreads() {
    Audio audio = SeededNetworks.noise(RATE, 9, 8);
    EmbedOptions windows = EmbedOptions.DEFAULT.withWindows(Windows.parse("1.5:0.75"));
    List<float[]> first = null;
    int threads = Workers.threads();
    try {
      for (int n : new int[] {1, 2, 5}) {
        Workers.setThreads(n);
        List<EmbeddedPiece> pieces = new ArrayList<>(embed(audio, SpeechDetector.NONE, windows));
        pieces.addAll(embed(audio, SpeechDetector.NONE, EmbedOptions.DEFAULT.withMaxWindow(1)));
        assertThat(pieces).hasSize(12);
        List<float[]> found = pieces.stream().map(p -> p.embedding().vector()).toList();
        first = first == null ? found : first;
        for (int i = 0; i < found.size(); i++) {
          assertThat(found.get(i)).as("%d threads", n).containsExactly(first.get(i));
        }
      }
    } finally {
      Workers.setThreads(threads);
    }
  }

  @Test
  void tellsHowMuchOfARecordingIsHeard() {
    Audio audio = SeededNetworks.noise(RATE, 4, 9);
    DoubleAdder heard = new DoubleAdder();
    new RecordingEmbedder(network, SpeechDetector.NONE, EmbedOptions.DEFAULT.withMaxWindow(1))
        .embed("a", audio, heard::add);
    assertThat(heard.sum()).isCloseTo(1, within(1e-9));
  }

  @Test
  void theComplaintIsThatOfTheFirstPiece() {
    float[] broken = SeededNetworks.noise(RATE, 4, 9).samples();
    broken[RATE + 5] = Float.POSITIVE_INFINITY;
    broken[3 * RATE + 5] = Float.NEGATIVE_INFINITY;
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(
            () ->
                embed(samples(broken), SpeechDetector.NONE, EmbedOptions.DEFAULT.withMaxWindow(1)))
        .withMessage("'a': the recording has a sample that is Infinity");
  }

  @Test
  void windowsThatCannotBe() {
    for (String text : List.of("", "x", "1:2", "0:0", "-1:1", "1:0.001", "1:1:1", "NaN")) {
      assertThatExceptionOfType(GmeException.class)
          .as(text)
          .isThrownBy(() -> EmbedOptions.DEFAULT.withWindows(Windows.parse(text)));
    }
  }
}
