package dev.gme.neural.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.turns.Segments;
import dev.gme.frontend.audio.AudioFolder;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.network.Windows;
import dev.gme.lab.data.NetworkNote;
import dev.gme.neural.SeededNetworks;
import dev.gme.neural.network.Network;
import dev.gme.neural.speech.SpeechDetector;
import dev.gme.testkit.SimulatedSpeech;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A network whose outputs are a and b, from recordings to a file of meta-embeddings. */
class MetaEmbeddingsTest {
  @TempDir Path folder;
  private Network network;
  private RecordingList recordings;

  @BeforeEach
  void open() throws IOException {
    new SimulatedSpeech(Files.createDirectory(folder.resolve("data")));
    Files.delete(folder.resolve("data/wav.scp"));
    Path file = SeededNetworks.meta().write(folder.resolve("net.onnx"));
    Files.writeString(folder.resolve("net.yaml"), "frontend: wave\n");
    network =
        Network.open(file, "", Network.Options.DEFAULT.withGives(Network.Gives.META_EMBEDDINGS));
    recordings =
        RecordingList.ofFiles(
            AudioFolder.of(folder.resolve("data")).files(), RecordingList.Options.DEFAULT);
  }

  @AfterEach
  void close() {
    network.close();
  }

  private EmbeddedCorpus embed(EmbedOptions options) throws IOException {
    return new CorpusEmbedder(network, SpeechDetector.NONE, options)
        .embed(recordings, recordings.ids(), Optional.empty(), Progress.NONE);
  }

  @Test
  void ofWholeRecordings() throws IOException {
    Path out = folder.resolve("all.gme");
    MetaEmbeddings written =
        new EmbedFiles(out, OptionalInt.empty())
            .writeMeta(embed(EmbedOptions.DEFAULT), network, false, Provenance.NONE);
    IdentifiedEmbeddings read = Artefact.read(out, ArtefactKind.META_EMBEDDINGS).value();
    assertThat(read.ids()).hasSize(40).isEqualTo(recordings.ids());
    assertThat(read.embeddings().a()).isEqualTo(written.a());
    assertThat(read.embeddings().lambda()).containsExactly(2, 1.5, 1, 0.5);
    assertThat(NetworkNote.of(out)).isPresent();
    assertThat(folder.resolve("all.quality.tsv")).exists();
    assertThat(folder.resolve("all.segments")).doesNotExist();
  }

  /** This network gives b = a'a, so that a row that belongs to another window would be seen. */
  @Test
  void ofWindows() throws IOException {
    Path out = folder.resolve("windows.gme");
    EmbeddedCorpus windows =
        embed(EmbedOptions.DEFAULT.withWindows(new Windows(0.5, 0, Windows.Combine.MEAN)));
    MetaEmbeddings written =
        new EmbedFiles(out, OptionalInt.empty()).writeMeta(windows, network, true, Provenance.NONE);
    List<Segments.Segment> times = Segments.read(folder.resolve("windows.segments"));
    assertThat(times).hasSize(80).isEqualTo(windows.segments());
    for (int i = 0; i < written.size(); i++) {
      double square = 0;
      for (int k = 0; k < written.dimension(); k++) {
        square += written.a().get(i, k) * written.a().get(i, k);
      }
      assertThat(written.b()[i]).isCloseTo(square, within(1e-5 * square));
    }
  }

  @Test
  void aFormatIsToldFromTheName() {
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> EmbedFiles.format(folder.resolve("vectors")))
        .withMessageContaining("cannot be told from this name");
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> EmbedOptions.DEFAULT.withMaxWindow(0.5))
        .withMessageContaining("pieces of at most 1 to 86400 seconds");
  }
}
