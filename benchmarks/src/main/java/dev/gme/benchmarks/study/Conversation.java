package dev.gme.benchmarks.study;

import dev.gme.core.Progress;
import dev.gme.core.diarize.DerOptions;
import dev.gme.core.diarize.DiarizationError;
import dev.gme.core.diarize.DiarizationScorer;
import dev.gme.core.diarize.Diarizer;
import dev.gme.core.diarize.DiarizerOptions;
import dev.gme.core.diarize.SpeakerTurns;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.Pipeline;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.vectors.VectorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A conversation that was made, not recorded: windows in time, and who truly speaks. The defaults
 * of {@code gme diarize} were found on such ones.
 */
final class Conversation {
  private static final int[] SPEAKERS = {1, 2, 3, 4, 5, 6, 8};

  /** Seconds of a simulated window. */
  private static final double WINDOW = 1.44;

  private final MetaEmbeddings windows;
  private final double[] starts;
  private final double[] ends;
  private final SpeakerTurns reference;

  private Conversation(
      MetaEmbeddings windows, double[] starts, double[] ends, SpeakerTurns reference) {
    this.windows = windows;
    this.starts = starts;
    this.ends = ends;
    this.reference = reference;
  }

  /** A spectrum like that of published models of x-vectors. */
  private static double[] spectrum() {
    return IntStream.range(0, 128).mapToDouble(k -> 5.6 / (1 + 0.08 * k)).toArray();
  }

  /**
   * Conversations drawn from a model. A window is the mean of frames, so that windows that overlap
   * share noise; part of the noise stays during a turn; and there may be two or three times as much
   * of it as the model thinks, as in windows shorter than what models are trained on.
   *
   * @param overlap w/h
   */
  static List<Conversation> simulated(int overlap, int count, long seed) {
    List<Conversation> out = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      out.add(simulated(overlap, new SeededRandom(seed, i)));
    }
    return out;
  }

  private static Conversation simulated(int overlap, SeededRandom random) {
    double[] lambda = spectrum();
    int d = lambda.length;
    double h = WINDOW / overlap;
    int speakers = SPEAKERS[random.nextInt(SPEAKERS.length)];
    double seconds = new double[] {120, 180, 300}[random.nextInt(3)];
    double turn = random.nextInt(2) == 0 ? 3 : 6;
    double noise = 1 + random.nextInt(3);
    double slow = 0.2 * random.nextInt(3);
    double[][] z = new double[speakers][];
    Arrays.setAll(z, s -> random.gaussians(d));
    int frames = (int) (seconds / h) + overlap;
    double[][] x = new double[frames][];
    List<double[]> turns = new ArrayList<>();
    int speaker = random.nextInt(speakers);
    for (int from = 0; from < frames; ) {
      int length = Math.max(2, (int) (-turn * Math.log(1 - random.nextDouble()) / h) + 1);
      int to = Math.min(frames, from + length);
      double[] stays = random.gaussians(d);
      for (int t = from; t < to; t++) {
        double[] fast = random.gaussians(d);
        x[t] = new double[d];
        for (int k = 0; k < d; k++) {
          x[t][k] =
              Math.sqrt(lambda[k]) * z[speaker][k]
                  + Math.sqrt(slow * noise) * stays[k]
                  + Math.sqrt((1 - slow) * noise * overlap) * fast[k];
        }
      }
      turns.add(new double[] {from * h, to * h, speaker});
      from = to;
      speaker = speakers == 1 ? 0 : (speaker + 1 + random.nextInt(speakers - 1)) % speakers;
    }
    int n = frames - overlap + 1;
    double[][] a = new double[n][d];
    for (int t = 0; t < n; t++) {
      for (int k = 0; k < d; k++) {
        for (int j = 0; j < overlap; j++) {
          a[t][k] += Math.sqrt(lambda[k]) * x[t + j][k] / overlap;
        }
      }
    }
    double[] b = new double[n];
    Arrays.fill(b, 1);
    double[] starts = IntStream.range(0, n).mapToDouble(t -> t * h).toArray();
    double[] ends = Arrays.stream(starts).map(s -> s + WINDOW).toArray();
    return new Conversation(
        MetaEmbeddings.of(DoubleMatrix.of(a), b, lambda), starts, ends, turns(turns, speakers));
  }

  /**
   * Conversations stitched from recordings of half of the training speakers of a set, with a model
   * of the other half; windows do not overlap.
   */
  static List<Conversation> stitched(Path set, double nu, int count, long seed) throws IOException {
    Path lists = EmbeddingExperiment.lists(set);
    Map<String, String> speakerOf = KaldiLists.readPairs(lists.resolve("utt2spk"));
    Map<String, String> seconds = KaldiLists.readPairs(lists.resolve("utt2dur"));
    List<String> speakers = Files.readAllLines(lists.resolve("train.spk"));
    LabelledVectors all = VectorFiles.read(set.resolve("vectors.scp"));
    List<String> known =
        all.ids().stream().filter(id -> speakers.indexOf(speakerOf.get(id)) % 2 == 0).toList();
    LabelledVectors train = all.only(known).withSpeakers(speakerOf);
    Pipeline model =
        PldaRecipe.gaussian(15)
            .withNu(nu)
            .train(TrainingData.of(train.vectors(), train.speakerNumbers()))
            .model();
    MetaEmbeddings embeddings = model.extract(all.rows());
    List<Conversation> out = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SeededRandom random = new SeededRandom(seed, i);
      int n = SPEAKERS[random.nextInt(SPEAKERS.length)];
      List<List<Integer>> left = new ArrayList<>();
      List<String> free =
          new ArrayList<>(
              IntStream.range(0, speakers.size())
                  .filter(s -> s % 2 == 1)
                  .mapToObj(speakers::get)
                  .toList());
      for (int s = 0; s < n; s++) {
        String name = free.remove(random.nextInt(free.size()));
        left.add(
            new ArrayList<>(
                IntStream.range(0, all.size())
                    .filter(r -> speakerOf.get(all.ids().get(r)).equals(name))
                    .boxed()
                    .toList()));
      }
      int most = 40 * (1 + random.nextInt(3));
      List<Integer> rows = new ArrayList<>();
      List<double[]> turns = new ArrayList<>();
      List<double[]> times = new ArrayList<>();
      double at = 0;
      int speaker = random.nextInt(n);
      while (rows.size() < most && !left.get(speaker).isEmpty()) {
        double from = at;
        for (int k = 1 + random.nextInt(4); k > 0 && !left.get(speaker).isEmpty(); k--) {
          int row = left.get(speaker).remove(random.nextInt(left.get(speaker).size()));
          rows.add(row);
          double end = at + Double.parseDouble(seconds.get(all.ids().get(row)));
          times.add(new double[] {at, end});
          at = end;
        }
        turns.add(new double[] {from, at, speaker});
        speaker = n == 1 ? 0 : (speaker + 1 + random.nextInt(n - 1)) % n;
      }
      out.add(
          new Conversation(
              embeddings.pool(rows.stream().map(r -> new int[] {r}).toArray(int[][]::new)),
              times.stream().mapToDouble(t -> t[0]).toArray(),
              times.stream().mapToDouble(t -> t[1]).toArray(),
              turns(turns, n)));
    }
    return out;
  }

  private static SpeakerTurns turns(List<double[]> turns, int speakers) {
    return SpeakerTurns.of(
        turns.stream().mapToDouble(t -> t[0]).toArray(),
        turns.stream().mapToDouble(t -> t[1]).toArray(),
        turns.stream().mapToInt(t -> (int) t[2]).toArray(),
        IntStream.range(0, speakers).mapToObj(s -> "s" + s).toList());
  }

  DiarizationError error(DiarizerOptions options) {
    int[] labels = new Diarizer(options).speakers(windows, starts, ends, Progress.NONE).labels();
    int n = Arrays.stream(labels).max().orElse(-1) + 1;
    List<String> names = IntStream.range(0, n).mapToObj(i -> "speaker" + i).toList();
    SpeakerTurns output = SpeakerTurns.ofWindows(starts, ends, labels, names);
    return new DiarizationScorer(DerOptions.ALL).score(reference, output, Optional.empty());
  }
}
