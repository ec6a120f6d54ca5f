package dev.gme.core.diarize;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/**
 * Who speaks when in one recording: turns with start, end and speaker, as they were given. Turns
 * may overlap.
 *
 * <pre>{@code
 * SpeakerTurns turns =
 *     SpeakerTurns.of(new double[] {0, 4}, new double[] {5, 9}, new int[] {0, 1}, List.of("Ann", "Bob"));
 * }</pre>
 */
public final class SpeakerTurns {
  /** Windows of one speaker that are no further apart belong to one turn (docs/math.md 9.7). */
  private static final double TOUCHING = 1e-3;

  private final double[] starts;
  private final double[] ends;
  private final int[] speakers;
  private final List<String> names;

  private SpeakerTurns(double[] starts, double[] ends, int[] speakers, List<String> names) {
    this.starts = starts;
    this.ends = ends;
    this.speakers = speakers;
    this.names = names;
  }

  /**
   * The given turns.
   *
   * @param starts seconds
   * @param ends seconds, none before its start
   * @param speakers whose turn it is, as an index of {@code names}
   * @param names the speakers, all different; some may have no turn
   */
  public static SpeakerTurns of(
      double[] starts, double[] ends, int[] speakers, List<String> names) {
    checkTimes(starts, ends);
    checkLabels(starts.length, speakers, names);
    return new SpeakerTurns(starts.clone(), ends.clone(), speakers.clone(), List.copyOf(names));
  }

  /**
   * The turns of labelled windows in order of time (docs/math.md 9.7): neighbours of one speaker
   * that overlap or touch join; where a turn begins before the previous one ends, both boundaries
   * move to the middle. What that leaves without length (a window inside its neighbours) is
   * dropped.
   */
  public static SpeakerTurns ofWindows(
      double[] starts, double[] ends, int[] labels, List<String> names) {
    checkTimes(starts, ends);
    checkLabels(starts.length, labels, names);
    double[] s = new double[starts.length];
    double[] e = new double[starts.length];
    int[] who = new int[starts.length];
    int n = 0;
    for (int i = 0; i < starts.length; i++) {
      if (i > 0 && starts[i] < starts[i - 1]) {
        throw new IllegalArgumentException(
            "windows must be in order of time, but one at "
                + starts[i]
                + " s follows one at "
                + starts[i - 1]
                + " s");
      }
      if (n > 0 && who[n - 1] == labels[i] && starts[i] - e[n - 1] <= TOUCHING) {
        e[n - 1] = ends[i];
      } else {
        s[n] = starts[i];
        e[n] = ends[i];
        who[n++] = labels[i];
      }
    }
    for (int i = 1; i < n; i++) {
      if (s[i] < e[i - 1]) {
        double middle = (s[i] + e[i - 1]) / 2;
        e[i - 1] = middle;
        s[i] = middle;
      }
    }
    int kept = 0;
    for (int i = 0; i < n; i++) {
      if (e[i] > s[i]) {
        s[kept] = s[i];
        e[kept] = e[i];
        who[kept++] = who[i];
      }
    }
    return new SpeakerTurns(
        Arrays.copyOf(s, kept),
        Arrays.copyOf(e, kept),
        Arrays.copyOf(who, kept),
        List.copyOf(names));
  }

  static void checkTimes(double[] starts, double[] ends) {
    if (starts.length != ends.length) {
      throw new IllegalArgumentException(
          starts.length + " starts and " + ends.length + " ends do not match");
    }
    for (int i = 0; i < starts.length; i++) {
      if (!(starts[i] <= ends[i]) || !Double.isFinite(starts[i]) || !Double.isFinite(ends[i])) {
        throw new IllegalArgumentException(
            "stretch "
                + i
                + " must not end before it starts, found "
                + starts[i]
                + " to "
                + ends[i]);
      }
    }
  }

  private static void checkLabels(int n, int[] labels, List<String> names) {
    if (labels.length != n) {
      throw new IllegalArgumentException(
          n + " times and " + labels.length + " labels do not match");
    }
    for (int label : labels) {
      if (label < 0 || label >= names.size()) {
        throw new IllegalArgumentException("speaker " + label + " of " + names.size());
      }
    }
    if (new HashSet<>(names).size() != names.size()) {
      throw new IllegalArgumentException("a name stands twice among the speakers");
    }
  }

  static Integer[] byStart(double[] starts, double[] ends) {
    Integer[] order = new Integer[starts.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        Comparator.<Integer>comparingDouble(i -> starts[i]).thenComparingDouble(i -> ends[i]));
    return order;
  }

  /** Number of turns. */
  public int size() {
    return starts.length;
  }

  public double start(int i) {
    return starts[i];
  }

  public double end(int i) {
    return ends[i];
  }

  /** Whose turn it is, an index of {@link #names()}. */
  public int speaker(int i) {
    return speakers[i];
  }

  /** Whose turn it is, by name. */
  public String name(int i) {
    return names.get(speakers[i]);
  }

  public List<String> names() {
    return names;
  }

  /** The time in which anybody speaks. */
  public TimeRegions speech() {
    return TimeRegions.of(starts, ends);
  }

  /** The number of speakers who have a turn. */
  public int speakersHeard() {
    return (int) Arrays.stream(speakers).distinct().count();
  }

  /** These turns and others of speakers with the same names, in order of their starts. */
  public SpeakerTurns with(SpeakerTurns other) {
    if (!names.equals(other.names)) {
      throw new IllegalArgumentException("turns of other speakers cannot be laid together");
    }
    int n = size() + other.size();
    double[] s = Arrays.copyOf(starts, n);
    double[] e = Arrays.copyOf(ends, n);
    int[] who = Arrays.copyOf(speakers, n);
    System.arraycopy(other.starts, 0, s, size(), other.size());
    System.arraycopy(other.ends, 0, e, size(), other.size());
    System.arraycopy(other.speakers, 0, who, size(), other.size());
    Integer[] order = byStart(s, e);
    return new SpeakerTurns(
        Arrays.stream(order).mapToDouble(i -> s[i]).toArray(),
        Arrays.stream(order).mapToDouble(i -> e[i]).toArray(),
        Arrays.stream(order).mapToInt(i -> who[i]).toArray(),
        names);
  }

  /** The parts of the turns that lie in some regions. */
  public SpeakerTurns within(TimeRegions regions) {
    List<double[]> parts = new ArrayList<>();
    List<Integer> who = new ArrayList<>();
    for (int i = 0; i < starts.length; i++) {
      for (int r = regions.firstEndingAfter(starts[i]);
          r < regions.size() && regions.start(r) < ends[i];
          r++) {
        double from = Math.max(starts[i], regions.start(r));
        double to = Math.min(ends[i], regions.end(r));
        if (to > from) {
          parts.add(new double[] {from, to});
          who.add(speakers[i]);
        }
      }
    }
    return new SpeakerTurns(
        parts.stream().mapToDouble(p -> p[0]).toArray(),
        parts.stream().mapToDouble(p -> p[1]).toArray(),
        who.stream().mapToInt(i -> i).toArray(),
        names);
  }

  @Override
  public String toString() {
    return starts.length + " turns of " + speakersHeard() + " speakers";
  }
}
