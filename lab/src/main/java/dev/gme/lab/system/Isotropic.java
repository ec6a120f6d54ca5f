package dev.gme.lab.system;

import dev.gme.core.Trained;
import dev.gme.core.model.IsotropicPlda;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.IsotropicPldaEm;
import dev.gme.core.train.plda.Stopping;

/**
 * Isotropic PLDA, whose two variances a few recordings suffice for (docs/math.md 3.12): {@code
 * isotropic}. Its mean is the origin: {@code length, centre} come before it as a rule. After {@code
 * length} alone it ranks single recordings exactly as the raw cosine does, but what all vectors
 * have in common then passes for likeness, and scores want a calibration.
 */
public record Isotropic() implements Step {
  @Override
  public Place place() {
    return Place.MODEL;
  }

  @Override
  public String text() {
    return "isotropic";
  }

  @Override
  public Trained<SystemModel> train(SystemModel soFar, StepInputs inputs) {
    TrainingData ready = inputs.preprocessedBy(soFar);
    SpeakerStatistics statistics =
        SpeakerStatistics.gather(ready, new double[ready.dimension()], inputs.progress());
    Trained<IsotropicPlda> trained =
        new IsotropicPldaEm(Stopping.DEFAULT)
            .train(statistics, IsotropicPldaEm.start(statistics), inputs.progress());
    return new Trained<>(
        soFar.withExtractor(trained.model().model().extractor()),
        trained.objective(),
        trained.notes());
  }
}
