package dev.gme.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.cli.InProcess;
import dev.gme.cli.InProcess.Result;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recipes for published evaluations, run on simulated vectors with lists as these evaluations
 * have them. Seeds are those of {@link #vectors}.
 */
@Tag("slow")
class RecipeRunTest {
  @TempDir Path folder;

  /** Names recording r of speaker s. */
  private interface Naming {
    String id(int s, int r);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  /** Writes NAME.ark and NAME.scp, and a list of the speakers. */
  private void vectors(
      String name, String speakers, int dimension, int count, int each, long seed, Naming naming)
      throws IOException {
    int d = Math.min(20, dimension / 2);
    SimulatedDatabase data =
        new Simulator(ModelRecipe.of(dimension, d, 2).withSpectrum(20, 2).draw(1))
            .draw(count, RecordingCounts.fixed(each), seed);
    List<String> ids = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < count * each; i++) {
      String id = naming.id(i / each, i % each);
      ids.add(id);
      lines.add(id + " " + naming.id(i / each, 0).charAt(0) + i / each);
    }
    VectorFiles.write(
        folder.resolve(name + ".ark"),
        LabelledVectors.of(name, ids, FloatMatrix.of(data.vectors())),
        VectorFormat.KALDI);
    Files.write(folder.resolve(speakers), lines);
  }

  /** The recipe as it is, but with smaller minibatches, since the data are few. */
  private String run(String recipe) throws IOException {
    Path out = folder.resolve("work");
    String text = Files.readString(Path.of("..", "recipes", recipe + ".yaml"));
    assertThat(text).contains("batch: 5000");
    Path file =
        Files.writeString(folder.resolve("recipe.yaml"), text.replace("batch: 5000", "batch: 300"));
    Result result = InProcess.run("experiment", file, "--set", "data=" + folder, "--out", out);
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(out.resolve("results.json")).isNotEmptyFile();
    return result.out();
  }

  /** Segments are named as files in the lists, and without suffix in vectors and speakers. */
  @Test
  void sre16() throws IOException {
    vectors("train", "utt2spk", 30, 60, 4, 2, (s, r) -> format("t%03d-%d", s, r));
    Naming dev = (s, r) -> format("d%03d_%d", s, r);
    vectors("dev", "dev-speakers", 30, 16, 4, 3, dev);
    List<String> devModels = new ArrayList<>(List.of("modelid\tsegmentid\tside"));
    List<String> devKey = new ArrayList<>(List.of("modelid\tsegmentid\tside\ttargettype"));
    for (int s = 0; s < 16; s++) {
      devModels.add(format("d%03d\t%s.sph\ta", s, dev.id(s, 0)));
      for (int t = 0; t < 16; t++) {
        devKey.add(
            format("d%03d\t%s.sph\ta\t%s", s, dev.id(t, 1), s == t ? "target" : "nontarget"));
      }
    }
    Files.write(folder.resolve("dev-models"), devModels);
    Files.write(folder.resolve("dev-key"), devKey);

    Naming eval = (s, r) -> format("e%03d_%d", s, r);
    int speakers = 32;
    vectors("eval", "eval-speakers", 30, speakers, 6, 4, eval);
    List<String> models = new ArrayList<>(List.of("modelid\tsegmentid\tside"));
    List<String> key =
        new ArrayList<>(
            List.of(
                "modelid\tsegmentid\tside\ttargettype\tlanguage\tgender\tnum_enroll_segs"
                    + "\tphone_num_match"));
    for (int s = 0; s < speakers; s++) {
      models.add(format("e%03d-1\t%s.sph\ta", s, eval.id(s, 0)));
      for (int r = 0; r < 3; r++) {
        models.add(format("e%03d-3\t%s.sph\ta", s, eval.id(s, r)));
      }
      for (int t = s % 4; t < speakers; t += 4) { // of the same language and gender
        for (int r = 3; r < 6; r++) {
          for (int enrolled : new int[] {1, 3}) {
            key.add(
                format(
                    "e%03d-%d\t%s.sph\ta\t%s\t%s\t%s\t%d\t%s",
                    s,
                    enrolled,
                    eval.id(t, r),
                    s == t ? "target" : "nontarget",
                    s % 2 == 0 ? "tgl" : "yue",
                    s % 4 < 2 ? "male" : "female",
                    enrolled,
                    s == t && r == 3 ? "Y" : "N"));
          }
        }
      }
    }
    Files.write(folder.resolve("eval-models"), models);
    Files.write(folder.resolve("eval-key"), key);

    String printed = run("sre16");
    assertThat(printed)
        .contains("pooled enrolment:", "averaged enrolment:")
        .contains("every language × gender × num_enroll_segs × phone_num_match counts the same")
        .contains("language=tgl", "language=yue")
        .contains("GME, nu = 2, VB, calibrated")
        .contains("Intervals: 95 %");
    assertThat(folder.resolve("work/report-averaged enrolment.html")).isNotEmptyFile();
    // With one recording it is all the same, up to the tolerance of tiles; with three it is not.
    assertThat(difference("-1 ")).isLessThan(Math.sqrt(2) * ScoreKind.DEFAULT_TOLERANCE);
    assertThat(difference("-3 ")).isGreaterThan(1);
  }

  /** Root mean square difference of pooled and averaged enrolment, over some models. */
  private double difference(String models) throws IOException {
    double[] pooled = scores("pooled enrolment", models);
    double[] averaged = scores("averaged enrolment", models);
    assertThat(averaged).hasSameSizeAs(pooled).isNotEmpty();
    return Math.sqrt(
        IntStream.range(0, pooled.length)
            .mapToDouble(i -> Math.pow(pooled[i] - averaged[i], 2))
            .average()
            .orElseThrow());
  }

  private double[] scores(String set, String models) throws IOException {
    try (Stream<String> lines = Files.lines(folder.resolve("work/scores/" + set + "/gme.txt"))) {
      return lines
          .filter(line -> line.contains(models))
          .mapToDouble(line -> Double.parseDouble(line.split(" ", -1)[2]))
          .toArray();
    }
  }

  @Test
  void sre10() throws IOException {
    vectors("train", "utt2spk", 30, 60, 4, 2, (s, r) -> format("t%03d-%d", s, r));
    Naming eval = (s, r) -> format("s%c%c%c", 'a' + s / 26, 'a' + s % 26, 'a' + r);
    vectors("eval", "eval-speakers", 30, 30, 4, 3, eval);
    List<String> models = new ArrayList<>();
    List<String> key = new ArrayList<>();
    for (int s = 0; s < 30; s++) {
      models.add(format("%d %s", 10000 + s, eval.id(s, 0)));
      for (int t = 0; t < 30; t++) {
        for (int r = 1; r < 4; r++) {
          String label = s == t ? "target" : "nontarget";
          key.add(format("%d %s %s %s", 10000 + s, eval.id(t, r), r == 1 ? "a" : "b", label));
        }
      }
    }
    Files.write(folder.resolve("models"), models);
    Files.write(folder.resolve("key"), key);
    assertThat(run("sre10-c5-female"))
        .contains("condition 5 female:", "min cost sre10", "Cprm_min", "GME, nu = 2, BXE");
  }

  @Test
  void voxceleb() throws IOException {
    vectors("voxceleb2", "utt2spk", 160, 200, 4, 2, (s, r) -> format("id%05d/v/%05d.wav", s, r));
    Naming eval = (s, r) -> format("id1%04d/5r0dWxy17C8/%05d.wav", s, r);
    vectors("voxceleb1", "voxceleb1-utt2spk", 160, 40, 4, 3, eval);
    List<String> trials = new ArrayList<>();
    for (int s = 0; s < 40; s++) {
      for (int t = 0; t < 40; t++) {
        trials.add(format("%d %s %s", s == t ? 1 : 0, eval.id(s, 0), eval.id(t, 1 + s % 3)));
      }
    }
    Files.write(folder.resolve("veri_test2.txt"), trials);
    assertThat(run("voxceleb1-o"))
        .contains("VoxCeleb1-O:", "40 target and 1,560 non-target trials", "GME, nu = 2, BXE");
  }
}
