package dev.gme.benchmarks.study;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.StepSpec;
import dev.gme.core.score.CalibratedModel;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

/**
 * Systems trained on one draw of simulated recordings, and evaluated on all pairs of recordings of
 * other speakers.
 */
final class SimulatedDraw {
  private final Size size;
  private final long seed;
  private final HtPlda truth;
  private final TrainingData training;
  private final SimulatedCorpus.Recordings evaluation;

  /** How much data, and how many draws of it. */
  record Size(
      int dimension,
      int speakerDimension,
      int trainingSpeakers,
      int trainingRecordings,
      int evaluationSpeakers,
      int evaluationRecordings,
      int seeds) {
    static final Size DEFAULT = new Size(150, 40, 1500, 8, 500, 4, 3);
  }

  SimulatedDraw(Size size, SimulatedCorpus corpus, long seed) {
    this.size = size;
    this.seed = seed;
    truth =
        ModelRecipe.of(size.dimension, size.speakerDimension, WayToTrain.NU)
            .withSpectrum(25, 2)
            .draw(seed);
    SimulatedCorpus.Recordings drawn =
        corpus.draw(truth, size.trainingSpeakers, size.trainingRecordings, seed);
    training = TrainingData.of(drawn.vectors(), drawn.speakers());
    evaluation =
        corpus.draw(truth, size.evaluationSpeakers, size.evaluationRecordings, 1000 + seed);
  }

  /** The model that the data were drawn from. */
  HtPlda truth() {
    return truth;
  }

  TrainingData training() {
    return training;
  }

  /** Gaussian PLDA, with what the caller changes of it. */
  Pipeline plda(UnaryOperator<PldaRecipe> change) {
    return change
        .apply(PldaRecipe.gaussian(size.speakerDimension))
        .train(training, Progress.NONE)
        .model();
  }

  /** Gaussian PLDA of the usual dimension, perhaps length-normalized. */
  Pipeline usual(boolean lengthNormalized) {
    List<StepSpec> before = lengthNormalized ? PldaRecipe.baseline() : List.of();
    return PldaRecipe.gaussian(PldaRecipe.usualSpeakerDimension(training, before))
        .preprocessedBy(before)
        .train(training, Progress.NONE)
        .model();
  }

  /** The figures of every way to train, by title. */
  Map<String, MetricSummary> systems() {
    HtPlda gaussian = plda(recipe -> recipe).extractor().model();
    Map<String, MetricSummary> out = new LinkedHashMap<>();
    WayToTrain.train(training, gaussian, seed)
        .forEach((way, extractor) -> out.put(way.title(), figures(extractor)));
    return out;
  }

  MetricSummary figures(GmeExtractor extractor) {
    return figures(extractor.extract(evaluation.vectors()));
  }

  MetricSummary figures(Pipeline pipeline) {
    return figures(pipeline.extract(evaluation.vectors()));
  }

  /** The figures of calibrated scores. */
  MetricSummary figures(CalibratedModel model) {
    MetaEmbeddings recordings = model.pipeline().extract(evaluation.vectors());
    return MetricSummary.of(
        ScoredTrials.of(
            model.calibration().applyAll(recordings.llrOfPairs()),
            ScoredTrials.pairsOfOne(evaluation.speakers())));
  }

  private MetricSummary figures(MetaEmbeddings recordings) {
    return MetricSummary.of(ScoredTrials.ofAllPairs(recordings, evaluation.speakers()));
  }

  /** The figures of every system, means over the seeds from 1 on. */
  static Map<String, MetricSummary> means(
      int seeds, LongFunction<Map<String, MetricSummary>> systems) {
    Map<String, List<MetricSummary>> all = new LinkedHashMap<>();
    for (long seed = 1; seed <= seeds; seed++) {
      systems
          .apply(seed)
          .forEach((name, f) -> all.computeIfAbsent(name, n -> new ArrayList<>()).add(f));
    }
    Map<String, MetricSummary> out = new LinkedHashMap<>();
    all.forEach((name, figures) -> out.put(name, MetricSummary.mean(figures)));
    return out;
  }
}
