package dev.gme.core.metric;

import dev.gme.core.GmeException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The trials of one system, laid out so that all metrics under the weights of a draw of speakers
 * take one sweep over them (docs/math.md 7.7): who speaks in each trial and what it costs Cllr, in
 * the order of the scores, which is the same for every draw.
 */
final class BootstrapTrials {
  private final ScoredTrials trials;
  private final List<OperatingPoint> points;
  private final ScoreRuns runs;

  /** The trial at place p has the weight c[one[p]] · c[other[p]], times the one it was given. */
  private final int[] one;

  private final int[] other;

  /** In nats; 0 for the trials of {@link #infinite}. */
  private final double[] cost;

  /** The places of trials whose cost is infinite: c = 0 must take it away. */
  private final int[] infinite;

  /** The speakers that have a trial of positive weight. */
  private final int[] present;

  BootstrapTrials(ScoredTrials all, List<OperatingPoint> points) {
    if (all.speakers() == null) {
      throw new GmeException(
          "a confidence interval needs the speakers of the trials, because trials of one speaker are"
              + " not independent of each other, but these trials have none",
          "give the speaker of every enrolment and of every test recording");
    }
    trials = all.present();
    this.points = points;
    runs = ScoreRuns.of(trials, points);
    int n = trials.size();
    TrialSpeakers speakers = trials.speakers();
    one = new int[n];
    other = new int[n];
    boolean[] seen = new boolean[speakers.count()];
    for (int p = 0; p < n; p++) {
      one[p] = speakers.enrol(p);
      // A target trial is drawn as often as its one speaker: the other factor is always 1.
      other[p] = trials.isTarget(p) ? speakers.count() : speakers.test(p);
      if (trials.givenWeight(p) > 0) {
        seen[speakers.enrol(p)] = true;
        seen[speakers.test(p)] = true;
      }
    }
    present = IntStream.range(0, seen.length).filter(s -> seen[s]).toArray();
    cost = new double[n];
    Cllr.costs(trials, 0, n, cost, 0);
    infinite =
        IntStream.range(0, n)
            .filter(p -> Double.isInfinite(cost[p]) && trials.givenWeight(p) > 0)
            .toArray();
    for (int p = 0; p < n; p++) {
      cost[p] = Double.isInfinite(cost[p]) ? 0 : cost[p];
    }
  }

  /** The speakers to draw from, by number. */
  int[] present() {
    return present.clone();
  }

  /** How often each speaker was drawn, as {@link ReplicateMetrics} wants it. */
  double[] multiplicities(int[] draws) {
    double[] c = new double[trials.speakers().count() + 1];
    for (int speaker : draws) {
      c[speaker]++;
    }
    c[c.length - 1] = 1;
    return c;
  }

  int size() {
    return trials.size();
  }

  List<OperatingPoint> points() {
    return points;
  }

  ScoreRuns runs() {
    return runs;
  }

  double cost(int place) {
    return cost[place];
  }

  /** The weights of {@code count} trials from a place on, before any equalization. */
  void weights(double[] c, int from, int count, double[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = c[one[from + i]] * c[other[from + i]];
    }
    if (trials.hasGivenWeights()) {
      for (int i = 0; i < count; i++) {
        out[i] *= trials.givenWeight(from + i);
      }
    }
  }

  /** Whether a draw holds a trial whose cost is infinite. */
  boolean costIsInfinite(double[] c) {
    return Arrays.stream(infinite).anyMatch(p -> c[one[p]] * c[other[p]] > 0);
  }

  boolean isTarget(int place) {
    return trials.isTarget(place);
  }

  /** Null where partitions need not count the same. */
  LabelIndex partition() {
    return trials.partitions().map(EqualizedPartitions::numbering).orElse(null);
  }
}
