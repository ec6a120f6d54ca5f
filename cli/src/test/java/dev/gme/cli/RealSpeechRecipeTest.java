package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.frontend.audio.AudioList;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/studies/audio.md: the recipe on the real speech of the shared data, by its defaults. */
@Tag("slow")
class RealSpeechRecipeTest {
  @TempDir Path folder;

  @Test
  void speakersAreToldApartBetterThanByCosine() throws IOException {
    Path folderOfLists = SharedData.part("audio", "lists");
    for (String name : List.of("wav.scp", "utt2spk", "trials", "trials-enroll-3", "enroll-3")) {
      SharedData.present(folderOfLists.resolve(name));
    }
    for (Path recording : AudioList.recordings(folderOfLists.resolve("wav.scp")).values()) {
      SharedData.present(recording);
    }
    String lists = folderOfLists.toString();
    InProcess.Result r =
        InProcess.run(
            "ivector",
            "recipe",
            lists,
            "--trials",
            lists + "/trials",
            "--trials",
            lists + "/trials-enroll-3=" + lists + "/enroll-3",
            "--out",
            folder.resolve("exp"),
            "--json");
    assertThat(r.exitCode()).as(r.err()).isZero();
    assertThat(folder.resolve("exp/report-trials.html")).exists();
    JsonNode figures = new ObjectMapper().readTree(r.out()).path("figures");
    double cosine = eer(figures, "trials", "cosine");
    for (String system : new String[] {"gaussian", "heavy-tailed"}) {
      double single = eer(figures, "trials", system);
      assertThat(single).as(system).isLessThan(0.06).isLessThan(cosine);
      assertThat(eer(figures, "trials-enroll-3", system)).as(system).isLessThan(single);
    }
  }

  private static double eer(JsonNode figures, String trials, String system) {
    for (JsonNode row : figures) {
      if (row.path("trials").asText().equals(trials)
          && row.path("system").asText().equals(system)) {
        return row.path("eer").asDouble();
      }
    }
    throw new AssertionError("no figures of " + system + " on " + trials);
  }
}
