package dev.gme.core.identify;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Interval;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Intervals of identification rates, because other speakers might have been searched for: they are
 * drawn again with replacement, each with all searches (docs/math.md 7.7 and 10.2). The enrolled
 * list stays as it is.
 *
 * <pre>{@code
 * List<Interval> intervals =
 *     IdentificationBootstrap.intervals(
 *         searches, BootstrapOptions.DEFAULT, List.of(r -> r.cmc(1)), Progress.NONE);
 * }</pre>
 */
public final class IdentificationBootstrap {
  private static final String WHAT = "bootstrap over speakers";

  private IdentificationBootstrap() {}

  /** The interval of each figure, in order; draws without a kind of searches are left out. */
  public static List<Interval> intervals(
      Searches searches,
      BootstrapOptions options,
      List<ToDoubleFunction<IdentificationRates>> figures,
      Progress progress) {
    int[] speakers = searches.speakers();
    if (speakers.length < 2) {
      throw new GmeException(
          "a bootstrap over speakers needs at least 2 of them, but all searches are of one",
          "evaluate searches of more speakers");
    }
    double[][] values = new double[options.replicates()][];
    int round = 16 * Workers.threads();
    for (int from = 0; from < values.length; from += round) {
      progress.step(WHAT, from, values.length);
      int first = from;
      Workers.forEach(
          Math.min(round, values.length - from),
          r -> values[first + r] = replicate(searches, speakers, options, first + r, figures));
    }
    progress.step(WHAT, values.length, values.length);
    double[][] kept = Arrays.stream(values).filter(v -> v.length > 0).toArray(double[][]::new);
    if (kept.length == 0 && !figures.isEmpty()) {
      throw new GmeException(
          "each of the " + values.length + " bootstrap replicates left one kind of searches out",
          "evaluate searches of more speakers");
    }
    return IntStream.range(0, figures.size())
        .mapToObj(
            k ->
                Interval.ofQuantiles(
                    Arrays.stream(kept).mapToDouble(v -> v[k]).toArray(), options.confidence()))
        .toList();
  }

  /** The figures of one draw; none where it lacks a kind of searches that there is. */
  private static double[] replicate(
      Searches searches,
      int[] speakers,
      BootstrapOptions options,
      int number,
      List<ToDoubleFunction<IdentificationRates>> figures) {
    SeededRandom random = new SeededRandom(options.seed(), number);
    int[] drawn = new int[speakers.length];
    for (int k = 0; k < speakers.length; k++) {
      drawn[random.nextInt(speakers.length)]++;
    }
    int[] times = new int[searches.size()];
    for (int i = 0; i < times.length; i++) {
      times[i] = drawn[Arrays.binarySearch(speakers, searches.speaker(i))];
    }
    IdentificationRates rates = new IdentificationRates(searches, times);
    boolean lacks =
        (rates.mated() == 0 && searches.mated() > 0)
            || (rates.unmated() == 0 && searches.unmated() > 0);
    return lacks
        ? new double[0]
        : figures.stream().mapToDouble(f -> f.applyAsDouble(rates)).toArray();
  }
}
