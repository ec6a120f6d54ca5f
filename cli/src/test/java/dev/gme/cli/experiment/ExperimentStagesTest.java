package dev.gme.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.Progress;
import dev.gme.lab.cache.Store;
import dev.gme.lab.experiment.Experiment;
import dev.gme.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentStagesTest {
  @TempDir Path folder;

  @Test
  void everyStageSaysWhichSystemItIsOf() throws IOException {
    Path small = SmallExperiment.write(folder, "");
    String text = Files.readString(small);
    Path file =
        Files.writeString(
            folder.resolve("two.yaml"),
            text.substring(0, text.indexOf("model:"))
                + "systems: [cosine, gplda]\nmetrics: {replicates: 10}\n");
    List<String> stages = new ArrayList<>();
    Store store = new Store(folder.resolve("cache"), Store.Reuse.ALL, "test", "");
    new Experiment(
            ExperimentFile.read(file, Map.of()).plan(Progress.NONE),
            store,
            stage -> {
              stages.add(stage);
              return Progress.NONE;
            })
        .run();
    assertThat(stages)
        .contains("system 1 of 2, cosine: centre", "system 2 of 2, gplda: plda")
        .allMatch(stage -> stage.matches("system (1 of 2, cosine|2 of 2, gplda): .+"));
  }
}
