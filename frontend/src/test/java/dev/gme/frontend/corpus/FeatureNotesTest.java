package dev.gme.frontend.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.artefact.FeatureSpec.Normalization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What archives say of their frames. */
class FeatureNotesTest {
  private static final FeatureSpec SPEC = FeatureSpec.paper(16_000);

  @TempDir Path folder;

  @Test
  void whatWasWrittenIsRead() throws IOException {
    Path a = folder.resolve("a.ark");
    assertThat(FeatureNotes.read(List.of(a))).isEmpty();
    FeatureNotes.write(a, SPEC);
    assertThat(FeatureNotes.read(List.of(a, folder.resolve("a.scp")))).contains(SPEC);
    assertThat(FeatureNotes.read(List.of(a, folder.resolve("b.ark")))).isEmpty();
    assertThat(FeatureNotes.agree(List.of(a), Optional.empty())).contains(SPEC);
    assertThat(FeatureNotes.agree(List.of(folder.resolve("b.ark")), Optional.of(SPEC)))
        .contains(SPEC);
  }

  /** Files of earlier versions say nothing of what could not be chosen then. */
  @Test
  void detailsMayBeMissing() {
    Map<String, String> map = SPEC.toMap();
    assertThat(FeatureSpec.of(map)).isEqualTo(SPEC);
    for (String name :
        List.of(
            "frame-length",
            "frame-shift",
            "snip-edges",
            "delta-window",
            "vad-context",
            "vad-proportion")) {
      assertThat(map.remove(name)).isNotNull();
    }
    assertThat(FeatureSpec.of(map)).isEqualTo(SPEC);
  }

  @Test
  void valuesThatMakeNoFeaturesAreRefused() {
    Map<String, String> many = SPEC.toMap();
    many.put("bands", "400");
    assertThatThrownBy(() -> FeatureSpec.of(many))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("400 filters are too many");
    Map<String, String> none = SPEC.toMap();
    none.put("vad-proportion", "1");
    assertThatThrownBy(() -> FeatureSpec.of(none))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("a proportion between 0 and 1, found 1.0");
  }

  @Test
  void differencesAndDamageAreRefused() throws IOException {
    Path a = folder.resolve("a.ark");
    Path b = folder.resolve("b.ark");
    FeatureNotes.write(a, SPEC);
    FeatureNotes.write(b, SPEC.with(Normalization.NONE));
    assertThatThrownBy(() -> FeatureNotes.read(List.of(a, b)))
        .hasMessageContaining("hold features of different kinds");
    assertThatThrownBy(() -> FeatureNotes.agree(List.of(b), Optional.of(SPEC)))
        .hasMessageContaining("other features than the mixture was trained on");
    Files.writeString(folder.resolve("a.features"), "rate=fast\n");
    assertThatThrownBy(() -> FeatureNotes.read(List.of(a)))
        .hasMessageContaining("a.features")
        .hasMessageContaining("expected options of features");
  }

  @Test
  void notesThatLieElsewhereAreReadByTheirLines() {
    FeatureSpec spec = SPEC;
    List<String> lines =
        spec.toMap().entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList();
    assertThat(FeatureNotes.of("hdfs:/x.features", lines)).isEqualTo(spec);
    assertThatThrownBy(() -> FeatureNotes.of("hdfs:/x.features", List.of("nonsense")))
        .isInstanceOf(GmeException.class)
        .hasMessageStartingWith("hdfs:/x.features: expected options of features");
  }
}
