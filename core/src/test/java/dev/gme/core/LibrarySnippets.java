package dev.gme.core;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.metric.Cllr;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.metric.Roc;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.StepSpec;
import dev.gme.core.parallel.TreeSum;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;
import dev.gme.core.partition.PartitionPosterior;
import dev.gme.core.partition.PartitionScorer;
import dev.gme.core.score.CalibratedModel;
import dev.gme.core.score.CellScorer;
import dev.gme.core.score.PairScorer;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.norm.ScoreNormalization;
import dev.gme.core.score.norm.ScoreNormalizer;
import dev.gme.core.score.norm.ScoredSide;
import dev.gme.core.score.sink.EvaluationSink;
import dev.gme.core.score.sink.HistogramSink;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.score.sink.ScoreBins;
import dev.gme.core.score.sink.ScoreHistogram;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.StreamedEvaluation;
import dev.gme.core.score.sink.TopPerTestSink;
import dev.gme.core.score.sink.TopScores;
import dev.gme.core.train.data.DataReport;
import dev.gme.core.train.data.SpeakerLeaves;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.BxeTrainer;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.plda.GaussianPldaEm;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.core.train.plda.PldaStart;
import dev.gme.core.train.plda.Stopping;
import dev.gme.core.train.plda.VbEStep;
import dev.gme.core.train.plda.VbStatistics;
import java.util.List;
import java.util.function.IntFunction;

/** The code of docs/library.md, compiled; what it begins with comes as parameters. */
@SuppressWarnings({"unused", "SystemOut"}) // it shows what there is
final class LibrarySnippets {
  private LibrarySnippets() {}

  static void factorize() {
    // snippet
    DoubleMatrix w = DoubleMatrix.of(new double[][] {{2, 1}, {1, 3}});
    Cholesky c = Cholesky.of(w);
    if (!c.isPositiveDefinite()) {
      throw new IllegalStateException("pivot " + c.failedPivot());
    }
    double[] y = c.solve(new double[] {1, 2}); // W⁻¹x
    double logDet = c.logDeterminant();
    // end
  }

  static void score(
      double[] mean,
      DoubleMatrix f,
      DoubleMatrix w,
      DoubleMatrix enrolVectors,
      DoubleMatrix testVectors) {
    // snippet
    HtPlda model = HtPlda.of(mean, f, w, 2); // F is D x d, W is D x D and a precision
    GmeExtractor extractor = model.extractor();
    int[][] models = {{0, 1, 2}, {3}}; // the rows of each enrolled speaker
    MetaEmbeddings enrolled = Enrolment.POOLED.extract(extractor, enrolVectors, models);
    DoubleMatrix llr = enrolled.llr(extractor.extract(testVectors)); // models x tests
    // end
  }

  static void train(FloatMatrix vectors, int[] speakers) {
    // snippet
    TrainingData data = TrainingData.of(vectors, speakers); // the speaker of each row, any numbers
    SpeakerStatistics statistics = SpeakerStatistics.gather(data);
    Trained<HtPlda> plda =
        new GaussianPldaEm(Stopping.DEFAULT)
            .train(statistics, PldaStart.fromScatter(statistics, 40));
    Trained<HtPlda> heavyTailed = HtPldaVb.DEFAULT.train(data, plda.model().withNu(2));
    // end
  }

  static void sum(HtPlda model, SpeakerLeaves leaves, IntFunction<TrainingData> vectorsOfLeaf) {
    // snippet
    VbEStep step = VbEStep.of(model, HtPldaVb.DEFAULT.scaleStep());
    TreeSum<VbStatistics> sum = new TreeSum<>(VbStatistics::plus);
    for (int leaf = leaves.size() - 1; leaf >= 0; leaf--) { // in any order
      VbStatistics found = step.gather(vectorsOfLeaf.apply(leaf)); // here, or elsewhere
      sum.add(leaf, VbStatistics.of(found.toMatrices()));
    }
    HtPlda next = HtPldaVb.DEFAULT.maximize(model, sum.total(leaves.size()));
    // end
  }

  static void preprocess(TrainingData data, FloatMatrix enrolVectors, FloatMatrix testVectors) {
    // snippet
    System.out.println(DataReport.of(data)); // with findings and remedies
    Trained<Pipeline> baseline =
        PldaRecipe.gaussian(40)
            .preprocessedBy(
                StepSpec.centre(),
                StepSpec.lda(150),
                StepSpec.whitenTotal(),
                StepSpec.length(),
                StepSpec.centre())
            .train(data);
    Pipeline pipeline = baseline.model();
    DoubleMatrix llr = pipeline.extract(enrolVectors).llr(pipeline.extract(testVectors));
    // end
  }

  static void discriminate(
      TrainingData data, Trained<HtPlda> heavyTailed, Checkpoints checkpoints, Progress progress) {
    // snippet
    Trained<BxeTrainer.Result> sharper =
        new BxeTrainer(
                BxeOptions.DEFAULT.withBatch(1000).withCalibration(BxeOptions.Calibration.AFTER),
                DescentOptions.builder().steps(50).build())
            .train(data, heavyTailed.model().extractor(), checkpoints, progress);
    GmeExtractor extractor = sharper.model().extractor();
    // end
  }

  static void stream(
      GmeExtractor extractor,
      FloatMatrix enrolVectors,
      FloatMatrix testVectors,
      int[][] models,
      int[] modelSpeakers,
      int[] testSpeakers,
      int[] trialEnrol,
      int[] trialTest) {
    // snippet
    MetaEmbeddings enrol = extractor.extract(enrolVectors).pool(models);
    MetaEmbeddings test = extractor.extract(testVectors);
    PairScorer scorer = ScoreKind.llr().scorer(enrol, test);

    MatrixSink matrix = new MatrixSink(enrol.size(), test.size());
    ScoreReport report = scorer.all(matrix);
    FloatMatrix llr = matrix.matrix(); // a row per model, a column per test

    TopPerTestSink top = new TopPerTestSink(test.size(), 10);
    scorer.all(top);
    int best = top.top().partner(0, 0); // the model with the highest score of the first test

    EvaluationSink evaluation = EvaluationSink.ofSpeakers(modelSpeakers, testSpeakers);
    scorer.all(evaluation);
    StreamedEvaluation e = evaluation.evaluate(EvaluationOptions.DEFAULT);
    // the EER lies between e.best().eerRocch() and e.worst().eerRocch()

    float[] scores = scorer.list(trialEnrol, trialTest).scores();
    // end
  }

  static void cells(
      MetaEmbeddings enrol,
      MetaEmbeddings test,
      ScoreHistogram ofAnotherProcess,
      TopScores ofOtherRows) {
    // snippet
    CellScorer cells = new CellScorer(ScoreKind.DEFAULT_TOLERANCE);
    CellScorer.Block rows = cells.block(enrol, 0); // prepared once, for any number of cells
    CellScorer.Block cols = cells.block(test, 16_384); // test recordings from number 16,384 on
    HistogramSink bins = new HistogramSink(ScoreBins.fine());
    TopPerTestSink perTest = new TopPerTestSink(16_384, test.size(), 10);
    ScoreReport ofCell = cells.score(rows, cols, bins.and(perTest)); // scored once, seen by both
    ScoreHistogram both = bins.histogram().plus(ofAnotherProcess);

    TopScores top = perTest.top();
    TopScores travelled = TopScores.of(10, top.sizes(), top.partners(), top.scores());
    TopScores best = travelled.plus(ofOtherRows);
    // end
  }

  static void normalize(
      MatrixSink matrix,
      MetaEmbeddings enrol,
      MetaEmbeddings test,
      MetaEmbeddings cohort,
      int[][] recordingsOfModels,
      int[] recordingsOfTests,
      int[] recordingsOfCohort,
      int[] trialEnrol,
      int[] trialTest,
      float[] scores) {
    // snippet
    ScoreNormalizer as =
        ScoreNormalization.adaptiveS(200)
            .fit(
                ScoreKind.llr(),
                ScoredSide.ofPools(enrol, recordingsOfModels),
                ScoredSide.of(test, recordingsOfTests),
                ScoredSide.of(cohort, recordingsOfCohort));
    PairScorer normalized = ScoreKind.llr().scorer(enrol, test).transformed(as);
    normalized.all(matrix); // described as "log-likelihood ratios normalized by as(200)"
    float[] later = as.apply(trialEnrol, trialTest, scores); // of scores that are there
    // end
  }

  static void calibrate(
      CalibratedModel model, MatrixSink matrix, FloatMatrix enrolVectors, FloatMatrix testVectors) {
    // snippet
    model.scorer(enrolVectors, testVectors).all(matrix);
    model.uncalibrated().scorer(enrolVectors, testVectors).all(matrix);
    // end
  }

  static void partition(GmeExtractor extractor, FloatMatrix testVectors) {
    // snippet
    MetaEmbeddings e = extractor.extract(testVectors);
    var scorer = new PartitionScorer<>(List.of(e.get(0), e.get(1), e.get(2)));
    PartitionPosterior posterior = scorer.posterior(new ChineseRestaurant(1, 0.5));
    double same = posterior.probabilitySame(0, 2);
    Partition best = posterior.partitions().get(posterior.best(1)[0]); // prints as {0,2} {1}
    // end
  }

  static void measure(
      double[] scores, boolean[] isTarget, Pipeline pipeline, FloatMatrix vectors, int[] speakers) {
    // snippet
    ScoredTrials trials = ScoredTrials.of(scores, isTarget);
    double eer = Roc.of(trials).eerRocch();
    double cllr = Cllr.of(trials);
    MetricSummary figures =
        MetricSummary.of(ScoredTrials.ofAllPairs(pipeline.extract(vectors), speakers));
    // end
  }
}
