package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Real speech of the shared embeddings, from files to scores. */
class RealEmbeddingsCommandTest {
  @TempDir Path folder;

  /** Does something with a set of embeddings. */
  @FunctionalInterface
  private interface Check {
    void of(Path set) throws IOException;
  }

  /** A test for each set of embeddings that has a file; one that is skipped where none has. */
  private static List<DynamicTest> each(String file, Check check) throws IOException {
    return each(set -> Files.exists(set.resolve(file)), file, check);
  }

  private static List<DynamicTest> each(Predicate<Path> which, String what, Check check)
      throws IOException {
    try (Stream<Path> sets = Files.list(SharedData.part("embeddings"))) {
      List<DynamicTest> tests =
          sets.filter(which)
              .sorted()
              .map(s -> DynamicTest.dynamicTest(s.getFileName().toString(), () -> check.of(s)))
              .toList();
      return tests.isEmpty() ? List.of(SharedData.none(what + " in embeddings")) : tests;
    }
  }

  private static Path lists(Path set) {
    return set.resolveSibling(set.getFileName().toString().replaceFirst("-[^-]*$", "-lists"));
  }

  /**
   * Cosine, Gaussian PLDA and nu = 2 by the reference's own model, to the 1e-6 that it promises.
   */
  @TestFactory
  List<DynamicTest> theReferenceScoresAreReproduced() throws IOException {
    return each("reference/scores-every23rd.txt", this::reproduce);
  }

  private void reproduce(Path set) throws IOException {
    Path reference = set.resolve("reference");
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    for (String name : List.of("mean", "F", "W")) {
      arrays.put(name, Npy.read(SharedData.present(reference.resolve(name + ".npy"))));
    }
    Path model = folder.resolve("model.npz");
    Npz.write(model, arrays);
    List<String[]> lines =
        Files.readAllLines(reference.resolve("scores-every23rd.txt")).stream()
            .skip(1) // names the columns
            .map(l -> l.split("\\s+", -1))
            .toList();
    StringBuilder text = new StringBuilder();
    lines.forEach(f -> text.append(f[0]).append(' ').append(f[1]).append('\n'));
    Path trials = Files.writeString(folder.resolve("trials"), text);
    List<String> systems = List.of("--cosine", "--nu Infinity", "--nu 2");
    for (int s = 0; s < systems.size(); s++) {
      Path out = folder.resolve("scores" + s);
      GmeRun.ok(
          "score -m {} -e {} --trials {} --exact --out {} " + systems.get(s),
          model,
          SharedData.script(set.resolve("vectors.scp")),
          trials,
          out);
      List<String> scores = Files.readAllLines(out);
      assertThat(scores).hasSameSizeAs(lines);
      for (int i = 0; i < lines.size(); i++) {
        double expected = Double.parseDouble(lines.get(i)[2 + s]);
        double found = Double.parseDouble(scores.get(i).split(" ", -1)[2]);
        assertThat(found)
            .as("trial %d of system %d", i, s)
            .isCloseTo(expected, within(1e-6 * (1 + Math.abs(expected))));
      }
    }
  }

  @TestFactory
  List<DynamicTest> vectorsTrainAndScoreWithTheListsOfTheirFolder() throws IOException {
    return each(
        set ->
            Files.exists(set.resolve("vectors.scp"))
                && Files.exists(lists(set).resolve("enroll-3")),
        "vectors with models to enrol",
        this::trainAndScore);
  }

  private void trainAndScore(Path set) throws IOException {
    Path vectors = SharedData.script(set.resolve("vectors.scp"));
    Path lists = lists(set);
    for (String name : List.of("utt2spk", "train.utt", "trials", "trials-enroll-3")) {
      SharedData.present(lists.resolve(name));
    }
    Path model = folder.resolve("ht.gme");
    GmeRun.ok(
        "train htplda {} --labels {} --only {} --iterations 5 --out {}",
        vectors,
        lists.resolve("utt2spk"),
        lists.resolve("train.utt"),
        model);
    GmeRun run =
        GmeRun.ok(
            "score -m {} -e {} --models {} --trials {}",
            model,
            vectors,
            lists.resolve("enroll-3"),
            lists.resolve("trials-enroll-3"));
    List<String> asked = Files.readAllLines(lists.resolve("trials-enroll-3"));
    assertThat(run.out().lines()).hasSameSizeAs(asked);
    List<String> trials = Files.readAllLines(lists.resolve("trials"));
    long targets = trials.stream().filter(l -> l.split(" ", -1)[2].equals("target")).count();
    assertThat(GmeRun.ok("info {} --vectors {}", lists.resolve("trials"), vectors).out())
        .containsPattern("targets +" + targets + "\n")
        .containsPattern("trials without a vector +0\n");
  }

  /** Segments of one speaker of the meeting score higher than those of two, by VBx's own parts. */
  @TestFactory
  List<DynamicTest> aMeetingIsScoredByTheModelOfItsFolder() throws IOException {
    return each("transform.h5", this::scoreMeeting);
  }

  private void scoreMeeting(Path meeting) throws IOException {
    for (String name : List.of("plda", "xvectors.scp", "utt2spk")) {
      SharedData.present(meeting.resolve(name));
    }
    Path chain = folder.resolve("chain.gme");
    GmeRun.ok("convert {} {}", meeting.resolve("transform.h5"), chain);
    assertThat(GmeRun.ok("info {}", chain).out()).contains("LDA");
    Path out = folder.resolve("scores.npy");
    GmeRun.ok(
        "score -m {} --preprocessing {} -e {} --out {}",
        meeting.resolve("plda"),
        chain,
        meeting.resolve("xvectors.scp"),
        out);
    Map<String, String> speakers = new LinkedHashMap<>();
    for (String line : Files.readAllLines(meeting.resolve("utt2spk"))) {
      String[] f = line.split("\\s+", -1);
      speakers.put(f[0], f[1]);
    }
    var scores = ScoreMatrixFiles.read(out);
    double[] sum = new double[2];
    int[] count = new int[2];
    for (int i = 0; i < scores.size(); i++) {
      String a = scores.enrolIds().get(scores.enrol(i));
      String b = scores.testIds().get(scores.test(i));
      if (!a.equals(b) && speakers.containsKey(a) && speakers.containsKey(b)) {
        int same = speakers.get(a).equals(speakers.get(b)) ? 1 : 0;
        sum[same] += scores.score(i);
        count[same]++;
      }
    }
    assertThat(sum[1] / count[1]).isPositive();
    assertThat(sum[0] / count[0]).isNegative();
  }
}
