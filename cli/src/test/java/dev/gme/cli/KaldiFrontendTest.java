package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gme.cli.InProcess.Result;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.testkit.KaldiIndex;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mixtures, extractors and statistics of Kaldi's samples on the command line. */
class KaldiFrontendTest {
  @TempDir Path folder;

  private Path file(String name) {
    return folder.resolve(name);
  }

  /** An extraction by Kaldi, from frames and a mixture to its vectors. */
  record Extraction(
      Path extractor,
      Path ubm,
      Path frames,
      int top,
      double minPosterior,
      double weight,
      double most,
      Path vectors) {
    Result run(Path with, Path out) {
      return InProcess.run(
          "ivector",
          "extract",
          frames,
          "--extractor",
          with,
          "--ubm",
          ubm,
          "--out",
          out,
          "--top",
          top,
          "--min-posterior",
          minPosterior,
          "--acoustic-weight",
          weight,
          "--max-count",
          most);
    }
  }

  /** Those of single recordings with posteriors as they came from the mixture. */
  static List<Extraction> extractions() throws IOException {
    KaldiIndex ivec = KaldiIndex.of("ivec");
    KaldiIndex ubm = KaldiIndex.of("ubm");
    List<Extraction> out = new ArrayList<>();
    for (JsonNode c : ivec.cases("ivector-extract")) {
      JsonNode in = c.path("inputs");
      JsonNode options = c.path("options");
      if (!in.path("spk2utt").isNull() || options.path("scale-post").asDouble() != 1) {
        continue;
      }
      for (JsonNode post : ubm.cases("fullgmm-post")) {
        JsonNode made = post.path("outputs").path("posteriors").path("file");
        if (ubm.file(made).equals(ivec.file(in.path("post")))) {
          out.add(
              new Extraction(
                  ivec.file(in.path("model")),
                  ubm.file(post.path("inputs").path("model")),
                  ivec.file(in.path("feats")),
                  post.path("options").path("n").asInt(),
                  post.path("options").path("min-post").asDouble(),
                  options.path("acoustic-weight").asDouble(),
                  options.path("max-count").asDouble(),
                  ivec.file(c.path("outputs").path("ivectors").path("file"))));
        }
      }
    }
    if (out.isEmpty()) {
      throw SharedData.lacking("no case of kind ivector-extract with its posteriors");
    }
    return out;
  }

  /** With the posteriors that gme computes itself; Kaldi's were rounded to floats. */
  @ParameterizedTest
  @MethodSource("extractions")
  void extractorsOfKaldiGiveKaldisVectors(Extraction e) throws IOException {
    Result r = e.run(e.extractor, file("v.npz"));
    assertThat(r.exitCode()).as(r.err()).isZero();
    LabelledVectors kaldi = VectorFiles.read(e.vectors);
    LabelledVectors found = VectorFiles.read(file("v.npz"));
    assertThat(found.ids()).isEqualTo(kaldi.ids());
    for (int i = 0; i < found.size(); i++) {
      for (int k = 0; k < found.vectors().cols(); k++) {
        assertThat(found.vectors().get(i, k)).isCloseTo(kaldi.vectors().get(i, k), within(1e-4f));
      }
    }
  }

  private double[] vectors(String name) throws IOException {
    return VectorFiles.read(file(name)).vectors().toDoubles().array();
  }

  @Test
  void convertedExtractorsGiveTheSameVectors() throws IOException {
    Extraction e = extractions().get(0);
    e.run(e.extractor, file("kaldi.npz"));
    Path own = file("x.gme");
    assertThat(InProcess.run("convert", e.extractor, own, "--ubm", e.ubm).exitCode()).isZero();
    InProcess.run(
        "ivector",
        "extract",
        e.frames,
        "--extractor",
        own,
        "-o",
        file("gme.npz"),
        "--top",
        e.top,
        "--min-posterior",
        e.minPosterior,
        "--acoustic-weight",
        e.weight,
        "--max-count",
        e.most);
    assertThat(vectors("gme.npz")).containsExactly(vectors("kaldi.npz"), within(1e-4));
    assertThat(InProcess.run("convert", own, file("back"), "--to", "kaldi").exitCode()).isZero();
    assertThat(Files.size(file("back"))).isEqualTo(Files.size(e.extractor));
    e.run(file("back"), file("back.npz"));
    assertThat(vectors("back.npz")).containsExactly(vectors("gme.npz"), within(1e-5));
  }

  @Test
  void anExtractorNeedsItsMixture() throws IOException {
    Extraction e = extractions().get(0);
    assertThat(InProcess.run("convert", e.extractor, file("x.gme")).err())
        .contains("which has no mixture in it")
        .contains("help: give the mixture that it was trained with, usually final.ubm");
    Path other =
        Files.writeString(
            file("other.ubm"),
            "<DiagGMM> <GCONSTS> [ -0.9 ] <WEIGHTS> [ 1 ] <MEANS_INVVARS> [\n 0 ]"
                + " <INV_VARS> [\n 1 ] </DiagGMM>\n");
    assertThat(InProcess.run("convert", e.extractor, file("x.gme"), "--ubm", other).err())
        .containsPattern("other.ubm: expected .* dimensions as in the extractor, found");
  }

  static List<Path> mixturesAndStatistics() throws IOException {
    KaldiIndex ubm = KaldiIndex.of("ubm");
    List<Path> files =
        Stream.of("diag-gmm", "full-gmm", "gmm-acc").flatMap(f -> ubm.files(f).stream()).toList();
    if (files.isEmpty()) {
      throw SharedData.lacking("no mixtures and statistics in " + ubm.folder());
    }
    return files;
  }

  @ParameterizedTest
  @MethodSource("mixturesAndStatistics")
  void mixturesAndStatisticsGoToGmeAndBack(Path file) throws IOException {
    boolean binary = Files.readAllBytes(file)[0] == 0;
    Path there = file("there.gme");
    Path back = file("back");
    assertThat(InProcess.run("convert", file, there).exitCode()).isZero();
    assertThat(
            InProcess.run("convert", there, back, "--to", binary ? "kaldi" : "kaldi-text")
                .exitCode())
        .isZero();
    assertThat(InProcess.run("info", back).out().lines().skip(1).toList())
        .isEqualTo(InProcess.run("info", file).out().lines().skip(1).toList());
    if (binary) {
      assertThat(Files.size(back)).isEqualTo(Files.size(file));
    }
  }

  /** A kind of file, what {@code gme info} calls it, and a word of what it says. */
  record Kind(String part, String format, String kind, String more) {}

  static Stream<Kind> kinds() {
    return Stream.of(
        new Kind("ubm", "diag-gmm", "ubm", "diagonal"),
        new Kind("ubm", "full-gmm", "ubm", "full"),
        new Kind("ubm", "gmm-acc", "gmm-statistics", "frames"),
        new Kind("ivec", "ivector-extractor", "ivector-extractor", "prior offset"),
        new Kind("ivec", "ivector-acc", "ivector-statistics", "recordings"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void infoKnowsThem(Kind k) throws IOException {
    for (Path file : KaldiIndex.of(k.part).files(k.format)) {
      Result r = InProcess.run("info", file);
      assertThat(r.exitCode()).as(r.err()).isZero();
      assertThat(r.out()).containsPattern("kind +" + k.kind).contains(k.more);
    }
  }

  @Test
  void wrongFilesAreNamed() throws IOException {
    Extraction e = extractions().get(0);
    Result r = InProcess.run("ivector", "train", e.frames, "--ubm", e.extractor, "-o", file("x"));
    assertThat(r.exitCode()).isEqualTo(1);
    assertThat(r.err())
        .contains(e.extractor.getFileName().toString())
        .contains("expected <DiagGMM> or <FullGMM>");
    assertThat(
            InProcess.run(
                    "ivector",
                    "extract",
                    e.frames,
                    "--extractor",
                    e.extractor,
                    "--ubm",
                    e.ubm,
                    "-o",
                    file("v.npz"),
                    "--min-posterior",
                    2)
                .err())
        .contains("--min-posterior must be from 0 to less than 1, found 2.0");
  }
}
