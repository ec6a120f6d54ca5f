package dev.gme.neural.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.Progress;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.parallel.Workers;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import dev.gme.frontend.audio.AudioFolder;
import dev.gme.frontend.corpus.RecordingList;
import dev.gme.frontend.network.Level;
import dev.gme.neural.network.Network;
import dev.gme.neural.speech.SpeechDetector;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A folder of real recordings, embedded and compared. */
class CorpusEmbedderGoldenTest {
  private final int threads = Workers.threads();

  @AfterEach
  void resetThreads() {
    Workers.setThreads(threads);
  }

  private static EmbeddedCorpus embed(String network, String frontEnd, double level, int most)
      throws IOException {
    Path folder = SharedData.part("neural", "audio16k");
    RecordingList recordings =
        RecordingList.ofFiles(AudioFolder.of(folder).files(), RecordingList.Options.DEFAULT);
    List<String> ids = recordings.ids();
    try (Network opened =
        Network.open(
            SharedData.part("neural", network),
            frontEnd,
            d -> d.withLevel(Level.to(level)),
            Network.Options.DEFAULT)) {
      return new CorpusEmbedder(opened, SpeechDetector.NONE, EmbedOptions.DEFAULT)
          .embed(
              recordings,
              ids.subList(0, Math.min(most, ids.size())),
              Optional.empty(),
              Progress.NONE);
    }
  }

  /** Published beside the data: 5.11 %; without the level 9.38 %. */
  @Tag("slow")
  @Test
  void equalErrorRateOfRawCosines() throws IOException {
    TrialList trials = ListReader.read(SharedData.part("audio", "lists", "trials")).asKey();
    LabelledVectors vectors =
        embed("speaker-lstm.onnx", "librosa-mfcc", -26, Integer.MAX_VALUE).vectors("audio16k");
    double[] scores = new double[trials.size()];
    boolean[] targets = new boolean[trials.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] =
          cosine(
              row(vectors, trials.enrolIds().get(trials.enrol(i))),
              row(vectors, trials.testIds().get(trials.test(i))));
      targets[i] = trials.isTarget(i);
    }
    double eer = Evaluation.of(ScoredTrials.of(scores, targets)).metrics().eerRocch();
    assertThat(100 * eer).isCloseTo(5.1, within(0.3));
  }

  private static double[] row(LabelledVectors vectors, String id) {
    int row = vectors.row(id);
    assertThat(row).as(id).isNotNegative();
    return vectors.vectors().doubles(row, row + 1).array();
  }

  private static double cosine(double[] a, double[] b) {
    double dot = 0;
    double aa = 0;
    double bb = 0;
    for (int k = 0; k < a.length; k++) {
      dot += a[k] * b[k];
      aa += a[k] * a[k];
      bb += b[k] * b[k];
    }
    return dot / Math.sqrt(aa * bb);
  }

  @Test
  void theSameBytesOnOneTwoAndFiveThreads() throws IOException {
    String first = null;
    for (int n : new int[] {1, 2, 5}) {
      Workers.setThreads(n);
      String digest =
          embed("speaker-lstm.onnx", "librosa-mfcc", -26, 12).vectors("audio16k").digest();
      first = first == null ? digest : first;
      assertThat(digest).as("%d threads", n).isEqualTo(first);
    }
  }
}
