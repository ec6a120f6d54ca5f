package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.cli.InProcess.Result;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mixtures, extractors and statistics of Kaldi on the command line. */
class KaldiFrontendTest {
  private static final Path UBM = SharedData.part("kaldi-samples", "ubm");
  private static final Path IVEC = SharedData.part("kaldi-samples", "ivec");

  @TempDir Path folder;

  private Path file(String name) {
    return folder.resolve(name);
  }

  /** With Kaldi's mixture. */
  private static Result extract(Path frames, Path extractor, Path out, Object... more) {
    List<Object> args = new ArrayList<>(List.of("ivector", "extract", frames));
    args.addAll(List.of("--extractor", extractor, "--ubm", UBM.resolve("2.ubm"), "--out", out));
    args.addAll(List.of(more));
    return InProcess.run(args.toArray());
  }

  /** With the posteriors that gme computes itself; Kaldi's were rounded to floats. */
  @ParameterizedTest
  @CsvSource({
    "ivectors.ark, 1, 0",
    "ivectors_aw0.3.ark, 0.3, 0",
    "ivectors_aw0.5_max30.ark, 0.5, 30"
  })
  void extractorsOfKaldiGiveKaldisVectors(String expected, double weight, double most)
      throws IOException {
    Result r =
        extract(
            UBM.resolve("feats.ark"),
            IVEC.resolve("2.ie"),
            file("v.npz"),
            "--top",
            10,
            "--acoustic-weight",
            weight,
            "--max-count",
            most);
    assertThat(r.exitCode()).as(r.err()).isZero();
    LabelledVectors kaldi = VectorFiles.read(IVEC.resolve(expected));
    LabelledVectors found = VectorFiles.read(file("v.npz"));
    assertThat(found.ids()).isEqualTo(kaldi.ids());
    for (int i = 0; i < found.size(); i++) {
      for (int k = 0; k < found.vectors().cols(); k++) {
        assertThat(found.vectors().get(i, k)).isCloseTo(kaldi.vectors().get(i, k), within(1e-4f));
      }
    }
  }

  @Test
  void convertedExtractorsGiveTheSameVectors() throws IOException {
    assertThat(
            InProcess.run(
                    "convert", IVEC.resolve("2.ie"), file("x.gme"), "--ubm", UBM.resolve("2.ubm"))
                .exitCode())
        .isZero();
    Path frames = UBM.resolve("feats_few.ark");
    InProcess.run("ivector", "extract", frames, "--extractor", file("x.gme"), "-o", file("a.npz"));
    extract(frames, IVEC.resolve("2.ie.txt"), file("b.npz"));
    assertThat(VectorFiles.read(file("a.npz")).vectors().toDoubles().array())
        .containsExactly(
            VectorFiles.read(file("b.npz")).vectors().toDoubles().array(), within(1e-4));
    assertThat(InProcess.run("convert", file("x.gme"), file("y"), "--to", "kaldi").exitCode())
        .isZero();
    assertThat(Files.size(file("y"))).isEqualTo(Files.size(IVEC.resolve("2.ie")));
    extract(frames, file("y"), file("c.npz"));
    assertThat(VectorFiles.read(file("c.npz")).vectors().toDoubles().array())
        .containsExactly(
            VectorFiles.read(file("a.npz")).vectors().toDoubles().array(), within(1e-5));
    assertThat(InProcess.run("convert", IVEC.resolve("2.ie"), file("x.gme")).err())
        .contains("which has no mixture in it")
        .contains("help: give the mixture that it was trained with as --ubm");
    assertThat(
            InProcess.run(
                    "convert", IVEC.resolve("2.ie"), file("x.gme"), "--ubm", UBM.resolve("0.dubm"))
                .err())
        .containsPattern("0.dubm: expected .* dimensions as in the extractor, found");
  }

  @ParameterizedTest
  @CsvSource({"0.dubm, kaldi", "0.dubm.txt, kaldi-text", "2.ubm, kaldi", "0.acc.txt, kaldi-text"})
  void mixturesAndStatisticsGoToGmeAndBack(String name, String format) throws IOException {
    Path there = file("there.gme");
    Path back = file("back");
    assertThat(InProcess.run("convert", UBM.resolve(name), there).exitCode()).isZero();
    assertThat(InProcess.run("convert", there, back, "--to", format).exitCode()).isZero();
    assertThat(InProcess.run("info", back).out().lines().skip(1).toList())
        .isEqualTo(InProcess.run("info", UBM.resolve(name)).out().lines().skip(1).toList());
    if (format.equals("kaldi")) {
      assertThat(Files.size(back)).isEqualTo(Files.size(UBM.resolve(name)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ubm, 0.dubm.txt, ubm, diagonal",
    "ubm, 2.ubm, ubm, full",
    "ubm, 0.acc.txt, gmm-statistics, frames",
    "ivec, 1.ie, ivector-extractor, prior offset",
    "ivec, 0.acc, ivector-statistics, recordings"
  })
  void infoKnowsThem(String part, String name, String kind, String more) {
    Result r = InProcess.run("info", SharedData.part("kaldi-samples", part, name));
    assertThat(r.exitCode()).as(r.err()).isZero();
    assertThat(r.out()).containsPattern("kind +" + kind).contains(more);
  }

  @Test
  void wrongFilesAreNamed() {
    Result r =
        InProcess.run(
            "ivector",
            "train",
            UBM.resolve("feats.ark"),
            "--ubm",
            IVEC.resolve("2.ie"),
            "-o",
            file("x"));
    assertThat(r.exitCode()).isEqualTo(1);
    assertThat(r.err()).contains("2.ie").contains("expected <DiagGMM> or <FullGMM>");
    assertThat(
            extract(
                    UBM.resolve("feats.ark"),
                    IVEC.resolve("2.ie"),
                    file("v.npz"),
                    "--min-posterior",
                    2)
                .err())
        .contains("--min-posterior must be from 0 to less than 1, found 2.0");
  }
}
