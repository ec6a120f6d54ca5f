package dev.gme.core.score;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;

/** Log-likelihood ratios of meta-embeddings, each by the safe formula in double. */
final class ExactLlrScorer extends ExactScorer {
  private final MetaEmbeddings enrol;
  private final MetaEmbeddings test;

  ExactLlrScorer(MetaEmbeddings enrol, MetaEmbeddings test) {
    super(enrol.size(), test.size());
    TileScorer.requireCommonLambda(enrol, test);
    this.enrol = enrol;
    this.test = test;
  }

  @Override
  public String description() {
    return "log-likelihood ratios";
  }

  @Override
  DoubleMatrix block(int e, int enrolEnd, int t, int testEnd) {
    return enrol.range(e, enrolEnd).llr(test.range(t, testEnd));
  }

  @Override
  double score(int e, int t) {
    return enrol.llr(e, test, t);
  }
}
