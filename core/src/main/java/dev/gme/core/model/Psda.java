package dev.gme.core.model;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.VonMisesFisher;

/**
 * PSDA, a model of unit vectors (docs/math.md 3.11): speakers z are von Mises-Fisher around m with
 * concentration β, recordings around z with concentration ω. Recordings of one speaker are
 * <em>summed</em>, never averaged or scaled again: the length of the sum is what is known.
 *
 * <pre>{@code
 * Psda model = new PsdaEm(Stopping.DEFAULT).train(unitVectors, start).model();
 * PairScorer scorer = ScoreKind.psda(model).scorer(enrolSums, testVectors);
 * }</pre>
 *
 * @param direction m, of length 1
 * @param between β, at least 0; 0 for speakers that are everywhere alike
 * @param within ω, above 0
 */
@SuppressWarnings("ArrayRecordComponent") // an estimate, which nobody compares
public record Psda(double[] direction, double between, double within) {
  public Psda {
    direction = direction.clone();
    Require.finite("the mean direction", direction);
    double length = 0;
    for (double m : direction) {
      length += m * m;
    }
    if (Math.abs(length - 1) > 1e-9
        || !(between >= 0 && between < Double.POSITIVE_INFINITY)
        || !(within > 0 && within < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "PSDA needs a direction of length 1 and finite concentrations, found "
              + Math.sqrt(length)
              + ", "
              + between
              + " and "
              + within);
    }
  }

  @Override
  public double[] direction() {
    return direction.clone();
  }

  public int dimension() {
    return direction.length;
  }

  /** ωS + βm of every row S, the natural parameters of the speaker's posterior. */
  public DoubleMatrix posteriors(DoubleMatrix sums) {
    double[] shift = new double[direction.length];
    for (int i = 0; i < shift.length; i++) {
      shift[i] = -between * direction[i];
    }
    return sums.times(within).minusFromRows(shift);
  }

  /** log E(S) = log C(β) − log C(|ωS + βm|), for the length of ωS + βm. */
  public double logExpectation(double posteriorLength) {
    return VonMisesFisher.logNormalizer(dimension(), between)
        - VonMisesFisher.logNormalizer(dimension(), posteriorLength);
  }

  /** log E of every row S: a sum of unit vectors of one speaker. */
  public double[] logExpectations(DoubleMatrix sums) {
    Require.vectorDimension(dimension(), sums.cols());
    DoubleMatrix posteriors = posteriors(sums);
    double[] out = new double[sums.rows()];
    for (int i = 0; i < out.length; i++) {
      out[i] = logExpectation(RowLengths.of(posteriors, i));
    }
    return out;
  }
}
