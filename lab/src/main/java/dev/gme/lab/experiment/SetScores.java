package dev.gme.lab.experiment;

import java.util.Optional;

/** The scores of a system on the trials of a set, in their order. */
final class SetScores {
  private final double[] scores;
  private final double[] enrolB;
  private final double[] testB;

  /** The precisions of models and vectors are null where there are none. */
  SetScores(double[] scores, double[] enrolB, double[] testB) {
    this.scores = scores;
    this.enrolB = enrolB;
    this.testB = testB;
  }

  double[] scores() {
    return scores.clone();
  }

  /** The precision b of every model of the set, if the system has meta-embeddings. */
  Optional<double[]> enrolB() {
    return Optional.ofNullable(enrolB).map(double[]::clone);
  }

  /** The precision b of every vector of the set. */
  Optional<double[]> testB() {
    return Optional.ofNullable(testB).map(double[]::clone);
  }

  SetScores withScores(double[] other) {
    return new SetScores(other, enrolB, testB);
  }
}
