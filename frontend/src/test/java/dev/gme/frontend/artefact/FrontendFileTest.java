package dev.gme.frontend.artefact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.Provenance;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.FullGmm;
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

  private static Path kaldi(String part, String name) {
    return SharedData.part("kaldi-samples", part, name);
  }

  @ParameterizedTest
  @CsvSource({
    "ubm, 0.dubm, UBM, false",
    "ubm, 0.dubm.txt, UBM, true",
    "ubm, 2.ubm, UBM, false",
    "ubm, 0.acc.txt, MIXTURE_STATISTICS, true",
    "ivec, 2.ie, EXTRACTOR, false",
    "ivec, 2.ie.txt, EXTRACTOR, true",
    "ivec, 1.acc, EXTRACTOR_STATISTICS, false"
  })
  void kaldisFiles(String part, String name, FrontendFile.Kind kind, boolean text)
      throws IOException {
    assertThat(FrontendFile.recognize(kaldi(part, name)))
        .contains(new FrontendFile(kind, true, text));
  }

  @Test
  void otherFilesAreNone() throws IOException {
    assertThat(FrontendFile.recognize(kaldi("ubm", "feats.ark"))).isEmpty();
    assertThat(FrontendFile.recognize(Files.createFile(folder.resolve("empty")))).isEmpty();
    assertThat(FrontendFile.recognize(Files.writeString(folder.resolve("t"), "a b target\n")))
        .isEmpty();
  }

  @Test
  void mixturesOfBothFormatsAreRead() throws IOException {
    assertThat(FrontendFile.ubm(kaldi("ubm", "2.ubm")).mixture()).isInstanceOf(FullGmm.class);
    FrontendArtefacts.Ubm diagonal = FrontendFile.ubm(kaldi("ubm", "0.dubm"));
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
    Path extractor = kaldi("ivec", "2.ie");
    assertThatThrownBy(() -> FrontendFile.extractor(extractor, Optional.empty()))
        .hasMessageContaining("which has no mixture in it");
    assertThatThrownBy(() -> FrontendFile.extractor(extractor, Optional.of(kaldi("ubm", "0.dubm"))))
        .hasMessageContaining("0.dubm: expected")
        .hasMessageContaining("dimensions as in the extractor, found");
    IvectorSystem system = FrontendFile.extractor(extractor, Optional.of(kaldi("ubm", "2.ubm")));
    Path own = folder.resolve("x");
    Artefact.write(own, FrontendArtefacts.IVECTOR_EXTRACTOR, system, Provenance.NONE);
    assertThat(FrontendFile.extractor(own, Optional.empty()).extractor().t().array())
        .containsExactly(system.extractor().t().array());
    assertThatThrownBy(() -> FrontendFile.extractor(own, Optional.of(own)))
        .hasMessageContaining("has its mixture in it");
  }
}
