package dev.gme.core.train.plda;

import dev.gme.core.Progress;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.core.math.SpecialFunctions;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.train.data.SpeakerBlocks;
import dev.gme.core.train.data.TrainingData;
import java.util.Arrays;

/**
 * The E-step of heavy-tailed PLDA by variational Bayes under one model (docs/math.md 4.3): the
 * expected scale b_j of every recording, the sums that the M-step needs, and the lower bound. One
 * pass over the data, in the canonical basis, where all posterior precisions are diagonal.
 *
 * <p>It is made once for a model, and then gathers any number of leaves of the data ({@link
 * dev.gme.core.train.data.SpeakerLeaves}), by several threads at once if need be:
 *
 * <pre>{@code
 * VbEStep step = VbEStep.of(model, vb.scaleStep());
 * TreeSum<VbStatistics> sum = new TreeSum<>(VbStatistics::plus);
 * sum.add(leaf, step.gather(vectorsOfLeaf));
 * HtPlda next = vb.maximize(model, sum.total(leaves));
 * }</pre>
 */
public final class VbEStep {
  private final HtPldaVb.ScaleStep scaleStep;
  private final double[] mean;
  private final double nu;
  private final double[] lambda;
  private final double[] inverseLambda;

  /** P on top of H: one product with a block of vectors gives Px and Hx. */
  private final DoubleMatrix ph;

  private final double logDetW;

  /** F', d x D, in the canonical basis. */
  private final DoubleMatrix ft;

  private VbEStep(HtPlda model, HtPldaVb.ScaleStep scaleStep) {
    this.scaleStep = scaleStep;
    GmeExtractor extractor = model.extractor();
    mean = model.mean();
    nu = model.nu();
    lambda = extractor.lambda();
    inverseLambda = Arrays.stream(lambda).map(l -> 1 / l).toArray();
    ph = extractor.p().above(extractor.h());
    Cholesky w = Cholesky.of(model.w());
    logDetW = w.logDeterminant();
    ft = canonicalLoading(model, w);
  }

  /** F', d x D, in the canonical basis of the model. */
  static DoubleMatrix canonicalLoading(HtPlda model, Cholesky w) {
    return w.solve(model.extractor().p().transpose()).transpose();
  }

  /** The E-step under a model. */
  public static VbEStep of(HtPlda model, HtPldaVb.ScaleStep scaleStep) {
    return new VbEStep(model, scaleStep);
  }

  /** The statistics of data that are one leaf of larger ones. */
  public VbStatistics gather(TrainingData leaf) {
    return gather(leaf, SpeakerBlocks.ofLeaf(leaf), null, "E-step", Progress.NONE);
  }

  /** The statistics of all data, leaf by leaf. */
  VbStatistics gatherAll(TrainingData data, String what, Progress progress) {
    return gather(data, SpeakerBlocks.of(data), null, what, progress);
  }

  /** The expected scale of every recording; 0 where the weight is 0. */
  double[] scales(TrainingData data) {
    double[] b = new double[data.size()];
    gather(data, SpeakerBlocks.of(data), b, "E-step", Progress.NONE);
    return b;
  }

  private VbStatistics gather(
      TrainingData data, SpeakerBlocks blocks, double[] b, String what, Progress progress) {
    if (data.dimension() != mean.length) {
      throw new IllegalArgumentException(
          "vectors of dimension " + data.dimension() + " for a model of " + mean.length);
    }
    return blocks.sum(
        mean,
        what,
        progress,
        (first, speakers) -> VbStatistics.empty(mean.length, lambda.length),
        (sums, block) -> add(data, block, b, sums),
        VbStatistics::add);
  }

  private void add(
      TrainingData data, SpeakerBlocks.Block block, double[] scales, VbStatistics sums) {
    int dim = mean.length;
    int d = lambda.length;
    double[] phx = block.x.timesTranspose(ph).array();
    double[] z = new double[block.speakers * d];
    double[] rootNz = new double[block.speakers * d];
    double[] scale = new double[block.x.rows()];
    Speaker speaker = new Speaker(data);
    for (int s = 0; s < block.speakers; s++) {
      int from = block.start(s);
      int to = block.start(s + 1);
      speaker.solve(block, from, to, phx);
      sums.bound += speaker.bound();
      double root = Math.sqrt(speaker.n);
      for (int k = 0; k < d; k++) {
        z[s * d + k] = speaker.z[k];
        rootNz[s * d + k] = root * speaker.z[k];
        sums.variance[k] += 1 / (1 + speaker.n * lambda[k]);
        sums.nVariance[k] += speaker.n / (1 + speaker.n * lambda[k]);
      }
      sums.totalScale += speaker.n;
      for (int r = from; r < to; r++) {
        double weight = data.weight(block.recording(r));
        scale[r] = weight * speaker.b[r - from];
        sums.totalWeight += weight;
        if (scales != null) {
          scales[block.recording(r)] = speaker.b[r - from];
        }
      }
    }
    int m = block.speakers;
    sums.speakers += m;
    sums.recordings += block.x.rows();
    double[] residuals = residuals(block, z, scale);
    Blas.syrk(
        1,
        MatrixView.of(block.x.array(), block.x.rows(), dim).transpose(),
        1,
        MatrixView.of(sums.residual, dim, dim));
    Blas.gemm(
        1,
        MatrixView.of(z, m, d).transpose(),
        MatrixView.of(residuals, m, dim),
        1,
        MatrixView.of(sums.zResidual, d, dim));
    Blas.syrk(1, MatrixView.of(z, m, d).transpose(), 1, MatrixView.of(sums.zz, d, d));
    Blas.syrk(1, MatrixView.of(rootNz, m, d).transpose(), 1, MatrixView.of(sums.nzz, d, d));
  }

  /**
   * Puts √(wb) (x − Fz) in the place of each x of a block, and returns Σ wb (x − Fz) of each
   * speaker. Sums of xx' would lose the digits of noise that is small compared with F.
   */
  private double[] residuals(SpeakerBlocks.Block block, double[] z, double[] scale) {
    int dim = mean.length;
    double[] x = block.x.array();
    double[] fz = DoubleMatrix.wrap(block.speakers, lambda.length, z).times(ft).array();
    double[] out = new double[block.speakers * dim];
    for (int s = 0; s < block.speakers; s++) {
      for (int r = block.start(s); r < block.start(s + 1); r++) {
        double root = Math.sqrt(scale[r]);
        Blas.axpy(dim, -1, fz, s * dim, x, r * dim);
        Blas.axpy(dim, scale[r], x, r * dim, out, s * dim);
        for (int i = r * dim; i < (r + 1) * dim; i++) {
          x[i] *= root;
        }
      }
    }
    return out;
  }

  /**
   * The posteriors of one speaker's z and of the scales of its recordings; used again and again.
   */
  private final class Speaker {
    final double[] z;

    /** P f_s, the natural mean. */
    private final double[] y;

    double n;
    double[] b = new double[0];

    /** Rate of the scales' posteriors, and the expected squared distance from Fz. */
    private double[] beta = new double[0];

    private double[] distance = new double[0];

    /** |Hx|². */
    private double[] q = new double[0];

    private double shape;
    private double[] weight = new double[0];
    private int count;

    private final TrainingData data;

    Speaker(TrainingData data) {
      this.data = data;
      z = new double[lambda.length];
      y = new double[lambda.length];
    }

    void solve(SpeakerBlocks.Block block, int from, int to, double[] phx) {
      count = to - from;
      if (b.length < count) {
        b = new double[count];
        beta = new double[count];
        distance = new double[count];
        q = new double[count];
        weight = new double[count];
      }
      int dim = mean.length;
      int d = lambda.length;
      int complement = dim - d;
      shape = (nu + complement) / 2;
      for (int i = 0; i < count; i++) {
        weight[i] = data.weight(block.recording(from + i));
        int hx = (from + i) * dim + d;
        q[i] = Blas.dot(complement, phx, hx, phx, hx);
        beta[i] = (nu + q[i]) / 2;
        b[i] = nu == Double.POSITIVE_INFINITY ? 1 : shape / beta[i];
      }
      updateZ(from, phx);
      updateDistances(from, phx);
      if (scaleStep.innerIterations() > 0 && nu != Double.POSITIVE_INFINITY) {
        shape = (nu + dim) / 2;
        for (int inner = 0; inner < scaleStep.innerIterations(); inner++) {
          for (int i = 0; i < count; i++) {
            beta[i] = (nu + distance[i]) / 2;
            b[i] = shape / beta[i];
          }
          updateZ(from, phx);
          updateDistances(from, phx);
        }
      }
    }

    private void updateZ(int from, double[] phx) {
      int d = lambda.length;
      int dim = mean.length;
      Arrays.fill(y, 0);
      n = 0;
      for (int i = 0; i < count; i++) {
        n += weight[i] * b[i];
        Blas.axpy(d, weight[i] * b[i], phx, (from + i) * dim, y, 0);
      }
      for (int k = 0; k < d; k++) {
        z[k] = y[k] / (1 + n * lambda[k]);
      }
    }

    /** x'Wx − 2 z'F'Wx + tr(B̄E), where x'Wx = Σ (Px)²/λ + q. */
    private void updateDistances(int from, double[] phx) {
      int d = lambda.length;
      int dim = mean.length;
      double trace = 0;
      for (int k = 0; k < d; k++) {
        trace += lambda[k] / (1 + n * lambda[k]);
      }
      for (int i = 0; i < count; i++) {
        // Σ (Px)²/λ − 2 z'Px + Σ λz² is a sum of squares, written as one.
        double sum = 0;
        for (int k = 0; k < d; k++) {
          double difference = phx[(from + i) * dim + k] - lambda[k] * z[k];
          sum += difference * difference * inverseLambda[k];
        }
        distance[i] = q[i] + sum + trace;
      }
    }

    /** This speaker's share of the bound. */
    double bound() {
      int dim = mean.length;
      double perRecording = 0.5 * (logDetW - dim * Math.log(2 * Math.PI));
      double sum = 0;
      for (int i = 0; i < count; i++) {
        double one = perRecording - 0.5 * b[i] * distance[i];
        if (nu != Double.POSITIVE_INFINITY) {
          one += 0.5 * dim * (SpecialFunctions.digamma(shape) - Math.log(beta[i])) - kl(beta[i]);
        }
        sum += weight[i] * one;
      }
      for (int k = 0; k < lambda.length; k++) {
        double u = n * lambda[k];
        sum -= 0.5 * (1 / (1 + u) + z[k] * z[k] - 1 + Math.log1p(u));
      }
      return sum;
    }

    private double kl(double rate) {
      return gammaDivergence(shape, rate, nu / 2);
    }
  }

  /**
   * KL divergence of Gamma(shape, rate) from Gamma(prior, prior), for a shape of at least the
   * prior's. All terms stay small where shape and rate are huge and near the prior's.
   */
  static double gammaDivergence(double shape, double rate, double prior) {
    double more = shape - prior;
    return more * SpecialFunctions.digamma(shape)
        - SpecialFunctions.logGammaRatio(prior, more)
        + prior * Math.log1p((rate - prior) / prior)
        - shape * (rate - prior) / rate;
  }
}
