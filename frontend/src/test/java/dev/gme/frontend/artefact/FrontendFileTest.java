package dev.gme.frontend.artefact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.Provenance;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.testkit.KaldiIndex;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files are told by content, Kaldi's and gme's. */
class FrontendFileTest {
  @TempDir Path folder;

  private static Path kaldi(String part, String format) throws IOException {
    return KaldiIndex.of(part).first(format);
  }

  @ParameterizedTest
  @CsvSource({
    "ubm, diag-gmm, UBM",
    "ubm, full-gmm, UBM",
    "ubm, gmm-acc, MIXTURE_STATISTICS",
    "ivec, ivector-extractor, EXTRACTOR",
    "ivec, ivector-acc, EXTRACTOR_STATISTICS"
  })
  void kaldisFiles(String part, String format, FrontendFile.Kind kind) throws IOException {
    for (Path file : KaldiIndex.of(part).files(format)) {
      boolean text = Files.readAllBytes(file)[0] != 0;
      assertThat(FrontendFile.recognize(file)).contains(new FrontendFile(kind, true, text));
    }
  }

  @Test
  void otherFilesAreNone() throws IOException {
    assertThat(FrontendFile.recognize(kaldi("ubm", "vector-archive"))).isEmpty();
    assertThat(FrontendFile.recognize(Files.createFile(folder.resolve("empty")))).isEmpty();
    assertThat(FrontendFile.recognize(Files.writeString(folder.resolve("t"), "a b target\n")))
        .isEmpty();
  }

  @Test
  void mixturesOfBothFormatsAreRead() throws IOException {
    assertThat(FrontendFile.ubm(kaldi("ubm", "full-gmm")).mixture()).isInstanceOf(FullGmm.class);
    FrontendArtefacts.Ubm diagonal = FrontendFile.ubm(kaldi("ubm", "diag-gmm"));
    assertThat(diagonal.mixture()).isInstanceOf(DiagonalGmm.class);
    Path own = folder.resolve("ubm");
    Artefact.write(own, FrontendArtefacts.UBM, diagonal, Provenance.NONE);
    assertThat(FrontendFile.recognize(own))
        .contains(new FrontendFile(FrontendFile.Kind.UBM, false, false));
    assertThat(FrontendFile.ubm(own).mixture().weights())
        .containsExactly(diagonal.mixture().weights());
  }

  @Test
  void anExtractorOfKaldiNeedsItsMixture() throws IOException {
    Path extractor = kaldi("ivec", "ivector-extractor");
    assertThatThrownBy(() -> FrontendFile.extractor(extractor, Optional.empty()))
        .hasMessageContaining("which has no mixture in it");
    Path other =
        Files.writeString(
            folder.resolve("other.ubm"),
            "<DiagGMM> <GCONSTS> [ -0.9 ] <WEIGHTS> [ 1 ] <MEANS_INVVARS> [\n 0 ]"
                + " <INV_VARS> [\n 1 ] </DiagGMM>\n");
    assertThatThrownBy(() -> FrontendFile.extractor(extractor, Optional.of(other)))
        .hasMessageContaining("other.ubm: expected")
        .hasMessageContaining("dimensions as in the extractor, found");
    KaldiIndex index = KaldiIndex.of("ivec");
    Path ubm =
        index.cases("ivector-init").stream()
            .findFirst()
            .map(c -> index.file(c.path("inputs").path("ubm")))
            .orElseThrow(() -> SharedData.lacking("no case of kind ivector-init"));
    IvectorSystem system = FrontendFile.extractor(extractor, Optional.of(ubm));
    Path own = folder.resolve("x");
    Artefact.write(own, FrontendArtefacts.IVECTOR_EXTRACTOR, system, Provenance.NONE);
    assertThat(FrontendFile.extractor(own, Optional.empty()).extractor().t().array())
        .containsExactly(system.extractor().t().array());
    assertThatThrownBy(() -> FrontendFile.extractor(own, Optional.of(own)))
        .hasMessageContaining("has its mixture in it");
  }
}
