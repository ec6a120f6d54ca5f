package dev.gme.core.score;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.model.Pipeline;

/** A model whose scores are those of its pipeline. */
record UncalibratedModel(Pipeline pipeline) implements ScoringModel {
  @Override
  public PairScorer scorer(
      ScoreKind<MetaEmbeddings> kind, MetaEmbeddings enrol, MetaEmbeddings test) {
    return kind.scorer(enrol, test);
  }

  @Override
  public String toString() {
    return pipeline.toString();
  }
}
