package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.cli.experiment.SmallExperiment;
import dev.gme.formats.io.OpenedFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command reads, it opens once. */
class OpensTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static SmallCorpus corpus;

  @BeforeAll
  static void write() throws IOException {
    corpus = new SmallCorpus(shared);
  }

  /** How often each file below a folder is opened, by its path in it. */
  private static Map<String, Integer> opens(Path below, String line, Object... values) {
    try (OpenedFiles opened = OpenedFiles.watch()) {
      GmeRun.ok(line, values);
      Map<String, Integer> out = new TreeMap<>();
      opened
          .counts()
          .forEach(
              (file, n) -> {
                if (file.startsWith(below)) {
                  out.put(below.relativize(file).toString(), n);
                }
              });
      return out;
    }
  }

  @Test
  void score() {
    Map<String, Integer> opens =
        opens(
            shared,
            "score -m {} -e {} --models {} --trials {} -o {}",
            corpus.truth,
            corpus.eval,
            corpus.models,
            corpus.trials,
            folder.resolve("scores"));
    assertThat(opens).isNotEmpty().allSatisfy((file, n) -> assertThat(n).as(file).isEqualTo(1));
  }

  @Test
  void train() {
    Map<String, Integer> opens =
        opens(
            shared,
            "train htplda {} --labels {} -d 2 -o {}",
            corpus.train,
            corpus.labels,
            folder.resolve("model.gme"));
    assertThat(opens).isNotEmpty().allSatisfy((file, n) -> assertThat(n).as(file).isEqualTo(1));
  }

  @Test
  void experiment() throws Exception {
    Path file = SmallExperiment.write(folder, "development: {training-folds: 3}\n");
    Map<String, Integer> opens = opens(folder, "experiment {}", file);
    // A zip archive is opened by its name, after a look at what the file is.
    assertThat(opens).containsEntry("vectors.npz", 2);
    opens.remove("vectors.npz");
    assertThat(opens).isNotEmpty().allSatisfy((name, n) -> assertThat(n).as(name).isEqualTo(1));
  }
}
