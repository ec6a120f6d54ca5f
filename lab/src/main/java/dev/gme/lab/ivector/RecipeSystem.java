package dev.gme.lab.ivector;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.score.PairScorer;
import dev.gme.core.score.ScoreKind;
import dev.gme.formats.LabelledVectors;
import dev.gme.lab.score.TrialPairs;
import java.util.Optional;

/**
 * A trained system of the recipe; a system without an extractor scores by cosine.
 *
 * @param id its name in files
 * @param label its name in tables, the same as in {@code gme experiment}
 */
record RecipeSystem(
    String id, String label, Preprocessing chain, Optional<GmeExtractor> extractor) {
  /** Whether scores may be read as log-likelihood ratios. */
  boolean isLlr() {
    return extractor.isPresent();
  }

  /**
   * The scores of trials, in their order.
   *
   * @param models the rows of each enrolment, which are pooled
   */
  float[] score(LabelledVectors vectors, int[][] models, TrialPairs trials, Progress progress) {
    return scorer(vectors, models).list(trials.enrol(), trials.test(), progress).scores();
  }

  private PairScorer scorer(LabelledVectors vectors, int[][] models) {
    if (extractor.isEmpty()) {
      DoubleMatrix test = chain.apply(vectors.vectors().toDoubles());
      return ScoreKind.cosine().scorer(Enrolment.means(test, models), test);
    }
    MetaEmbeddings test = Pipeline.of(chain, extractor.get()).extract(vectors.vectors());
    return ScoreKind.llr().scorer(test.pool(models), test);
  }
}
