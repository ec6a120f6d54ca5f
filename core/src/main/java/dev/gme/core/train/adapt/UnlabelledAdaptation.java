package dev.gme.core.train.adapt;

import dev.gme.core.model.GmeExtractor;

/**
 * A way to adapt a model to a domain of which there are vectors without labels (docs/math.md 11.2
 * to 11.5).
 *
 * <pre>{@code
 * UnlabelledAdaptation way = CoralPlusAdaptation.DEFAULT;
 * GmeExtractor adapted = way.adapt(model, TargetDomain.of(vectors, model));
 * ModelChange change = ModelChange.between(model, adapted);   // what moved
 * }</pre>
 */
public interface UnlabelledAdaptation {
  /** The mean alone: μ ← m (docs/math.md 11.2). */
  UnlabelledAdaptation MEAN = (source, target) -> ModelChange.moved(source, target.mean());

  /**
   * The adapted model. ν is kept; of a heavy-tailed model the speaker dimension is kept too, a
   * Gaussian one may get more.
   */
  GmeExtractor adapt(GmeExtractor source, TargetDomain target);
}
