package dev.gme.neural.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.model.Pipeline;
import dev.gme.core.score.CalibratedModel;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.lists.IdList;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.model.ModelFormat;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.network.Level;
import dev.gme.neural.embed.EmbedOptions;
import dev.gme.neural.embed.RecordingEmbedder;
import dev.gme.neural.network.Network;
import dev.gme.neural.speech.SpeechDetector;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pairs of real recordings by a pretrained network, and the reasons not to trust what it says. */
class VerificationGoldenTest {
  private static final OperatingPoint EVEN = new OperatingPoint(0.5, 1, 1);

  @TempDir Path folder;
  private Network network;
  private RecordingEmbedder embedder;

  @BeforeEach
  void open() throws IOException {
    network =
        Network.open(
            SharedData.part("neural", "speaker-lstm.onnx"),
            "librosa-mfcc",
            d -> d.withLevel(Level.to(-26)),
            Network.Options.DEFAULT);
    embedder = new RecordingEmbedder(network, SpeechDetector.NONE, EmbedOptions.DEFAULT);
  }

  @AfterEach
  void close() {
    if (network != null) {
      network.close();
    }
  }

  /** Of other speakers, and with heavy tails. */
  private static Pipeline trained() throws IOException {
    Path lists = SharedData.part("embeddings", "audiomnist-lists");
    LabelledVectors train =
        VectorFiles.read(SharedData.part("neural", "audiomnist-lstm-2400.npz"))
            .only(IdList.read(lists.resolve("train.utt")))
            .withSpeakers(KaldiLists.readPairs(lists.resolve("utt2spk")));
    return PldaRecipe.gaussian(30)
        .withNu(2)
        .train(TrainingData.of(train.vectors(), train.speakerNumbers()))
        .model();
  }

  private ModelFile model() throws IOException {
    Path file = folder.resolve("model.gme");
    ModelFiles.write(file, trained(), ModelFormat.GME, Provenance.NONE);
    return ModelFiles.open(file);
  }

  private static Verification.Recording recording(String id) {
    return new Verification.Recording(
        id, Audio.read(SharedData.part("neural", "audio16k", id + ".flac")));
  }

  private Verification verify(
      ModelFile model, Verification.Recording a, Verification.Recording b, OperatingPoint point) {
    return Verification.of(embedder, network, model, a, b, point);
  }

  @Test
  void oneSpeakerAndTwo() throws IOException {
    ModelFile model = model();
    Verification same = verify(model, recording("am01-s5-01"), recording("am01-s5-02"), EVEN);
    Verification other = verify(model, recording("am01-s5-01"), recording("am03-s5-02"), EVEN);
    assertThat(same.llr()).isPositive();
    assertThat(other.llr()).isNegative();
    assertThat(same.accepted()).isTrue();
    assertThat(other.accepted()).isFalse();
    assertThat(same.threshold()).isZero();
    assertThat(same.calibrated()).isFalse();
    assertThat(same.doubts()).anyMatch(d -> d.startsWith("the model has no calibration"));
    assertThat(same.sides()).allSatisfy(s -> assertThat(s.precision()).isPositive());
    Verification dear =
        verify(
            model,
            recording("am01-s5-01"),
            recording("am01-s5-02"),
            new OperatingPoint(1e-9, 1, 1e6));
    assertThat(dear.llr()).isEqualTo(same.llr());
    assertThat(dear.accepted()).as("at a threshold of %s", dear.threshold()).isFalse();
  }

  @Test
  void aCalibrationIsUsedAndSaid() throws IOException {
    ModelFile raw = model();
    Path file = folder.resolve("calibrated.gme");
    ModelFiles.write(
        file,
        new CalibratedModel(trained(), LinearCalibration.of(-1, 0.25)),
        ModelFormat.GME,
        Provenance.NONE);
    Verification before = verify(raw, recording("am01-s5-01"), recording("am01-s5-02"), EVEN);
    Verification after =
        verify(ModelFiles.open(file), recording("am01-s5-01"), recording("am01-s5-02"), EVEN);
    assertThat(after.llr()).isEqualTo(0.25 * before.llr() - 1);
    assertThat(after.calibrated()).isTrue();
    assertThat(after.doubts()).noneMatch(d -> d.contains("no calibration"));
  }

  @Test
  void reasonsForDoubt() throws IOException {
    ModelFile model = model();
    Verification.Recording good = recording("am01-s5-01");
    assertThat(verify(model, good, good, EVEN).doubts())
        .contains("the two recordings are the same, sample by sample");
    Audio narrow = good.audio().atRate(8000);
    float[] noise = new float[5 * 16_000];
    Random random = new Random(1);
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (float) (300 * random.nextGaussian());
    }
    Audio early = Audio.wrap(16_000, Arrays.copyOf(good.audio().samples(), 16_000));
    assertThat(doubts(model, good, narrow))
        .contains("x has 8000 samples a second, the network expects 16000");
    assertThat(doubts(model, good, early)).contains("x has 1.0 s of speech, less than 2 s");
    assertThat(doubts(model, good, Audio.wrap(16_000, noise)))
        .anyMatch(d -> d.startsWith("x has a signal-to-noise ratio of "))
        .anyMatch(d -> d.startsWith("x is unlike the recordings that the model was trained on"));
  }

  private List<String> doubts(ModelFile model, Verification.Recording a, Audio b) {
    return verify(model, a, new Verification.Recording("x", b), EVEN).doubts();
  }

  @Test
  void aModelOfOtherVectors() throws IOException {
    Path file = folder.resolve("other.gme");
    double[][] vectors = new double[60][3];
    int[] speakers = new int[60];
    Random random = new Random(2);
    for (int i = 0; i < 60; i++) {
      speakers[i] = i / 6;
      for (int k = 0; k < 3; k++) {
        vectors[i][k] = speakers[i] * (k + 1) % 7 + random.nextGaussian();
      }
    }
    ModelFiles.write(
        file,
        PldaRecipe.gaussian(2).train(TrainingData.of(DoubleMatrix.of(vectors), speakers)).model(),
        ModelFormat.GME,
        Provenance.NONE);
    ModelFile other = ModelFiles.open(file);
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> verify(other, recording("am01-s5-01"), recording("am01-s5-02"), EVEN))
        .withMessage("the model takes vectors of dimension 3, the network gives 128")
        .satisfies(e -> assertThat(e.help()).contains("vectors of this network"));
  }
}
