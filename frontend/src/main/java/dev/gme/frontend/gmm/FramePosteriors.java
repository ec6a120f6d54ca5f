package dev.gme.frontend.gmm;

import java.util.Arrays;

/**
 * For every frame the components that it was aligned with, in descending order of likelihood under
 * the mixture that chose them, and their posteriors. A value.
 */
public final class FramePosteriors {
  private final int[] start;
  private final int[] component;
  private final double[] value;

  private FramePosteriors(int[] start, int[] component, double[] value) {
    this.start = start;
    this.component = component;
    this.value = value;
  }

  /** Posteriors from lists, a frame a row. */
  public static FramePosteriors of(int[][] components, double[][] values) {
    int[] start = new int[components.length + 1];
    for (int t = 0; t < components.length; t++) {
      if (components[t].length != values[t].length) {
        throw new IllegalArgumentException("frame " + t + " has lists of different lengths");
      }
      start[t + 1] = start[t] + components[t].length;
    }
    return new FramePosteriors(
        start,
        Arrays.stream(components).flatMapToInt(Arrays::stream).toArray(),
        Arrays.stream(values).flatMapToDouble(Arrays::stream).toArray());
  }

  public int frames() {
    return start.length - 1;
  }

  /** The components of frame t. */
  public int[] components(int t) {
    return Arrays.copyOfRange(component, start[t], start[t + 1]);
  }

  /** The posteriors of the components of a frame. */
  public double[] values(int t) {
    return Arrays.copyOfRange(value, start[t], start[t + 1]);
  }

  /** All posteriors times a factor. */
  public FramePosteriors scaled(double factor) {
    return new FramePosteriors(
        start, component, Arrays.stream(value).map(v -> v * factor).toArray());
  }

  /** The entries of each component, in the order of the frames. */
  ByComponent byComponent(int components) {
    return new ByComponent(components);
  }

  /** The same entries sorted by component: of component c those from start(c) to start(c + 1). */
  final class ByComponent {
    private final int[] first;
    private final int[] frame;
    private final double[] weight;

    private ByComponent(int components) {
      first = new int[components + 1];
      for (int c : component) {
        if (c < 0 || c >= components) {
          throw new IllegalArgumentException("component " + c + " of " + components);
        }
        first[c + 1]++;
      }
      for (int c = 0; c < components; c++) {
        first[c + 1] += first[c];
      }
      frame = new int[component.length];
      weight = new double[component.length];
      int[] next = first.clone();
      for (int t = 0; t < frames(); t++) {
        for (int i = start[t]; i < start[t + 1]; i++) {
          int at = next[component[i]]++;
          frame[at] = t;
          weight[at] = value[i];
        }
      }
    }

    int start(int c) {
      return first[c];
    }

    int frame(int i) {
      return frame[i];
    }

    double weight(int i) {
      return weight[i];
    }
  }
}
