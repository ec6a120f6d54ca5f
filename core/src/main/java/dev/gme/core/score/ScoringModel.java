package dev.gme.core.score;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.Pipeline;

/**
 * A model that scores: vectors or meta-embeddings of two sides become log-likelihood ratios, which
 * are calibrated if the model has a calibration.
 *
 * <pre>{@code
 * ScoringModel model = new CalibratedModel(pipeline, calibration);
 * model.scorer(enrolVectors, testVectors).all(sink);                  // calibrated
 * ScoringModel.of(pipeline).scorer(enrolVectors, testVectors).all(sink);
 * }</pre>
 */
public interface ScoringModel {
  /** What makes meta-embeddings of vectors. */
  Pipeline pipeline();

  /**
   * The scorer of meta-embeddings of this model, which may be pools of several recordings.
   *
   * @param kind by tiles or exact: {@link ScoreKind#llr} or {@link ScoreKind#exactLlr}
   */
  PairScorer scorer(ScoreKind<MetaEmbeddings> kind, MetaEmbeddings enrol, MetaEmbeddings test);

  /** The scorer of meta-embeddings of this model, by tiles. */
  default PairScorer scorer(MetaEmbeddings enrol, MetaEmbeddings test) {
    return scorer(ScoreKind.llr(), enrol, test);
  }

  /** The scorer of single recordings, one vector a row as the pipeline takes them, by tiles. */
  default PairScorer scorer(RowSource enrol, RowSource test) {
    return scorer(pipeline().extract(enrol), pipeline().extract(test));
  }

  /** A model without a calibration: its scores are the log-likelihood ratios of the pipeline. */
  static ScoringModel of(Pipeline pipeline) {
    return new UncalibratedModel(pipeline);
  }
}
