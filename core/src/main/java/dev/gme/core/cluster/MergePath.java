package dev.gme.core.cluster;

import dev.gme.core.partition.Partition;
import java.util.Arrays;

/** The joins of a clustering in their order, and the partitions on the way (docs/math.md 9.2). */
public final class MergePath {
  private final StartingSets start;
  private final SetLimits limits;
  private final int sets;
  private final int[] first;
  private final int[] second;
  private final double[] gain;
  private final double[] objective;

  MergePath(
      StartingSets start, SetLimits limits, int sets, int[] first, int[] second, double[] gain) {
    this.start = start;
    this.limits = limits;
    this.sets = sets;
    this.first = first;
    this.second = second;
    this.gain = gain;
    objective = new double[gain.length + 1];
    for (int m = 0; m < gain.length; m++) {
      objective[m + 1] = objective[m] + gain[m];
    }
  }

  /** How many joins there are. */
  public int joins() {
    return gain.length;
  }

  /** The sets of the start. */
  public int startSets() {
    return sets;
  }

  /** The smaller index of join m: the smallest item of its set. */
  public int first(int m) {
    return first[m];
  }

  /** The larger index of join m. */
  public int second(int m) {
    return second[m];
  }

  /** What join m changed the objective by. */
  public double gain(int m) {
    return gain[m];
  }

  /** The objective J after each number of joins, minus that of the start; a copy. */
  public double[] objective() {
    return objective.clone();
  }

  /**
   * Rule "first": the joins up to the first that gains nothing, and more where there are too many
   * sets.
   */
  public Partition first() {
    int m = 0;
    while (m < gain.length && (gain[m] > 0 || sets - m > limits.max())) {
      m++;
    }
    return partition(m);
  }

  /** Rule "best": the partition of largest J within the limits; among equal ones the finest. */
  public Partition best() {
    return partition(bestJoins());
  }

  /** After how many joins rule "best" stops. */
  public int bestJoins() {
    int best = Math.min(gain.length, Math.max(0, sets - limits.max()));
    for (int m = best + 1; m <= gain.length; m++) {
      if (objective[m] > objective[best]) {
        best = m;
      }
    }
    return best;
  }

  /** The enrolled speakers and the recordings after so many joins. */
  public Partition items(int joins) {
    return Partition.of(sets(joins));
  }

  /** The recordings after so many joins, without the enrolled speakers. */
  public Partition partition(int joins) {
    int[] set = sets(joins);
    return Partition.of(Arrays.copyOfRange(set, start.enrolled(), set.length));
  }

  /**
   * Which enrolled speaker each recording belongs to after so many joins; −1 for a speaker who is
   * not enrolled.
   */
  public int[] enrolledSpeakers(int joins) {
    int[] set = sets(joins);
    int[] known = new int[set.length];
    Arrays.fill(known, -1);
    for (int e = 0; e < start.enrolled(); e++) {
      known[set[e]] = e;
    }
    int[] out = new int[start.recordings()];
    for (int i = 0; i < out.length; i++) {
      out[i] = known[set[start.enrolled() + i]];
    }
    return out;
  }

  /** For each item the smallest item of its set. */
  private int[] sets(int joins) {
    if (joins < 0 || joins > gain.length) {
      throw new IllegalArgumentException("there are " + gain.length + " joins, found " + joins);
    }
    int[] of = start.first();
    int[] to = new int[of.length];
    for (int i = 0; i < to.length; i++) {
      to[i] = i;
    }
    for (int m = 0; m < joins; m++) {
      to[second[m]] = first[m];
    }
    // Joined sets keep their smaller index, so one pass upwards finds the end of every chain.
    for (int i = 0; i < to.length; i++) {
      to[i] = to[to[i]];
    }
    for (int i = 0; i < of.length; i++) {
      of[i] = to[of[i]];
    }
    return of;
  }
}
