package dev.gme.core.train.adapt;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SpecialFunctions;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.parallel.Workers;
import dev.gme.core.train.discriminative.Lbfgs;
import dev.gme.core.train.discriminative.PairCosts;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Noise precision c and speaker variance g by the cross-entropy of pairs of labelled vectors of the
 * target (docs/math.md 11.9): W ← cW, F ← √g F. Two numbers do not overfit, and unlike a
 * calibration of scores they also set how fast evidence adds up in pools. Time grows with the
 * pairs.
 *
 * <pre>{@code
 * TwoScales.Learned scales = TwoScales.learn(model, labelled, speakers, 0, List.of(), Progress.NONE);
 * GmeExtractor adapted = scales.applied(model);
 * }</pre>
 */
public final class TwoScales {
  /** Recordings of which all pairs are compared; more would not change two numbers. */
  public static final int MOST = 600;

  private static final int STEPS = 100;

  /** No product of this with one more 1 + bλ overflows, however far a search for c and g goes. */
  private static final double LARGE = 1e100;

  private final double[] px;
  private final double[] q;
  private final double[] lambda;
  private final double nu;
  private final int complement;
  private final int[] speaker;
  private final int[] enrol;
  private final int[] test;
  private final PairCosts costs;
  private final double priorLogOdds;

  /**
   * Compares two lists of recordings.
   *
   * @param model whose mean is that of the target
   * @param vectors recordings, one a row
   * @param speaker the speaker of each, from 0
   * @param enrol rows on the one side; a recording is not compared with itself
   * @param test rows on the other side
   * @param priorLogOdds τ, prior log-odds of a target pair
   */
  public TwoScales(
      GmeExtractor model,
      DoubleMatrix vectors,
      int[] speaker,
      int[] enrol,
      int[] test,
      double priorLogOdds) {
    DoubleMatrix x = vectors.minusFromRows(model.mean());
    px = x.timesTranspose(model.p()).array();
    lambda = model.lambda();
    nu = model.nu();
    complement = model.inputDimension() - lambda.length;
    q = new double[x.rows()];
    if (nu < Double.POSITIVE_INFINITY) {
      double[] norms = Complement.norms(model, vectors);
      System.arraycopy(norms, 0, q, 0, q.length);
    }
    this.speaker = speaker.clone();
    this.enrol = enrol.clone();
    this.test = test.clone();
    this.priorLogOdds = priorLogOdds;
    costs = new PairCosts(speaker, enrol, test);
    if (costs.targets == 0 || costs.nontargets == 0) {
      throw new GmeException(
          "scales are learned from pairs of one speaker and pairs of two, found "
              + costs.targets
              + " and "
              + costs.nontargets,
          "give several recordings of each of several speakers");
    }
  }

  /**
   * The cross-entropy at some scales.
   *
   * @param objective in nats
   * @param byLogC its derivative with respect to log c
   * @param byLogG its derivative with respect to log g
   */
  public record Value(double objective, double byLogC, double byLogG) {}

  /** The cross-entropy with noise precision c and speaker variance g. */
  public Value at(double c, double g) {
    Scaled s = new Scaled(c, g);
    double[][] parts = new double[enrol.length][3];
    // One list against itself has each pair twice, with the same score.
    boolean twice = Arrays.equals(enrol, test);
    double ofTarget = (twice ? 2 : 1) * costs.costOfTarget(priorLogOdds);
    double ofNontarget = (twice ? 2 : 1) * costs.costOfNontarget(priorLogOdds);
    Workers.forEach(
        enrol.length,
        i -> {
          double[] term = new double[3];
          int x = enrol[i];
          for (int j = twice ? i + 1 : 0; j < test.length; j++) {
            int y = test[j];
            if (x == y) {
              continue;
            }
            s.llr(x, y, term);
            double v = term[0] + priorLogOdds;
            boolean same = speaker[x] == speaker[y];
            double weight = same ? ofTarget : ofNontarget;
            double slope =
                weight * (same ? -SpecialFunctions.sigmoid(-v) : SpecialFunctions.sigmoid(v));
            parts[i][0] += weight * SpecialFunctions.softplus(same ? -v : v);
            parts[i][1] += slope * term[1];
            parts[i][2] += slope * term[2];
          }
        });
    double[] sum = new double[3];
    for (double[] part : parts) {
      for (int k = 0; k < 3; k++) {
        sum[k] += part[k];
      }
    }
    return new Value(sum[0], sum[1], sum[2]);
  }

  /** The embeddings at some scales, with what each contributes by itself. */
  private final class Scaled {
    private final int d = lambda.length;
    private final double[] l = new double[lambda.length];
    private final double[] a;
    private final double[] b;

    /** ∂ log b / ∂ log c. */
    private final double[] rho;

    private final double[][] own;

    Scaled(double c, double g) {
      double scale = c * Math.sqrt(g);
      for (int k = 0; k < d; k++) {
        l[k] = c * g * lambda[k];
      }
      b = new double[q.length];
      rho = new double[q.length];
      a = new double[px.length];
      own = new double[q.length][3];
      for (int i = 0; i < q.length; i++) {
        boolean gaussian = nu == Double.POSITIVE_INFINITY;
        b[i] = gaussian ? 1 : (nu + complement) / (nu + c * q[i]);
        rho[i] = gaussian ? 0 : -c * q[i] / (nu + c * q[i]);
        for (int k = 0; k < d; k++) {
          a[i * d + k] = scale * b[i] * px[i * d + k];
        }
        add(i, -1, own[i]);
      }
    }

    /** Log-likelihood ratio, and its derivatives with respect to log c and log g. */
    void llr(int x, int y, double[] out) {
      Arrays.fill(out, 0);
      add(x, y, out);
      for (int k = 0; k < 3; k++) {
        out[k] -= own[x][k] + own[y][k];
      }
    }

    /** Adds L of the pool of x and y, or of x alone, with its derivatives. */
    private void add(int x, int y, double[] out) {
      double bb = b[x] + (y < 0 ? 0 : b[y]);
      double byC = b[x] * rho[x] + (y < 0 ? 0 : b[y] * rho[y]);
      double moves = 1 + rho[x];
      double movesToo = y < 0 ? 0 : 1 + rho[y];
      double exponent = 0;
      double logDeterminant = 0;
      double determinant = 1; // of many components, whose logarithm is taken once
      for (int k = 0; k < d; k++) {
        double ax = a[x * d + k];
        double ay = y < 0 ? 0 : a[y * d + k];
        double w = 1 + bb * l[k];
        double v = 1 / w;
        double m = (ax + ay) * v;
        double spread = 0.5 * l[k] * (m * m + v);
        exponent += (ax + ay) * m;
        determinant *= w;
        if (determinant > LARGE) {
          logDeterminant += Math.log(determinant);
          determinant = 1;
        }
        out[1] += m * (ax * moves + ay * movesToo) - spread * (byC + bb);
        out[2] += 0.5 * m * (ax + ay) - spread * bb;
      }
      out[0] += 0.5 * (exponent - logDeterminant - Math.log(determinant));
    }
  }

  /**
   * What was learned.
   *
   * @param c noise precision
   * @param g speaker variance
   * @param nu ν
   * @param before the cross-entropy of the model as it was, in nats
   * @param after that of the adapted one
   */
  public record Learned(double c, double g, double nu, double before, double after) {
    /** The model with these scales. */
    public GmeExtractor applied(GmeExtractor model) {
      double[] lambda = model.lambda();
      for (int k = 0; k < lambda.length; k++) {
        lambda[k] *= c * g;
      }
      DoubleMatrix h = model.h();
      return GmeExtractor.of(
          model.mean(),
          model.p().times(c * Math.sqrt(g)),
          h.rows() == 0 ? h : h.times(Math.sqrt(c)),
          lambda,
          nu);
    }
  }

  /**
   * Learns the scales from all pairs of some recordings.
   *
   * @param vectors at most {@link #MOST} labelled recordings of the target
   * @param speakers the speaker of each, from 0
   * @param nus degrees of freedom to try besides those of the model; may be empty
   */
  public static Learned learn(
      GmeExtractor model,
      DoubleMatrix vectors,
      int[] speakers,
      double priorLogOdds,
      List<Double> nus,
      Progress progress) {
    int[] all = IntStream.range(0, vectors.rows()).toArray();
    double before =
        new TwoScales(model, vectors, speakers, all, all, priorLogOdds).at(1, 1).objective();
    Learned best = null;
    List<Double> tried = nus.contains(model.nu()) ? nus : concat(model.nu(), nus);
    for (int i = 0; i < tried.size(); i++) {
      progress.step("scales by cross-entropy", i, tried.size());
      GmeExtractor start = model.withNu(tried.get(i));
      TwoScales pairs = new TwoScales(start, vectors, speakers, all, all, priorLogOdds);
      Learned here = pairs.minimum(tried.get(i), before);
      best = best == null || here.after < best.after ? here : best;
    }
    return best;
  }

  private static List<Double> concat(double first, List<Double> others) {
    return Stream.concat(Stream.of(first), others.stream()).toList();
  }

  private Learned minimum(double ofNu, double before) {
    Lbfgs descent =
        new Lbfgs(
            (x, gradient) -> {
              Value v = at(Math.exp(x[0]), Math.exp(x[1]));
              gradient[0] = v.byLogC;
              gradient[1] = v.byLogG;
              return v.objective;
            },
            new double[2],
            0.5);
    double value = descent.value();
    for (int i = 0; i < STEPS; i++) {
      if (!descent.step() || value - descent.value() < 1e-10 * Math.abs(value)) {
        break;
      }
      value = descent.value();
    }
    double[] x = descent.point();
    return new Learned(Math.exp(x[0]), Math.exp(x[1]), ofNu, before, descent.value());
  }
}
