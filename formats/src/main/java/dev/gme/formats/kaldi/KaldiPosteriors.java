package dev.gme.formats.kaldi;

import java.util.Arrays;

/** For each frame of a recording some components of a mixture, and how probable each is. */
public final class KaldiPosteriors {
  private final int[][] components;
  private final double[][] values;

  private KaldiPosteriors(int[][] components, double[][] values) {
    this.components = components;
    this.values = values;
  }

  /**
   * The posteriors of all frames of a recording.
   *
   * @param components numbers of components, from 0
   * @param values as many
   */
  public static KaldiPosteriors of(int[][] components, double[][] values) {
    boolean match = components.length == values.length;
    for (int t = 0; match && t < components.length; t++) {
      match = components[t].length == values[t].length;
    }
    if (!match) {
      throw new IllegalArgumentException("components and posteriors differ in number");
    }
    return new KaldiPosteriors(
        copy(components), Arrays.stream(values).map(double[]::clone).toArray(double[][]::new));
  }

  private static int[][] copy(int[][] lists) {
    return Arrays.stream(lists).map(int[]::clone).toArray(int[][]::new);
  }

  public int frames() {
    return components.length;
  }

  /** The components of all frames; a copy. */
  public int[][] components() {
    return copy(components);
  }

  /** The posteriors of all frames; a copy. */
  public double[][] values() {
    return Arrays.stream(values).map(double[]::clone).toArray(double[][]::new);
  }
}
