package dev.gme.frontend.ivector;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A model of total variability, and recordings drawn from it frame by frame. */
final class IvectorSimulation {
  final IvectorExtractor truth;
  final DoubleMatrix r;
  final RecordingStatistics recordings;
  final GmmStatistics total;

  IvectorSimulation(int c, int p, int d, int m, int framesEach, long seed) {
    SeededRandom random = new SeededRandom(seed);
    DoubleMatrix[] covariances = new DoubleMatrix[c];
    DoubleMatrix[] roots = new DoubleMatrix[c];
    for (int i = 0; i < c; i++) {
      DoubleMatrix a = DoubleMatrix.wrap(p, 2 * p, random.gaussians(2 * p * p));
      covariances[i] = a.outerGram().times(0.5 / p).plus(DoubleMatrix.identity(p).times(0.2));
      roots[i] = Cholesky.of(covariances[i]).factor();
    }
    DoubleMatrix means = DoubleMatrix.wrap(c, p, random.gaussians(c * p)).times(3);
    DoubleMatrix t = DoubleMatrix.wrap(c * p, d, random.gaussians(c * p * d)).times(0.4);
    truth = IvectorExtractor.of(means, t, covariances);
    r = DoubleMatrix.wrap(m, d, random.gaussians(m * d));
    List<GmmStatistics> all = new ArrayList<>();
    GmmStatistics sum = null;
    for (int i = 0; i < m; i++) {
      DoubleMatrix shifted = means.plus(DoubleMatrix.wrap(c, p, t.times(r.row(i))));
      double[] n = new double[c];
      double[] f = new double[c * p];
      double[] s = new double[c * p * p];
      int frames = 1 + random.nextInt(2 * framesEach);
      for (int k = 0; k < frames; k++) {
        int component = random.nextInt(c);
        double[] o = roots[component].times(random.gaussians(p));
        n[component]++;
        for (int a = 0; a < p; a++) {
          o[a] += shifted.get(component, a);
          f[component * p + a] += o[a];
        }
        for (int a = 0; a < p * p; a++) {
          s[component * p * p + a] += o[a / p] * o[a % p];
        }
      }
      GmmStatistics one =
          GmmStatistics.of(n, DoubleMatrix.wrap(c, p, f), DoubleMatrix.wrap(c, p * p, s));
      all.add(one);
      sum = sum == null ? one : sum.plus(one);
    }
    recordings = RecordingStatistics.of(all);
    total = sum;
  }

  /** The mixture of the true means and covariances. */
  FullGmm ubm() {
    double[] weights = new double[truth.components()];
    Arrays.fill(weights, 1.0 / weights.length);
    DoubleMatrix[] covariances = new DoubleMatrix[weights.length];
    Arrays.setAll(covariances, truth::covariance);
    return FullGmm.of(weights, truth.means(), covariances);
  }
}
