package dev.gme.core.train.discriminative;

import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaRecipe;

/**
 * Trains the start of discriminative training anew on some of the speakers, so that the others,
 * whom it has not seen, can tell what discriminative training is worth (docs/math.md 5.5).
 *
 * <pre>{@code
 * StartTrainer starts =
 *     others -> {
 *       Pipeline p = recipe.train(others).model();
 *       return new StartTrainer.Start(p.extractor(), p.preprocessing().view(others.vectors()));
 *     };
 * }</pre>
 */
@FunctionalInterface
public interface StartTrainer {
  /**
   * A start.
   *
   * @param extractor where discriminative training starts
   * @param vectors all recordings, those that were left out included, as this extractor takes them
   */
  record Start(GmeExtractor extractor, RowSource vectors) {}

  /**
   * Trains a start as the whole data's was trained.
   *
   * @param others the training data; recordings of held-out speakers have weight 0
   */
  Start train(TrainingData others);

  /** For a start that was trained on other speakers: none of these has to be left out. */
  static StartTrainer ofOtherData(GmeExtractor start) {
    return others -> new Start(start, others.vectors());
  }

  /**
   * For a start of which nothing else is known: Gaussian PLDA with its speaker dimension, as far as
   * the speakers allow it, and its ν.
   */
  static StartTrainer like(GmeExtractor start) {
    return others -> {
      int d = Math.max(1, Math.min(start.speakerDimension(), others.speakers() - 1));
      return new Start(
          PldaRecipe.gaussian(d).withNu(start.nu()).train(others).model().extractor(),
          others.vectors());
    };
  }
}
