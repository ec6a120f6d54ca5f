package dev.gme.core.metric;

/** Scores as the caller holds them, seen as doubles and as numbers to sort by. */
interface ScoreSource {
  int size();

  /** The score of a trial; 0.0 where the caller has -0.0. */
  double score(int trial);

  /** A number that orders as the score does and is the same for equal scores only. */
  long key(int trial);

  static ScoreSource of(double[] scores) {
    return new ScoreSource() {
      @Override
      public int size() {
        return scores.length;
      }

      @Override
      public double score(int trial) {
        return scores[trial] + 0.0; // turns -0.0 into 0.0
      }

      @Override
      public long key(int trial) {
        // Negative numbers have their order reversed in the bits below the sign.
        long bits = Double.doubleToRawLongBits(score(trial));
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
      }
    };
  }

  /** Floats fill the leading half of the key only, so that they are sorted faster. */
  static ScoreSource of(float[] scores) {
    return new ScoreSource() {
      @Override
      public int size() {
        return scores.length;
      }

      @Override
      public double score(int trial) {
        return scores[trial] + 0.0;
      }

      @Override
      public long key(int trial) {
        int bits = Float.floatToRawIntBits(scores[trial] + 0.0f);
        return (long) (bits ^ ((bits >> 31) & Integer.MAX_VALUE)) << 32;
      }
    };
  }
}
