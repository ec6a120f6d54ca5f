package dev.gme.frontend.ivector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.Cosine;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.audio.AudioList;
import dev.gme.frontend.feature.Deltas;
import dev.gme.frontend.feature.EnergyVad;
import dev.gme.frontend.feature.FeaturePipeline;
import dev.gme.frontend.feature.Mfcc;
import dev.gme.frontend.gmm.Alignment;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.GmmUpdate;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.gmm.UbmTrainer;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * From the recordings of shared/audio to an equal-error rate. Without mean subtraction, since every
 * speaker was recorded in one session (its README).
 */
@Tag("slow")
class RealSpeechTest {
  private static final FeaturePipeline FEATURES =
      new FeaturePipeline(
          Mfcc.Options.paper(8000),
          false,
          Deltas.DEFAULT,
          Optional.empty(),
          Optional.of(new EnergyVad(5.5, 0.5, 2, 0.12)));

  @Test
  void speakersAreToldApart() throws IOException {
    Path lists = SharedData.part("audio", "lists");
    Map<String, Path> audio = AudioList.recordings(SharedData.present(lists.resolve("wav.scp")));
    List<String> train = Files.readAllLines(SharedData.present(lists.resolve("train.utt")));
    List<String> eval = Files.readAllLines(SharedData.present(lists.resolve("eval.utt")));
    List<FloatMatrix> frames =
        train.stream()
            .map(u -> FEATURES.compute(Audio.read(SharedData.present(audio.get(u)))))
            .toList();
    DiagonalGmm ubm = ubm(frames);
    Alignment alignment = Alignment.of(ubm, Pruning.DEFAULT);
    List<GmmStatistics> statistics =
        frames.stream().map(f -> GmmStatistics.gather(ubm, f, alignment.posteriors(f), 2)).toList();
    IvectorUpdate update = IvectorUpdate.DEFAULT;
    IvectorExtractor extractor =
        new IvectorTrainer(new IvectorTrainer.Options(60, 10, update, 0.1, 1))
            .train(
                ubm,
                RecordingStatistics.of(statistics),
                statistics.stream().reduce(GmmStatistics::plus).orElseThrow(),
                Progress.NONE)
            .model();
    DoubleMatrix vectors = extractor.ivectors(RecordingStatistics.of(statistics), Progress.NONE);
    Map<String, String> speaker =
        Files.readAllLines(SharedData.present(lists.resolve("utt2spk"))).stream()
            .map(line -> List.of(line.split(" ")))
            .collect(Collectors.toMap(f -> f.get(0), f -> f.get(1)));
    List<String> speakers = train.stream().map(speaker::get).distinct().toList();
    int[] labels = train.stream().mapToInt(u -> speakers.indexOf(speaker.get(u))).toArray();
    DoubleMatrix evalVectors = ivectors(eval, audio, ubm, alignment, extractor);
    MetaEmbeddings test =
        PldaRecipe.gaussian(Math.min(30, speakers.size() - 1))
            .train(TrainingData.of(vectors, labels), Progress.NONE)
            .model()
            .extract(evalVectors);
    List<List<String>> trials =
        Files.readAllLines(SharedData.present(lists.resolve("trials"))).stream()
            .map(line -> List.of(line.split(" ")))
            .toList();
    double plda = eer(test.llr(test), eval, trials);
    double cosine = eer(Cosine.scores(evalVectors, evalVectors), eval, trials);
    assertThat(plda).isLessThan(0.06).isLessThan(cosine);
  }

  private static double eer(DoubleMatrix all, List<String> ids, List<List<String>> trials) {
    double[] scores = new double[trials.size()];
    boolean[] targets = new boolean[scores.length];
    for (int i = 0; i < scores.length; i++) {
      List<String> f = trials.get(i);
      scores[i] = all.get(ids.indexOf(f.get(0)), ids.indexOf(f.get(1)));
      targets[i] = f.get(2).equals("target");
    }
    return Evaluation.of(ScoredTrials.of(scores, targets)).metrics().eerRocch();
  }

  private static DiagonalGmm ubm(List<FloatMatrix> frames) {
    int n = frames.stream().mapToInt(FloatMatrix::rows).sum();
    int d = FEATURES.dimension();
    float[] all = new float[n * d];
    int at = 0;
    for (FloatMatrix f : frames) {
      System.arraycopy(f.array(), 0, all, at, f.array().length);
      at += f.array().length;
    }
    UbmTrainer.Options options =
        new UbmTrainer.Options(64, UbmTrainer.Start.SPLITTING, 4, 10, 0.01, GmmUpdate.DEFAULT, 1);
    return new UbmTrainer(options).train(FloatMatrix.wrap(n, d, all), Progress.NONE).model();
  }

  private static DoubleMatrix ivectors(
      List<String> ids,
      Map<String, Path> audio,
      DiagonalGmm ubm,
      Alignment alignment,
      IvectorExtractor extractor) {
    List<GmmStatistics> statistics =
        ids.stream()
            .map(u -> FEATURES.compute(Audio.read(SharedData.present(audio.get(u)))))
            .map(f -> GmmStatistics.gather(ubm, f, alignment.posteriors(f), 1))
            .toList();
    return extractor.posteriors(RecordingStatistics.of(statistics)).means();
  }
}
