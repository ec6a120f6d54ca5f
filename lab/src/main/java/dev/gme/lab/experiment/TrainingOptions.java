package dev.gme.lab.experiment;

import dev.gme.core.model.StepSpec;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.plda.EmOptions;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.ArrayList;
import java.util.List;

/**
 * How the systems of an experiment are trained.
 *
 * @param preprocessing the steps before every system
 * @param lengthNorm the further steps of the length-normalized one
 * @param dimension d, reduced where speakers or dimensions are too few
 * @param nu the degrees of freedom of heavy-tailed systems
 * @param emIterations of Gaussian PLDA
 * @param vbIterations of variational Bayes
 * @param batch recordings on each side of a minibatch of cross-entropy
 * @param bxeSteps most steps of each of its stages
 * @param bxePrior the prior of a target that it is trained for
 * @param seed of what is drawn in training
 */
public record TrainingOptions(
    List<StepSpec> preprocessing,
    List<StepSpec> lengthNorm,
    int dimension,
    double nu,
    int emIterations,
    int vbIterations,
    int batch,
    int bxeSteps,
    double bxePrior,
    long seed) {
  /** As in the studies of docs/studies. */
  public static final TrainingOptions DEFAULT =
      new TrainingOptions(
          List.of(),
          PldaRecipe.baseline(),
          200,
          2,
          EmOptions.DEFAULT.stopping().maxIterations(),
          HtPldaVb.DEFAULT.iterations(),
          1000,
          DescentOptions.DEFAULT.steps(),
          0.01,
          DescentOptions.DEFAULT.seed());

  public TrainingOptions {
    preprocessing = List.copyOf(preprocessing);
    lengthNorm = List.copyOf(lengthNorm);
  }

  /** All steps before the length-normalized system. */
  List<StepSpec> allLengthNorm() {
    List<StepSpec> all = new ArrayList<>(preprocessing);
    all.addAll(lengthNorm);
    return all;
  }
}
