package dev.gme.core.score;

import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.ScoreTile;

/**
 * What is done to scores of two sides before anyone sees them: normalization by a cohort,
 * calibration, or one after the other.
 *
 * <pre>{@code
 * ScoreTransform both = normalizer.then(calibrator);
 * PairScorer calibrated = scorer.transformed(both);
 * scorer.all(both.into(sink));                               // the same scores
 * float[] later = both.apply(trialEnrol, trialTest, scores); // of scores that are there
 * }</pre>
 */
public interface ScoreTransform {
  /** The new score of enrolment {@code enrol} and test recording {@code test}. */
  double apply(int enrol, int test, double score);

  /** Transforms the scores of a tile in place; called by many threads. */
  void apply(ScoreTile tile);

  /**
   * What the transformed scores are, for messages.
   *
   * @param scores what the scores were, for example {@code log-likelihood ratios}
   */
  String describe(String scores);

  /** The new scores of a list of trials. */
  default float[] apply(int[] enrols, int[] tests, float[] scores) {
    if (enrols.length != scores.length || tests.length != scores.length) {
      throw new IllegalArgumentException(
          scores.length + " scores of " + enrols.length + " and " + tests.length + " recordings");
    }
    float[] out = new float[scores.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) apply(enrols[i], tests[i], scores[i]);
    }
    return out;
  }

  /** A sink that hands transformed scores on to another one. */
  default <P> ScoreSink<P> into(ScoreSink<P> sink) {
    return new TransformingSink<>(this, sink);
  }

  /**
   * The same transform of two sides whose recordings are numbered from here and not from 0, as
   * those of a {@link CellScorer.Block} are.
   */
  default ScoreTransform numberedFrom(int firstEnrol, int firstTest) {
    return new MovedTransform(this, firstEnrol, firstTest);
  }

  /** This transform, and then another one. */
  default ScoreTransform then(ScoreTransform next) {
    return new TransformChain(this, next);
  }
}
