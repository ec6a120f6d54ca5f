package dev.gme.cli.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.cli.InProcess;
import dev.gme.cli.InProcess.Result;
import dev.gme.core.calibrate.CalibrationOptions;
import dev.gme.core.calibrate.CalibrationTrials;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.calibrate.QualityCalibration;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrateCommandTest {
  @TempDir Path folder;
  private final ScoreFixture data = new ScoreFixture();
  private Path key;
  private Path scores;
  private Path artefact;

  @BeforeEach
  void write() throws Exception {
    key = data.key(folder);
    scores = data.scores(folder);
    artefact = folder.resolve("c.gme");
  }

  private static void succeeds(Result result) {
    assertThat(result.exitCode()).as(result.err()).isZero();
  }

  private Result train(Object... more) {
    List<Object> args = new ArrayList<>(List.of("calibrate", "train", scores, "--key", key));
    args.addAll(List.of("--out", artefact));
    args.addAll(List.of(more));
    return InProcess.run(args.toArray());
  }

  @Test
  void trainsWritesAndAppliesALinearCalibration() throws Exception {
    Result trained = train("--prior", "0.1");
    succeeds(trained);
    assertThat(trained.err()).contains("llr = ").contains("Cllr on the 400 training trials");
    LinearCalibration expected =
        LinearCalibration.train(
                CalibrationTrials.of(data.isTarget, data.scores), CalibrationOptions.ofPrior(0.1))
            .calibration();
    Path out = folder.resolve("calibrated.txt");
    succeeds(InProcess.run("calibrate", "apply", artefact, scores, "--out", out));
    TrialList applied = ListReader.read(out);
    for (int i = 0; i < applied.size(); i++) {
      assertThat(applied.score(i)).isCloseTo(expected.apply(data.scores[i]), within(1e-7));
    }
    Result toStdout = InProcess.run("calibrate", "apply", artefact, scores);
    assertThat(toStdout.out()).isEqualTo(Files.readString(out));
    Result withoutScores =
        InProcess.run("calibrate", "apply", artefact, scores, "--format", "kaldi");
    assertThat(withoutScores.exitCode()).isEqualTo(1);
    assertThat(withoutScores.out()).isEmpty();
    assertThat(withoutScores.err()).contains("layout kaldi cannot be written here");
    var provenance = Artefact.read(artefact, ArtefactKind.CALIBRATION).provenance();
    assertThat(provenance.command()).startsWith("gme calibrate train ");
    assertThat(provenance.data()).startsWith("sha256:");
    assertThat(provenance.parameters()).containsEntry("prior", "0.1");
  }

  @Test
  void pavNeverFallsAndNeverIsInfinite() throws Exception {
    Result trained = train("--form", "pav");
    succeeds(trained);
    assertThat(trained.err()).contains("(Laplace's rule), so that no value is infinite");
    assertThat(train("--form", "pav", "--json").out()).contains("Laplace's rule");
    assertThat(InProcess.run("help", "calibrate", "train").out()).contains("Laplace's");
    Path out = folder.resolve("pav.txt");
    succeeds(InProcess.run("calibrate", "apply", artefact, scores, "--out", out));
    TrialList applied = ListReader.read(out);
    for (int i = 1; i < applied.size(); i++) {
      assertThat(applied.score(i)).isFinite();
      if (data.scores[i] >= data.scores[i - 1]) {
        assertThat(applied.score(i)).isGreaterThanOrEqualTo(applied.score(i - 1));
      }
    }
  }

  @Test
  void qualitiesAreSummedOverBothSides() throws Exception {
    List<String> durations = new ArrayList<>();
    for (String id : List.copyOf(new java.util.TreeSet<>(data.enrol))) {
      durations.add(id + " 10");
    }
    for (String id : new java.util.TreeSet<>(data.test)) {
      durations.add(id + " " + (1 + Integer.parseInt(id.substring(1)) % 7));
    }
    Path list = Files.write(folder.resolve("utt2dur"), durations);
    succeeds(train("--quality", "log:" + list));
    double[] q = new double[data.scores.length];
    for (int i = 0; i < q.length; i++) {
      q[i] = Math.log(10) + Math.log(1 + Integer.parseInt(data.test.get(i).substring(1)) % 7);
    }
    QualityCalibration expected =
        QualityCalibration.train(
                CalibrationTrials.of(data.isTarget, data.scores, q), CalibrationOptions.DEFAULT)
            .calibration();
    Result applied =
        InProcess.run("calibrate", "apply", artefact, scores, "--quality", "log:" + list);
    succeeds(applied);
    String first = applied.out().lines().findFirst().orElseThrow();
    assertThat(Double.parseDouble(first.split(" ", -1)[2]))
        .isCloseTo(expected.apply(data.scores[0], q[0]), within(1e-7));

    Result without = InProcess.run("calibrate", "apply", artefact, scores);
    assertThat(without.exitCode()).isEqualTo(1);
    assertThat(without.err()).contains("was trained with side information log, found none");
    Result pav = train("--form", "pav", "--quality", list);
    assertThat(pav.exitCode()).isEqualTo(2);
    Files.writeString(list, "m0 0\n");
    Result zero = train("--quality", "log:" + list);
    assertThat(zero.err()).contains("expected a positive number for 'm0', found 0.0");
  }

  @Test
  void fusionTakesTheSystemsInTheirOrder() throws Exception {
    Path others = data.others(folder);
    Result trained =
        InProcess.run("fuse", "train", scores, others, "--key", key, "--out", artefact);
    succeeds(trained);
    LinearCalibration expected =
        LinearCalibration.train(
                CalibrationTrials.of(data.isTarget, data.scores, data.others),
                CalibrationOptions.DEFAULT)
            .calibration();
    Result applied = InProcess.run("fuse", "apply", artefact, scores, others);
    succeeds(applied);
    assertThat(applied.err()).isEqualTo("Fusing [a, b] as a,b.\n");
    String first = applied.out().lines().findFirst().orElseThrow();
    assertThat(Double.parseDouble(first.split(" ", -1)[2]))
        .isCloseTo(expected.apply(data.scores[0], data.others[0]), within(1e-7));

    Result three = InProcess.run("fuse", "apply", artefact, scores, others, others);
    assertThat(three.exitCode()).isEqualTo(1);
    assertThat(three.err()).contains("takes the scores of 2 systems (a,b), found 3 files");
    assertThat(InProcess.run("calibrate", "apply", artefact, scores).err())
        .contains("is a fusion of 2 systems")
        .contains("gme fuse apply");
  }

  @Test
  void anInfiniteScoreIsNamed() throws Exception {
    Path infinite =
        data.write(
            folder.resolve("infinite"),
            "",
            i -> data.pair(i, " ") + " " + (i == 2 ? "-inf" : data.scores[i]));
    Result refused = InProcess.run("calibrate", "train", infinite, "--key", key, "--out", artefact);
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err())
        .contains(key + ", line 3: a calibration is trained on finite scores")
        .contains("the trial " + data.pair(2, " ") + " has -Infinity");
    assertThat(artefact).doesNotExist();
  }

  @Test
  void mistakesLeaveNoFile() throws Exception {
    Result separable =
        InProcess.run(
            "calibrate",
            "train",
            data.write(
                folder.resolve("perfect"),
                "",
                i -> data.pair(i, " ") + (data.isTarget[i] ? " 5" : " -5")),
            "--key",
            key,
            "--out",
            artefact);
    assertThat(separable.exitCode()).isEqualTo(1);
    assertThat(separable.err()).contains("no finite calibration is best");
    assertThat(train("--prior", "1").exitCode()).isEqualTo(2);
    assertThat(artefact).doesNotExist();
    assertThat(InProcess.run("calibrate").exitCode()).isEqualTo(2);
    Result notOne = InProcess.run("calibrate", "apply", scores, scores);
    assertThat(notOne.exitCode()).isEqualTo(1);
    assertThat(notOne.err()).doesNotContain("internal error");
  }

  @Test
  void systemsThatAreTheSameAreNamed() {
    Result fused = InProcess.run("fuse", "train", scores, scores, "--key", key, "--out", artefact);
    assertThat(fused.exitCode()).isEqualTo(1);
    assertThat(fused.err())
        .contains("the inputs " + scores + ", " + scores + " are collinear over the trials");
  }
}
