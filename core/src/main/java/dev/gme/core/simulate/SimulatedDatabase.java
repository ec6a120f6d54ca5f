package dev.gme.core.simulate;

import dev.gme.core.linalg.DoubleMatrix;

/** Recordings drawn from a model, with the hidden truth beside them. */
public final class SimulatedDatabase {
  private final DoubleMatrix vectors;
  private final int[] speakers;
  private final DoubleMatrix z;
  private final double[] tau;

  SimulatedDatabase(DoubleMatrix vectors, int[] speakers, DoubleMatrix z, double[] tau) {
    this.vectors = vectors;
    this.speakers = speakers;
    this.z = z;
    this.tau = tau;
  }

  /** The recordings r, one a row, in the order of their speakers. */
  public DoubleMatrix vectors() {
    return vectors;
  }

  /** The speaker of each recording, from 0; a copy. */
  public int[] speakers() {
    return speakers.clone();
  }

  /** The true speaker variables, a speaker a row. */
  public DoubleMatrix z() {
    return z;
  }

  /** The true precision factor τ of each recording, 1 for Gaussian noise; a copy. */
  public double[] tau() {
    return tau.clone();
  }
}
