package dev.gme.core.train;

import dev.gme.core.Progress;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.Preprocessing.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * From labelled vectors to a {@link Pipeline} in one go: preprocessing, Gaussian PLDA by EM, then
 * either ν plugged in or variational Bayes from there.
 *
 * <pre>{@code
 * Trained<Pipeline> baseline = PldaRecipe.gaussian(200)
 *     .preprocessedBy(Plan.centre(), Plan.whitenTotal(), Plan.length(), Plan.centre())
 *     .train(data, progress);
 * Trained<Pipeline> heavyTailed = PldaRecipe.gaussian(200).withNu(2).train(data, progress);
 * Trained<Pipeline> best = PldaRecipe.gaussian(200).withNu(2).then(HtPldaVb.standard())
 *     .train(data, progress);
 * }</pre>
 *
 * @param preprocessing the steps to learn first
 * @param speakerDimension d
 * @param nu the degrees of freedom, infinite for Gaussian PLDA
 * @param stopping when EM ends
 * @param variationalBayes what follows EM, if anything
 */
public record PldaRecipe(
    List<Plan> preprocessing,
    int speakerDimension,
    double nu,
    Stopping stopping,
    Optional<HtPldaVb> variationalBayes) {

  public PldaRecipe {
    preprocessing = List.copyOf(preprocessing);
  }

  /** Gaussian PLDA of speaker dimension d without preprocessing, by at most 20 iterations of EM. */
  public static PldaRecipe gaussian(int d) {
    return new PldaRecipe(
        List.of(), d, Double.POSITIVE_INFINITY, new Stopping(20, 1e-6), Optional.empty());
  }

  public PldaRecipe preprocessedBy(Plan... plans) {
    return preprocessedBy(List.of(plans));
  }

  public PldaRecipe preprocessedBy(List<Plan> plans) {
    return new PldaRecipe(plans, speakerDimension, nu, stopping, variationalBayes);
  }

  /** Heavy-tailed with this ν: the paper's shortcut. */
  public PldaRecipe withNu(double newNu) {
    return new PldaRecipe(preprocessing, speakerDimension, newNu, stopping, variationalBayes);
  }

  public PldaRecipe withStopping(Stopping other) {
    return new PldaRecipe(preprocessing, speakerDimension, nu, other, variationalBayes);
  }

  /** With variational Bayes after EM. */
  public PldaRecipe then(HtPldaVb vb) {
    return new PldaRecipe(preprocessing, speakerDimension, nu, stopping, Optional.of(vb));
  }

  /** Trains; objective and notes are those of all that was done, the objective of the last part. */
  public Trained<Pipeline> train(TrainingData data, Progress progress) {
    Trained<Preprocessing> chain = new PreprocessingTrainer(preprocessing).train(data, progress);
    TrainingData ready = data.withVectors(chain.model().view(data.vectors()));
    SpeakerStatistics statistics = SpeakerStatistics.gather(ready, progress);
    Trained<HtPlda> plda =
        new GaussianPldaEm(stopping, true)
            .train(statistics, PldaStart.fromScatter(statistics, speakerDimension), progress);
    List<String> notes = new ArrayList<>(chain.notes());
    notes.addAll(plda.notes());
    HtPlda model = plda.model().withNu(nu);
    List<Double> objective = plda.objective();
    if (variationalBayes.isPresent()) {
      Trained<HtPlda> vb = variationalBayes.get().train(ready, model, progress);
      notes.addAll(vb.notes());
      model = vb.model();
      objective = vb.objective();
    }
    return new Trained<>(
        Pipeline.of(chain.model(), model.extractor()),
        objective,
        notes.stream().distinct().toList());
  }
}
