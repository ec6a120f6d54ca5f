package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.artefact.SafeTensors;
import dev.gme.formats.artefact.StoredArtefact;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import dev.gme.lab.data.NetworkNote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TrainCommandTest extends CorpusCommandTest {
  private GmeRun train(String what, String out, String more, Object... values) {
    List<Object> all = new ArrayList<>(List.of(corpus.train, corpus.labels, folder.resolve(out)));
    all.addAll(List.of(values));
    return GmeRun.ok("train " + what + " {} --labels {} --out {} " + more, all.toArray());
  }

  @Test
  void gaussianPldaHasTheBaselinesPreprocessingAndItsOrigin() throws IOException {
    GmeRun run = train("plda", "plda.gme", "-d 5 --iterations 3 --seed 9");
    assertThat(run.err())
        .contains("EM: iteration 0, log-likelihood ", "after 3 steps")
        .contains("40 speakers");
    assertThat(run.out()).isEmpty();
    var artefact = Artefact.read(folder.resolve("plda.gme"), ArtefactKind.EXTRACTOR);
    assertThat(artefact.value().preprocessing())
        .hasToString("centre, whiten total, length, centre");
    Provenance origin = artefact.provenance();
    assertThat(origin.command()).startsWith("gme train plda ");
    assertThat(origin.data()).startsWith("sha256:");
    assertThat(origin.parameters()).containsEntry("iterations", "3").containsEntry("seed", "9");
    assertThat(origin.tool()).startsWith("gme ");
    assertThat(origin.date()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
  }

  private Path made(String name, Path of, NetworkNote by) throws IOException {
    Path out = folder.resolve(name);
    VectorFiles.write(out, VectorFiles.read(of), VectorFormat.NPZ);
    by.write(out);
    return out;
  }

  @Test
  void whichNetworkMadeTheVectorsStaysWithTheModel() throws IOException {
    NetworkNote one = new NetworkNote("one.onnx", "1", "11", Map.of());
    Path train = made("train.npz", corpus.train, one);
    Path model = folder.resolve("m.gme");
    GmeRun.ok("train plda {} --labels {} -d 5 --out {}", train, corpus.labels, model);
    assertThat(GmeRun.ok("info {}", model).out()).contains("one.onnx");
    Path adapted = folder.resolve("adapted.gme");
    GmeRun.ok("adapt {} -m {} --out {}", train, model, adapted);
    Path same = made("same.npz", corpus.eval, one);
    Path other = made("other.npz", corpus.eval, new NetworkNote("b.onnx", "2", "22", Map.of()));
    String warning =
        "warning: "
            + other
            + " and the vectors that the model was trained on were made by different networks,"
            + " b.onnx and one.onnx";
    for (Path m : List.of(model, adapted)) {
      assertThat(GmeRun.ok("score -e {} -m {}", same, m).err()).doesNotContain("networks");
      assertThat(GmeRun.ok("score -e {} -m {}", other, m).err()).contains(warning);
    }
    assertThat(GmeRun.ok("cluster {} -m {}", other, model).err()).contains(warning);
    assertThat(GmeRun.ok("extract {} -m {} -o {}", other, model, folder.resolve("e.gme")).err())
        .contains(warning);
  }

  @Test
  void preprocessingIsChosenStepByStep() throws IOException {
    GmeRun run = train("plda", "a.gme", "--lda 8 -d 4 --iterations 2");
    assertThat(preprocessing("a.gme")).isEqualTo("centre, lda 8, whiten total, length, centre");
    assertThat(run.err()).contains("Steps: [centre, lda 8, whiten-total, length, centre, plda 4");
    train("plda", "b.gme", "--chain whiten-within -d 4 --no-minimum-divergence");
    assertThat(preprocessing("b.gme")).isEqualTo("whiten within");
    train("plda", "c.gme", "--raw --two-covariance -d 20 --iterations 2");
    assertThat(preprocessing("c.gme")).isEqualTo("none");
    GmeRun.refused(
        2,
        "--raw and options for single steps of preprocessing exclude each other",
        "train plda {} --raw --center --out {}",
        corpus.train,
        folder.resolve("x"));
  }

  @Test
  void autoPrintsTheTableThatItChoseFromAndIsCalibrated() throws IOException {
    GmeRun run = train("auto", "auto.gme", "-d 5 --json");
    assertThat(run.err())
        .contains("note: auto takes ")
        .contains("cross-entropy at 0.01")
        .containsPattern("Gaussian PLDA, length norm \\*? +\\d[.0-9]+ \\[[-.0-9]+, [-.0-9]+\\]");
    JsonNode json = new ObjectMapper().readTree(run.out());
    List<String> names = new ArrayList<>();
    for (JsonNode candidate : json.findValue("candidates")) {
      names.add(candidate.path("name").asText());
      assertThat(candidate.has("cross_entropy") ? 1 : 0)
          .isNotEqualTo(candidate.has("left_out") ? 1 : 0);
    }
    assertThat(names).contains("nu = 2", "Gaussian PLDA", "length, isotropic PLDA");
    assertThat(names).contains(json.findValue("chosen").asText());
    assertThat(Artefact.read(folder.resolve("auto.gme"), ArtefactKind.CALIBRATED_MODEL).value())
        .extracting(m -> m.trainedOn().isPresent())
        .isEqualTo(true);
  }

  @Test
  void backEndsOfFewVectors() throws IOException {
    GmeRun run = train("plda", "s.gme", "--chain {} -d 3 --shrink ledoit-wolf", "pca 6,length");
    assertThat(preprocessing("s.gme")).isEqualTo("pca 6, length");
    assertThat(run.err())
        .contains("Steps: [pca 6, length, plda 3 shrink=ledoit-wolf]")
        .contains("note: the covariance within speakers is shrunk by 0.");
    train("isotropic", "i.gme", "--json");
    assertThat(preprocessing("i.gme")).isEqualTo("length, centre");
    train("isotropic", "r.gme", "--chain length");
    assertThat(preprocessing("r.gme")).isEqualTo("length");
    GmeRun.refused(
        2,
        "the share of shrinkage must be from 0 to below 1, found 2.0",
        "train plda {} --labels {} --shrink 2 --out {}",
        corpus.train,
        corpus.labels,
        folder.resolve("x"));
  }

  private String preprocessing(String model) throws IOException {
    return Artefact.read(folder.resolve(model), ArtefactKind.EXTRACTOR)
        .value()
        .preprocessing()
        .toString();
  }

  @Test
  void nuIsPluggedInOrChosenOrRetrained() throws IOException {
    GmeRun run = train("htplda", "p.gme", "-d 5 --iterations 2 --nu-profile --random-start");
    assertThat(run.err()).contains("Best: nu = ").containsPattern("Infinity +[0-9.]+\n");
    run = train("htplda", "v.gme", "-d 5 --nu 3 --vb --vb-iterations 2 --json");
    JsonNode tree = new ObjectMapper().readTree(run.out());
    assertThat(tree.path("nu").asDouble()).isEqualTo(3);
    // Until 0.2 the name of before stands beside the new one.
    assertThat(tree.path("out").asText()).endsWith("v.gme").isEqualTo(tree.path("model").asText());
    assertThat(tree.path("objective")).hasSize(3);
    assertThat(run.err()).contains("VB: iteration 1, lower bound ");
  }

  @Test
  void extractorsAreTrainedFromAModel() throws IOException {
    Path cal = folder.resolve("cal.gme");
    GmeRun run =
        train(
            "extractor",
            "bxe.gme",
            "--from {} --batch 60 --steps 5 --calibration after --calibration-out {} --penalty"
                + " 0.001",
            corpus.truth,
            cal);
    assertThat(run.err())
        .contains("BXE everything: iteration 0, held-out loss ", "Calibration: llr = ");
    assertThat(StoredArtefact.read(cal).kind()).isEqualTo("calibration");
    assertThat(StoredArtefact.read(folder.resolve("bxe.gme")).kind()).isEqualTo("extractor");
    run =
        train(
            "extractor",
            "pl.gme",
            "--from {} --criterion pseudolikelihood --batch 10 --steps 3",
            corpus.truth);
    assertThat(run.err()).contains("pseudolikelihood everything: iteration 0, held-out loss ");
    train(
        "extractor",
        "l.gme",
        "--from {} --optimizer lbfgs --steps 2 --calibration joint",
        corpus.truth);
    assertThat(StoredArtefact.read(folder.resolve("l.gme")).kind()).isEqualTo("calibrated-model");
  }

  /** The last checkpoint of an interrupted run is what is left of it. */
  @Test
  void trainingGoesOnFromItsCheckpoints() throws IOException {
    String options = "-d 5 --vb --vb-iterations 3 --iterations 4";
    String kept = options + " --checkpoint " + folder.resolve("ck");
    train("htplda", "whole.gme", options);
    train("htplda", "first.gme", kept);
    try (Stream<Path> files = Files.list(folder.resolve("ck"))) {
      List<Path> all = files.toList();
      assertThat(all).hasSize(2);
      for (Path file : all) {
        if (file.getFileName().toString().startsWith("vb-")) {
          Files.delete(file);
        }
      }
    }
    GmeRun run = train("htplda", "second.gme", kept);
    assertThat(run.err()).contains("Going on from ").doesNotContain("EM: iteration 3");
    assertThat(SafeTensors.read(folder.resolve("second.gme")).checksum())
        .isEqualTo(SafeTensors.read(folder.resolve("whole.gme")).checksum());
    run = train("htplda", "other.gme", "-d 4 --checkpoint {}", folder.resolve("ck"));
    assertThat(run.err()).doesNotContain("Going on from ");
  }

  @Test
  void mistakesAreNamed() {
    Path out = folder.resolve("x.gme");
    GmeRun.refused(
        2,
        "gme train needs one of its commands: auto, extractor, htplda, isotropic, plda",
        "train");
    GmeRun.refused(
        1,
        corpus.train + " does not say which speaker a vector is of",
        "train plda {} --out {}",
        corpus.train,
        out);
    GmeRun.refused(2, "missing required option: '--out=FILE'", "train plda {}", corpus.train);
    GmeRun.refused(2, "gme train plda knows no option '--hlep'", "train plda --hlep");
    // Before anything is trained: nothing is said but this.
    Path nowhere = folder.resolve("none").resolve("x.gme");
    for (Path place : List.of(nowhere, folder)) {
      GmeRun run =
          GmeRun.of(
              "train plda {} --labels {} --out {}",
              corpus.train,
              corpus.file("train.utt2spk"),
              place);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .startsWith("gme: " + place)
          .containsPattern("there is no folder|found a folder");
      assertThat(run.err().lines()).hasSize(2);
    }
    GmeRun.refused(
        1,
        corpus.truth + ": expected vectors, found a file of gme",
        "train plda {} --labels {} --out {}",
        corpus.truth,
        corpus.file("train.utt2spk"),
        out);
    GmeRun.refused(
        1,
        corpus.file("train.utt2spk") + ", line 1: the file",
        "train plda {} --labels {} --out {}",
        corpus.file("train.utt2spk"),
        corpus.train,
        out);
    GmeRun.refused(
        2,
        "nu must be positive, found -1.0",
        "train htplda {} --nu -1 --out {}",
        corpus.train,
        out);
    GmeRun.refused(
        2,
        "--calibration-out needs --calibration joint, after or alone",
        "train extractor {} --labels {} --from {} --calibration-out {} --out {} -q",
        corpus.train,
        corpus.labels,
        corpus.truth,
        out,
        out);
    GmeRun.refused(
        1,
        corpus.trials + ": expected a model",
        "train extractor {} --from {} --out {}",
        corpus.train,
        corpus.trials,
        out);
    for (String command : new String[] {"plda -d 21", "plda --raw -d 21", "htplda -d 21"}) {
      GmeRun.refused(
          1,
          "a speaker dimension of 21 is impossible for vectors of dimension 20",
          "train " + command + " {} --labels {} --out {} -q",
          corpus.train,
          corpus.labels,
          out);
    }
    assertThat(out).doesNotExist();
  }
}
