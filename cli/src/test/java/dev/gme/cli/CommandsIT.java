package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.formats.artefact.SafeTensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands as processes: streams, pipes, interrupts. */
class CommandsIT {
  private static final String SIMULATE =
      "\"$GME\" simulate data --speakers 60 --dim 30 --speaker-dim 8 --eval-speakers 40 -q >/dev/null";

  @TempDir Path folder;

  private Shell shell() {
    return new Shell(folder);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void scoresGoToStdoutAndTalkToStderr() throws Exception {
    Shell.Result result =
        shell()
            .run(
                SIMULATE
                    + " && \"$GME\" score -m data/truth.gme -e data/eval.scp"
                    + " --models data/enrol.spk2utt --trials data/trials");
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out().lines()).hasSize(40 * 120).allMatch(l -> l.matches("\\S+ \\S+ \\S+"));
    assertThat(result.err().lines()).hasSize(2).last().asString().contains("ratios in ");
  }

  /** That ids are taken without the suffix of a file is a message of the library. */
  @Test
  void quietSilencesTheLibraryToo() throws Exception {
    String score =
        "sed 's/ [^ ]*/&.sph/' data/trials > trials; \"$GME\" score"
            + " -m data/truth.gme -e data/eval.scp --models data/enrol.spk2utt --trials trials"
            + " --out ";
    Shell.Result talking = shell().run(SIMULATE + " && " + score + "s1");
    assertThat(talking.exitCode()).as(talking.err()).isZero();
    assertThat(talking.err())
        .contains("gme: trials: took 120 ids without their file suffix, for example 'e");
    Shell.Result quiet = shell().run(score + "s2 -q");
    assertThat(quiet.err()).isEmpty();
    assertThat(folder.resolve("s2")).hasSameBinaryContentAs(folder.resolve("s1"));
  }

  @Test
  void aReaderThatLeavesIsNoError() throws Exception {
    Shell.Result result =
        shell()
            .run(
                SIMULATE
                    + "; set -o pipefail; \"$GME\" score -q -m data/truth.gme -e data/eval.scp"
                    + " | head -1");
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines()).hasSize(1);
    assertThat(result.exitCode()).isEqualTo(141);
  }

  /** Killed after its first checkpoint, the training is run again and ends as one in one go. */
  @Test
  void aKilledTrainingGoesOnToTheSameModel() throws Exception {
    String train =
        "\"$GME\" train htplda data/train.scp --labels data/train.utt2spk -q -d 8 --vb"
            + " --vb-iterations 400 --out ";
    assertThat(shell().run(SIMULATE).exitCode()).isZero();
    Process process = shell().start("exec " + train + "killed.gme --checkpoint ck");
    try {
      await(process, () -> hasVb(folder.resolve("ck")));
      process.destroyForcibly();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(files()).containsExactly("ck", "data");
    Shell.Result again = shell().run(train.replace(" -q", "") + "again.gme --checkpoint ck");
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(again.err()).contains("Going on from ck");
    assertThat(shell().run(train + "whole.gme").exitCode()).isZero();
    assertThat(SafeTensors.read(folder.resolve("again.gme")).checksum())
        .isEqualTo(SafeTensors.read(folder.resolve("whole.gme")).checksum());
  }

  /** Whoever interrupts a training that keeps checkpoints is told that it can be resumed. */
  @Test
  void anInterruptedTrainingSaysThatItCanBeResumed() throws Exception {
    assertThat(shell().run(SIMULATE).exitCode()).isZero();
    Process process =
        shell()
            .start(
                "exec \"$GME\" train htplda data/train.scp --labels data/train.utt2spk -d 8 --vb"
                    + " --vb-iterations 4000 --out x.gme --checkpoint ck 2> messages");
    try {
      await(process, () -> hasVb(folder.resolve("ck")));
      process.destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(folder.resolve("messages"))
        .content()
        .contains("Interrupted. Run the same command again, and it goes on where it stopped.");
  }

  /** Waits until something is so, or the process has ended. */
  private static void await(Process process, Callable<Boolean> condition) throws Exception {
    while (process.isAlive() && !condition.call()) {
      Thread.sleep(20);
    }
  }

  private static boolean hasVb(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.anyMatch(f -> f.getFileName().toString().matches("vb-.*\\.checkpoint"));
    }
  }

  /**
   * Part of a matrix of scores is removed when the user has enough; all of it would take many
   * seconds.
   */
  @Test
  void anInterruptLeavesNoPartOfAFile() throws Exception {
    Shell.assumeInterruptsWork();
    String big =
        "\"$GME\" simulate data --speakers 30000 --recordings 1 --dim 40 --speaker-dim 30"
            + " --eval-speakers 0 -q >/dev/null";
    assertThat(shell().run(big).exitCode()).isZero();
    Process process =
        shell()
            .start(
                "exec \"$GME\" score -q --exact -m data/truth.gme -e data/train.scp --out s.npy");
    try {
      await(process, () -> files().stream().anyMatch(f -> f.endsWith(".part")));
      // SIGINT, as by Ctrl-C.
      shell().run("kill -INT " + process.pid());
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(130);
    } finally {
      process.destroyForcibly();
    }
    assertThat(files()).containsExactly("data");
  }
}
