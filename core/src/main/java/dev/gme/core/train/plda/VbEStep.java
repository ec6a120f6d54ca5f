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
 * The E-step of heavy-tailed PLDA by variational Bayes (docs/math.md 4.3): the expected scale b_j
 * of every recording, the sums that the M-step needs, and the lower bound. One pass over the data,
 * in the canonical basis, where all posterior precisions are diagonal.
 */
final class VbEStep {
  private final TrainingData data;
  private final HtPldaVb.ScaleStep scaleStep;
  private final double nu;
  private final double[] lambda;
  private final double[] inverseLambda;

  /** P on top of H: one product with a block of vectors gives Px and Hx. */
  private final DoubleMatrix ph;

  /** The expected scales where they are given; null where they are estimated. */
  private final double[] given;

  private final double logDetW;

  /** F', d x D, in the canonical basis. */
  final DoubleMatrix ft;

  /** The expected scale of every recording; 0 where the weight is 0. */
  final double[] b;

  /** E |x − Fz|² of every recording in units of the noise. */
  final double[] distance;

  /** Σ w b E[(x − Fz)(x − Fz)'], D x D. */
  final DoubleMatrix residual;

  /** Σ w b E[z(x − Fz)'], d x D. */
  final DoubleMatrix zResidual;

  /** Σ n_s E_s, d x d. */
  final DoubleMatrix nMoment;

  /** Σ E_s, d x d. */
  final DoubleMatrix moment;

  /** Σ w b. */
  final double totalScale;

  /** The lower bound on the log-likelihood. */
  final double bound;

  /** Sums of one lane. */
  private static final class Sums {
    final double[] residual;
    final double[] zResidual;
    final double[] nzz;
    final double[] zz;

    /** Σ n/(1+nλ_k), Σ 1/(1+nλ_k). */
    final double[] nVariance;

    final double[] variance;
    double totalScale;
    double bound;

    Sums(int dim, int d) {
      residual = new double[dim * dim];
      zResidual = new double[d * dim];
      nzz = new double[d * d];
      zz = new double[d * d];
      nVariance = new double[d];
      variance = new double[d];
    }

    void add(Sums other) {
      add(residual, other.residual);
      add(zResidual, other.zResidual);
      add(nzz, other.nzz);
      add(zz, other.zz);
      add(nVariance, other.nVariance);
      add(variance, other.variance);
      totalScale += other.totalScale;
      bound += other.bound;
    }

    private static void add(double[] to, double[] x) {
      Blas.axpy(to.length, 1, x, 0, to, 0);
    }
  }

  VbEStep(
      TrainingData data,
      SpeakerBlocks blocks,
      HtPlda model,
      HtPldaVb.ScaleStep scaleStep,
      String what,
      Progress progress) {
    this(data, blocks, model, scaleStep, null, what, progress);
  }

  /** The same, with the expected scales of all recordings given (docs/math.md 4.7). */
  VbEStep(
      TrainingData data,
      SpeakerBlocks blocks,
      HtPlda model,
      double[] given,
      String what,
      Progress progress) {
    this(data, blocks, model, HtPldaVb.ScaleStep.closed(), given, what, progress);
  }

  private VbEStep(
      TrainingData data,
      SpeakerBlocks blocks,
      HtPlda model,
      HtPldaVb.ScaleStep scaleStep,
      double[] given,
      String what,
      Progress progress) {
    this.data = data;
    this.scaleStep = scaleStep;
    this.given = given;
    GmeExtractor extractor = model.extractor();
    nu = model.nu();
    lambda = extractor.lambda();
    inverseLambda = Arrays.stream(lambda).map(l -> 1 / l).toArray();
    ph = extractor.p().above(extractor.h());
    Cholesky w = Cholesky.of(model.w());
    logDetW = w.logDeterminant();
    ft = w.solve(extractor.p().transpose()).transpose();
    b = new double[data.size()];
    distance = new double[data.size()];

    int dim = data.dimension();
    int d = lambda.length;
    Sums[] lanes = new Sums[blocks.lanes()];
    for (int lane = 0; lane < lanes.length; lane++) {
      lanes[lane] = new Sums(dim, d);
    }
    blocks.forEach(model.mean(), what, progress, (lane, block) -> add(block, lanes[lane]));
    Sums total = lanes[0];
    for (int lane = 1; lane < lanes.length; lane++) {
      total.add(lanes[lane]);
    }
    // What z varies by adds to what is left of the means.
    DoubleMatrix varied = ft.scaleRows(total.nVariance);
    residual = DoubleMatrix.wrap(dim, dim, total.residual).plus(ft.transposeTimes(varied));
    zResidual = DoubleMatrix.wrap(d, dim, total.zResidual).minus(varied);
    nMoment = DoubleMatrix.wrap(d, d, total.nzz).plus(DoubleMatrix.diagonal(total.nVariance));
    moment = DoubleMatrix.wrap(d, d, total.zz).plus(DoubleMatrix.diagonal(total.variance));
    totalScale = total.totalScale;
    bound = total.bound;
  }

  private void add(SpeakerBlocks.Block block, Sums sums) {
    int dim = data.dimension();
    int d = lambda.length;
    double[] phx = block.x.timesTranspose(ph).array();
    double[] z = new double[block.speakers * d];
    double[] rootNz = new double[block.speakers * d];
    double[] scale = new double[block.x.rows()];
    Speaker speaker = new Speaker(d);
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
        b[block.recording(r)] = speaker.b[r - from];
        distance[block.recording(r)] = speaker.distance[r - from];
        scale[r] = data.weight(block.recording(r)) * speaker.b[r - from];
      }
    }
    int m = block.speakers;
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
    int dim = data.dimension();
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

    Speaker(int d) {
      z = new double[d];
      y = new double[d];
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
      int dim = data.dimension();
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
      if (given != null) {
        // The scale's posterior has the shape that is best for every mean.
        shape = (nu + dim) / 2;
        for (int i = 0; i < count; i++) {
          b[i] = given[block.recording(from + i)];
          beta[i] = shape / b[i];
        }
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
      int dim = data.dimension();
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
      int dim = data.dimension();
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
      int dim = data.dimension();
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
