package dev.gme.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.score.CalibratedModel;
import dev.gme.core.score.Verifier;
import dev.gme.core.simulate.CorpusPlan;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.model.ModelFormat;
import dev.gme.formats.numpy.Npz;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import dev.gme.testkit.Snippets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryExampleTest {
  private static final int ENROL = 2;
  private static final int TEST = 3;

  @TempDir Path folder;

  /** Seed 1. Every speaker's own recordings score higher, on average, than those of the others. */
  @Test
  void tellsSpeakersApart() throws IOException {
    HtPlda truth = ModelRecipe.of(60, 40, 2).draw(1);
    CorpusPlan plan = new CorpusPlan(200, RecordingCounts.between(6, 6), 10, ENROL, TEST);
    write("train", plan.drawTraining(truth, 1));
    LabelledVectors eval = write("eval", plan.drawEvaluation(truth, 1));
    Map<String, List<String>> enrolled = new LinkedHashMap<>();
    for (int i = 0; i < eval.size(); i++) {
      if (i % (ENROL + TEST) < ENROL) {
        enrolled
            .computeIfAbsent(eval.speakers().orElseThrow().get(i), s -> new ArrayList<>())
            .add(eval.ids().get(i));
      }
    }
    KaldiLists.writeGroups(folder.resolve("enrol.spk2utt"), enrolled);
    DoubleMatrix llr = LibraryExample.scores(folder);
    assertThat(llr.rows()).isEqualTo(10);
    assertThat(llr.cols()).isEqualTo(10 * (ENROL + TEST));
    for (int m = 0; m < llr.rows(); m++) {
      double own = 0;
      double others = 0;
      for (int i = 0; i < llr.cols(); i++) {
        boolean isTest = i % (ENROL + TEST) >= ENROL;
        if (isTest && i / (ENROL + TEST) == m) {
          own += llr.get(m, i) / TEST;
        } else if (isTest) {
          others += llr.get(m, i) / (TEST * (llr.rows() - 1));
        }
      }
      assertThat(own).as("model %d", m).isGreaterThan(others);
    }
  }

  /** A model with a calibration; the ratio is that of the algebra, calibrated. */
  @Test
  void verifies() throws IOException {
    Path file = folder.resolve("model.gme");
    Pipeline pipeline =
        Pipeline.of(Preprocessing.of(List.of()), ModelRecipe.of(4, 2, 2).draw(1).extractor());
    CalibratedModel model = new CalibratedModel(pipeline, LinearCalibration.of(0.5, 2));
    ModelFiles.write(file, model, ModelFormat.GME, Provenance.NONE);
    double[] first = {1, 0, 2, -1};
    double[] second = {0.5, 1, 1, 0};
    double[] recording = {1, 1, 1, -1};
    MetaEmbeddings all =
        pipeline.extract(DoubleMatrix.of(new double[][] {first, second, recording}));
    double raw = all.pool(new int[][] {{0, 1}}).llr(0, all, 2);
    assertThat(LibraryExample.verify(file, first, second, recording))
        .isCloseTo(0.5 + 2 * raw, within(1e-5));
    Verifier verifier = new Verifier(model);
    assertThat(verifier.enrol(first, second).recordings()).isEqualTo(2);
    assertThatThrownBy(() -> verifier.enrol(new double[] {1, 2}))
        .isInstanceOf(GmeException.class)
        .hasMessage("expected a vector of dimension 4, found 2");
    assertThatThrownBy(() -> verifier.enrol(new double[] {1, 2, Double.NaN, 0}))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> verifier.enrol(List.of())).isInstanceOf(GmeException.class);
  }

  /** Whoever reads a file that is not there hears so in the words for users. */
  @Test
  void missingFiles() {
    Path none = folder.resolve("none");
    List<ThrowingCallable> readers =
        List.of(
            () -> VectorFiles.read(none),
            () -> ModelFiles.open(none),
            () -> ListReader.read(none),
            () -> KaldiLists.readPairs(none),
            () -> FileKind.of(none),
            () -> Npz.read(none),
            () -> Artefact.read(none, ArtefactKind.CALIBRATION));
    for (ThrowingCallable reader : readers) {
      assertThatThrownBy(reader)
          .isInstanceOf(GmeException.class)
          .hasMessage(none + " does not exist");
    }
  }

  /** Vectors and utt2spk of recordings that are named in the order of their rows. */
  private LabelledVectors write(String name, SimulatedDatabase data) throws IOException {
    Map<String, String> speakers = new LinkedHashMap<>();
    for (int i = 0; i < data.speakers().length; i++) {
      speakers.put(String.format("r%05d", i), String.format("s%05d", data.speakers()[i]));
    }
    LabelledVectors set =
        LabelledVectors.of(name, List.copyOf(speakers.keySet()), FloatMatrix.of(data.vectors()))
            .withSpeakers(speakers);
    VectorFiles.write(folder.resolve(name + ".ark"), set, VectorFormat.KALDI);
    KaldiLists.writePairs(folder.resolve(name + ".utt2spk"), speakers);
    return set;
  }

  /** What users are told to depend on is what the build makes and uses. */
  @Test
  void coordinatesAreThoseOfTheBuild() throws IOException {
    String pom = Files.readString(Path.of("..", "pom.xml"));
    String readme = Files.readString(Path.of("..", "README.md"));
    String page = Files.readString(Path.of("..", "docs", "library.md"));
    String version = first(pom, "<version>([^<]+)</version>");
    assertThat(readme).contains(coordinates("dev.gme", "gme-formats", version));
    assertThat(page)
        .contains(coordinates("dev.gme", "gme-core", version))
        .contains(coordinates("org.bytedeco", "openblas", first(pom, "<openblas.version>([^<]+)<")))
        .contains(coordinates("org.bytedeco", "javacpp", first(pom, "<javacpp.version>([^<]+)<")));
  }

  private static String coordinates(String group, String artefact, String version) {
    return """
      <groupId>%s</groupId>
      <artifactId>%s</artifactId>
      <version>%s</version>
    """
        .formatted(group, artefact, version);
  }

  private static String first(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  @Test
  void isTheExampleOfTheReadme() throws IOException {
    Path source = Path.of("src", "test", "java", "dev", "gme", "formats", "LibraryExample.java");
    assertThat(Snippets.ofDocument(Path.of("..", "README.md")))
        .isEqualTo(Snippets.ofSource(source));
  }
}
