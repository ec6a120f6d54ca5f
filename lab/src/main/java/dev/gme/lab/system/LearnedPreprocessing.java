package dev.gme.lab.system;

import dev.gme.core.Trained;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.data.PreprocessingTrainer;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Preprocessing steps in a row, which are learned together: one pass over the data serves all that
 * are linear.
 */
public record LearnedPreprocessing(List<StepSpec> steps) implements Step {
  public LearnedPreprocessing {
    steps = List.copyOf(steps);
  }

  /** What Gaussian PLDA usually has before it: centred, whitened, of one length. */
  public static List<StepSpec> baseline() {
    return PldaRecipe.baseline();
  }

  /** These and others, as one. */
  LearnedPreprocessing then(LearnedPreprocessing others) {
    return new LearnedPreprocessing(Stream.concat(steps.stream(), others.steps.stream()).toList());
  }

  @Override
  public Place place() {
    return Place.PREPROCESSING;
  }

  @Override
  public String text() {
    return steps.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  @Override
  public Trained<SystemModel> train(SystemModel soFar, StepInputs inputs) {
    Trained<Preprocessing> learned =
        new PreprocessingTrainer(steps).train(inputs.data(), inputs.progress());
    return new Trained<>(
        soFar.withPreprocessing(learned.model()), learned.objective(), learned.notes());
  }
}
