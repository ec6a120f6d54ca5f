package dev.gme.lab.score;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.CanonicalGme;
import dev.gme.core.embedding.GeneralGme;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.UncertainExtractor;
import dev.gme.core.model.UncertainVector;
import dev.gme.core.parallel.Workers;
import dev.gme.formats.LabelledVectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Meta-embeddings of vectors with covariances, in general form and in the nearest canonical one.
 *
 * <pre>{@code
 * UncertainEmbeddings e = UncertainEmbeddings.of(pipeline, vectors, errors);
 * System.err.println(e.error());
 * MetaEmbeddings ready = e.canonical();
 * }</pre>
 */
public final class UncertainEmbeddings {
  /** Pairs of recordings whose scores are compared, and how far apart their numbers are. */
  private static final int COMPARED = 1000;

  private final List<String> ids;
  private final List<GeneralGme> general;
  private final List<CanonicalGme> nearest;
  private final double[] divergence;
  private final double[] lambda;

  private UncertainEmbeddings(
      List<String> ids,
      GeneralGme[] general,
      CanonicalGme[] nearest,
      double[] divergence,
      double[] lambda) {
    this.ids = ids;
    this.general = List.of(general);
    this.nearest = List.of(nearest);
    this.divergence = divergence;
    this.lambda = lambda;
  }

  /** Those of all vectors of a set. */
  public static UncertainEmbeddings of(
      Pipeline pipeline, LabelledVectors vectors, VectorErrors errors) {
    UncertainExtractor extractor =
        UncertainExtractor.of(pipeline, UncertainVector.LengthRule.SCALE);
    int n = vectors.size();
    GeneralGme[] general = new GeneralGme[n];
    CanonicalGme[] nearest = new CanonicalGme[n];
    double[] divergence = new double[n];
    GmeException[] refused = new GmeException[n];
    Workers.forEach(
        n,
        i -> {
          try {
            general[i] = extractor.extract(errors.of(vectors, i));
            UncertainExtractor.Nearest found = extractor.canonical(general[i]);
            nearest[i] = found.embedding();
            divergence[i] = found.divergence();
          } catch (GmeException e) {
            refused[i] = e;
          }
        });
    for (GmeException e : refused) {
      // The first in order, whichever thread found one first.
      if (e != null) {
        throw e;
      }
    }
    return new UncertainEmbeddings(
        vectors.ids(), general, nearest, divergence, pipeline.extractor().lambda());
  }

  /** General forms of pools of recordings. */
  public List<GeneralGme> pooled(int[][] rows) {
    List<GeneralGme> out = new ArrayList<>();
    for (int[] of : rows) {
      GeneralGme sum = general.get(of[0]);
      for (int i = 1; i < of.length; i++) {
        sum = sum.pool(general.get(of[i]));
      }
      out.add(sum);
    }
    return out;
  }

  /** The nearest canonical forms, which tiles score, pools and clusters take. */
  public MetaEmbeddings canonical() {
    double[][] a = nearest.stream().map(CanonicalGme::a).toArray(double[][]::new);
    double[] b = nearest.stream().mapToDouble(CanonicalGme::b).toArray();
    return MetaEmbeddings.of(
        a.length == 0 ? DoubleMatrix.zeros(0, lambda.length) : DoubleMatrix.of(a), b, lambda);
  }

  /**
   * What canonical forms cost.
   *
   * @param meanDivergence of the posteriors, in nats
   * @param largestDivergence the same of the worst recording
   * @param worst that recording; empty where there are none
   * @param pairs of recordings whose scores were compared
   * @param rms root mean square error of their log-likelihood ratios
   * @param largest error among them
   */
  public record CanonicalError(
      double meanDivergence,
      double largestDivergence,
      String worst,
      int pairs,
      double rms,
      double largest) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "nearest canonical forms: posteriors differ by %.3g nat on average and %.3g at most (%s);"
              + " errors of %,d log-likelihood ratios are %.3g rms and %.3g at most",
          meanDivergence,
          largestDivergence,
          worst,
          pairs,
          rms,
          largest);
    }
  }

  /** The error of the canonical forms, on all recordings and on some of their pairs. */
  public CanonicalError error() {
    int n = general.size();
    double sum = 0;
    int worst = 0;
    for (int i = 0; i < n; i++) {
      sum += divergence[i] / n;
      worst = divergence[i] > divergence[worst] ? i : worst;
    }
    int pairs = n < 2 ? 0 : COMPARED;
    double[] errors = new double[pairs];
    Workers.forEach(
        pairs,
        p -> {
          // Neighbours first, which are of one speaker in many lists, then pairs farther apart.
          int i = p % n;
          int j = (i + 1 + p / n % (n - 1)) % n;
          errors[p] = nearest.get(i).llr(nearest.get(j)) - general.get(i).llr(general.get(j));
        });
    double squares = 0;
    double largest = 0;
    for (double e : errors) {
      squares += e * e;
      largest = Math.max(largest, Math.abs(e));
    }
    return new CanonicalError(
        sum,
        n == 0 ? 0 : divergence[worst],
        n == 0 ? "" : ids.get(worst),
        pairs,
        pairs == 0 ? 0 : Math.sqrt(squares / pairs),
        largest);
  }
}
