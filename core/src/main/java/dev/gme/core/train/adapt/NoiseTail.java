package dev.gme.core.train.adapt;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.math.SpecialFunctions;
import dev.gme.core.model.GmeExtractor;

/**
 * Noise level and tail of a domain without labels (docs/math.md 11.8), of greatest likelihood for
 * the directions without speakers: the noise is T(0, I/κ, ν) there.
 *
 * <pre>{@code
 * NoiseTail noise = NoiseTail.of(model, vectors);
 * GmeExtractor adapted = noise.applied(model);
 * }</pre>
 *
 * @param nu ν
 * @param kappa κ, the precision compared with the model's: 0.5 is noise of twice the variance
 * @param logLikelihood log L
 */
public record NoiseTail(double nu, double kappa, double logLikelihood) {
  private static final double LEAST_NU = 0.05;
  private static final double LARGEST_NU = 1e6;

  /** Steps of the grid over log ν; the likelihood has one maximum at such distances. */
  private static final int STEPS = 34;

  /** What is known of the noise: the squared norms in the n directions without speakers. */
  public static final class Norms {
    private final double[] q;
    private final double[] w;
    private final int n;
    private double total;
    private double positive;
    private double weighted;

    /**
     * Norms with weights.
     *
     * @param q |Hx|² of every recording
     * @param dimension n = D − d
     * @param weights of the recordings, or null for 1 each
     */
    public Norms(double[] q, int dimension, double[] weights) {
      this.q = q.clone();
      this.n = dimension;
      w = weights == null ? null : weights.clone();
      for (int j = 0; j < q.length; j++) {
        if (!(q[j] >= 0 && q[j] < Double.POSITIVE_INFINITY) || !(weight(j) >= 0)) {
          throw new IllegalArgumentException("norm " + j + " is " + q[j] + " of " + weight(j));
        }
        total += weight(j);
        positive += q[j] > 0 ? weight(j) : 0;
        weighted += weight(j) * q[j];
      }
      if (!(positive > 0.5 * total)) {
        throw new GmeException(
            "more than half of the vectors have no noise at all",
            "give vectors that differ from the mean of the model");
      }
    }

    private double weight(int j) {
      return w == null ? 1 : w[j];
    }

    /** The best κ for this ν, and the likelihood it gives. */
    public NoiseTail at(double nu) {
      double kappa = kappa(nu);
      return new NoiseTail(nu, kappa, logLikelihood(nu, kappa));
    }

    /** Newton's method for log κ, kept between bounds: the left side increases with κ. */
    private double kappa(double nu) {
      if (nu == Double.POSITIVE_INFINITY) {
        return n * total / weighted;
      }
      if (!((nu + n) * positive > n * total)) {
        throw new GmeException(
            "too many of the vectors have no noise at all for nu = " + nu,
            "give vectors that differ from the mean of the model");
      }
      double low = Double.NEGATIVE_INFINITY;
      double high = Double.POSITIVE_INFINITY;
      double log = Math.log(n * total / weighted);
      for (int i = 0; i < 200; i++) {
        double kappa = Math.exp(log);
        double left = 0;
        double slope = 0;
        for (int j = 0; j < q.length; j++) {
          double kq = kappa * q[j];
          double term = weight(j) * kq * (nu + n) / (nu + kq);
          left += term;
          slope += term * nu / (nu + kq);
        }
        double miss = n * total - left;
        if (miss > 0) {
          low = log;
        } else {
          high = log;
        }
        double next = log + Math.max(-5, Math.min(5, miss / slope));
        if (!(next > low && next < high)) {
          next = bisected(log, low, high);
        }
        if (Math.abs(next - log) <= 1e-14 * Math.max(1, Math.abs(log))) {
          return Math.exp(next);
        }
        log = next;
      }
      return Math.exp(log);
    }

    private static double bisected(double at, double low, double high) {
      if (Double.isInfinite(low)) {
        return at - 5;
      }
      return Double.isInfinite(high) ? at + 5 : 0.5 * (low + high);
    }

    private double logLikelihood(double nu, double kappa) {
      double logTwoPi = 0.5 * n * Math.log(2 * Math.PI);
      if (nu == Double.POSITIVE_INFINITY) {
        return total * (0.5 * n * Math.log(kappa) - logTwoPi) - 0.5 * kappa * weighted;
      }
      double constant =
          SpecialFunctions.logGammaRatio(nu / 2, 0.5 * n)
              - 0.5 * n * Math.log(nu / 2)
              + 0.5 * n * Math.log(kappa)
              - logTwoPi;
      double sum = total * constant;
      for (int j = 0; j < q.length; j++) {
        sum -= weight(j) * 0.5 * (nu + n) * Math.log1p(kappa * q[j] / nu);
      }
      return sum;
    }

    /** The derivative of the profile over ν; κ, which is at its best, does not contribute. */
    private double slope(double nu) {
      double kappa = kappa(nu);
      double sum =
          total
              * 0.5
              * (SpecialFunctions.digamma((nu + n) / 2)
                  - SpecialFunctions.digamma(nu / 2)
                  - n / nu);
      for (int j = 0; j < q.length; j++) {
        double kq = kappa * q[j];
        sum += weight(j) * 0.5 * ((nu + n) / nu * kq / (nu + kq) - Math.log1p(kq / nu));
      }
      return sum;
    }

    /** ν and κ of greatest likelihood; ν = ∞ where no finite one is better. */
    public NoiseTail best() {
      double step = Math.log(LARGEST_NU / LEAST_NU) / STEPS;
      int most = 0;
      double value = Double.NEGATIVE_INFINITY;
      for (int i = 0; i <= STEPS; i++) {
        double here = at(LEAST_NU * Math.exp(i * step)).logLikelihood;
        if (here > value) {
          most = i;
          value = here;
        }
      }
      NoiseTail gaussian = at(Double.POSITIVE_INFINITY);
      if (most == STEPS || value <= gaussian.logLikelihood) {
        return gaussian;
      }
      double low = Math.log(LEAST_NU) + Math.max(0, most - 1) * step;
      double high = Math.log(LEAST_NU) + (most + 1) * step;
      while (high - low > 1e-12 * Math.max(1, Math.abs(low))) {
        double middle = 0.5 * (low + high);
        if (middle <= low || middle >= high) {
          break;
        }
        if (slope(Math.exp(middle)) > 0) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return at(Math.exp(0.5 * (low + high)));
    }
  }

  /** ν and κ of vectors as a model sees them. */
  public static NoiseTail of(GmeExtractor model, RowSource vectors) {
    return norms(model, vectors).best();
  }

  /** κ for a given ν, say that of the model. */
  public static NoiseTail of(GmeExtractor model, RowSource vectors, double nu) {
    return norms(model, vectors).at(nu);
  }

  private static Norms norms(GmeExtractor model, RowSource vectors) {
    return new Norms(
        Complement.norms(model, vectors), model.inputDimension() - model.speakerDimension(), null);
  }

  /** The model with this noise: W ← κW, and ν. */
  public GmeExtractor applied(GmeExtractor model) {
    return ModelChange.scaled(model, kappa, nu);
  }
}
