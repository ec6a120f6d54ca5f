package dev.gme.lab.system;

import dev.gme.core.Trained;
import dev.gme.core.model.HtPlda;
import dev.gme.core.train.plda.HtPldaVb;

/**
 * Heavy-tailed PLDA by variational Bayes from the model so far (docs/math.md 4): {@code vb}, {@code
 * vb 20}, {@code vb mean-field=3}.
 *
 * @param method how it goes
 */
public record VariationalBayes(HtPldaVb method) implements Step {
  /** The library's own defaults: closed scales, ten iterations. */
  public static final VariationalBayes DEFAULT = new VariationalBayes(HtPldaVb.DEFAULT);

  public int iterations() {
    return method.iterations();
  }

  public VariationalBayes withIterations(int n) {
    return new VariationalBayes(method.withIterations(n));
  }

  /** Scales and speakers are estimated jointly, by this many alternations. */
  public VariationalBayes withMeanField(int alternations) {
    return new VariationalBayes(method.withScaleStep(HtPldaVb.ScaleStep.meanField(alternations)));
  }

  @Override
  public Place place() {
    return Place.REFINEMENT;
  }

  @Override
  public String text() {
    return new StepWords.Writer("vb")
        .value(method.iterations())
        .named("mean-field", method.scaleStep().innerIterations(), 0)
        .toString();
  }

  @Override
  public Trained<SystemModel> train(SystemModel soFar, StepInputs inputs) {
    Trained<HtPlda> trained =
        method.train(
            inputs.preprocessedBy(soFar),
            soFar.requireExtractor().model(),
            inputs.checkpoints(),
            inputs.progress());
    return new Trained<>(
        soFar.withExtractor(trained.model().extractor()), trained.objective(), trained.notes());
  }
}
