package dev.gme.core.train.discriminative;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;
import dev.gme.core.score.tile.PairTiles;
import java.util.function.IntConsumer;

/**
 * Pseudolikelihood under the Chinese restaurant process with its derivatives, at the speed of
 * matrix products. Recordings meet the pools of whole speakers in tiles: once for the ratios, which
 * say what each recording makes of all seats, and once more for the derivatives. A recording and
 * the others of its own speaker make one ratio each, and those are exact.
 *
 * <p>The cost is relative to {@link CrpPredictive#priorCost}. The tests have the objective in
 * double as its yardstick.
 */
final class PseudolikelihoodTiles {
  /** Ratios that are kept at a time: 64 MiB. */
  private static final int KEPT = 1 << 24;

  /** Recordings of a task; fixed, so that the order of all sums is. */
  private static final int CHUNK = 16;

  private final ChineseRestaurant prior;
  private final double tolerance;
  private final PairTiles tiles;

  /**
   * Pseudolikelihood under a prior.
   *
   * @param tolerance the error of ratios in nats, and that of derivatives relative to their size
   */
  PseudolikelihoodTiles(ChineseRestaurant prior, double tolerance) {
    this.prior = prior;
    this.tolerance = tolerance;
    tiles = new PairTiles(tolerance);
  }

  /** The cost, and its derivatives with respect to the recordings and λ. */
  record Gradient(double cost, PairTiles.Derivatives recordings, DoubleMatrix lambda) {}

  /**
   * What each recording costs, without derivatives; the mean is the cost.
   *
   * @param labels the speaker of each recording
   * @param scores takes the ratios of recordings to their own speaker, the recording left out, as
   *     targets, and those to other speakers as non-targets
   */
  double[] costs(MetaEmbeddings f, int[] labels, HeldOutHistogram scores) {
    Evaluation all = new Evaluation(f, labels);
    for (int from = 0; from < f.size(); from += all.block) {
      Evaluation.Block block = all.new Block(from);
      block.count(scores);
      block.seat();
    }
    return all.costs();
  }

  Gradient evaluate(MetaEmbeddings f, int[] labels) {
    Evaluation all = new Evaluation(f, labels);
    for (int from = 0; from < f.size(); from += all.block) {
      Evaluation.Block block = all.new Block(from);
      block.seat();
      block.differentiate();
    }
    return all.result();
  }

  /** All recordings, their pools, and sums over them. */
  private final class Evaluation {
    private final MetaEmbeddings f;
    private final LeaveOneOut pools;
    private final CrpPredictive predictive;
    private final PoolGradient gradient;
    private final double scale;
    private final int k;
    private final double[] logProb;
    final int block;

    Evaluation(MetaEmbeddings f, int[] labels) {
      this.f = f;
      pools = new LeaveOneOut(f, Partition.of(labels));
      predictive = new CrpPredictive(prior, pools);
      gradient = new PoolGradient(f, pools);
      scale = 1 / predictive.priorCost();
      k = pools.sets();
      logProb = new double[f.size()];
      block = Math.max(1, KEPT / k);
    }

    double[] costs() {
      double[] out = new double[logProb.length];
      for (int i = 0; i < out.length; i++) {
        out[i] = -scale * logProb[i];
      }
      return out;
    }

    double cost() {
      double sum = 0;
      for (double p : logProb) {
        sum -= p;
      }
      return scale * sum / logProb.length;
    }

    Gradient result() {
      return new Gradient(
          cost(),
          new PairTiles.Derivatives(gradient.a(), DoubleMatrix.wrap(f.size(), 1, gradient.b())),
          DoubleMatrix.wrap(1, f.dimension(), gradient.dLambda));
    }

    /** Some of the recordings against all sets. */
    private final class Block {
      private final int from;
      private final int n;
      private final MetaEmbeddings rows;

      /** First the ratios to all sets, then ρ_ic over the prior's cost, 0 for the own set. */
      private final TileMatrix toSets;

      /** First the ratio to the others of the own set, then ρ of that set over the prior's cost. */
      private final double[] toOthers;

      Block(int from) {
        this.from = from;
        n = Math.min(block, f.size() - from);
        int[][] singles = new int[n][];
        for (int i = 0; i < n; i++) {
          singles[i] = new int[] {from + i};
        }
        rows = f.pool(singles);
        toSets = new TileMatrix(n, k);
        tiles.forward(rows, pools.sets, tolerance, toSets.taking());
        toOthers = new double[n];
        for (int i = 0; i < n; i++) {
          toOthers[i] = rows.get(i).llr(pools.others.get(from + i));
        }
      }

      void count(HeldOutHistogram scores) {
        HeldOutHistogram.Counts counts = scores.take();
        counts.addNontargets(n * k, toSets.values, 0);
        for (int i = 0; i < n; i++) {
          counts.removeNontarget(toSets.values[i * k + pools.set[from + i]]);
          if (!pools.isAlone(from + i)) {
            counts.addTarget((float) toOthers[i]);
          }
        }
        scores.give(counts);
      }

      /** Finds log P_i, and puts ρ_ic in the place of ratios. */
      void seat() {
        inChunks(
            chunk -> {
              double[] row = new double[k];
              for (int i = chunk * CHUNK; i < Math.min(n, (chunk + 1) * CHUNK); i++) {
                for (int c = 0; c < k; c++) {
                  row[c] = toSets.values[i * k + c];
                }
                logProb[from + i] = predictive.seat(from + i, toOthers[i], row, 0);
                int own = pools.set[from + i];
                toOthers[i] = scale * row[own];
                row[own] = 0;
                for (int c = 0; c < k; c++) {
                  toSets.values[i * k + c] = (float) (scale * row[c]);
                }
              }
            });
      }

      void differentiate() {
        PairTiles.Gradient g = tiles.run(rows, pools.sets, toSets.giving());
        add(g.enrol().a(), gradient.ofRecording.dA, from * f.dimension());
        add(g.enrol().b(), gradient.ofRecording.dB, from);
        add(g.test().a(), gradient.ofSet.dA, 0);
        add(g.test().b(), gradient.ofSet.dB, 0);
        add(g.lambda(), gradient.dLambda, 0);
        double[][] lambdaPart = new double[chunks()][f.dimension()];
        inChunks(
            chunk -> {
              for (int i = chunk * CHUNK; i < Math.min(n, (chunk + 1) * CHUNK); i++) {
                gradient.addOwn(from + i, toOthers[i], lambdaPart[chunk]);
              }
            });
        gradient.addLambda(lambdaPart);
      }

      private int chunks() {
        return (n + CHUNK - 1) / CHUNK;
      }

      private void inChunks(IntConsumer work) {
        Workers.forEach(chunks(), work);
      }

      private void add(DoubleMatrix x, double[] to, int off) {
        for (int i = 0; i < x.array().length; i++) {
          to[off + i] += x.array()[i];
        }
      }
    }
  }
}
