package dev.gme.frontend.kaldi;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.formats.kaldi.KaldiMode;
import dev.gme.formats.kaldi.KaldiReader;
import dev.gme.formats.kaldi.KaldiWriter;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.ivector.KaldiStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Files of statistics: {@code <GMMACCS>} of mixtures and {@code <IvectorExtractorStats>}.
 *
 * <pre>{@code
 * GmmStatistics sum = KaldiAccumulators.readMixture(a).plus(KaldiAccumulators.readMixture(b));
 * }</pre>
 */
public final class KaldiAccumulators {
  /** Means, variances and weights. */
  private static final int ALL_FLAGS = 7;

  private static final String MIXTURE = "<GMMACCS>";
  private static final String DIAGONAL = "<DIAGVARACCS>";
  private static final String FULL = "<FULLVARACCS>";
  private static final String EXTRACTOR = "<IvectorExtractorStats>";

  private KaldiAccumulators() {}

  public static GmmStatistics readMixture(Path file) throws IOException {
    try (KaldiReader in = KaldiReader.open(file)) {
      in.expect(MIXTURE);
      in.expect("<VECSIZE>");
      int dim = in.count("dimensions");
      in.expect("<NUMCOMPONENTS>");
      int components = in.count("components");
      in.expect("<FLAGS>");
      in.integer();
      in.expect("<OCCUPANCY>");
      double[] n = in.vector();
      in.expect("<MEANACCS>");
      DoubleMatrix f = in.matrix();
      if (n.length != components || f.rows() != components || f.cols() != dim || dim == 0) {
        throw in.bad(
            "expected sums of "
                + components
                + " components and "
                + dim
                + " dimensions, found "
                + f);
      }
      String kind = in.token();
      DoubleMatrix s =
          switch (kind) {
            case DIAGONAL -> in.matrix();
            case FULL -> products(in, n, f);
            default -> throw in.bad("expected " + DIAGONAL + " or " + FULL + ", found " + kind);
          };
      in.expect("</GMMACCS>");
      return ModelParts.join(in, () -> GmmStatistics.of(n, f, s));
    }
  }

  /** Files have the products of full mixtures about the mean of each component. */
  private static DoubleMatrix products(KaldiReader in, double[] n, DoubleMatrix f)
      throws IOException {
    DoubleMatrix[] about = ModelParts.symmetric(in, n.length);
    double[][] out = new double[n.length][];
    for (int c = 0; c < n.length; c++) {
      if (about[c].rows() != f.cols()) {
        throw in.bad("expected products of the sums' dimension, found " + about[c]);
      }
      out[c] = n[c] == 0 ? about[c].array() : about[c].plus(ofMean(n, f, c)).array();
    }
    return DoubleMatrix.of(out);
  }

  /** f_c f_c' / n_c. */
  private static DoubleMatrix ofMean(double[] n, DoubleMatrix f, int c) {
    return DoubleMatrix.wrap(f.cols(), 1, f.row(c)).outerGram().times(1 / n[c]);
  }

  /** Statistics of order 2 about the origin 0. */
  public static void write(Path file, GmmStatistics statistics, KaldiMode mode) throws IOException {
    if (statistics.order() != 2 || Arrays.stream(statistics.origin()).anyMatch(v -> v != 0)) {
      throw new IllegalArgumentException("expected second moments about the origin");
    }
    try (KaldiWriter out = KaldiWriter.create(file, mode)) {
      out.token(MIXTURE);
      out.token("<VECSIZE>").integer(statistics.sums().cols());
      out.token("<NUMCOMPONENTS>").integer(statistics.sums().rows());
      out.token("<FLAGS>").flags(ALL_FLAGS);
      out.token("<OCCUPANCY>").array(KaldiArray.vector(statistics.counts()).toSingle());
      out.token("<MEANACCS>").array(KaldiArray.matrix(statistics.sums()).toSingle());
      writeMoments(out, statistics);
      out.token("</GMMACCS>");
      out.commit();
    }
  }

  private static void writeMoments(KaldiWriter out, GmmStatistics statistics) throws IOException {
    DoubleMatrix f = statistics.sums();
    DoubleMatrix s = statistics.secondMoments();
    int dim = f.cols();
    if (s.cols() == dim) {
      out.token(DIAGONAL).array(KaldiArray.matrix(s).toSingle());
      return;
    }
    double[] n = statistics.counts();
    out.token(FULL);
    for (int c = 0; c < n.length; c++) {
      DoubleMatrix products = DoubleMatrix.wrap(dim, dim, s.row(c));
      out.symmetric(n[c] == 0 ? products : products.minus(ofMean(n, f, c)), true);
    }
  }

  /** The first moments of frames are not in the file; those of the result are 0. */
  public static KaldiStatistics readExtractor(Path file) throws IOException {
    try (KaldiReader in = KaldiReader.open(file)) {
      in.expect(EXTRACTOR);
      in.expect("<TotAuxf>");
      double auxiliary = in.number();
      in.expect("<gamma>");
      double[] n = in.vector();
      in.expect("<Y>");
      int components = in.count("components");
      DoubleMatrix y = ModelParts.stacked(in, components);
      in.expect("<R>");
      DoubleMatrix r = in.matrix();
      in.expect("<Q>");
      DoubleMatrix q = in.matrix();
      in.expect("<G>");
      in.matrix();
      if (q.rows() > 0) {
        throw in.bad("expected fixed weights, found ones that depend on the i-vector");
      }
      in.expect("<S>");
      DoubleMatrix[] second = ModelParts.symmetric(in, in.count("components"));
      in.expect("<NumIvectors>");
      double recordings = in.number();
      in.expect("<IvectorSum>");
      double[] sum = in.vector();
      in.expect("<IvectorScatter>");
      DoubleMatrix scatter = in.symmetric();
      in.expect("</IvectorExtractorStats>");
      int dim = y.rows() / components;
      int d = sum.length;
      boolean sizes =
          n.length == components
              && y.cols() == d
              && r.rows() == components
              && r.cols() == d * (d + 1) / 2
              && second.length == components
              && second[0].rows() == dim
              && scatter.rows() == d;
      if (!sizes) {
        throw in.bad("the parts are of different sizes");
      }
      double[][] s = new double[components][];
      for (int c = 0; c < components; c++) {
        s[c] = second[c].array();
      }
      DoubleMatrix f = DoubleMatrix.zeros(components, dim);
      return ModelParts.join(
          in,
          () ->
              new KaldiStatistics(
                  auxiliary,
                  GmmStatistics.of(n, f, DoubleMatrix.of(s)),
                  y,
                  r,
                  recordings,
                  sum,
                  scatter));
    }
  }

  public static void write(Path file, KaldiStatistics statistics, KaldiMode mode)
      throws IOException {
    GmmStatistics frames = statistics.frames();
    int components = frames.counts().length;
    int dim = frames.sums().cols();
    int d = statistics.sum().length;
    double[] r = new double[components * d * (d + 1) / 2];
    int at = 0;
    for (int c = 0; c < components; c++) {
      DoubleMatrix full = statistics.r(c);
      for (int i = 0; i < d; i++) {
        for (int j = 0; j <= i; j++) {
          r[at++] = full.get(i, j);
        }
      }
    }
    try (KaldiWriter out = KaldiWriter.create(file, mode)) {
      out.token(EXTRACTOR).token("<TotAuxf>").number(statistics.auxiliary());
      out.token("<gamma>").array(KaldiArray.vector(frames.counts()));
      out.token("<Y>").integer(components);
      for (int c = 0; c < components; c++) {
        out.array(KaldiArray.matrix(statistics.y().rowRange(c * dim, (c + 1) * dim)));
      }
      // Kaldi keeps what is largest in floats.
      out.token("<R>")
          .array(KaldiArray.matrix(DoubleMatrix.wrap(components, d * (d + 1) / 2, r)).toSingle());
      KaldiArray none = KaldiArray.matrix(DoubleMatrix.zeros(0, 0));
      out.token("<Q>").array(none.toSingle()).token("<G>").array(none);
      out.token("<S>").integer(components);
      for (int c = 0; c < components; c++) {
        out.symmetric(DoubleMatrix.wrap(dim, dim, frames.secondMoments().row(c)), false);
      }
      out.token("<NumIvectors>").number(statistics.recordings());
      out.token("<IvectorSum>").array(KaldiArray.vector(statistics.sum()));
      out.token("<IvectorScatter>").symmetric(statistics.scatter(), false);
      out.token("</IvectorExtractorStats>");
      out.commit();
    }
  }
}
