package dev.gme.core.diarize;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.Arrays;

/**
 * A conversation as a hidden Markov model whose states are speakers and whose emissions are the
 * meta-embeddings of windows, fitted by variational Bayes (docs/math.md 9.6). With b = 1 (ν = ∞) it
 * is VBx of Landini, Profant, Diez and Burget (2022).
 *
 * <pre>{@code
 * VbHmm hmm = new VbHmm(windows, VbHmmOptions.VBX);
 * VbHmmState end = hmm.fit(VbHmmState.start(labels, 10), Progress.NONE);
 * int[] speakers = end.labels();
 * }</pre>
 *
 * <p>The result depends on the start: begin with more speakers than there are. Those that are not
 * needed lose their windows. An iteration costs two matrix products of windows, speakers and d.
 */
public final class VbHmm {
  private final DoubleMatrix a;
  private final double[] b;
  private final double[] lambda;
  private final MetaEmbeddings enrolled;
  private final VbHmmOptions options;

  /** Windows in order of time, and speakers of whom nothing is known. */
  public VbHmm(MetaEmbeddings windows, VbHmmOptions options) {
    this(windows, windows.pool(new int[0][]), options);
  }

  /**
   * Windows in order of time; the first speakers of every state are those enrolled.
   *
   * @param enrolled a pool a speaker; one that says nothing (a = 0, b = 0) is not enrolled
   */
  public VbHmm(MetaEmbeddings windows, MetaEmbeddings enrolled, VbHmmOptions options) {
    lambda = windows.lambda();
    if (!Arrays.equals(lambda, enrolled.lambda())) {
      throw new IllegalArgumentException(
          "embeddings of different extractors (another lambda) have no common speakers");
    }
    a = windows.a();
    b = windows.b();
    this.enrolled = enrolled;
    this.options = options;
  }

  /** Iterates until the bound stands still. */
  public VbHmmState fit(VbHmmState start, Progress progress) {
    VbHmmState state = start;
    for (int i = 1; i <= options.iterations(); i++) {
      progress.step("VB-HMM", i - 1, options.iterations());
      double before = state.bound();
      state = iterate(state);
      progress.objective(new Progress.Objective("VB-HMM", i, "bound", state.bound()));
      if (state.bound() - before < options.tolerance()) {
        break;
      }
    }
    return state;
  }

  /** One iteration: speakers from responsibilities, then responsibilities from speakers. */
  public VbHmmState iterate(VbHmmState state) {
    DoubleMatrix gamma = state.gamma();
    int speakers = gamma.cols();
    if (gamma.rows() != b.length || speakers < enrolled.size()) {
      throw new IllegalArgumentException(
          String.format(
              "a state of %d windows and %d speakers does not fit %d windows and %d enrolled",
              gamma.rows(), speakers, b.length, enrolled.size()));
    }
    int d = lambda.length;
    double share = options.fa() / options.fb();
    double[] sumB = gamma.transposeTimes(b);
    double[] mean = gamma.transposeTimes(a).array();
    double[] precision = new double[speakers * d];
    double[] spread = new double[speakers];
    double divergence = 0;
    double[] enrolledB = Arrays.copyOf(enrolled.b(), speakers);
    double[] enrolledA = Arrays.copyOf(enrolled.a().array(), speakers * d);
    for (int s = 0; s < speakers; s++) {
      for (int k = 0; k < d; k++) {
        int sk = s * d + k;
        double p0 = 1 + lambda[k] * enrolledB[s];
        double p = p0 + share * lambda[k] * sumB[s];
        double m = (enrolledA[sk] + share * mean[sk]) / p;
        double moved = m - enrolledA[sk] / p0;
        divergence += Math.log(p0 / p) + 1 - p0 / p - p0 * moved * moved;
        spread[s] += lambda[k] * (m * m + 1 / p);
        precision[sk] = p;
        mean[sk] = m;
      }
    }
    DoubleMatrix m = DoubleMatrix.wrap(speakers, d, mean);
    double[] e = a.timesTranspose(m).array();
    for (int t = 0; t < b.length; t++) {
      for (int s = 0; s < speakers; s++) {
        int ts = t * speakers + s;
        e[ts] = options.fa() * (e[ts] - 0.5 * b[t] * spread[s]);
      }
    }
    ForwardBackward chain = new ForwardBackward(e, b.length, state.pi(), options.loop());
    return new VbHmmState(
        DoubleMatrix.wrap(b.length, speakers, chain.gamma()),
        chain.pi(),
        chain.logZ() + 0.5 * options.fb() * divergence,
        m,
        DoubleMatrix.wrap(speakers, d, precision));
  }
}
