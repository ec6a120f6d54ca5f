package dev.gme.core.simulate;

import dev.gme.core.linalg.DoubleMatrix;

/**
 * Recordings drawn from a model, with the hidden truth beside them.
 *
 * @param vectors the recordings r, one a row, in the order of their speakers
 * @param speakers the speaker of each recording, from 0; copied
 * @param z the true speaker variables, a speaker a row
 * @param tau the true precision factor τ of each recording, 1 for Gaussian noise; copied
 */
@SuppressWarnings("ArrayRecordComponent") // drawn and read; nobody compares databases
public record SimulatedDatabase(
    DoubleMatrix vectors, int[] speakers, DoubleMatrix z, double[] tau) {
  /** Copies the arrays, so that the database cannot change. */
  public SimulatedDatabase {
    if (speakers.length != tau.length) {
      throw new IllegalArgumentException(
          speakers.length + " recordings need as many precisions, found " + tau.length);
    }
    speakers = speakers.clone();
    tau = tau.clone();
  }

  @Override
  public int[] speakers() {
    return speakers.clone();
  }

  @Override
  public double[] tau() {
    return tau.clone();
  }
}
