package dev.gme.cli.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.cli.InProcess;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.turns.Rttm;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.testkit.OnnxGraph;
import dev.gme.testkit.SimulatedSpeech;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands from recordings on, with a small network and simulated speech. */
class NeuralCommandsTest {
  private static final int DIMENSION = 4;

  @TempDir Path folder;
  private Path data;
  private Path network;
  private InProcess.Result last;

  /** The mean of all frames in a few directions: enough to tell the simulated speakers. */
  @BeforeEach
  void write() throws IOException {
    data = Files.createDirectory(folder.resolve("data"));
    new SimulatedSpeech(data);
    network = network("net", 11);
  }

  private Path network(String name, long seed) throws IOException {
    Random random = new Random(seed);
    float[] directions = new float[80 * DIMENSION];
    for (int i = 0; i < directions.length; i++) {
      directions[i] = (float) random.nextGaussian();
    }
    OnnxGraph graph = new OnnxGraph().input("feats", OnnxGraph.FLOAT, "B", "T", 80);
    String mean = graph.then("ReduceMean", Map.of("axes", new long[] {1}, "keepdims", 0L), "feats");
    graph.node(
        "MatMul",
        List.of(mean, graph.weights(directions, 80, DIMENSION)),
        List.of("embs"),
        Map.of());
    Files.writeString(
        folder.resolve(name + ".yaml"), "rate: 8000\nfrontend: 3dspeaker\nnormalize: none\n");
    return graph
        .output("embs", OnnxGraph.FLOAT, "B", DIMENSION)
        .metadata("licence", "CC-BY-4.0")
        .write(folder.resolve(name + ".onnx"));
  }

  private int run(Object... args) {
    last = InProcess.run(args);
    return last.exitCode();
  }

  private void ok(Object... args) {
    assertThat(run(args)).as(last.err()).isZero();
  }

  private JsonNode json() throws IOException {
    return new ObjectMapper().readTree(last.out());
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  private void embed(String out, Object... more) {
    Object[] args = {"embed", data, "--network", network, "--out", file(out)};
    ok(Stream.concat(Stream.of(args), Stream.of(more)).toArray());
  }

  private void model() {
    embed("all.npz");
    ok(
        "train",
        "plda",
        file("all.npz"),
        "--labels",
        data.resolve("utt2spk"),
        "--only",
        data.resolve("train.utt"),
        "-o",
        file("m.gme"));
  }

  @Test
  void saysWhatANetworkIs() throws IOException {
    ok("info", network);
    assertThat(last.out())
        .contains("neural network (ONNX)")
        .contains("feats: float32 [B,T,80]")
        .containsPattern("licence +CC-BY-4.0")
        .containsPattern("front end +.*net.yaml");
    ok("info", network, "--json");
    JsonNode facts = json().get(0);
    assertThat(facts.path("dimension").asInt()).isEqualTo(DIMENSION);
    assertThat(facts.path("weights").asInt()).isEqualTo(80 * DIMENSION);
    assertThat(facts.path("description").path("rate").asInt()).isEqualTo(8000);
    Files.delete(file("net.yaml"));
    ok("info", network);
    assertThat(last.out()).containsPattern("front end +not known: .*wespeaker");
  }

  @Test
  void everySourceOfRecordings() throws IOException {
    embed("list.npz");
    LabelledVectors all = VectorFiles.read(file("list.npz"));
    assertThat(all.size()).isEqualTo(40);
    ok("embed", data.resolve("wav.scp"), "--network", network, "-o", file("scp.ark"), "--json");
    assertThat(json().path("vectors").asInt()).isEqualTo(40);
    assertThat(json().path("seconds").asDouble()).isEqualTo(40);
    assertThat(VectorFiles.read(file("scp.scp")).digest()).isEqualTo(all.digest());
    ok("embed", data.resolve("s0-0.wav"), "--network", network, "-o", file("one.csv"));
    assertThat(VectorFiles.read(file("one.csv")).ids()).containsExactly("s0-0");
    Files.delete(data.resolve("wav.scp"));
    Files.createDirectories(data.resolve("s0/x"));
    Files.move(data.resolve("s0-0.wav"), data.resolve("s0/x/0.wav"));
    Files.writeString(data.resolve("s0/x/1.m4a"), "");
    embed("folder.h5", "--speaker-from", 1);
    LabelledVectors folders = VectorFiles.read(file("folder.h5"));
    assertThat(folders.ids()).contains("s0/x/0", "s0-1");
    assertThat(folders.speakers().orElseThrow()).contains("s0", "s0-1");
    assertThat(last.err()).contains("warning: 1 file .m4a left out");
    assertThat(file("folder.embedding")).doesNotExist();
    assertThat(file("folder.quality.tsv")).isNotEmptyFile();
    assertThat(file("folder.network.json")).isNotEmptyFile();
  }

  @Test
  void whatGoesWrongIsSaid() throws IOException {
    assertThat(run("embed", data, "--out", file("a.npz"))).isEqualTo(2);
    assertThat(last.err()).contains("embed needs SOURCE, --network FILE and --out FILE");
    assertThat(run("embed", data, "--network", file("no.onnx"), "-o", file("a.npz"))).isEqualTo(1);
    assertThat(last.err()).contains("no.onnx does not exist");
    assertThat(run("embed", data, "--network", network, "-o", file("a.txt"))).isEqualTo(1);
    assertThat(last.err()).contains("a format for vectors cannot be told");
    assertThat(run("embed", data, "--network", network, "--vad", "nosuch", "-o", file("a.npz")))
        .isEqualTo(1);
    assertThat(last.err()).contains("expected none, energy or a file to tell speech");
    assertThat(run("embed", data, "--network", network, "--vad", network, "-o", file("a.npz")))
        .isEqualTo(1);
    assertThat(last.err()).contains("expected a detector of speech");
    assertThat(run("embed", data, "--network", network, "--provider", "cuda", "-o", file("a.npz")))
        .isEqualTo(1);
    assertThat(last.err()).contains("has no CUDA").contains("onnxruntime_gpu");
    assertThat(run("embed", data, "--network", network, "--windows", "1:2", "-o", file("a.npz")))
        .isEqualTo(2);
    assertThat(run("embed", data, "--network", data.resolve("utt2spk"), "-o", file("a.npz")))
        .isEqualTo(1);
    assertThat(last.err()).contains("expected a neural network as an ONNX file");
    assertThat(run("embed", data, "--network", network, "--speaker-from", 2, "-o", file("a.npz")))
        .isEqualTo(1);
    assertThat(last.err()).contains("'s0-0' has 1 part, asked for number 2");
    Files.delete(file("net.yaml"));
    assertThat(run("embed", data, "--network", network, "-o", file("a.npz"))).isEqualTo(1);
    assertThat(last.err()).contains("wespeaker").contains("--frontend NAME|FILE");
    Files.writeString(data.resolve("s0-0.wav"), "RIFF");
    assertThat(
            run(
                "embed",
                data,
                "--network",
                network,
                "--frontend",
                "3dspeaker",
                "-o",
                file("a.npz")))
        .isEqualTo(1);
    assertThat(last.err())
        .contains("skipped 1 recording:")
        .contains("1 of 40 recordings (2.5 %) could not be used")
        .contains("--max-skipped")
        .contains("40 recordings had less than the network's 16000 Hz".replace("40", "39"));
  }

  @Test
  void scoresOfTwoNetworksAreWarnedOf() throws IOException {
    embed("a.npz");
    network = network("other", 12);
    embed("b.npz");
    ok("score", "--cosine", "-e", file("a.npz"), "-t", file("b.npz"), "-o", file("s.npy"));
    assertThat(last.err()).contains("were made by different networks, net.onnx and other.onnx");
    ok("score", "--cosine", "-e", file("a.npz"), "-t", file("a.npz"), "-o", file("s.npy"));
    assertThat(last.err()).doesNotContain("different");
  }

  @Test
  void verifiesTwoRecordings() throws IOException {
    model();
    Object[] same = {
      "verify",
      data.resolve("s6-0.wav"),
      data.resolve("s6-1.wav"),
      "--network",
      network,
      "-m",
      file("m.gme"),
      "--prior",
      0.1,
      "--cfa",
      10,
      "--json"
    };
    ok(same);
    JsonNode found = json();
    assertThat(found.path("threshold").asDouble()).isGreaterThan(4);
    assertThat(found.path("calibrated").asBoolean()).isFalse();
    assertThat(found.path("recordings")).hasSize(2);
    assertThat(found.path("doubts").toString()).contains("1.0 s of speech, less than 2 s");
    double llr = found.path("llr").asDouble();
    // The same as the long way.
    embed("eval.npz");
    Files.writeString(file("trial"), "s6-0 s6-1\n");
    ok("score", "-m", file("m.gme"), "-e", file("eval.npz"), "--trials", file("trial"));
    assertThat(Double.parseDouble(last.out().strip().split(" ", -1)[2]))
        .isCloseTo(llr, within(1e-4));
    assertThat(
            run("verify", data.resolve("s6-0.wav"), data.resolve("s6-1.wav"), "-m", file("m.gme")))
        .isEqualTo(2);
    assertThat(last.err()).contains("--network FILE is missing");
  }

  @Test
  void diarizesARecording() throws IOException {
    model();
    ok(
        "diarize",
        data.resolve("s6-0.wav"),
        "--network",
        network,
        "--vad",
        "none",
        "--windows",
        "0.5:0.25",
        "-m",
        file("m.gme"),
        "-o",
        file("turns.rttm"));
    assertThat(Rttm.read(file("turns.rttm"))).containsOnlyKeys("s6-0");
    assertThat(run("diarize", file("all.npz"), "-m", file("m.gme"), "-o", file("x.rttm")))
        .isEqualTo(2);
    assertThat(last.err()).contains("--segments is missing, or --network");
  }

  /** The remedy is an option of each command. */
  @Test
  void severalChannelsNeedAChoice() throws IOException {
    model();
    byte[] one = Files.readAllBytes(data.resolve("s6-0.wav"));
    ByteBuffer two = ByteBuffer.wrap(one.clone()).order(ByteOrder.LITTLE_ENDIAN);
    two.putShort(22, (short) 2).putShort(32, (short) 4);
    Path stereo = Files.write(file("two.wav"), two.array());
    Object[][] commands = {
      {"embed", stereo, "--network", network, "-o", file("two.npz")},
      {"diarize", stereo, "--network", network, "-m", file("m.gme"), "-o", file("two.rttm")},
      {"verify", stereo, stereo, "--network", network, "-m", file("m.gme")}
    };
    for (Object[] command : commands) {
      assertThat(run(command)).isEqualTo(1);
      assertThat(last.err())
          .contains("two.wav has 2 channels, expected one")
          .contains("help: say which channel to take (--channel N)");
      Object[] chosen = Arrays.copyOf(command, command.length + 4);
      System.arraycopy(
          new Object[] {"--channel", 1, "--vad", "none"}, 0, chosen, command.length, 4);
      ok(chosen);
    }
    assertThat(file("two.embedding")).doesNotExist();
  }

  @Test
  void whatIsMissingIsSaidBeforeTheWork() throws IOException {
    assertThat(run("diarize", data, "--network", network, "-o", file("x.rttm"))).isEqualTo(1);
    assertThat(last.err()).contains("this needs a model").doesNotContain("embedding");
    assertThat(run("diarize", data, "--segments", data, "--channel", 1, "-o", file("x.rttm")))
        .isEqualTo(2);
    assertThat(last.err()).contains("--channel is about --network");
  }

  @Test
  void windowsComeWithSegments() throws IOException {
    embed("w.ark", "--windows", "0.4:0.2", "--vad", "energy");
    List<String> segments = Files.readAllLines(file("w.segments"));
    assertThat(VectorFiles.read(file("w.scp")).size()).isEqualTo(segments.size());
    assertThat(segments.get(0)).startsWith("s0-0-0000");
  }

  @Test
  void metaEmbeddingsOfANetworkAreScored() throws IOException {
    OnnxGraph graph = new OnnxGraph().input("wav", OnnxGraph.FLOAT, "B", "N");
    graph.node(
        "ReduceL2", List.of("wav"), List.of("b"), Map.of("axes", new long[] {1}, "keepdims", 0L));
    graph.node(
        "ReduceMean", List.of("wav"), List.of("a"), Map.of("axes", new long[] {1}, "keepdims", 1L));
    graph.output("a", OnnxGraph.FLOAT, "B", 1).output("b", OnnxGraph.FLOAT, "B");
    network = graph.metadata("lambda", "2").write(file("meta.onnx"));
    Files.writeString(file("meta.yaml"), "rate: 8000\nfrontend: wave\n");
    embed("meta.gme", "--meta");
    assertThat(Artefact.read(file("meta.gme"), ArtefactKind.META_EMBEDDINGS).value().ids())
        .hasSize(40);
    ok("score", "-e", file("meta.gme"), "--top", 1);
  }
}
