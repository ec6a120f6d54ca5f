package dev.gme.frontend.ivector;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;
import dev.gme.frontend.gmm.CovarianceFloor;
import dev.gme.frontend.gmm.GmmStatistics;
import java.util.Arrays;
import java.util.List;

/**
 * The M-step of an extractor (docs/math.md 8.3).
 *
 * @param minDivergence what minimum divergence moves
 * @param minCount n_min: components of fewer frames keep T_c and Σ_c
 * @param varianceFloor v_min for the eigenvalues of Σ_c
 * @param maxCondition κ: they are also at least the largest over κ
 */
public record IvectorUpdate(
    MinDivergence minDivergence, double minCount, double varianceFloor, double maxCondition) {
  /** Minimum divergence of the means; Kaldi's floors. */
  public static final IvectorUpdate DEFAULT = new IvectorUpdate(MinDivergence.MEAN, 100, 1e-3, 1e4);

  /** The step that makes the i-vectors of the training recordings standard normal on the whole. */
  public enum MinDivergence {
    NONE,
    /** Their second moment about 0 becomes I. */
    SCALE,
    /** Their mean becomes 0, which moves the m_c, and their covariance I. */
    MEAN
  }

  public IvectorUpdate {
    if (!(minCount >= 0) || !(varianceFloor >= 0) || !(maxCondition >= 1)) {
      throw new IllegalArgumentException(
          "count " + minCount + ", floor " + varianceFloor + ", condition " + maxCondition);
    }
  }

  /**
   * The extractor that the statistics of an old one lead to.
   *
   * @param frames statistics of all frames of these recordings; without second moments the Σ_c are
   *     kept
   */
  public IvectorExtractor apply(
      IvectorExtractor old, IvectorStatistics statistics, GmmStatistics frames) {
    TotalMoments total = moments(old, frames);
    int size = old.frameDimension() * old.dimension();
    double[] t = new double[Math.multiplyExact(old.components(), size)];
    DoubleMatrix[] covariances = new DoubleMatrix[old.components()];
    Workers.forEach(
        covariances.length,
        c -> {
          ComponentUpdate next = component(old, statistics.component(c), total);
          System.arraycopy(next.t().array(), 0, t, c * size, size);
          covariances[c] = next.covariance();
        });
    return divergence(old.means(), t, covariances, statistics.totals());
  }

  private static TotalMoments moments(IvectorExtractor old, GmmStatistics frames) {
    return frames.order() == 2 ? new TotalMoments(frames, old.means()) : null;
  }

  /**
   * What becomes of a component, before minimum divergence.
   *
   * @param t T_c, P x D
   * @param covariance Σ_c
   */
  public record ComponentUpdate(DoubleMatrix t, DoubleMatrix covariance) {}

  /**
   * The M-step of one component, wherever its sums are.
   *
   * @param old the extractor that the sums were made under
   * @param frames as in {@link #apply}
   */
  public ComponentUpdate component(
      IvectorExtractor old, ComponentStatistics statistics, GmmStatistics frames) {
    return component(old, statistics, moments(old, frames));
  }

  private ComponentUpdate component(
      IvectorExtractor old, ComponentStatistics s, TotalMoments total) {
    int c = s.component();
    DoubleMatrix covariance = old.covariance(c);
    if (!(s.count() > 0 && s.count() >= minCount)) {
      int p = old.frameDimension();
      return new ComponentUpdate(old.t().rowRange(c * p, (c + 1) * p), covariance);
    }
    DoubleMatrix cross = s.cross();
    DoubleMatrix white =
        Cholesky.of(Packed.unpackLower(s.moment(), old.dimension(), 0))
            .orThrow(
                "the second moment of component " + (c + 1),
                "train on more recordings, or with a larger minimum count")
            .solve(cross.transpose())
            .transpose();
    DoubleMatrix l = factor(covariance);
    DoubleMatrix t = l.times(white);
    if (total == null) {
      return new ComponentUpdate(t, covariance);
    }
    DoubleMatrix explained = l.times(white.timesTranspose(cross)).timesTranspose(l);
    return new ComponentUpdate(t, covariance(total, explained, s.count(), c));
  }

  /**
   * The extractor of all components, with minimum divergence.
   *
   * @param components what {@link #component} made of each, in order
   * @param totals of all recordings
   */
  public IvectorExtractor join(
      IvectorExtractor old, List<ComponentUpdate> components, IvectorTotals totals) {
    if (components.size() != old.components()) {
      throw new IllegalArgumentException(
          components.size() + " components for an extractor of " + old.components());
    }
    int size = old.frameDimension() * old.dimension();
    double[] t = new double[Math.multiplyExact(components.size(), size)];
    DoubleMatrix[] covariances = new DoubleMatrix[components.size()];
    for (int c = 0; c < covariances.length; c++) {
      System.arraycopy(components.get(c).t().array(), 0, t, c * size, size);
      covariances[c] = components.get(c).covariance();
    }
    return divergence(old.means(), t, covariances, totals);
  }

  private static DoubleMatrix factor(DoubleMatrix covariance) {
    return Cholesky.of(covariance).factor();
  }

  private DoubleMatrix covariance(TotalMoments total, DoubleMatrix explained, double n, int c) {
    DoubleMatrix left = total.about(c).minus(explained).times(1 / n).symmetrized();
    CovarianceFloor floor = new CovarianceFloor(varianceFloor, maxCondition);
    if (!total.isDiagonal()) {
      return floor.apply(left);
    }
    double[] v = left.diagonal();
    double least = floor.under(Arrays.stream(v).max().orElseThrow());
    return DoubleMatrix.diagonal(Arrays.stream(v).map(x -> Math.max(x, least)).toArray());
  }

  /** T is changed where it is: another one would be 590 MB at 2048 x 60 x 600. */
  private IvectorExtractor divergence(
      DoubleMatrix means, double[] t, DoubleMatrix[] covariances, IvectorTotals s) {
    int rows = means.rows() * means.cols();
    int d = t.length / rows;
    DoubleMatrix moved = means;
    if (minDivergence != MinDivergence.NONE) {
      DoubleMatrix k = s.meanMoment();
      if (minDivergence == MinDivergence.MEAN) {
        DoubleMatrix mean = DoubleMatrix.wrap(d, 1, s.meanPhi());
        k = k.minus(mean.outerGram());
        double[] shift = DoubleMatrix.wrap(rows, d, t).times(mean.array());
        moved = means.plus(DoubleMatrix.wrap(means.rows(), means.cols(), shift));
      }
      Cholesky root =
          Cholesky.of(k)
              .orThrow(
                  "the covariance of the i-vectors",
                  "train on more recordings than dimensions, or without minimum divergence");
      timesLower(t, means.cols() * d, root.factor());
    }
    return IvectorExtractor.of(moved, DoubleMatrix.wrap(rows, d, t), covariances);
  }

  /** T L, component by component. */
  private static void timesLower(double[] t, int size, DoubleMatrix l) {
    int d = l.rows();
    Workers.forEach(
        t.length / size,
        c -> {
          double[] own = Arrays.copyOfRange(t, c * size, (c + 1) * size);
          DoubleMatrix product = DoubleMatrix.wrap(size / d, d, own).timesLower(l);
          System.arraycopy(product.array(), 0, t, c * size, size);
        });
  }
}
