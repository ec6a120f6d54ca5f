package dev.gme.lab.ivector;

import dev.gme.core.Progress;
import dev.gme.core.model.Enrolment;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.lists.EnrolmentModels;
import dev.gme.lab.score.TrialPairs;
import dev.gme.lab.score.TrialScoring;
import dev.gme.lab.system.SystemModel;
import dev.gme.lab.system.SystemSpec;

/**
 * A trained system of the recipe.
 *
 * @param spec its chain of steps, with its names in files and tables
 */
record RecipeSystem(SystemSpec spec, SystemModel model) {
  /**
   * The scores of trials, in their order.
   *
   * @param models the enrolments, whose recordings are pooled
   */
  float[] score(
      LabelledVectors vectors, EnrolmentModels models, TrialPairs trials, Progress progress) {
    TrialScoring how = model.trialScoring(models, Enrolment.POOLED);
    return how.scorer(how.side(vectors, models, Enrolment.POOLED), how.recordings(vectors))
        .list(trials.enrol(), trials.test(), progress)
        .scores();
  }
}
