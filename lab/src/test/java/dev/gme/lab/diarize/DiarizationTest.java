package dev.gme.lab.diarize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.diarize.DerOptions;
import dev.gme.core.diarize.DiarizationError;
import dev.gme.core.diarize.DiarizerOptions;
import dev.gme.core.diarize.SpeakerTurns;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.formats.RegionFiles;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.turns.Segments.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two recordings of windows of a second; in the first two take turns of ten, in the other one
 * speaks.
 */
class DiarizationTest {
  private static final int D = 30;

  private final List<String> ids = new ArrayList<>();
  private final List<Segment> segments = new ArrayList<>();
  private final IdentifiedEmbeddings windows;
  private final IdentifiedEmbeddings enrolled;

  DiarizationTest() {
    SeededRandom random = new SeededRandom(99);
    double[][] z = {random.gaussians(D), random.gaussians(D), random.gaussians(D)};
    double[] lambda = new double[D];
    Arrays.fill(lambda, 5);
    double[][] a = new double[120][D];
    for (int i = 0; i < a.length; i++) {
      // The files have them in no order of time: every other window comes later.
      int t = i < 60 ? 2 * (i % 30) + i / 30 : i - 60;
      double[] speaker = i >= 60 ? z[2] : z[t / 10 % 2];
      for (int k = 0; k < D; k++) {
        a[i][k] = lambda[k] * speaker[k] + Math.sqrt(lambda[k]) * random.nextGaussian();
      }
      ids.add("w" + i);
      segments.add(new Segment("w" + i, i < 60 ? "two" : "one", t, t + 1));
    }
    double[] b = new double[120];
    Arrays.fill(b, 1);
    windows = new IdentifiedEmbeddings(ids, MetaEmbeddings.of(DoubleMatrix.of(a), b, lambda));
    // Known is the second speaker of the first recording, by the windows 10 and 12.
    enrolled =
        new IdentifiedEmbeddings(
            List.of("speaker1"), windows.embeddings().pool(new int[][] {{5, 6}}));
  }

  private List<Diarization.Found> run(Diarization diarization) {
    return diarization.run(windows, WindowedRecording.of(ids, segments, false), Progress.NONE);
  }

  @Test
  void recordingsOneByOne() {
    List<Diarization.Found> found = run(new Diarization(DiarizerOptions.DEFAULT));
    assertThat(found).extracting(Diarization.Found::recording).containsExactly("two", "one");
    SpeakerTurns two = found.get(0).turns();
    assertThat(two.size()).isEqualTo(6);
    for (int i = 0; i < 6; i++) {
      assertThat(two.start(i)).isEqualTo(10 * i);
      assertThat(two.name(i)).isEqualTo("speaker" + (1 + i % 2));
    }
    assertThat(found.get(1).turns().size()).isEqualTo(1);
    assertThat(found.get(1).windows()).isEqualTo(60);
  }

  /** A name that is taken is not given again. */
  @Test
  void theEnrolledKeepTheirNames() {
    Diarization diarization =
        new Diarization(
            DiarizerOptions.DEFAULT, Optional.of(enrolled), Optional.empty(), Optional.empty());
    List<Diarization.Found> found = run(diarization);
    assertThat(found.get(0).turns().name(0)).isEqualTo("speaker2");
    assertThat(found.get(0).turns().name(1)).isEqualTo("speaker1");
    assertThat(found.get(1).turns().name(0)).isEqualTo("speaker2");
  }

  @Test
  void speechAndOverlap() {
    Map<String, TimeRegions> speech =
        Map.of("two", TimeRegions.of(new double[] {5}, new double[] {25}));
    Map<String, TimeRegions> overlap =
        Map.of("two", TimeRegions.of(new double[] {12}, new double[] {14}));
    Diarization diarization =
        new Diarization(
            DiarizerOptions.DEFAULT, Optional.empty(), Optional.of(speech), Optional.of(overlap));
    List<Diarization.Found> found = run(diarization);
    SpeakerTurns two = found.get(0).turns();
    assertThat(two.speech().total()).isEqualTo(20);
    double spoken = 0;
    for (int i = 0; i < two.size(); i++) {
      spoken += two.end(i) - two.start(i);
    }
    assertThat(spoken).isEqualTo(22);
    // The recording that the regions lack is silent.
    assertThat(found.get(1).turns().size()).isZero();
  }

  @Test
  void windowsThatDoNotFit() {
    List<Segment> fewer = segments.subList(0, 119);
    assertThatThrownBy(() -> WindowedRecording.of(ids, fewer, true))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("'w119' has no segment");
    List<String> missing = ids.subList(0, 119);
    assertThatThrownBy(() -> WindowedRecording.of(missing, segments, false))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("'w119' has no vector");
    assertThat(WindowedRecording.of(missing, segments, true).get(1).size()).isEqualTo(59);
    List<Segment> open = List.of(new Segment("w0", "two", 0, -1));
    assertThatThrownBy(() -> WindowedRecording.of(List.of("w0"), open, false))
        .hasMessageContaining("goes to the end");
  }

  private static SpeakerTurns turns(double... boundaries) {
    int n = boundaries.length - 1;
    int[] who = new int[n];
    Arrays.setAll(who, i -> i % 2);
    return SpeakerTurns.of(
        Arrays.copyOf(boundaries, n),
        Arrays.copyOfRange(boundaries, 1, n + 1),
        who,
        List.of("a", "b"));
  }

  @Test
  void evaluation() {
    DiarizationEvaluation evaluation =
        DiarizationEvaluation.of(
            Map.of("x", turns(0, 10, 20), "y", turns(0, 10)),
            Map.of("x", turns(0, 12, 20), "z", turns(0, 1)),
            Optional.empty(),
            DerOptions.ALL,
            BootstrapOptions.DEFAULT);
    assertThat(evaluation.errors().get("x").der()).isEqualTo(0.1);
    assertThat(evaluation.total().der()).isEqualTo(12 / 30.0);
    assertThat(evaluation.silent()).containsExactly("y");
    assertThat(evaluation.unscored()).containsExactly("z");
    assertThat(evaluation.interval(DiarizationError::der).orElseThrow().hi()).isEqualTo(1);
    assertThat(evaluation.table()).anyMatch(line -> line.matches("all +40\\.00 .*"));
    assertThat(evaluation.figures()).containsKeys("all", "recordings", "collar");
    assertThatThrownBy(
            () ->
                DiarizationEvaluation.of(
                    Map.of("x", turns(0, 10)),
                    Map.of("X", turns(0, 10)),
                    Optional.empty(),
                    DerOptions.ALL,
                    BootstrapOptions.DEFAULT))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("such as 'x'; it has 'X'");
  }

  @Test
  void regionsFromEitherFile(@TempDir Path folder) throws IOException {
    Path uem = Files.writeString(folder.resolve("a.txt"), "m 1 0 10\nm 1 5 20\n");
    assertThat(RegionFiles.read(uem).get("m").total()).isEqualTo(20);
    Path rttm = Files.writeString(folder.resolve("b"), "SPEAKER m 1 0 10 <NA> <NA> a <NA> <NA>\n");
    assertThat(RegionFiles.read(rttm).get("m").total()).isEqualTo(10);
    Path segments = Files.writeString(folder.resolve("c"), "s m 0 10\n");
    assertThatThrownBy(() -> RegionFiles.read(segments)).hasMessageContaining("segments");
  }
}
