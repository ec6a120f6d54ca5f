package dev.gme.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.cli.InProcess;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.table.ListReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same data and no options give the same model, whichever command trains it. */
class SameModelTest {
  @TempDir static Path folder;

  private static Path models;

  @BeforeAll
  static void experiment() throws Exception {
    Path small = SmallExperiment.write(folder, "");
    // Nothing but data and systems.
    String text = Files.readString(small);
    Path bare =
        Files.writeString(
            folder.resolve("bare.yaml"),
            text.substring(0, text.indexOf("model:"))
                + "systems: [gplda-ln, gme, vb, gme-bxe]\nmetrics: {replicates: 10}\n");
    run("experiment", bare, "--out", folder.resolve("work"));
    models = folder.resolve("work/models");
  }

  private static void run(Object... args) throws Exception {
    InProcess.Result result = InProcess.run(args);
    assertThat(result.exitCode()).as(result.err()).isZero();
  }

  private static Path train(String what, Object... more) throws Exception {
    Path out = folder.resolve(what + more.length + ".gme");
    Object[] args = {
      "train",
      what,
      folder.resolve("vectors.npz"),
      "--labels",
      folder.resolve("utt2spk"),
      "--only",
      folder.resolve("train.utt"),
      "--out",
      out
    };
    Object[] all = new Object[args.length + more.length];
    System.arraycopy(args, 0, all, 0, args.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    run(all);
    return out;
  }

  private static void same(Path trained, String system) throws IOException {
    Pipeline a = ModelFiles.open(trained).pipeline();
    Pipeline b = ModelFiles.open(models.resolve(system + ".gme")).pipeline();
    assertThat(a).hasToString(b.toString());
    assertThat(a.extractor().mean()).isEqualTo(b.extractor().mean());
    assertThat(a.extractor().model().f()).isEqualTo(b.extractor().model().f());
    assertThat(a.extractor().model().w()).isEqualTo(b.extractor().model().w());
  }

  @Test
  void lengthNormalizedPlda() throws Exception {
    same(train("plda"), "gplda-ln");
  }

  @Test
  void heavyTailedPlda() throws Exception {
    same(train("htplda"), "gme");
  }

  @Test
  void variationalBayes() throws Exception {
    same(train("htplda", "--vb"), "vb");
  }

  /**
   * A calibration that bxe learns with its model is in the file, and in the scores of both. The
   * Gaussian start of heavy-tailed recordings is one that held-out speakers find too sure of
   * itself.
   */
  @Test
  void calibrationOfCrossEntropy() throws Exception {
    Path file =
        SmallExperiment.write(
            Files.createDirectories(folder.resolve("calibrated")),
            """
            systems:
              - {name: raw, steps: [plda 4, bxe steps=5 batch=100]}
              - {name: after, steps: [plda 4, bxe steps=5 batch=100 calibration=after]}
              - {name: again, steps: [plda 4, bxe steps=5 batch=100 calibration=after, calibrate]}
            development: {training-folds: 3}
            """);
    run("experiment", file);
    // The second run reads what the first one kept.
    for (int i = 0; i < 2; i++) {
      Path work = folder.resolve("calibrated/small.work");
      for (String system : List.of("after", "again")) {
        Path model = work.resolve("models/" + system + ".gme");
        assertThat(ModelFiles.open(model).calibration()).isPresent();
        double[] made = scores(work, system);
        assertThat(made).isNotEqualTo(scores(work, "raw"));
        Path scored = folder.resolve("scored-" + system);
        Path vectors = folder.resolve("calibrated/vectors.npz");
        Path trials = folder.resolve("calibrated/trials");
        run("score", "-m", model, "-e", vectors, "--trials", trials, "--out", scored);
        assertThat(ListReader.read(scored).scores()).containsExactly(made, within(1e-2));
      }
      run("experiment", file);
    }
  }

  private static double[] scores(Path work, String system) throws IOException {
    return ListReader.read(work.resolve("scores/singles/" + system + ".txt")).scores();
  }

  @Test
  void crossEntropy() throws Exception {
    Path start = train("htplda");
    same(train("extractor", "--from", start), "gme-bxe");
  }
}
