package dev.gme.frontend.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.formats.LabelledVectors;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.artefact.FeatureSpec.Normalization;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.frontend.gmm.UbmTrainer.Covariances;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorTrainer;
import dev.gme.testkit.SimulatedSpeech;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many recordings at a time, on simulated speech: from files to files, up to vectors. */
class CorpusTest {
  private static final FeatureSpec SPEC = FeatureSpec.paper(8000).with(Normalization.NONE);

  @TempDir Path folder;

  private SimulatedSpeech speech;

  @BeforeEach
  void writeRecordings() throws IOException {
    speech = new SimulatedSpeech(folder);
  }

  private RecordingList recordings() {
    return RecordingList.of(folder, RecordingList.Options.DEFAULT);
  }

  private Path archive() {
    return folder.resolve("features.ark");
  }

  private FeatureFiles.Summary writeFeatures(List<String> ids, Skipped skipped) throws IOException {
    return FeatureFiles.write(
        recordings(),
        ids,
        SPEC.rate(),
        FeatureFiles.frames(SPEC),
        "ark:" + archive(),
        skipped,
        Progress.NONE);
  }

  /** An extractor of the training recordings. */
  private IvectorSystem train(Covariances covariances, int dimension) throws IOException {
    writeFeatures(speech.train(), new Skipped());
    FrameSample sample =
        FrameSample.read(List.of(archive()), new HashSet<>(speech.train())::contains, 100_000);
    assertThat(sample.recordings()).isEqualTo(speech.train().size());
    GaussianMixture ubm =
        new UbmTrainer(UbmTrainer.Options.DEFAULT.with(4, 3, 1))
            .train(sample.frames(), covariances, c -> Checkpoints.NONE, Progress.NONE)
            .model();
    Path counts = folder.resolve("counts.npy");
    Path sums = folder.resolve("sums.npy");
    GmmStatistics total;
    try (StatisticsFiles.Writer writer =
        new StatisticsFiles.Writer(ubm, Pruning.DEFAULT, speech.train().size(), counts, sums)) {
      FeatureFiles.read(List.of(archive()), (id, frames) -> writer.add(frames, Progress.NONE));
      total = writer.commit();
    }
    IvectorTrainer trainer =
        new IvectorTrainer(IvectorTrainer.Options.DEFAULT.with(dimension, 3, 1));
    IvectorExtractor extractor;
    try (StatisticsFiles source = StatisticsFiles.open(counts, sums)) {
      assertThat(source.recordings()).isEqualTo(speech.train().size());
      extractor = trainer.train(trainer.start(ubm), source, total, Progress.NONE).model();
    }
    return new IvectorSystem(Optional.of(SPEC), ubm, Pruning.DEFAULT, extractor);
  }

  private LabelledVectors vectors(IvectorSystem system) throws IOException {
    Extraction e = new Extraction(system, Extraction.Options.DEFAULT, Progress.NONE);
    FeatureFiles.read(List.of(archive()), e::add);
    return e.finish();
  }

  @Test
  void recordingsOfOneSpeakerAreNearerThanThoseOfTwo() throws IOException {
    IvectorSystem system = train(Covariances.FULL, 5);
    assertThat(system.ubm()).isInstanceOf(FullGmm.class);
    LabelledVectors v = vectors(system);
    assertThat(v.ids()).containsExactlyElementsOf(speech.train());
    double within = 0;
    double between = 0;
    int targets = 0;
    int others = 0;
    for (int i = 0; i < v.size(); i++) {
      for (int j = 0; j < i; j++) {
        double distance = distance(v, i, j);
        boolean same =
            speech.speakers().get(v.ids().get(i)).equals(speech.speakers().get(v.ids().get(j)));
        within += same ? distance : 0;
        between += same ? 0 : distance;
        targets += same ? 1 : 0;
        others += same ? 0 : 1;
      }
    }
    assertThat(within / targets).isLessThan(between / others);
  }

  private static double distance(LabelledVectors v, int i, int j) {
    double[] a = v.vectors().toDoubles().row(i);
    double[] b = v.vectors().toDoubles().row(j);
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += (a[k] - b[k]) * (a[k] - b[k]);
    }
    return Math.sqrt(sum);
  }

  @Test
  void badRecordingsAreLeftOutAndNamed() throws IOException {
    byte[] whole = Files.readAllBytes(folder.resolve("s0-0.wav"));
    Files.write(folder.resolve("s0-0.wav"), Arrays.copyOf(whole, 1000));
    Files.delete(folder.resolve("s0-1.wav"));
    Skipped skipped = new Skipped();
    FeatureFiles.Summary summary = writeFeatures(speech.train(), skipped);
    assertThat(summary.recordings()).isEqualTo(speech.train().size() - 2);
    assertThat(skipped.reasons()).containsOnlyKeys("s0-0", "s0-1");
    assertThat(skipped.reasons().get("s0-0")).contains("s0-0.wav");
    skipped.check(25, 0.1);
    assertThatThrownBy(() -> skipped.check(25, Skipped.ALLOWED))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("2 of 25 recordings (8.0 %) could not be used");
    assertThatThrownBy(() -> Survey.of(recordings(), List.of("s0-0", "s0-1"), SPEC, Progress.NONE))
        .hasMessageContaining("not one of 2 recordings could be used");
  }

  @Test
  void aSampleOfFramesIsNoLargerThanAsked() throws IOException {
    writeFeatures(speech.train(), new Skipped());
    FrameSample all = FrameSample.read(List.of(archive()), id -> true, FrameSample.MOST);
    FrameSample some = FrameSample.read(List.of(archive()), id -> true, 100);
    assertThat(all.size()).isEqualTo((int) all.total());
    assertThat(some.size()).isLessThanOrEqualTo(100).isPositive();
    assertThat(some.total()).isEqualTo(all.total());
    assertThat(FrameSample.read(List.of(archive()), Set.of("s0-0")::contains, 100).recordings())
        .isEqualTo(1);
    assertThat(DataSize.of(List.of(archive())))
        .isEqualTo(new DataSize(speech.train().size(), all.total()));
  }

  @Test
  void theDigestFollowsWhatWouldBeRead() throws IOException {
    String before = recordings().digest(List.of("s0-0", "s0-1"));
    assertThat(recordings().digest(List.of("s0-0", "s0-1"))).isEqualTo(before);
    assertThat(recordings().digest(List.of("s0-0"))).isNotEqualTo(before);
  }

  @Test
  void segmentsArePartsOfRecordings() throws IOException {
    Files.writeString(folder.resolve("segments"), "a s0-0 0.25 0.75\nb s0-0 0.5 7\nc x 0 1\n");
    RecordingList r = recordings();
    assertThat(r.ids()).containsExactly("a", "b", "c");
    float[] whole = Audio.read(folder.resolve("s0-0.wav")).samples();
    assertThat(r.read("a").samples()).isEqualTo(Arrays.copyOfRange(whole, 2000, 6000));
    assertThatThrownBy(() -> r.read("b")).hasMessageContaining("s0-0.wav, segment b");
    assertThatThrownBy(() -> r.read("c"))
        .hasMessageContaining("the recording 'x' of segment 'c' is not in wav.scp");
    assertThatThrownBy(() -> r.read("d")).hasMessageContaining("'d' is not in segments");
  }

  @Test
  void aSurveyCountsSpeechAndDecides() throws IOException {
    Survey s = Survey.of(recordings(), speech.train(), SPEC, Progress.NONE);
    assertThat(s.median()).isBetween(0.5, 1.0);
    assertThat(s.size().recordings()).isEqualTo(25);
    assertThat(s.size().frames()).isBetween(1250L, 2500L);
    assertThat(s.normalization(3)).isEqualTo(Normalization.NONE);
    assertThat(s.normalization(0.1)).isEqualTo(Normalization.MEAN_VARIANCE);
  }

  @Test
  void sizesFollowTheData() {
    assertThat(new DataSize(240, 73_270).gaussians()).isEqualTo(64);
    assertThat(new DataSize(240, 73_270).dimension()).isEqualTo(60);
    assertThat(new DataSize(1, 1).gaussians()).isEqualTo(16);
    assertThat(new DataSize(1, 1).dimension()).isEqualTo(10);
    assertThat(new DataSize(50_000, 1L << 40).gaussians()).isEqualTo(2048);
    assertThat(new DataSize(50_000, 1L << 40).dimension()).isEqualTo(600);
    assertThat(new DataSize(240, 73_270).advice(128, 120)).isEmpty();
    assertThat(new DataSize(240, 73_270).advice(256, 60))
        .hasValueSatisfying(a -> assertThat(a).contains("64 Gaussians and 60 dimensions would"));
  }

  @Test
  void vectorsComeWithPrecisionsOrWithoutPrior() throws IOException {
    IvectorSystem system = train(Covariances.DIAGONAL, 4);
    Extraction e =
        new Extraction(
            system,
            new Extraction.Options(Extraction.Estimate.MAXIMUM_LIKELIHOOD, true, 1, 0),
            Progress.NONE);
    Skipped skipped = new Skipped();
    FeatureFiles.make(
        recordings(), speech.train(), SPEC.pipeline(), e::add, skipped, Progress.NONE);
    LabelledVectors longer = e.finish();
    assertThat(skipped.count()).isZero();
    assertThat(e.rankDeficient()).isZero();
    assertThat(e.precisions().cols()).isEqualTo(10);
    LabelledVectors shrunk = vectors(system);
    for (int i = 0; i < shrunk.size(); i++) {
      assertThat(length(longer, i)).isGreaterThan(length(shrunk, i));
    }
    assertThatThrownBy(
            () -> new Extraction.Options(Extraction.Estimate.POSTERIOR_MEAN, false, 0, 0))
        .isInstanceOf(GmeException.class);
  }

  private static double length(LabelledVectors v, int i) {
    return Math.sqrt(Arrays.stream(v.vectors().toDoubles().row(i)).map(x -> x * x).sum());
  }
}
