package dev.gme.frontend.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.frontend.feature.WindowType;
import dev.gme.frontend.network.NetworkDescriptions.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Descriptions from everywhere, good ones and bad ones. */
class NetworkDescriptionsTest {
  @TempDir Path folder;

  static List<String> presets() {
    return NetworkDescriptions.presets();
  }

  private NetworkDescription read(String yaml) throws IOException {
    return NetworkDescriptions.read(Files.writeString(folder.resolve("net.yaml"), yaml));
  }

  @ParameterizedTest
  @MethodSource("presets")
  void whatIsWrittenIsReadBack(String name) throws IOException {
    for (int rate : new int[] {8000, 16000}) {
      NetworkDescription preset = NetworkDescriptions.preset(name, rate);
      assertThat(read(preset.toYaml())).isEqualTo(preset);
      assertThat(read("rate: " + rate + "\nfrontend: " + name + "\n")).isEqualTo(preset);
      assertThat(read("{\"rate\": " + rate + ", \"frontend\": {\"preset\": \"" + name + "\"}}"))
          .isEqualTo(preset);
    }
  }

  @Test
  void aPresetHasTheRateThatTheNetworkSays() throws IOException {
    Path net = folder.resolve("net.onnx");
    Map<String, String> said = Map.of("sample_rate", "8000");
    assertThat(NetworkDescriptions.of(net, "vbx", said).description())
        .isEqualTo(NetworkDescriptions.preset("vbx", 8000));
    assertThat(NetworkDescriptions.of(net, "vbx", Map.of()).description())
        .isEqualTo(NetworkDescriptions.preset("vbx"));
  }

  @Test
  void everyKey() throws IOException {
    NetworkDescription d =
        read(
            """
            rate: 16000
            frontend: {type: kaldi-fbank, bands: 40, window: hamming, scale: 1, low: 30, snip-edges: true}
            normalize: {mean: 3.0}
            input: feats          # a remark
            layout: BFT
            output: embs
            log-variance: lv
            windows: {length: 3, shift: 1.5, combine: normalized-mean}
            shortest: 0.5
            level: -26
            """);
    KaldiSpec features = (KaldiSpec) d.features();
    assertThat(features.bands()).isEqualTo(40);
    assertThat(features.window()).isEqualTo(WindowType.HAMMING);
    assertThat(features.low()).isEqualTo(30);
    assertThat(d.normalize()).isEqualTo(new Normalization(Normalization.Kind.MEAN, 3));
    assertThat(d.input()).isEqualTo("feats");
    assertThat(d.layout()).isEqualTo(Layout.BFT);
    assertThat(d.output()).isEqualTo("embs");
    assertThat(d.uncertainty()).isEqualTo(Uncertainty.LOG_VARIANCE);
    assertThat(d.uncertaintyOutput()).isEqualTo("lv");
    assertThat(d.windows()).isEqualTo(new Windows(3, 1.5, Windows.Combine.NORMALIZED_MEAN));
    assertThat(d.shortest()).isEqualTo(0.5);
    assertThat(d.level()).isEqualTo(Level.to(-26));
    assertThat(read(d.toYaml())).isEqualTo(d);
    // A preset with a difference, without its level.
    NetworkDescription other =
        read("frontend: {preset: resemblyzer, bands: 64}\nlevel: none\nlayout: auto\n");
    assertThat(other.features().dimension()).isEqualTo(64);
    assertThat(other.level()).isEqualTo(Level.NONE);
    assertThat(other.windows()).isEqualTo(NetworkDescriptions.preset("resemblyzer").windows());
    assertThat(read("frontend: wave\nlevel: {raise: -30}\n").level())
        .isEqualTo(new Level(Level.Kind.RAISE, -30));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '^',
      value = {
        "frontend: wespeeker ^ line 1: expected one of wespeaker, ^ did you mean",
        "fronted: wespeaker ^ line 1: there is no key 'fronted' here ^ did you mean",
        "rate: 16000 ^ line 1: the key 'frontend' is missing ^ speechbrain",
        "rate: 16 k/frontend: wave ^ line 1: expected a whole number from 1000 to 384000 ^ correct",
        "frontend: {bands: 80} ^ line 1: expected the key 'type' or the key 'preset', found neither"
            + " ^ kaldi-fbank",
        "frontend:/  type: kaldi-fbank/  band: 80 ^ line 3: there is no key 'band' ^ bands",
        "frontend:/  type: kaldi-fbank/  window: haming ^ line 3: expected one of hamming"
            + " ^ hamming",
        "frontend:/  type: stft-mel/  cepstra: 90 ^ expected a number of cepstra ^ correct",
        "frontend:/  type: stft-mel/  fft: 401 ^ even fft ^ correct",
        "frontend:/  type: stft-mel/  high: 9000 ^ filters from 0.0 to 9000.0 Hz ^ correct",
        "frontend:/  type: kaldi-fbank/  high: 9000 ^ filters from 20.0 to 9000.0 Hz ^ correct",
        "frontend:/  type: wave/  scale: 0 ^ expected a scale above 0, found 0.0 ^ correct",
        "frontend: {type: wave}/layout: BTF ^ expected the layout BN for samples ^ correct",
        "frontend: nemo/normalize: meen ^ line 2: expected one of none, mean ^ mean",
        "frontend: nemo/normalize: {mean: -3} ^ line 2: expected a number above 0.0 ^ correct",
        "frontend: nemo/normalize: {mean: 3, mean-variance: 3} ^ expected one key, found 2 ^ keep",
        "frontend: nemo/level: 6 ^ line 2: expected a number from -120.0 to 0.0 ^ correct",
        "frontend: nemo/windows: {length: 1, shift: 2} ^ line 2: expected a shift up to ^ correct",
        "frontend: nemo/precision: p/variance: v ^ line 3: two outputs of uncertainty ^ keep",
        "frontend: nemo/output: p/precision: p ^ expected two outputs ^ correct",
        "frontend: [nemo] ^ line 1: expected a word ^ write",
      })
  void badDescriptions(String yaml, String message, String help) {
    assertThatThrownBy(() -> read(yaml.strip().replace('/', '\n')))
        .isInstanceOfSatisfying(
            GmeException.class,
            e -> {
              assertThat(e).hasMessageContaining("net.yaml, line ").hasMessageContaining(message);
              assertThat(e.help()).contains(help);
            });
  }

  @Test
  void theFirstThatIsThere() throws IOException {
    Path net = folder.resolve("net.onnx");
    Map<String, String> json = Map.of("frontend", "{\"frontend\": \"speechbrain\"}");
    Map<String, String> sherpa =
        Map.of("framework", "wespeaker", "sample_rate", "16000", "normalize_samples", "0");
    assertThat(NetworkDescriptions.of(net, "", json).description())
        .isEqualTo(NetworkDescriptions.preset("speechbrain"));
    Found published = NetworkDescriptions.of(net, "", sherpa);
    assertThat(published.description()).isEqualTo(NetworkDescriptions.preset("wespeaker"));
    assertThat(published.notes()).singleElement().asString().contains("sherpa-onnx");
    Path beside = Files.writeString(folder.resolve("net.yaml"), "frontend: nemo\n");
    assertThat(NetworkDescriptions.of(net, "", json).description())
        .isEqualTo(NetworkDescriptions.preset("nemo"));
    assertThat(NetworkDescriptions.of(net, "", json).from()).isEqualTo(beside.toString());
    assertThat(NetworkDescriptions.of(net, "vbx", json).description())
        .isEqualTo(NetworkDescriptions.preset("vbx"));
    assertThat(NetworkDescriptions.of(net, beside.toString(), json).description())
        .isEqualTo(NetworkDescriptions.preset("nemo"));
    assertThatThrownBy(() -> NetworkDescriptions.of(net, "vbxx", json))
        .isInstanceOfSatisfying(
            GmeException.class, e -> assertThat(e.help()).contains("did you mean 'vbx'?"));
    assertThatThrownBy(() -> NetworkDescriptions.of(net, "other.yaml", json))
        .hasMessageContaining("other.yaml does not exist");
  }

  @Test
  void anUnknownFrontEndIsRefusedWithTheList() {
    assertThatThrownBy(() -> NetworkDescriptions.of(folder.resolve("a.onnx"), "", Map.of()))
        .isInstanceOfSatisfying(
            GmeException.class,
            e -> {
              assertThat(e).hasMessageContaining("a.onnx").hasMessageContaining("which features");
              presets().forEach(p -> assertThat(e.help()).contains(p));
            });
  }

  @ParameterizedTest
  @CsvSource({
    "wespeaker,0,,25,10,,wespeaker",
    "3d-speaker,1,global-mean,25,10,,3dspeaker",
    "nemo,1,per_feature,25,10,80,nemo",
  })
  void metadataOfSherpa(
      String framework,
      String normalize,
      String type,
      String size,
      String stride,
      String bands,
      String preset)
      throws IOException {
    Map<String, String> metadata = new java.util.HashMap<>();
    metadata.put("framework", framework);
    metadata.put("sample_rate", "16000");
    metadata.put("normalize_samples", normalize);
    metadata.put("window_size_ms", size);
    metadata.put("window_stride_ms", stride);
    metadata.put("output_dim", "192");
    if (type != null) {
      metadata.put("feature_normalize_type", type);
    }
    if (bands != null) {
      metadata.put("feat_dim", bands);
    }
    assertThat(NetworkDescriptions.of(folder.resolve("n.onnx"), "", metadata).description())
        .isEqualTo(NetworkDescriptions.preset(preset));
    // What does not fit the front end of the authors is not believed.
    metadata.put("window_stride_ms", "20");
    assertThatThrownBy(() -> NetworkDescriptions.of(folder.resolve("n.onnx"), "", metadata))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("window_stride_ms = 20, where 10 is known");
    metadata.put("window_stride_ms", "ten");
    assertThatThrownBy(() -> NetworkDescriptions.of(folder.resolve("n.onnx"), "", metadata))
        .hasMessageContaining("window_stride_ms = ten, where a whole number");
  }

  /** Stage by stage, as the metadata of some networks have it. */
  @Test
  void stages() throws IOException {
    String mel =
        "{\"level_dbfs\": -26, \"mel\": {\"n_fft\": 2048, \"window\": \"hann-periodic\","
            + " \"hop\": 512, \"center\": \"zeros\", \"bands\": 128, \"scale\": \"slaney\","
            + " \"norm\": \"slaney\", \"low\": 0, \"high\": 0, \"power\": 2},"
            + " \"log\": {\"type\": \"db\", \"floor\": 1e-10, \"top_db\": 80},"
            + " \"dct\": {\"coefficients\": 40, \"norm\": \"ortho\"}}";
    Path net = folder.resolve("n.onnx");
    assertThat(NetworkDescriptions.of(net, "", Map.of("frontend", mel)).description())
        .isEqualTo(NetworkDescriptions.preset("librosa-mfcc").withLevel(Level.to(-26)));
    String wave = "{\"level_dbfs\": -26, \"wave\": {\"scale\": 3.0517578125e-05}}";
    assertThat(
            NetworkDescriptions.of(net, "", Map.of("frontend", wave, "sample_rate", "8000"))
                .description())
        .isEqualTo(NetworkDescriptions.preset("wave", 8000).withLevel(Level.to(-26)));
    for (String[] bad :
        new String[][] {
          {mel.replace("top_db", "top"), "there is no key 'top' here"},
          {mel.replace("hann-periodic", "hann"), "expected one of hann-periodic"},
          {mel.replace("\"high\": 0", "\"high\": 9000"), "filters from 0.0 to 9000.0 Hz"},
          {mel.replace("\"hop\": 512, ", ""), "the key 'hop' is missing"},
          {mel.replace("{\"level", "{\"wave\": {\"scale\": 1}, \"level"), "found both"},
          {wave.replace("-26", "26"), "expected a number from -120.0 to 0.0"},
        }) {
      assertThatThrownBy(() -> NetworkDescriptions.of(net, "", Map.of("frontend", bad[0])))
          .isInstanceOf(GmeException.class)
          .hasMessageContaining("metadata 'frontend'")
          .hasMessageContaining(bad[1]);
    }
    assertThatThrownBy(
            () -> NetworkDescriptions.of(net, "", Map.of("frontend", wave, "sample_rate", "0")))
        .hasMessageContaining("metadata 'sample_rate'");
  }

  /** Not every network with such a key is one of sherpa-onnx's. */
  @Test
  void otherMetadata() {
    Map<String, String> metadata = Map.of("framework", "mine", "sample_rate", "16000");
    assertThatThrownBy(() -> NetworkDescriptions.of(folder.resolve("n.onnx"), "", metadata))
        .hasMessageContaining("nothing says");
    Map<String, String> slow = Map.of("framework", "nemo", "sample_rate", "0");
    assertThatThrownBy(() -> NetworkDescriptions.of(folder.resolve("n.onnx"), "", slow))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("rate of 0");
    Map<String, String> broken = Map.of("frontend", "{\"frontend\": ");
    assertThatThrownBy(() -> NetworkDescriptions.of(folder.resolve("n.onnx"), "", broken))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("metadata 'frontend'");
  }
}
