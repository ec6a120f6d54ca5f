package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * The precision b of a recording from its vector and from what else is known of it (docs/math.md
 * 5.6): log b = w0 + w1 s + Σ w_k (φ_k − c_k), where s is the log b that the extractor gives. The
 * direction of a stays; the result is canonical, so that tiles, pools and clusters work as before.
 *
 * <pre>{@code
 * MetaEmbeddings better = head.apply(pipeline.extract(vectors), side);
 * }</pre>
 *
 * @param columns what is known of a recording, by name
 * @param centres c, their means in training
 * @param weights w0, w1 and one for each column: at most ten
 * @param origin where it was learned
 */
@SuppressWarnings("ArrayRecordComponent") // an estimate, which nobody compares
public record PrecisionHead(
    List<String> columns, double[] centres, double[] weights, Origin origin) {
  /** More parameters than this the speakers that people have do not bear. */
  public static final int MOST_PARAMETERS = 10;

  /** Mean log b of recordings to be scored may differ by this much from that of training. */
  private static final double FOREIGN = 1;

  /**
   * The ν by which recordings are compared with those of training, whatever the model's: with ν = ∞
   * every b is 1, and nothing would be seen.
   */
  private static final double COMPARED_NU = 2;

  /**
   * Where a head was learned.
   *
   * @param meanLogB of held-out training recordings by {@link #meanLogB}, by models that had not
   *     seen their speakers
   */
  public record Origin(double meanLogB) {}

  public PrecisionHead {
    columns = List.copyOf(columns);
    centres = centres.clone();
    weights = weights.clone();
    if (centres.length != columns.size() || weights.length != columns.size() + 2) {
      throw new IllegalArgumentException(
          "a head of "
              + columns.size()
              + " columns has as many centres and two weights more, found "
              + centres.length
              + " and "
              + weights.length);
    }
    if (weights.length > MOST_PARAMETERS || new HashSet<>(columns).size() < columns.size()) {
      throw new GmeException(
          "a precision head takes at most "
              + (MOST_PARAMETERS - 2)
              + " different columns, found "
              + columns.size(),
          "keep those that say most: duration first");
    }
    Require.finite("the precision head", weights);
    Require.finite("the centres of a precision head", centres);
  }

  /** The head that leaves b as the extractor gives it. */
  public static PrecisionHead plugIn(List<String> columns, double[] centres, Origin origin) {
    double[] weights = new double[columns.size() + 2];
    weights[1] = 1;
    return new PrecisionHead(columns, centres, weights, origin);
  }

  @Override
  public double[] centres() {
    return centres.clone();
  }

  @Override
  public double[] weights() {
    return weights.clone();
  }

  /** Whether it leaves everything as it is. */
  public boolean isPlugIn() {
    for (int k = 0; k < weights.length; k++) {
      if (weights[k] != (k == 1 ? 1 : 0)) {
        return false;
      }
    }
    return true;
  }

  /** log b for the log b of the extractor and a row of side information. */
  public double logB(double plugIn, double[] side) {
    double sum = weights[0] + weights[1] * plugIn;
    for (int k = 0; k < centres.length; k++) {
      sum += weights[k + 2] * (side[k] - centres[k]);
    }
    return sum;
  }

  /**
   * Meta-embeddings with the precisions of the head.
   *
   * @param embeddings of single recordings, by the extractor
   * @param side what else is known of each, a recording a row; finite
   */
  public MetaEmbeddings apply(MetaEmbeddings embeddings, DoubleMatrix side) {
    Require.shape("the side information", side, embeddings.size(), centres.length);
    double[] b = embeddings.b();
    double[] factor = new double[b.length];
    for (int i = 0; i < b.length; i++) {
      double logB = logB(Math.log(b[i]), side.row(i));
      if (!Double.isFinite(logB) || Math.abs(logB) > 300) {
        throw new GmeException(
            "the precision head gives recording "
                + i
                + " (from 0) the impossible log precision "
                + logB,
            "look at its side information: is it in the unit of training?");
      }
      factor[i] = Math.exp(logB) / b[i];
      b[i] = Math.exp(logB);
    }
    return MetaEmbeddings.of(embeddings.a().scaleRows(factor), b, embeddings.lambda());
  }

  /**
   * How noisy recordings are, and the sign of whether they are like others: the mean of log b at ν
   * = 2, whatever the model's ν.
   *
   * @param q what no speaker explains of each, see {@link GmeExtractor#q}
   * @param complement D − d, the directions that q is of
   */
  public static double meanLogB(double[] q, int complement) {
    double sum = 0;
    for (double x : q) {
      sum += Math.log((COMPARED_NU + complement) / (COMPARED_NU + x));
    }
    return sum / Math.max(1, q.length);
  }

  /** Whether it says nothing about recordings with this {@link #meanLogB}. */
  public boolean isForeign(double meanLogB) {
    return Math.abs(meanLogB - origin.meanLogB()) > FOREIGN;
  }

  /** For example {@code log b = 0.17 + 0.77 s + 0.60 (log:duration - 0.74)}. */
  @Override
  public String toString() {
    StringJoiner out = new StringJoiner(" ", "log b = ", "");
    out.add(String.format(Locale.ROOT, "%.3f + %.3f s", weights[0], weights[1]));
    for (int k = 0; k < centres.length; k++) {
      out.add(
          String.format(
              Locale.ROOT, "+ %.3f (%s - %.3f)", weights[k + 2], columns.get(k), centres[k]));
    }
    return out.toString();
  }
}
