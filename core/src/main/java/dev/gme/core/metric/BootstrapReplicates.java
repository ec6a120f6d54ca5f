package dev.gme.core.metric;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.parallel.Workers;
import java.util.Optional;

/**
 * Bootstrap replicates: draws speakers with replacement and computes the metrics of every draw, on
 * all threads.
 */
final class BootstrapReplicates {
  /**
   * Replicates that share a workspace: so many that making it costs little, so few that all work.
   */
  private static final int TASK = 4;

  private BootstrapReplicates() {}

  /** The metrics of each draw; null where a draw left no target or no non-target weight. */
  static Metrics[] of(BootstrapTrials trials, BootstrapOptions options, Progress progress) {
    int[] speakers = trials.present();
    if (speakers.length < 2) {
      throw new GmeException(
          "a bootstrap over speakers needs at least 2 of them, but all trials are of one",
          "evaluate more speakers");
    }
    Metrics[] out = new Metrics[options.replicates()];
    int round = TASK * 4 * Workers.threads();
    for (int from = 0; from < out.length; from += round) {
      progress.step("bootstrap over speakers", from, out.length);
      int first = from;
      int count = Math.min(round, out.length - from);
      Workers.forEach(
          (count + TASK - 1) / TASK,
          task -> {
            ReplicateMetrics sweep = new ReplicateMetrics(trials);
            int to = first + Math.min(count, (task + 1) * TASK);
            for (int r = first + task * TASK; r < to; r++) {
              SeededRandom random = new SeededRandom(options.seed(), r);
              int[] drawn = new int[speakers.length];
              for (int i = 0; i < drawn.length; i++) {
                drawn[i] = speakers[random.nextInt(speakers.length)];
              }
              Optional<Metrics> metrics = sweep.metrics(trials.multiplicities(drawn));
              out[r] = metrics.orElse(null);
            }
          });
    }
    progress.step("bootstrap over speakers", out.length, out.length);
    return out;
  }
}
