package dev.gme.frontend.gmm;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The M-step (docs/math.md 8.1, 8.2): a new mixture out of statistics of order 2.
 *
 * @param minWeight w_min
 * @param minOccupancy n_min: components of fewer frames keep their mean and covariance
 * @param varianceFloor v_min
 * @param maxCondition κ: eigenvalues of a full covariance are at least the largest over κ
 * @param removeLowCount whether components of fewer frames than n_min, or of no more weight than
 *     w_min, are removed instead, as Kaldi does by default
 * @param parts what is estimated; the rest stays as it was (Kaldi's update-flags)
 */
public record GmmUpdate(
    double minWeight,
    double minOccupancy,
    double varianceFloor,
    double maxCondition,
    boolean removeLowCount,
    Set<Part> parts) {
  /** Kaldi's floors; components of few frames stay as they are. */
  public static final GmmUpdate DEFAULT = new GmmUpdate(1e-5, 10, 1e-3, 1e4, false);

  /** What a mixture is made of. */
  public enum Part {
    WEIGHTS,
    MEANS,
    /** About the means, be they new or old. */
    VARIANCES
  }

  public GmmUpdate {
    // In one order: options are part of the name of a checkpoint.
    EnumSet<Part> ordered = EnumSet.noneOf(Part.class);
    ordered.addAll(parts);
    parts = Collections.unmodifiableSet(ordered);
    if (!(minWeight >= 0 && minWeight < 1)
        || !(minOccupancy >= 0)
        || !(varianceFloor >= 0)
        || !(maxCondition >= 1)) {
      throw new IllegalArgumentException(
          "floors must not be negative: "
              + Arrays.toString(
                  new double[] {minWeight, minOccupancy, varianceFloor, maxCondition}));
    }
  }

  /** An update of weights, means and variances. */
  public GmmUpdate(
      double minWeight,
      double minOccupancy,
      double varianceFloor,
      double maxCondition,
      boolean removeLowCount) {
    this(
        minWeight,
        minOccupancy,
        varianceFloor,
        maxCondition,
        removeLowCount,
        EnumSet.allOf(Part.class));
  }

  /** A new diagonal mixture. */
  public DiagonalGmm apply(DiagonalGmm old, GmmStatistics statistics) {
    double[] floors = new double[old.dimension()];
    Arrays.fill(floors, varianceFloor);
    return apply(old, statistics, floors);
  }

  /**
   * A new diagonal mixture, with a variance floor for each dimension, see {@link
   * UbmTrainer.Options#floors}.
   */
  public DiagonalGmm apply(DiagonalGmm old, GmmStatistics statistics, double[] floors) {
    check(old, statistics);
    int p = old.dimension();
    double[] n = statistics.counts();
    double[] m = old.means().array().clone();
    double[] v = old.variances().array().clone();
    double[] origin = statistics.origin();
    double[] f = statistics.sums().array();
    double[] s = statistics.secondMoments().array();
    for (int c = 0; c < n.length; c++) {
      for (int k = c * p; isUpdated(n, c) && k < (c + 1) * p; k++) {
        double mean = f[k] / n[c];
        double around = parts.contains(Part.MEANS) ? mean : m[k] - origin[k - c * p];
        double variance = s[k] / n[c] + around * (around - 2 * mean);
        m[k] = around + origin[k - c * p];
        v[k] = parts.contains(Part.VARIANCES) ? Math.max(variance, floors[k - c * p]) : v[k];
      }
    }
    int[] kept = kept(n);
    return DiagonalGmm.of(
        weights(old, n, kept),
        DoubleMatrix.wrap(n.length, p, m).selectRows(kept),
        DoubleMatrix.wrap(n.length, p, v).selectRows(kept));
  }

  /** A new mixture of full covariances. */
  public FullGmm apply(FullGmm old, GmmStatistics statistics) {
    check(old, statistics);
    int p = old.dimension();
    double[] n = statistics.counts();
    double[] origin = statistics.origin();
    double[] m = old.means().array().clone();
    DoubleMatrix[] covariances = new DoubleMatrix[n.length];
    Workers.forEach(
        n.length,
        c -> {
          covariances[c] = old.covariance(c);
          if (isUpdated(n, c)) {
            double[] mean = Arrays.stream(statistics.sums().row(c)).map(x -> x / n[c]).toArray();
            double[] around = mean;
            if (!parts.contains(Part.MEANS)) {
              around = old.means().row(c);
              Blas.axpy(p, -1, origin, 0, around, 0);
            }
            double[] cov = statistics.secondMoments().row(c);
            for (int i = 0; i < p; i++) {
              m[c * p + i] = around[i] + origin[i];
              for (int j = 0; j < p; j++) {
                cov[i * p + j] =
                    cov[i * p + j] / n[c]
                        - mean[i] * around[j]
                        - around[i] * mean[j]
                        + around[i] * around[j];
              }
            }
            if (parts.contains(Part.VARIANCES)) {
              covariances[c] =
                  new CovarianceFloor(varianceFloor, maxCondition)
                      .apply(DoubleMatrix.wrap(p, p, cov));
            }
          }
        });
    int[] kept = kept(n);
    return FullGmm.of(
        weights(old, n, kept),
        DoubleMatrix.wrap(n.length, p, m).selectRows(kept),
        Arrays.stream(kept).mapToObj(c -> covariances[c]).toArray(DoubleMatrix[]::new));
  }

  private static void check(GaussianMixture old, GmmStatistics statistics) {
    int p = old.dimension();
    if (statistics.order() != 2
        || statistics.secondMoments().cols() != (old instanceof FullGmm ? p * p : p)
        || statistics.sums().rows() != old.components()
        || statistics.sums().cols() != p) {
      throw new IllegalArgumentException("statistics that are not of this mixture");
    }
    if (!(statistics.total() > 0)) {
      throw new GmeException("a mixture cannot be trained on no frames", "add recordings");
    }
  }

  private boolean isUpdated(double[] n, int c) {
    return n[c] > 0 && n[c] >= minOccupancy;
  }

  private int[] kept(double[] n) {
    double least = minWeight * Arrays.stream(n).sum();
    int[] kept =
        IntStream.range(0, n.length)
            .filter(c -> !removeLowCount || (isUpdated(n, c) && n[c] > least))
            .toArray();
    if (kept.length == 0) {
      throw new GmeException(
          "no component of the mixture has " + minOccupancy + " frames",
          "train on more speech, with fewer components, or keep those of few frames");
    }
    return kept;
  }

  private double[] weights(GaussianMixture old, double[] n, int[] kept) {
    double total = Arrays.stream(n).sum();
    // A component without frames must not get the weight 0, which no mixture may have.
    double least = Math.max(minWeight, Double.MIN_NORMAL);
    double[] before = old.weights();
    boolean estimated = parts.contains(Part.WEIGHTS);
    double[] w =
        Arrays.stream(kept)
            .mapToDouble(c -> estimated ? Math.max(n[c] / total, least) : before[c])
            .toArray();
    double sum = Arrays.stream(w).sum();
    return Arrays.stream(w).map(v -> v / sum).toArray();
  }
}
