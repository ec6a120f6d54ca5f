package dev.gme.core.train;

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
    if (prior.concentration() == 0 && prior.discount() == 0) {
      throw new IllegalArgumentException(
          "concentration and discount must not both be 0: no recording could then be of a new"
              + " speaker");
    }
    this.prior = prior;
  }

  /** Value and derivatives. */
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
    MetaEmbeddings f = extractor.embed(r);
    Evaluation evaluation = new Evaluation(f, new LeaveOneOut(f, Partition.of(speaker)));
    for (int from = 0; from < n; from += BLOCK) {
      evaluation.addBlock(from, Math.min(n, from + BLOCK));
    }
    return evaluation.result(extractor, r);
  }

  /**
   * Sums over recordings i and sets c, weighted by ρ_ic. A pool passes its derivatives on to all
   * recordings in it, so these are gathered per pool first: of i, of set c, of i's set without i.
   */
  private final class Evaluation {
    private final MetaEmbeddings f;
    private final LeaveOneOut pools;
    private final int n;
    private final int k;
    private final double[] lambda;
    private final double[] a;
    private final double[] b;
    private final double[] setA;
    private final double[] setB;
    private final double[] othersA;
    private final double[] othersB;

    private final double[] logProb;
    private final EmbeddingGradient ofRecording;
    private final EmbeddingGradient ofSet;
    private final EmbeddingGradient ofOthers;
    private final double[] dLambda;

    /** The factor of L(a_c, b_c), the pool of the whole set. */
    private final double[] setFactor;

    Evaluation(MetaEmbeddings f, LeaveOneOut pools) {
      this.f = f;
      this.pools = pools;
      n = f.size();
      k = pools.sets();
      lambda = f.lambda();
      a = f.a().array();
      b = f.b();
      setA = pools.sets.a().array();
      setB = pools.sets.b();
      othersA = pools.others.a().array();
      othersB = pools.others.b();
      logProb = new double[n];
      ofRecording = new EmbeddingGradient(f);
      ofSet = new EmbeddingGradient(pools.sets);
      ofOthers = new EmbeddingGradient(f);
      dLambda = new double[lambda.length];
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
              seat(i, rho, (i - from) * k);
              addToRecording(i, rho, (i - from) * k, lambdaPart[chunk]);
            }
          });
      for (double[] part : lambdaPart) {
        for (int l = 0; l < part.length; l++) {
          dLambda[l] += part[l];
        }
      }
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

    /** Finds log P_i and turns the row of recording i at {@code off} from ratios into ρ_ic. */
    private void seat(int i, double[] row, int off) {
      int own = pools.set[i];
      boolean alone = pools.isAlone(i);
      int known = alone ? k - 1 : k;
      if (known == 0) {
        // A single recording is a new speaker for sure, whatever the prior.
        row[off] = 0;
        return;
      }
      double vNew = Math.log(known * prior.discount() + prior.concentration());
      double max = vNew;
      for (int c = 0; c < k; c++) {
        if (c != own) {
          row[off + c] += Math.log(pools.size(c) - prior.discount());
        } else {
          row[off + c] =
              alone
                  ? Double.NEGATIVE_INFINITY
                  : f.get(i).llr(pools.others.get(i))
                      + Math.log(pools.size(c) - 1 - prior.discount());
        }
        max = Math.max(max, row[off + c]);
      }
      double vTrue = alone ? vNew : row[off + own];
      double wrong = alone ? 0 : Math.exp(vNew - max);
      for (int c = 0; c < k; c++) {
        row[off + c] = Math.exp(row[off + c] - max);
        wrong += c == own ? 0 : row[off + c];
      }
      double right = Math.exp(vTrue - max);
      // Each form keeps the digits of its own end of (−∞, 0).
      logProb[i] =
          right > wrong ? -Math.log1p(wrong / right) : vTrue - max - Math.log(right + wrong);
      double scale = 1 / (n * (right + wrong));
      for (int c = 0; c < k; c++) {
        row[off + c] *= scale;
      }
      // P − 1 by what is missing, not by subtracting.
      row[off + own] = alone ? 0 : -scale * wrong;
    }

    private void addToRecording(int i, double[] rho, int off, double[] lambdaPart) {
      int d = lambda.length;
      int own = pools.set[i];
      double[] pooled = new double[d];
      double sum = 0;
      for (int c = 0; c < k; c++) {
        double factor = rho[off + c];
        sum += factor;
        if (c != own && factor != 0) {
          double bPooled = pool(i, c, pooled);
          ofRecording.add(i, factor, pooled, 0, bPooled);
          EmbeddingGradient.addLambda(lambdaPart, factor, lambda, pooled, 0, bPooled);
        }
      }
      ofRecording.add(i, -sum, a, i * d, b[i]);
      EmbeddingGradient.addLambda(lambdaPart, -sum, lambda, a, i * d, b[i]);
      double ofOwn = rho[off + own];
      ofOthers.add(i, -ofOwn, othersA, i * d, othersB[i]);
      EmbeddingGradient.addLambda(lambdaPart, -ofOwn, lambda, othersA, i * d, othersB[i]);
    }

    private void addToSet(int c, int from, int to, double[] rho) {
      double[] pooled = new double[lambda.length];
      for (int i = from; i < to; i++) {
        double factor = rho[(i - from) * k + c];
        if (pools.set[i] == c) {
          // The set without i, and i, make the whole set.
          setFactor[c] += factor;
        } else if (factor != 0) {
          setFactor[c] -= factor;
          ofSet.add(c, factor, pooled, 0, pool(i, c, pooled));
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
        ofSet.add(c, setFactor[c], setA, c * d, setB[c]);
        EmbeddingGradient.addLambda(dLambda, setFactor[c], lambda, setA, c * d, setB[c]);
      }
      double[] dA = pools.sumsOfOthers(ofOthers.dA, d);
      double[] dB = pools.sumsOfOthers(ofOthers.dB, 1);
      for (int i = 0; i < n; i++) {
        int c = pools.set[i];
        dB[i] += ofRecording.dB[i] + ofSet.dB[c];
        for (int l = 0; l < d; l++) {
          dA[i * d + l] += ofRecording.dA[i * d + l] + ofSet.dA[c * d + l];
        }
      }
      return new Result(
          logProb, ExtractorGradient.of(extractor, r, DoubleMatrix.wrap(n, d, dA), dB, dLambda));
    }
  }
}
