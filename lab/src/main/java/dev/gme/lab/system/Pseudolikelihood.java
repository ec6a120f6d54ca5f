package dev.gme.lab.system;

import dev.gme.core.Trained;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.discriminative.PseudolikelihoodOptions;
import dev.gme.core.train.discriminative.PseudolikelihoodTrainer;

/**
 * The extractor trained on by the pseudolikelihood of who spoke (docs/math.md 5): {@code
 * pseudolikelihood}, {@code pseudolikelihood speakers=200 crp=1:0.5}.
 *
 * @param loss what is made smaller
 * @param descent how
 */
public record Pseudolikelihood(PseudolikelihoodOptions loss, DescentOptions descent)
    implements Step {
  @Override
  public Place place() {
    return Place.REFINEMENT;
  }

  @Override
  public String text() {
    PseudolikelihoodOptions usual = PseudolikelihoodOptions.DEFAULT;
    StepWords.Writer words =
        new StepWords.Writer("pseudolikelihood")
            .named("speakers", loss.speakers(), usual.speakers())
            .named("crp", loss.prior(), usual.prior());
    return DescentWords.add(descent, words).toString();
  }

  @Override
  public Trained<SystemModel> train(SystemModel soFar, StepInputs inputs) {
    Trained<GmeExtractor> trained =
        new PseudolikelihoodTrainer(loss, descent)
            .withStarts(inputs.starts(soFar))
            .train(
                inputs.preprocessedBy(soFar),
                soFar.requireExtractor(),
                inputs.checkpoints(),
                inputs.progress());
    return new Trained<>(
        soFar.withExtractor(trained.model()), trained.objective(), trained.notes());
  }
}
