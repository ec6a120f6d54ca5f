package dev.gme.cli.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.cli.InProcess;
import dev.gme.core.diarize.SpeakerTurns;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import dev.gme.formats.turns.Rttm;
import dev.gme.frontend.audio.Audio;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands from recordings on, with a pretrained network and real recordings. */
class NeuralCommandsGoldenTest {
  private static final int RATE = 16_000;

  @TempDir Path folder;

  private static Path part(String name) {
    return SharedData.part("neural", name);
  }

  private static InProcess.Result run(Object... args) {
    InProcess.Result result = InProcess.run(args);
    assertThat(result.exitCode()).as(result.err()).isZero();
    return result;
  }

  private static Object[] withNetwork(Object... args) {
    List<Object> all = new ArrayList<>(Arrays.asList(args));
    all.addAll(List.of("--network", part("speaker-lstm.onnx")));
    all.addAll(List.of("--frontend", "librosa-mfcc", "--level", "-26"));
    return all.toArray();
  }

  /** A model of other speakers and recordings. */
  private Path model(String kind, Object... more) {
    Path lists = SharedData.part("embeddings", "audiomnist-lists");
    Path model = folder.resolve(kind + ".gme");
    List<Object> args = new ArrayList<>(List.of("train", kind, part("audiomnist-lstm-2400.npz")));
    args.addAll(
        List.of("--labels", lists.resolve("utt2spk"), "--only", lists.resolve("train.utt")));
    args.addAll(List.of("--out", model));
    args.addAll(List.of(more));
    run(args.toArray());
    return model;
  }

  @Test
  void anEmbeddingOfTheAuthorsIsAgreedWith() throws IOException {
    Map<String, NpyArray> expected = Npz.read(part("expected.npz"));
    String id =
        expected.keySet().stream()
            .filter(n -> n.endsWith(".embedding"))
            .findFirst()
            .orElseThrow()
            .replace(".embedding", "");
    Path vector = folder.resolve("a.npy");
    Npy.write(vector, expected.get(id + ".embedding"));
    Path audio = SharedData.part("audio", "librispeech", id + ".flac");
    Object[] check = {
      "embed",
      "check",
      part("speaker-lstm-wave.onnx"),
      "--frontend",
      "wave",
      "--audio",
      audio,
      "--expect",
      vector,
      "--json"
    };
    List<Object> levelled = new ArrayList<>(Arrays.asList(check));
    levelled.addAll(List.of("--level", "-26"));
    JsonNode agreed = new ObjectMapper().readTree(run(levelled.toArray()).out());
    assertThat(agreed.path("agrees").asBoolean()).isTrue();
    assertThat(agreed.path("largest_difference").asDouble()).isLessThan(1e-5);
    levelled.set(levelled.size() - 1, "-40");
    InProcess.Result other = InProcess.run(levelled.toArray());
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(new ObjectMapper().readTree(other.out()).path("agrees").asBoolean()).isFalse();
    assertThat(other.err())
        .contains("the embedding differs from")
        .contains("help: check the front");
  }

  @Test
  void verifiesASameAndADifferentPair() throws IOException {
    Path model = model("plda", "--lda", 39);
    JsonNode same = verified(model, "am01-s5-01", "am01-s5-02");
    JsonNode different = verified(model, "am01-s5-01", "am03-s5-02");
    assertThat(same.path("accepted").asBoolean()).isTrue();
    assertThat(different.path("accepted").asBoolean()).isFalse();
    assertThat(same.path("llr").asDouble()).isPositive();
    assertThat(different.path("llr").asDouble()).isNegative();
    assertThat(same.path("threshold").asDouble()).isZero();
    assertThat(same.path("doubts").get(0).asText()).contains("has no calibration");
    assertThat(same.path("recordings").get(0).path("precision").asDouble())
        .as("of a Gaussian model")
        .isCloseTo(1, within(1e-6));
    InProcess.Result text =
        run(withNetwork("verify", audio("am01-s5-01"), audio("am01-s5-01"), "-m", model));
    assertThat(text.out())
        .contains("log-likelihood ratio")
        .contains("accept, one speaker: threshold")
        .contains("against trusting it: the two recordings are the same");
  }

  private static Path audio(String id) {
    return part("audio16k").resolve(id + ".flac");
  }

  private JsonNode verified(Path model, String a, String b) throws IOException {
    return new ObjectMapper()
        .readTree(run(withNetwork("verify", audio(a), audio(b), "-m", model, "--json")).out());
  }

  /** From recordings to a table. */
  @Tag("slow")
  @Test
  void experimentFromRecordings() throws IOException {
    Path lists = SharedData.part("audio", "lists");
    Path file = folder.resolve("experiment.yaml");
    Files.writeString(
        file,
        String.join(
            "\n",
            "train:",
            "  vectors: " + part("audiomnist-lstm-520.npz"),
            "  labels: " + lists.resolve("utt2spk"),
            "  only: " + lists.resolve("train.utt"),
            "evaluation:",
            "  - name: trials",
            "    vectors: {embed: "
                + part("speaker-lstm.onnx")
                + ", recordings: "
                + part("audio16k")
                + ", frontend: librosa-mfcc, level: -26}",
            "    trials: " + lists.resolve("trials"),
            "systems: [cosine]",
            "metrics: {replicates: 1}",
            ""));
    run("experiment", file, "--out", folder.resolve("work"));
    JsonNode results = new ObjectMapper().readTree(folder.resolve("work/results.json").toFile());
    // 13.06 % is published beside the data: cosines after the training mean was subtracted.
    assertThat(results.findPath("eer_rocch").asDouble(Double.NaN)).isCloseTo(0.1306, within(0.003));
  }

  /**
   * Three speakers take turns, a recording each, half a second of silence between them. What is
   * wrong is where turns begin and end, not who speaks.
   */
  @Tag("slow")
  @Test
  void diarizesAConversationOfThreeSpeakers() throws IOException {
    Path model = model("plda", "--lda", 39);
    Path conversation = folder.resolve("talk.wav");
    Path reference = folder.resolve("ref.rttm");
    writeConversation(List.of("am01", "am03", "am06"), conversation, reference);
    // Measured without a collar: 2.4, 5.6 and 0.02 %, and no confusion in any of them.
    assertThat(error(model, conversation, reference, "energy")).isLessThan(0.04);
    assertThat(error(model, conversation, reference, part("silero_vad_v5.onnx").toString()))
        .isLessThan(0.08);
    assertThat(error(model, conversation, reference, reference.toString())).isLessThan(0.01);
  }

  private double error(Path model, Path conversation, Path reference, String vad)
      throws IOException {
    Path out = folder.resolve("out.rttm");
    run(withNetwork("diarize", conversation, "-m", model, "--vad", vad, "--out", out));
    JsonNode all =
        new ObjectMapper()
            .readTree(run("evaluate", "diarization", reference, out, "--json").out())
            .path("all");
    assertThat(all.path("found").asInt()).isEqualTo(3);
    assertThat(all.path("confusion").asDouble()).isLessThan(1);
    return all.path("der").asDouble();
  }

  private static void writeConversation(List<String> speakers, Path wav, Path rttm)
      throws IOException {
    List<float[]> parts = new ArrayList<>();
    List<double[]> turns = new ArrayList<>();
    int at = 0;
    for (int turn = 1; turn <= 6; turn++) {
      for (String speaker : speakers) {
        float[] samples = Audio.read(audio(speaker + "-s5-0" + turn)).atRate(RATE).samples();
        turns.add(new double[] {at, at + samples.length});
        parts.add(samples);
        parts.add(new float[RATE / 2]);
        at += samples.length + RATE / 2;
      }
    }
    ByteBuffer b = ByteBuffer.allocate(44 + 2 * at).order(ByteOrder.LITTLE_ENDIAN);
    b.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + 2 * at);
    b.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
    b.putShort((short) 1).putShort((short) 1).putInt(RATE).putInt(2 * RATE);
    b.putShort((short) 2).putShort((short) 16);
    b.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(2 * at);
    for (float[] part : parts) {
      for (float x : part) {
        b.putShort((short) x);
      }
    }
    Files.write(wav, b.array());
    int n = turns.size();
    int[] who = new int[n];
    Arrays.setAll(who, i -> i % speakers.size());
    Rttm.write(
        rttm,
        Map.of(
            "talk",
            SpeakerTurns.of(
                turns.stream().mapToDouble(t -> t[0] / RATE).toArray(),
                turns.stream().mapToDouble(t -> t[1] / RATE).toArray(),
                who,
                speakers)));
  }
}
