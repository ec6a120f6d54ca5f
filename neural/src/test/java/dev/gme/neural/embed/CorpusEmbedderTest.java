package dev.gme.neural.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.audio.AudioFolder;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.lab.cache.Store;
import dev.gme.lab.data.NetworkNote;
import dev.gme.lab.data.VectorSources;
import dev.gme.neural.SeededNetworks;
import dev.gme.neural.network.Network;
import dev.gme.neural.speech.SpeechDetector;
import dev.gme.testkit.SimulatedSpeech;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of recordings: what is skipped, what is written, and runs that go on. */
class CorpusEmbedderTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    new SimulatedSpeech(Files.createDirectory(folder.resolve("data")));
    Files.delete(folder.resolve("data/wav.scp"));
    file = SeededNetworks.campp().write(folder.resolve("net.onnx"));
    Files.writeString(
        folder.resolve("net.yaml"), "frontend: nemo\noutput: embs\nlog-variance: lv\n");
  }

  private RecordingList recordings() {
    return RecordingList.ofFiles(
        AudioFolder.of(folder.resolve("data")).files(), RecordingList.Options.DEFAULT);
  }

  private EmbeddedCorpus embed(Optional<Store> store, Progress progress) throws IOException {
    RecordingList recordings = recordings();
    try (Network network = Network.open(file, "", Network.Options.DEFAULT)) {
      return new CorpusEmbedder(network, SpeechDetector.NONE, EmbedOptions.DEFAULT)
          .embed(recordings, recordings.ids(), store, progress);
    }
  }

  @Test
  void whatCannotBeUsedIsNamedAndTheRestIsThere() throws IOException {
    Files.writeString(folder.resolve("data/broken.wav"), "RIFF");
    EmbeddedCorpus corpus = embed(Optional.empty(), Progress.NONE);
    assertThat(corpus.asked()).isEqualTo(41);
    assertThat(corpus.pieces()).hasSize(40);
    assertThat(corpus.skipped().reasons()).containsOnlyKeys("broken");
    assertThat(corpus.skipped().reasons().get("broken")).contains("broken.wav");
    assertThat(corpus.resampled()).isEqualTo(40);
    assertThat(corpus.lower()).isEqualTo(40);
    assertThat(corpus.seconds()).isBetween(39.9, 40.1);
    assertThat(corpus.variances("x").orElseThrow().ids()).isEqualTo(corpus.vectors("x").ids());
  }

  @Test
  void nothingLeftIsAnError() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Files.writeString(empty.resolve("a.wav"), "RIFF");
    // Of a single recording the complaint is its own.
    nothingLeft(empty, "a.wav is truncated");
    Files.writeString(empty.resolve("b.wav"), "RIFF");
    nothingLeft(empty, "not one of 2 recordings");
  }

  private void nothingLeft(Path data, String complaint) throws IOException {
    RecordingList list =
        RecordingList.ofFiles(AudioFolder.of(data).files(), RecordingList.Options.DEFAULT);
    try (Network network = Network.open(file, "", Network.Options.DEFAULT)) {
      assertThatExceptionOfType(GmeException.class)
          .isThrownBy(
              () ->
                  new CorpusEmbedder(network, SpeechDetector.NONE, EmbedOptions.DEFAULT)
                      .embed(list, list.ids(), Optional.empty(), Progress.NONE))
          .withMessageContaining(complaint);
    }
  }

  @Test
  void aSecondRunTakesWhatTheFirstHasMade() throws IOException {
    Path out = folder.resolve("all.npz");
    LabelledVectors first =
        embed(EmbedStore.beside(out, Store.Reuse.ALL).store(), Progress.NONE).vectors("x");
    Store again = EmbedStore.beside(out, Store.Reuse.ALL).store().orElseThrow();
    EmbeddedCorpus second = embed(Optional.of(again), Progress.NONE);
    assertThat(again.made()).isZero();
    assertThat(second.vectors("x").digest()).isEqualTo(first.digest());
    assertThat(second.lower()).isEqualTo(40);
    // Another description makes other embeddings.
    Files.writeString(
        folder.resolve("net.yaml"), "frontend: nemo\noutput: embs\nlog-variance: lv\nlevel: -20\n");
    Store other = EmbedStore.beside(out, Store.Reuse.ALL).store().orElseThrow();
    embed(Optional.of(other), Progress.NONE);
    assertThat(other.made()).isEqualTo(1);
    EmbedStore.beside(out, Store.Reuse.ALL).remove();
    assertThat(folder.resolve("all.embedding")).doesNotExist();
  }

  /** Speech everywhere; while it is broken, not in recordings of one speaker. */
  private static SpeechDetector detector(AtomicBoolean broken) {
    return new SpeechDetector() {
      @Override
      public Optional<TimeRegions> speech(String id, Audio audio) {
        if (broken.get() && id.startsWith("s3")) {
          throw new GmeException("the detector is broken", "mend it");
        }
        return Optional.empty();
      }

      @Override
      public String digest() {
        return "one";
      }
    };
  }

  @Test
  void whatFailedIsTriedAgainByTheNextRun() throws IOException {
    AtomicBoolean broken = new AtomicBoolean(true);
    RecordingList recordings = recordings();
    try (Network network = Network.open(file, "", Network.Options.DEFAULT)) {
      CorpusEmbedder embedder = new CorpusEmbedder(network, detector(broken), EmbedOptions.DEFAULT);
      EmbeddedCorpus whole =
          new CorpusEmbedder(network, detector(new AtomicBoolean()), EmbedOptions.DEFAULT)
              .embed(recordings, recordings.ids(), Optional.empty(), Progress.NONE);
      Path out = folder.resolve("all.npz");
      EmbeddedCorpus first =
          embedder.embed(
              recordings,
              recordings.ids(),
              EmbedStore.beside(out, Store.Reuse.ALL).store(),
              Progress.NONE);
      assertThat(first.skipped().reasons())
          .containsOnlyKeys("s3-0", "s3-1", "s3-2", "s3-3", "s3-4")
          .containsEntry("s3-0", "'s3-0': the detector is broken");
      broken.set(false);
      List<Long> heard = new ArrayList<>();
      EmbeddedCorpus second =
          embedder.embed(
              recordings,
              recordings.ids(),
              EmbedStore.beside(out, Store.Reuse.ALL).store(),
              (what, done, total) -> heard.add(done));
      assertThat(second.skipped().count()).isZero();
      assertThat(second.vectors("x").digest()).isEqualTo(whole.vectors("x").digest());
      assertThat(second.seconds()).isEqualTo(whole.seconds());
      assertThat(heard).isSorted().endsWith(40L).contains(35L);
      Store third = EmbedStore.beside(out, Store.Reuse.ALL).store().orElseThrow();
      embedder.embed(recordings, recordings.ids(), Optional.of(third), Progress.NONE);
      assertThat(third.made()).isZero();
    }
  }

  @Test
  void whereNothingCanBeKeptIsSaid() throws IOException {
    Path file = Files.writeString(folder.resolve("x.embedding"), "");
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> EmbedStore.beside(folder.resolve("x.npz"), Store.Reuse.ALL))
        .withMessageContaining("found a file");
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(
            () -> EmbedStore.beside(file.resolveSibling("no").resolve("x.npz"), Store.Reuse.ALL))
        .withMessageContaining("there is no folder for it");
    Path proc = Path.of("/proc");
    assumeTrue(Files.isDirectory(proc), "a folder that nobody can write to");
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> EmbedStore.beside(proc.resolve("x.npz"), Store.Reuse.ALL))
        .withMessageContaining("x.embedding cannot be made");
  }

  @Test
  void canBeStopped() {
    Progress stop =
        new Progress() {
          @Override
          public void update(String what, long done, long total) {}

          @Override
          public boolean isCancelled() {
            return true;
          }
        };
    assertThatExceptionOfType(CancellationException.class)
        .isThrownBy(() -> embed(Optional.empty(), stop));
  }

  @Test
  void progressIsInSecondsOfAudio() throws IOException {
    long[] last = {0, 0};
    embed(
        Optional.empty(),
        (what, done, total) -> {
          assertThat(done).isBetween(last[0], total);
          last[0] = done;
          last[1] = total;
        });
    assertThat(last).containsExactly(40, 40);
  }

  @Test
  void filesBesideTheVectors() throws IOException {
    Path out = folder.resolve("all.ark");
    EmbeddedCorpus corpus = embed(Optional.empty(), Progress.NONE);
    try (Network network = Network.open(file, "", Network.Options.DEFAULT)) {
      new EmbedFiles(out, OptionalInt.of(-1)).write(corpus, network, false);
    }
    assertThat(VectorFiles.read(folder.resolve("all.scp")).digest())
        .isEqualTo(corpus.vectors("x").digest());
    assertThat(VectorFiles.read(folder.resolve("all.variances.ark")).size()).isEqualTo(40);
    assertThat(Files.readAllLines(folder.resolve("all.quality.tsv")))
        .hasSize(41)
        .startsWith("id\tseconds\tspeech\tlevel\tsnr\twindows");
    assertThat(Files.readAllLines(folder.resolve("all.utt2spk"))).contains("s0-0 s0-0");
    assertThat(NetworkNote.of(out).orElseThrow().network()).isEqualTo("net.onnx");
    assertThat(NetworkNote.difference(out, folder.resolve("all.scp"))).isEmpty();
    Path other = folder.resolve("other.npz");
    new NetworkNote("b.onnx", "1", "2", Map.of()).write(other);
    assertThat(NetworkNote.difference(out, other).orElseThrow())
        .contains("different networks, net.onnx and b.onnx");
  }

  @Test
  void isASourceOfVectorsForExperiments() throws IOException {
    Map<String, String> source =
        Map.of("embed", "net.onnx", "recordings", "data", "speaker-from", "1");
    List<String> notes = new ArrayList<>();
    Progress hears =
        new Progress() {
          @Override
          public void update(String what, long done, long total) {}

          @Override
          public void note(String sentence) {
            notes.add(sentence);
          }
        };
    LabelledVectors vectors = VectorSources.read(source, folder, hears);
    assertThat(notes).hasSize(2);
    assertThat(notes.get(0)).isEqualTo("note: 40 recordings resampled to 16000 Hz.");
    assertThat(notes.get(1)).startsWith("warning: 40 recordings had less than the network's 16000");
    assertThat(vectors.size()).isEqualTo(40);
    assertThat(vectors.speakers().orElseThrow().get(0)).isEqualTo("s0-0");
    assertThat(folder.resolve("net.embeddings")).isDirectory();
    assertThat(VectorSources.read(source, folder, Progress.NONE).digest())
        .isEqualTo(vectors.digest());
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(
            () -> VectorSources.of(Map.of("embed", "net.onnx")).files(Map.of("embed", "n"), folder))
        .withMessageContaining("embeddings need recordings");
  }

  @Test
  void idsAreThePathsWithoutEndings() throws IOException {
    Path some = Files.createDirectories(folder.resolve("some/x/.hidden"));
    for (String name : List.of("a.wav", "a.flac", "b.v2.wav", "c.mp3", "d.txt")) {
      Files.writeString(some.getParent().resolve(name), "");
    }
    AudioFolder found = AudioFolder.of(folder.resolve("some"));
    assertThat(found.files()).containsOnlyKeys("x/a.flac", "x/a.wav", "x/b.v2");
    assertThat(found.others()).isEqualTo(Map.of("mp3", 1));
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> AudioFolder.of(some))
        .withMessageContaining("has no recordings");
  }

  @Test
  void partsOfPaths() {
    assertThat(AudioFolder.part("id1/x/a.wav", 1)).isEqualTo("id1");
    assertThat(AudioFolder.part("id1/x/a.wav", -1)).isEqualTo("a.wav");
    for (int number : List.of(0, 4, -4)) {
      assertThatExceptionOfType(GmeException.class)
          .isThrownBy(() -> AudioFolder.part("id1/x/a.wav", number));
    }
  }
}
