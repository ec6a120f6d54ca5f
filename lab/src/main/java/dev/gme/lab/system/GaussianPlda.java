package dev.gme.lab.system;

import dev.gme.core.Trained;
import dev.gme.core.model.Pipeline;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.EmOptions;
import dev.gme.core.train.plda.PldaRecipe;

/**
 * Gaussian PLDA by EM (docs/math.md 4): {@code plda}, {@code plda 120}, {@code plda iterations=5},
 * {@code plda shrink=held-out}.
 *
 * @param dimension d
 * @param em how EM goes
 */
public record GaussianPlda(SpeakerDimension dimension, EmOptions em) implements Step {
  @Override
  public Place place() {
    return Place.MODEL;
  }

  @Override
  public String text() {
    EmOptions usual = EmOptions.DEFAULT;
    return new StepWords.Writer("plda")
        .value(dimension)
        .named("iterations", em.stopping().maxIterations(), usual.stopping().maxIterations())
        .named("tolerance", em.stopping().tolerance(), usual.stopping().tolerance())
        .named("minimum-divergence", em.minimumDivergence(), usual.minimumDivergence())
        .named("two-covariance", em.twoCovariance(), usual.twoCovariance())
        .named("random-start", em.randomStart().orElse(-1), usual.randomStart().orElse(-1))
        .named("shrink", em.shrinkage(), usual.shrinkage())
        .toString();
  }

  @Override
  public Trained<SystemModel> train(SystemModel soFar, StepInputs inputs) {
    TrainingData ready = inputs.preprocessedBy(soFar);
    Trained<Pipeline> plda =
        PldaRecipe.gaussian(dimension.of(ready))
            .withEm(em)
            .train(ready, stage -> inputs.checkpoints(), inputs.progress());
    return new Trained<>(
        soFar.withExtractor(plda.model().extractor()), plda.objective(), plda.notes());
  }
}
