package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.cli.experiment.SmallExperiment;
import dev.gme.formats.artefact.StoredArtefact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same commands in two processes write the same bytes. Two processes, because the JDK orders
 * its small maps by a random number that is drawn once a process.
 */
class SameBytesTest {
  private static final long TIMEOUT_SECONDS = 300;

  @TempDir static Path folder;

  private static Path first;
  private static Path second;

  /** What each of the processes does, with names relative to its own folder. */
  static final class Commands {
    private Commands() {}

    public static void main(String[] args) throws IOException {
      SmallExperiment.write(
          Path.of(""), "systems: [gplda-ln, gme, gme+cal]\ndevelopment: {training-folds: 3}\n");
      for (String line :
          List.of(
              "simulate sim --speakers 20 --recordings 3 --eval-speakers 5 --dim 8 --speaker-dim 3",
              "experiment small.yaml --out work --threads 1",
              "train plda vectors.npz --labels utt2spk --only train.utt --out plda.gme",
              "train extractor vectors.npz --labels utt2spk --only train.utt --from plda.gme"
                  + " --criterion pseudolikelihood --steps 2 --out extractor.gme",
              "calibrate train work/scores/singles/gme.txt --key trials --out calibration.gme",
              "calibrate append calibration.gme plda.gme --out whole.gme",
              "convert whole.gme whole.npz",
              "convert vectors.npz vectors.safetensors",
              "evaluate work/scores/singles/gme.txt --key trials --report report.html --json")) {
        GmeRun.ok(line);
      }
    }
  }

  @BeforeAll
  static void runTwice() throws Exception {
    first = folder.resolve("first");
    second = folder.resolve("second");
    // One after the other in one place: reports name their files by the whole path.
    for (Path result : List.of(first, second)) {
      Path place = folder.resolve("place");
      finish(start(place), place);
      Files.move(place, result);
    }
  }

  private static Process start(Path in) throws IOException {
    Files.createDirectories(in);
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Commands.class.getName())
            .directory(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(in.getFileName() + ".log").toFile());
    builder.environment().put("SOURCE_DATE_EPOCH", "1700000000");
    return builder.start();
  }

  private static void finish(Process process, Path in) throws Exception {
    assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue())
        .as(Files.readString(folder.resolve(in.getFileName() + ".log")))
        .isZero();
  }

  private static List<Path> files(Path in) throws IOException {
    try (Stream<Path> all = Files.walk(in)) {
      return all.filter(Files::isRegularFile).map(in::relativize).sorted().toList();
    }
  }

  @Test
  void everyFileIsTheSame() throws IOException {
    List<Path> files = files(first);
    assertThat(files)
        .contains(Path.of("work/models/gme.gme"), Path.of("whole.npz"), Path.of("report.html"))
        .isEqualTo(files(second));
    for (Path file : files) {
      assertThat(second.resolve(file)).hasSameBinaryContentAs(first.resolve(file));
    }
  }

  /** The baseline centres, whitens and normalizes though no option asks for it. */
  @Test
  void provenanceSaysWhatWasDone() throws IOException {
    StoredArtefact plda = StoredArtefact.read(first.resolve("plda.gme"));
    assertThat(plda.provenance().parameters())
        .containsEntry("preprocessing", "centre, whiten total, length, centre")
        .containsEntry("speaker-dim", "4")
        .containsEntry("nu", "Infinity")
        .containsKeys("chain", "iterations done")
        .doesNotContainKeys("centre", "length-norm", "arrays");
  }

  @Test
  void provenanceHoldsNoTextOfJavaObjects() throws IOException {
    for (String name : List.of("plda", "extractor", "calibration", "whole", "work/models/gme")) {
      StoredArtefact stored = StoredArtefact.read(first.resolve(name + ".gme"));
      assertThat(stored.provenance().parameters().values())
          .isNotEmpty()
          .noneMatch(value -> value.matches("(?s).*[A-Z]\\w*[\\[{@].*"));
    }
    StoredArtefact extractor = StoredArtefact.read(first.resolve("extractor.gme"));
    assertThat(extractor.provenance().parameters()).containsEntry("crp", "1.0:0.5");
  }
}
