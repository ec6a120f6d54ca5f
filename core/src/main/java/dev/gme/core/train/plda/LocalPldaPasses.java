package dev.gme.core.train.plda;

import dev.gme.core.Progress;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.train.data.LocalPasses;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.HtPldaVb.ScaleStep;

/** Passes over data on this computer. */
final class LocalPldaPasses extends LocalPasses implements PldaPasses {
  LocalPldaPasses(TrainingData data) {
    super(data);
  }

  @Override
  public VbStatistics vb(
      Preprocessing chain, HtPlda model, ScaleStep step, String what, Progress progress) {
    return VbEStep.of(model, step).gatherAll(behind(chain), what, progress);
  }
}
