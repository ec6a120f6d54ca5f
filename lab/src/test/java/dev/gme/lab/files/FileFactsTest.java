package dev.gme.lab.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.CorpusPlan;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.formats.FileKind;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.EmbeddingBlocks;
import dev.gme.formats.artefact.EmbeddingManifest;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.ListRecognizer;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFactsTest {
  private static final SimulatedTruth TRUTH = new SimulatedTruth(6, 2, 2, 25, 2);

  @TempDir static Path folder;

  @BeforeAll
  static void simulate() throws IOException {
    CorpusPlan plan = new CorpusPlan(4, RecordingCounts.fixed(3), 3, 2, 1);
    new CorpusFiles(folder, VectorFormat.KALDI).write(plan, TRUTH.draw(1), 1, Provenance.NONE);
  }

  /** Takes files for what they are, or vectors with their speakers. */
  private record Reader(Optional<FileKind> forced) implements FileFacts.Reader {
    @Override
    public LabelledVectors vectors(Path file) throws IOException {
      return InputFile.read(file, this::vectors);
    }

    @Override
    public LabelledVectors vectors(InputFile file) throws IOException {
      return VectorFiles.read(file)
          .withSpeakers(KaldiLists.readPairs(folder.resolve("train.utt2spk")));
    }

    @Override
    public ListLayout layout(InputFile file) throws IOException {
      return ListRecognizer.recognize(file);
    }

    @Override
    public TrialList list(InputFile file) throws IOException {
      return ListReader.read(file, Optional.empty(), Map.of());
    }
  }

  private static FileFacts.Found found(String name, Optional<FileKind> forced) throws IOException {
    Optional<LabelledVectors> known = Optional.of(VectorFiles.read(folder.resolve("eval.scp")));
    return new FileFacts(new Reader(forced), known).of(folder.resolve(name));
  }

  @Test
  void aModelTellsItsSizes() throws IOException {
    FileFacts.Found found = found("truth.gme", Optional.empty());
    assertThat(found.facts()).containsEntry("dimension", 6).containsEntry("speaker dimension", 2);
    Spread lambda = (Spread) found.facts().get("lambda");
    assertThat(lambda.max()).isGreaterThan(lambda.min());
    assertThat(lambda.median()).isEqualTo(lambda.min());
    assertThat(found.untold()).isEmpty();
  }

  @Test
  void vectorsAreTrainingDataWhereTheirSpeakersAreKnown() throws IOException {
    FileFacts.Found plain = found("train.scp", Optional.empty());
    assertThat(plain.facts()).containsEntry("vectors", 12).doesNotContainKey("training data");
    assertThat(plain.untold()).contains(FileFacts.Untold.SPEAKERS);
    FileFacts.Found labelled = found("train.scp", Optional.of(FileKind.VECTORS));
    assertThat(labelled.facts()).containsEntry("vectors", 12).containsKey("training data");
    assertThat(labelled.facts().get("lengths"))
        .hasToString(plain.facts().get("lengths").toString());
    assertThat(labelled.untold()).isEmpty();
  }

  @Test
  void aFolderOfMetaEmbeddingsIsItsManifest() throws IOException {
    double[] lambda = {2, 1};
    var embeddings =
        MetaEmbeddings.of(
            DoubleMatrix.wrap(2, 2, new double[] {1, 2, 3, 4}), new double[] {0.5, 3}, lambda);
    var block =
        EmbeddingBlocks.write(
            0, new IdentifiedEmbeddings(List.of("x", "y"), embeddings), Provenance.NONE);
    Path blocks = Files.createDirectory(folder.resolve("blocks"));
    Files.write(blocks.resolve(block.about().file()), block.bytes());
    Files.write(
        blocks.resolve(EmbeddingManifest.FILE),
        EmbeddingBlocks.manifest("", lambda, List.of(block.about())).toBytes());
    for (String name : List.of("blocks", "blocks/manifest.json")) {
      assertThat(found(name, Optional.empty()).facts())
          .containsEntry("recordings", 2)
          .containsEntry("dimension", 2)
          .containsEntry("blocks", 1)
          .containsEntry("b", "0.5 to 3.0");
    }
    assertThat(found("blocks/block-00000.safetensors", Optional.empty()).facts())
        .containsEntry("embeddings", 2)
        .containsEntry("speaker dimension", 2);
  }

  @Test
  void trialsAreComparedWithVectors() throws IOException {
    assertThat(found("trials", Optional.empty()).facts())
        .containsEntry("kind", "key")
        .containsEntry("trials", 9)
        .containsEntry("targets", 3)
        .containsEntry("unknown tests", 0L)
        .containsEntry("unknown enrolments", 3L);
  }

  @Test
  void aTruthIsDrawnOrRead() throws IOException {
    HtPlda read = SimulatedTruth.read(folder.resolve("truth.gme"));
    assertThat(read.mean()).isEqualTo(TRUTH.draw(1).mean());
    assertThatThrownBy(() -> new SimulatedTruth(6, 7, 2, 25, 2))
        .hasMessageContaining("the speaker dimension must be from 1 to 6");
    assertThatThrownBy(() -> SimulatedTruth.read(folder.resolve("trials")))
        .isInstanceOf(GmeException.class);
  }
}
