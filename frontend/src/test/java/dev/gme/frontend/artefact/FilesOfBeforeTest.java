package dev.gme.frontend.artefact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.formats.artefact.Artefact;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Files of an earlier gme open, and hold what that gme printed. */
class FilesOfBeforeTest {
  private static final Path FILES = Path.of("src", "test", "resources", "before-lab");
  private static final Offset<Double> CLOSE = within(1e-12);

  @Test
  void mixtures() throws IOException {
    var diagonal = Artefact.read(FILES.resolve("ubm.gme"), FrontendArtefacts.UBM).value();
    assertThat(diagonal.mixture().weights()[0]).isCloseTo(0.4998579488504506, CLOSE);
    var full = FrontendFile.ubm(FILES.resolve("full-ubm.gme")).mixture();
    assertThat(full.weights()[0]).isCloseTo(0.4999563299686178, CLOSE);
    assertThat(full.means().get(1, 2)).isCloseTo(-1.5684239797514228, CLOSE);
  }

  @Test
  void anExtractor() throws IOException {
    IvectorSystem read = FrontendFile.extractor(FILES.resolve("ivector.gme"), Optional.empty());
    assertThat(read.extractor().dimension()).isEqualTo(2);
    assertThat(read.extractor().t().get(1, 1)).isCloseTo(0.08637706348530438, CLOSE);
    assertThat(read.ubm().means().get(0, 1)).isCloseTo(2.3313741556769303, CLOSE);
    assertThat(read.pruning())
        .hasToString("Pruning[topN=20, minPosterior=0.025, relativeFirst=false]");
  }
}
