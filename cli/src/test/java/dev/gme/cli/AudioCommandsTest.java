package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.testkit.SimulatedSpeech;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the front end on simulated speech. */
class AudioCommandsTest {
  @TempDir Path folder;

  private InProcess.Result last;

  @BeforeEach
  void writeRecordings() throws IOException {
    new SimulatedSpeech(folder);
  }

  private int run(Object... args) {
    last = InProcess.run(args);
    return last.exitCode();
  }

  private String out() {
    return last.out();
  }

  private String err() {
    return last.err();
  }

  private Path file(String name) {
    return folder.resolve(name);
  }

  private int recipe(Object... more) {
    List<Object> args = new ArrayList<>(List.of("ivector", "recipe", folder, "--out", file("exp")));
    args.addAll(List.of("--gaussians", 4, "--norm", "none"));
    args.addAll(List.of(more));
    return run(args.toArray());
  }

  private int extract(String utts, String out, Object... more) {
    List<Object> args = new ArrayList<>(List.of("ivector", "extract", file("f.ark")));
    args.addAll(List.of("--extractor", file("x"), "--utts", file(utts), "--out", file(out)));
    args.addAll(List.of(more));
    return run(args.toArray());
  }

  @Test
  void stepByStep() throws IOException {
    assertThat(run("features", folder, "--norm", "none", "--out", file("f.ark"), "--json"))
        .isZero();
    JsonNode summary = new ObjectMapper().readTree(out());
    assertThat(summary.path("recordings").asInt()).isEqualTo(40);
    assertThat(summary.path("dimension").asInt()).isEqualTo(60);
    assertThat(summary.path("seconds").asDouble()).isEqualTo(40);

    assertThat(
            run(
                "ubm",
                "train",
                file("f.scp"),
                "--gaussians",
                4,
                "--out",
                file("ubm"),
                "--checkpoint",
                file("ckpt")))
        .isZero();
    assertThat(err()).contains("4 Gaussians of 60 dimensions");
    assertThat(file("ckpt")).exists();

    assertThat(
            run(
                "ivector",
                "train",
                file("f.ark"),
                "--ubm",
                file("ubm"),
                "--dim",
                6,
                "--out",
                file("x")))
        .isZero();
    assertThat(err()).contains("an extractor of 6 dimensions from 40 recordings");
    try (var files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString())).noneMatch(f -> f.endsWith(".npy"));
    }

    assertThat(extract("eval.utt", "v.npz", "--precisions", file("p.npy"))).isZero();
    LabelledVectors v = VectorFiles.read(file("v.npz"));
    assertThat(v.size()).isEqualTo(15);
    assertThat(v.vectors().cols()).isEqualTo(6);
    assertThat(Npy.read(file("p.npy")).shape()).containsExactly(15, 21);

    // Ids that are not there are named; the rest is done.
    Files.writeString(file("some.utt"), "s5-0\nnobody\n");
    assertThat(extract("some.utt", "some.npz")).isEqualTo(1);
    assertThat(err()).contains("the utterance 'nobody' is not in").contains("1 of 2 recordings");
    assertThat(VectorFiles.read(file("some.npz")).ids()).containsExactly("s5-0");

    // The archive says how its frames were made, and the extractor remembers it.
    assertThat(run("info", file("x"), "--json")).isZero();
    assertThat(new ObjectMapper().readTree(out()).get(0).path("features").path("rate").asText())
        .isEqualTo("8000");
    assertThat(run("ivector", "extract", folder, "--extractor", file("x"), "--out", file("w.npz")))
        .isZero();
    LabelledVectors w = VectorFiles.read(file("w.npz"));
    assertThat(w.vectors().toDoubles().row(w.row("s7-0")))
        .containsExactly(v.vectors().toDoubles().row(v.row("s7-0")));

    assertThat(run("features", folder, "--type", "fbank", "--out", file("b.ark"), "--json"))
        .isZero();
    assertThat(new ObjectMapper().readTree(out()).path("dimension").asInt()).isEqualTo(23);
    assertThat(run("ivector", "train", file("b.ark"), "--ubm", file("ubm"), "--out", file("never")))
        .isEqualTo(1);
    assertThat(err()).contains("b.ark holds other features than the mixture was trained on");
  }

  @Test
  void extractorsOfUnknownFeaturesTakeFramesOnly() throws IOException {
    assertThat(run("features", folder, "--norm", "none", "--out", file("f.ark"))).isZero();
    Files.delete(file("f.features"));
    run("ubm", "train", file("f.ark"), "--gaussians", 2, "--out", file("ubm"));
    run("ivector", "train", file("f.ark"), "--ubm", file("ubm"), "--dim", 3, "--out", file("x"));
    assertThat(run("ivector", "extract", folder, "--extractor", file("x"), "--out", file("w.npz")))
        .isEqualTo(1);
    assertThat(err()).contains("does not know which features").contains("help: make them with");
  }

  /** What is chosen is said; an option wins. */
  @Test
  void sizesAndNormalizationSuitTheData() {
    List<Object> bare = List.of("ivector", "recipe", folder, "--out", file("exp"));
    assertThat(run(bare.toArray())).isZero();
    assertThat(err())
        .contains("--norm none: half of the recordings have less than")
        .contains("--gaussians 16: about ")
        .contains("--dim 10: 25 training recordings")
        .contains("Report: " + file("exp").resolve("report.html"));
    assertThat(file("exp").resolve("report.html")).content().contains("GME, nu = 2");

    List<Object> given = new ArrayList<>(bare);
    given.addAll(List.of("--gaussians", 4, "--window", 0.1, "--dim", 5));
    assertThat(run(given.toArray())).isZero();
    assertThat(err())
        .doesNotContain("--norm")
        .contains("ubm: 4 Gaussians")
        .contains("5 dimensions");
    assertThat(run("features", folder, "--norm", "auto", "--out", file("f.ark"))).isZero();
    assertThat(err()).contains("--norm none: half");
    assertThat(run("features", folder, "--norm", "auto", "--window", 0.1, "--out", file("f.ark")))
        .isZero();
    assertThat(err()).contains("--norm mean-variance: half of the recordings have at least");
  }

  @Test
  void voiceActivity() {
    assertThat(run("vad", folder, "--out", file("vad.ark"))).isZero();
    assertThat(err()).contains("frames are speech").contains("40 recordings");
    assertThat(file("vad.scp")).exists();
    assertThat(run("vad", folder, "--out", file("vad.npy"))).isEqualTo(1);
    assertThat(err()).contains("vad.npy: frames go into a Kaldi archive");
  }

  /** Who reads the outputs of a recipe can read those of an experiment on its i-vectors. */
  @Test
  void recipeAndExperimentNameTheirOutputsAlike() throws IOException {
    assertThat(recipe("--dim", 6)).isZero();
    Files.writeString(
        file("same.yaml"),
        """
        train: {vectors: exp/train.npz, labels: utt2spk}
        evaluation:
          - {name: trials, vectors: exp/eval.npz, trials: trials, labels: utt2spk}
        systems: [cosine, gplda, gme]
        metrics: {replicates: 10}
        """);
    assertThat(run("experiment", file("same.yaml"), "--out", file("same"))).as(err()).isZero();
    assertThat(outputs(file("same"))).isEqualTo(outputs(file("exp")));
    JsonNode ofRecipe = set(file("exp"));
    JsonNode ofExperiment = set(file("same"));
    // An experiment knows what its lists and scores were made of, too.
    assertThat(names(ofExperiment)).containsAll(names(ofRecipe));
    assertThat(names(ofExperiment.path("results").get(0)))
        .containsAll(names(ofRecipe.path("results").get(0)));
  }

  /** Pages, figures, models and scores, by their paths. */
  private static List<String> outputs(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(f -> folder.relativize(f).toString().replace('\\', '/'))
          .filter(
              f -> f.matches("[^/]+\\.html|results\\.json|models/.*\\.gme|scores/.*\\.(txt|tsv)"))
          .sorted()
          .toList();
    }
  }

  private static JsonNode set(Path folder) throws IOException {
    return new ObjectMapper().readTree(folder.resolve("results.json").toFile()).at("/sets/0");
  }

  private static List<String> names(JsonNode node) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void recipeGoesFromRecordingsToFiguresAndIsNotDoneTwice() throws IOException {
    assertThat(recipe("--dim", 6)).isZero();
    assertThat(out().lines().map(l -> l.replaceFirst("  .*", "")))
        .startsWith(
            "trials:",
            "12 target and 24 non-target trials",
            "system",
            "cosine",
            "Gaussian PLDA",
            "GME, nu = 2",
            "");
    assertThat(err()).doesNotContain("(unchanged)");
    String first = out();
    assertThat(recipe("--dim", 6)).isZero();
    assertThat(err().lines().filter(l -> l.contains("(unchanged)"))).hasSize(6);
    assertThat(out()).isEqualTo(first);

    assertThat(recipe("--dim", 5)).isZero();
    assertThat(
            err()
                .lines()
                .filter(l -> l.contains("(unchanged)"))
                .map(l -> l.replaceFirst(":.*", "")))
        .containsExactly("features", "ubm", "statistics");

    Files.write(file("s0-0.wav"), SimulatedSpeech.recording(1, 999));
    Files.setLastModifiedTime(
        file("s0-0.wav"), java.nio.file.attribute.FileTime.fromMillis(1_000_000));
    assertThat(recipe("--dim", 5, "--json")).isZero();
    assertThat(err()).doesNotContain("(unchanged)");
    JsonNode figures = new ObjectMapper().readTree(out()).path("figures");
    assertThat(figures).hasSize(3);
    assertThat(figures.get(1).path("eer").asDouble()).isBetween(0.0, 0.5);

    // The extractor knows its features, so that recordings are enough.
    assertThat(
            run(
                "ivector",
                "extract",
                file("s7-0.wav"),
                "--extractor",
                file("exp").resolve("extractor.safetensors"),
                "--no-prior",
                "--out",
                file("v.csv")))
        .isZero();
    assertThat(VectorFiles.read(file("v.csv")).ids()).containsExactly("s7-0");
    refusesRecordings(file("none.wav"), "none.wav does not exist");
    Files.write(file("stereo.wav"), stereo(8000));
    refusesRecordings(file("stereo.wav"), "stereo.wav has 2 channels, expected one");
    refusesRecordings(file("s7-0.wav"), "s7-0.wav has more than 99 samples", "--max-samples", 99);
    refusesRecordings(file("s7-0.wav"), "--max-samples must be from 1", "--max-samples", 0);
  }

  /** The cause is named, as by gme features. */
  private void refusesRecordings(Path source, String cause, Object... more) {
    List<Object> args = new ArrayList<>(List.of("ivector", "extract", source));
    args.addAll(List.of("--extractor", file("exp").resolve("extractor.safetensors")));
    args.addAll(List.of("--out", file("never.npz")));
    args.addAll(List.of(more));
    assertThat(run(args.toArray())).isEqualTo(1);
    assertThat(err()).contains(cause).contains("\nhelp: ");
    assertThat(file("never.npz")).doesNotExist();
  }

  /** A WAV file of two silent channels. */
  private static byte[] stereo(int samples) {
    ByteBuffer out = ByteBuffer.allocate(44 + 4 * samples).order(ByteOrder.LITTLE_ENDIAN);
    out.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + 4 * samples);
    out.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16);
    out.putShort((short) 1).putShort((short) 2).putInt(8000).putInt(32000);
    out.putShort((short) 4).putShort((short) 16);
    out.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(4 * samples);
    return out.array();
  }

  @Test
  void modelsOfSeveralRecordings() throws IOException {
    Files.writeString(file("models"), "m5 s5-0\nm5 s5-1\nm6 s6-0\nm6 s6-1\n");
    Files.writeString(
        file("t"), "m5 s5-2 target\nm5 s6-2 nontarget\nm6 s6-2 target\nm6 s5-2 nontarget\n");
    assertThat(recipe("--dim", 4, "--trials", file("t") + "=" + file("models"))).isZero();
    assertThat(out()).contains("t:").contains("2 target and 2 non-target trials");
    assertThat(recipe("--dim", 4, "--trials", file("t"))).isEqualTo(1);
    assertThat(err()).contains("t, line 1: there is no vector or model 'm5'");
  }

  @Test
  void badRecordingsAreNamedAndTheRestGoesOn() throws IOException {
    byte[] whole = Files.readAllBytes(file("s5-1.wav"));
    Files.write(file("s5-1.wav"), java.util.Arrays.copyOf(whole, 1000));
    Files.delete(file("s6-1.wav"));
    assertThat(run("features", folder, "--out", file("f.ark"))).isEqualTo(1);
    assertThat(err())
        .contains("skipped 2 recordings:")
        .contains("s5-1.wav")
        .contains("s6-1.wav")
        .contains("2 of 40 recordings (5.0 %) could not be used, 1.0 % are allowed")
        .contains("--max-skipped");
    assertThat(file("f.scp")).exists();
    assertThat(run("features", folder, "--max-skipped", 5, "--out", file("f.ark"))).isZero();

    assertThat(recipe("--dim", 4)).isEqualTo(1);
    assertThat(err()).contains("2 of 40 recordings");
    assertThat(recipe("--dim", 4, "--allow-missing")).isZero();
    assertThat(err())
        .contains("features: ")
        .contains("(unchanged)")
        .contains("skipped 2 recordings:")
        .contains("trials of missing recordings are left out");
  }

  /** Advice in time, and later the reason why what was asked for cannot be trained. */
  @Test
  void smallDataIsAnsweredWithAdvice() {
    assertThat(
            run("ivector", "recipe", folder, "--gaussians", 64, "--dim", 50, "--out", file("exp")))
        .isEqualTo(1);
    assertThat(err())
        .contains("would suit them better")
        .contains("16 Gaussians and 10 dimensions would")
        .contains("so the noise cannot be estimated");
  }

  @Test
  void mistakesAreAnsweredInOneSentence() throws IOException {
    assertThat(run("features", file("nowhere"), "--out", file("f.ark"))).isEqualTo(1);
    assertThat(err()).contains("nowhere");
    assertThat(
            run(
                "ivector",
                "recipe",
                folder,
                "--out",
                file("exp"),
                "--gaussians",
                65_536,
                "--dim",
                10_000))
        .isEqualTo(1);
    assertThat(err()).contains("GiB of memory, this machine has").contains("smaller --dim");
    Files.delete(file("wav.scp"));
    assertThat(recipe()).isEqualTo(1);
    assertThat(err()).contains("has no wav.scp").contains("help: make one");
    Files.writeString(file("wav.scp"), "a sox x.wav -t wav - |\n");
    assertThat(run("vad", folder, "--out", file("v.ark"))).isEqualTo(1);
    assertThat(err()).contains("wav.scp, line 1 holds a command");
    assertThat(recipe("--gausians", 4)).isEqualTo(2);
    assertThat(err()).contains("did you mean '--gaussians'?");
    assertThat(run("ivector")).isEqualTo(2);
    assertThat(run("ubm", "train", file("x"), "--gaussians", 0, "--out", file("y"))).isEqualTo(2);
    assertThat(err()).contains("--gaussians must be at least 1, found 0");
    assertThat(run("features", folder, "--raw", "mp3", "--out", file("f.ark"))).isEqualTo(1);
    assertThat(err()).contains("--raw must be s16le or s16be");
    for (String command : List.of("features", "vad", "ubm", "ivector")) {
      assertThat(run(command, "--help")).isZero();
      assertThat(out()).contains("Examples:");
    }
  }
}
