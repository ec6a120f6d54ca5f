package dev.gme.spark;

import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;

/**
 * Where trainings keep their iterations until the model is written, and what they say meanwhile.
 */
final class Checkpointing {
  private Checkpointing() {}

  /**
   * The folder of checkpoints of a result.
   *
   * @param resumes whether to go on with one that is there
   */
  static String prepare(Files files, String out, boolean resumes) {
    files.requireNothingAt(out);
    String parts = out + ".parts";
    if (files.exists(parts) && !resumes) {
      throw new GmeException(
          parts + " has checkpoints of a run that was not completed",
          "go on with --resume, or remove that folder");
    }
    return parts;
  }

  /** The checkpoints of a stage. */
  static Checkpoints of(Files files, String parts, String stage) {
    return new HadoopCheckpoints(files, Files.below(parts, stage + ".checkpoint"));
  }

  /** Says the objective of each iteration. */
  static Progress progress(Cluster cluster) {
    return new Progress() {
      @Override
      public void update(String what, long done, long total) {}

      @Override
      public void objective(Objective objective) {
        cluster.say(objective.toString());
      }
    };
  }
}
