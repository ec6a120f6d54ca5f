package dev.gme.core.train.discriminative;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.parallel.Workers;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;

/**
 * Pseudolikelihood under the Chinese restaurant process (docs/math.md 5.4), with its gradient,
 * exact in double: given the speakers of all other recordings, how probable is the true speaker of
 * this one, among the known speakers and a new one? Time grows with recordings times speakers times
 * d.
 *
 * <pre>{@code
 * var objective = new PseudolikelihoodObjective(new ChineseRestaurant(1, 0.5));
 * double perRecording = objective.evaluate(extractor, vectors, speakers).objective();
 * }</pre>
 */
public final class PseudolikelihoodObjective {
  /** Recordings that are compared with all speakers at a time; bounds the memory. */
  private static final int BLOCK = 256;

  /** Recordings of a task; fixed, so that the order of all sums is. */
  private static final int CHUNK = 8;

  private final ChineseRestaurant prior;

  /** For a prior under which a speaker with a single recording can exist. */
  public PseudolikelihoodObjective(ChineseRestaurant prior) {
    CrpPredictive.requireNewcomers(prior);
    this.prior = prior;
  }

  /** The value with its derivatives. */
  public static final class Result {
    private final double[] logProb;
    private final ExtractorGradient gradient;

    private Result(double[] logProb, ExtractorGradient gradient) {
      this.logProb = logProb;
      this.gradient = gradient;
    }

    /** The mean of −log P_i over the recordings, in nats. */
    public double objective() {
      double sum = 0;
      for (double p : logProb) {
        sum -= p;
      }
      return sum / logProb.length;
    }

    /** log P_i of every recording; a copy. */
    public double[] logProb() {
      return logProb.clone();
    }

    public ExtractorGradient gradient() {
      return gradient;
    }
  }

  /**
   * The objective of some recordings.
   *
   * @param r recordings, one a row
   * @param speaker the speaker of each, any numbers
   */
  public Result evaluate(GmeExtractor extractor, DoubleMatrix r, int[] speaker) {
    int n = r.rows();
    if (n == 0 || speaker.length != n) {
      throw new IllegalArgumentException(
          "at least one recording is needed, and a speaker for each, found "
              + n
              + " recordings and "
              + speaker.length
              + " speakers");
    }
    MetaEmbeddings f = extractor.extract(r);
    Evaluation evaluation = new Evaluation(f, new LeaveOneOut(f, Partition.of(speaker)));
    for (int from = 0; from < n; from += BLOCK) {
      evaluation.addBlock(from, Math.min(n, from + BLOCK));
    }
    return evaluation.result(extractor, r);
  }

  /** Sums over recordings i and sets c, weighted by ρ_ic. */
  private final class Evaluation {
    private final MetaEmbeddings f;
    private final LeaveOneOut pools;
    private final CrpPredictive predictive;
    private final int n;
    private final int k;
    private final double[] lambda;
    private final double[] a;
    private final double[] b;
    private final double[] setA;
    private final double[] setB;
    private final double[] logProb;
    private final PoolGradient gradient;

    /** The factor of L(a_c, b_c), the pool of the whole set. */
    private final double[] setFactor;

    Evaluation(MetaEmbeddings f, LeaveOneOut pools) {
      this.f = f;
      this.pools = pools;
      predictive = new CrpPredictive(prior, pools);
      n = f.size();
      k = pools.sets();
      lambda = f.lambda();
      a = f.a().array();
      b = f.b();
      setA = pools.sets.a().array();
      setB = pools.sets.b();
      logProb = new double[n];
      gradient = new PoolGradient(f, pools);
      setFactor = new double[k];
    }

    void addBlock(int from, int to) {
      double[] rho = llrToSets(from, to);
      int chunks = (to - from + CHUNK - 1) / CHUNK;
      double[][] lambdaPart = new double[chunks][lambda.length];
      Workers.forEach(
          chunks,
          chunk -> {
            int first = from + chunk * CHUNK;
            for (int i = first; i < Math.min(to, first + CHUNK); i++) {
              double own = f.get(i).llr(pools.others.get(i));
              logProb[i] = predictive.seat(i, own, rho, (i - from) * k);
              addToRecording(i, rho, (i - from) * k, lambdaPart[chunk]);
            }
          });
      gradient.addLambda(lambdaPart);
      Workers.forEach(k, c -> addToSet(c, from, to, rho));
    }

    /** Row by row, the log-likelihood ratios of recordings against whole sets. */
    private double[] llrToSets(int from, int to) {
      int[][] rows = new int[to - from][];
      for (int i = from; i < to; i++) {
        rows[i - from] = new int[] {i};
      }
      return f.pool(rows).llr(pools.sets).array().clone();
    }

    private void addToRecording(int i, double[] rho, int off, double[] lambdaPart) {
      int d = lambda.length;
      int own = pools.set[i];
      double[] pooled = new double[d];
      double sum = 0;
      for (int c = 0; c < k; c++) {
        double factor = rho[off + c];
        if (c != own && factor != 0) {
          sum += factor;
          double bPooled = pool(i, c, pooled);
          gradient.ofRecording.add(i, factor, pooled, 0, bPooled);
          EmbeddingGradient.addLambda(lambdaPart, factor, lambda, pooled, 0, bPooled);
        }
      }
      gradient.ofRecording.add(i, -sum, a, i * d, b[i]);
      EmbeddingGradient.addLambda(lambdaPart, -sum, lambda, a, i * d, b[i]);
      gradient.addOwn(i, rho[off + own], lambdaPart);
    }

    private void addToSet(int c, int from, int to, double[] rho) {
      double[] pooled = new double[lambda.length];
      for (int i = from; i < to; i++) {
        double factor = rho[(i - from) * k + c];
        if (pools.set[i] != c && factor != 0) {
          setFactor[c] -= factor;
          gradient.ofSet.add(c, factor, pooled, 0, pool(i, c, pooled));
        }
      }
    }

    /** a_c + a_i into {@code pooled}; returns b_c + b_i. */
    private double pool(int i, int c, double[] pooled) {
      int d = pooled.length;
      for (int l = 0; l < d; l++) {
        pooled[l] = setA[c * d + l] + a[i * d + l];
      }
      return setB[c] + b[i];
    }

    Result result(GmeExtractor extractor, DoubleMatrix r) {
      int d = lambda.length;
      for (int c = 0; c < k; c++) {
        gradient.ofSet.add(c, setFactor[c], setA, c * d, setB[c]);
        EmbeddingGradient.addLambda(gradient.dLambda, setFactor[c], lambda, setA, c * d, setB[c]);
      }
      return new Result(
          logProb,
          ExtractorGradient.of(extractor, r, gradient.a(), gradient.b(), gradient.dLambda));
    }
  }
}
