package dev.gme.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Real vectors and their lists, whatever folders there are. */
class SharedEmbeddingsTest {
  private static final String LISTS = "-lists";

  /** Reads what a folder of vectors holds. */
  @FunctionalInterface
  private interface Check {
    void of(Path folder) throws IOException;
  }

  private static List<DynamicTest> each(String part, Check check) throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> folders = Files.list(SharedData.part("embeddings"))) {
      for (Path folder : folders.filter(f -> Files.exists(f.resolve(part))).sorted().toList()) {
        tests.add(DynamicTest.dynamicTest(folder.getFileName().toString(), () -> check.of(folder)));
      }
    }
    return tests.isEmpty() ? List.of(SharedData.none(part + " in embeddings")) : tests;
  }

  @TestFactory
  List<DynamicTest> theSameVectorsInEveryForm() throws IOException {
    return each("vectors.scp", SharedEmbeddingsTest::vectors);
  }

  private static void vectors(Path folder) throws IOException {
    LabelledVectors scp = VectorFiles.read(SharedData.script(folder.resolve("vectors.scp")));
    LabelledVectors ark = VectorFiles.read(SharedData.present(folder.resolve("vectors.ark")));
    assertThat(scp.size()).isPositive();
    assertThat(ark.ids()).isEqualTo(scp.ids());
    assertThat(ark.vectors()).isEqualTo(scp.vectors());
    Path npy = folder.resolve("vectors.npy");
    Path utt = lists(folder).resolve("utt");
    if (Files.exists(npy) && Files.exists(utt)) {
      LabelledVectors read = VectorFiles.readNpy(npy, utt);
      assertThat(read.ids()).isEqualTo(scp.ids());
      assertThat(read.vectors()).isEqualTo(scp.vectors());
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path text : files.filter(f -> f.toString().endsWith(".txt")).toList()) {
        LabelledVectors some = VectorFiles.read(text);
        for (String id : some.ids()) {
          for (int j = 0; j < some.vectors().cols(); j++) {
            float expected = scp.vectors().get(scp.row(id), j);
            // Kaldi's text has seven digits.
            assertThat(some.vectors().get(some.row(id), j))
                .isCloseTo(expected, within(5.1e-7f * Math.abs(expected)));
          }
        }
      }
    }
  }

  private static Path lists(Path folder) {
    String name = folder.getFileName().toString();
    return folder.resolveSibling(name.substring(0, Math.max(0, name.lastIndexOf('-'))) + LISTS);
  }

  @TestFactory
  List<DynamicTest> trialsAreOfKnownRecordings() throws IOException {
    return each("trials", SharedEmbeddingsTest::trials);
  }

  private static void trials(Path folder) throws IOException {
    Map<String, String> speakers =
        KaldiLists.readPairs(SharedData.present(folder.resolve("utt2spk")));
    TrialList trials = ListReader.read(folder.resolve("trials"));
    assertThat(trials.hasLabels()).isTrue();
    try (Stream<String> lines = Files.lines(folder.resolve("trials"))) {
      int fields = lines.findFirst().orElseThrow().trim().split("\\s+").length;
      assertThat(trials.conditions()).as("columns after ids and label").hasSize(fields - 3);
    }
    trials.require(speakers::containsKey, speakers::containsKey);
    for (int i = 0; i < trials.size(); i++) {
      String enrol = speakers.get(trials.enrolIds().get(trials.enrol(i)));
      String test = speakers.get(trials.testIds().get(trials.test(i)));
      assertThat(trials.isTarget(i)).as(trials.where(i)).isEqualTo(enrol.equals(test));
    }
  }
}
