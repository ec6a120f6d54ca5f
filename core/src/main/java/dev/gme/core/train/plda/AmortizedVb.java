package dev.gme.core.train.plda;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.QualityPrecision;
import dev.gme.core.train.data.SpeakerScatter;
import dev.gme.core.train.data.TrainingData;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Heavy-tailed PLDA by the bound of variational Bayes, in which the expected scale of a recording
 * is a function of what is known of it, log b = w'φ, in place of a number of its own (docs/math.md
 * 4.8): the E-step of a recognition network. What it gains over {@link HtPldaVb} is in
 * docs/studies/bound.md.
 *
 * <pre>{@code
 * AmortizedVb.Result r = new AmortizedVb(10).train(data, plda.withNu(2), model -> phi, progress);
 * }</pre>
 *
 * @param iterations how many, each of two passes over the data
 */
public record AmortizedVb(int iterations) {
  /**
   * What was trained.
   *
   * @param model with the ν of its start
   * @param w the scales: log b = w'φ
   * @param bound at the start, where every b is 1, and after each iteration
   * @param notes what the user should know
   */
  @SuppressWarnings("ArrayRecordComponent") // an estimate, which nobody compares
  public record Result(HtPlda model, double[] w, List<Double> bound, List<String> notes) {
    public Result {
      w = w.clone();
      bound = List.copyOf(bound);
      notes = List.copyOf(notes);
    }

    @Override
    public double[] w() {
      return w.clone();
    }
  }

  public AmortizedVb {
    if (iterations < 1) {
      throw new IllegalArgumentException("at least 1 iteration is needed, found " + iterations);
    }
  }

  /**
   * Trains from a start, whose mean and ν are kept. The bound never falls where φ does not change.
   *
   * @param features φ under a model, a recording a row; its first column is 1
   */
  public Result train(
      TrainingData data, HtPlda start, Function<HtPlda, DoubleMatrix> features, Progress progress) {
    if (start.nu() == Double.POSITIVE_INFINITY) {
      throw new GmeException(
          "with nu = Infinity every scale is 1, so there is nothing to learn of it",
          "plug in finite degrees of freedom");
    }
    HtPldaVb form = HtPldaVb.DEFAULT;
    Supplier<SpeakerScatter> scatter =
        () ->
            SpeakerScatter.of(
                PldaPasses.of(data).statistics(Preprocessing.of(List.of()), Progress.NONE));
    DroppedDimensions dropped = new DroppedDimensions();
    List<String> notes = new ArrayList<>();
    List<Double> bound = new ArrayList<>();
    HtPlda model = start;
    DoubleMatrix phi = features(features, model, data);
    double[] w = new double[phi.cols()];
    for (int i = 1; i <= iterations; i++) {
      String pass = "bound, iteration " + i + " of " + iterations;
      VbEStep step = VbEStep.of(model, HtPldaVb.ScaleStep.closed());
      VbEStep.Given ofZ = step.gatherGiven(data, scales(phi, w), pass, progress);
      bound.add(ofZ.statistics().bound());
      w = best(data, phi, ofZ.distance(), model.nu());
      VbStatistics sums = step.gatherGiven(data, scales(phi, w), pass, progress).statistics();
      model = form.maximize(model, sums, i, dropped, scatter, notes);
      // The noise has taken over the mean scale.
      w[0] -= Math.log(sums.totalScale() / sums.totalWeight());
      phi = features(features, model, data);
    }
    VbEStep last = VbEStep.of(model, HtPldaVb.ScaleStep.closed());
    bound.add(last.gatherGiven(data, scales(phi, w), "bound", progress).statistics().bound());
    notes.addAll(dropped.notes(model.speakerDimension()));
    return new Result(model, w, bound, notes);
  }

  private static DoubleMatrix features(
      Function<HtPlda, DoubleMatrix> features, HtPlda model, TrainingData data) {
    DoubleMatrix phi = features.apply(model);
    if (phi.rows() != data.size()) {
      throw new IllegalArgumentException(
          phi.rows() + " rows of side information for " + data.size() + " recordings");
    }
    return phi;
  }

  private static double[] scales(DoubleMatrix phi, double[] w) {
    double[] out = new double[phi.rows()];
    for (int j = 0; j < out.length; j++) {
      double sum = 0;
      for (int k = 0; k < w.length; k++) {
        sum += w[k] * phi.get(j, k);
      }
      out[j] = Math.exp(sum);
    }
    return out;
  }

  /**
   * The w of the largest bound for given distances: the problem of {@link QualityPrecision} at ν =
   * ∞ with n = ν+D and q = ν+e, here both times D/(ν+D).
   */
  private static double[] best(TrainingData data, DoubleMatrix phi, double[] distance, double nu) {
    int dim = data.dimension();
    double[] q = new double[distance.length];
    double[] weights = new double[distance.length];
    for (int j = 0; j < q.length; j++) {
      q[j] = (nu + distance[j]) * dim / (nu + dim);
      weights[j] = data.weight(j);
    }
    double[] gamma = QualityPrecision.fit(phi, q, dim, Double.POSITIVE_INFINITY, weights).gamma();
    double[] w = new double[gamma.length];
    for (int k = 0; k < w.length; k++) {
      w[k] = -gamma[k];
    }
    return w;
  }
}
