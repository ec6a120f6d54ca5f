package dev.gme.frontend.ivector;

import dev.gme.core.Progress;
import dev.gme.core.embedding.GeneralGme;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.frontend.gmm.GmmGolden;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.testkit.Golden;
import dev.gme.testkit.GoldenCase;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Golden group p: the front end. */
class IvectorGoldenTest {
  @TestFactory
  List<DynamicTest> golden() {
    return Golden.group("p", IvectorGoldenTest::run);
  }

  private static void run(GoldenCase c) {
    switch (c.text("kind")) {
      case "gmm" -> GmmGolden.run(c);
      case "ivector" -> ivector(c);
      case "kaldi" -> kaldi(c);
      case "pivector" -> piVector(c);
      case "posterior" -> posterior(c);
      default -> throw new AssertionError("a kind that is not known: " + c.text("kind"));
    }
  }

  private static DoubleMatrix[] matrices(GoldenCase c, String name) {
    return Arrays.stream(c.array(name).matrices())
        .map(DoubleMatrix::of)
        .toArray(DoubleMatrix[]::new);
  }

  private static DoubleMatrix stacked(GoldenCase c, String name) {
    List<Integer> shape = c.array(name).shape();
    return DoubleMatrix.wrap(shape.get(0) * shape.get(1), shape.get(2), c.array(name).data());
  }

  private static RecordingStatistics statistics(GoldenCase c) {
    List<Integer> shape = c.array("f").shape();
    return new RecordingStatistics(
        DoubleMatrix.of(c.matrix("n")),
        DoubleMatrix.wrap(shape.get(0), shape.get(1) * shape.get(2), c.array("f").data()));
  }

  private static IvectorExtractor extractor(GoldenCase c) {
    return IvectorExtractor.of(
        DoubleMatrix.of(c.matrix("means")), stacked(c, "T"), matrices(c, "covs"));
  }

  private static double[][] precisions(IvectorPosteriors p) {
    double[][] out = new double[p.recordings()][];
    Arrays.setAll(out, i -> p.precision(i).array());
    return out;
  }

  private static void ivector(GoldenCase c) {
    IvectorExtractor x = extractor(c);
    RecordingStatistics s = statistics(c);
    int components = x.components();
    int dim = x.frameDimension();
    IvectorPosteriors p = x.posteriors(s);
    c.check("precision", precisions(p));
    c.check("mean", p.means().array());
    int wide = components * dim * dim;
    double[] evidence = new double[s.recordings()];
    GmmStatistics total = null;
    for (int i = 0; i < evidence.length; i++) {
      double[] second = Arrays.copyOfRange(c.array("S").data(), i * wide, (i + 1) * wide);
      GmmStatistics one =
          GmmStatistics.of(
              s.counts().row(i),
              DoubleMatrix.wrap(components, dim, s.sums().row(i)),
              DoubleMatrix.wrap(components, dim * dim, second));
      evidence[i] = x.evidenceConstant(one) + p.logEvidenceGain(i);
      total = total == null ? one : total.plus(one);
    }
    c.check("logEvidence", evidence);
    IvectorUpdate.MinDivergence divergence =
        IvectorUpdate.MinDivergence.valueOf(c.text("minDivergence").toUpperCase(Locale.ROOT));
    IvectorUpdate update = new IvectorUpdate(divergence, 0, 0, 1e300);
    IvectorExtractor next = update.apply(x, IvectorStatistics.gather(x, s, Progress.NONE), total);
    IvectorStatistics after = IvectorStatistics.gather(next, s, Progress.NONE);
    c.check("evidenceAfter", next.evidenceConstant(total) + after.gain());
    c.check("TTt", next.t().outerGram().array());
    double[][] sigma = new double[components][];
    Arrays.setAll(sigma, i -> next.covariance(i).array());
    c.check("sigma", sigma);
    c.check("meansAfter", next.means().array());
  }

  private static void kaldi(GoldenCase c) {
    double[] weights = new double[c.array("M").shape().get(0)];
    Arrays.fill(weights, 1.0 / weights.length);
    KaldiExtractor x =
        KaldiExtractor.of(weights, stacked(c, "M"), matrices(c, "covs"), c.number("priorOffset"));
    IvectorPosteriors p = x.standard().posteriors(statistics(c));
    c.check("precision", precisions(p));
    c.check("ivector", p.means().array());
  }

  private static void piVector(GoldenCase c) {
    IvectorPosteriors p = extractor(c).posteriors(statistics(c));
    int m = p.recordings();
    double[][] g = new double[m][];
    double[][] j = new double[m][];
    double[][] pi = new double[m][];
    double[] rank = new double[m];
    double[][] ridge = new double[m][];
    for (int i = 0; i < m; i++) {
      g[i] = p.linear(i);
      j[i] = p.quadratic(i).array();
      pi[i] = p.withoutPrior(i).vector();
      rank[i] = p.withoutPrior(i).rank();
      ridge[i] = p.withRidge(i, c.number("ridge"));
    }
    c.check("g", g);
    c.check("J", j);
    c.check("piVector", pi);
    c.check("rank", rank);
    c.check("ridgeVector", ridge);
  }

  private static void posterior(GoldenCase c) {
    HtPlda plda =
        HtPlda.of(
            c.vector("mean"),
            DoubleMatrix.of(c.matrix("F")),
            DoubleMatrix.of(c.matrix("W")),
            Double.POSITIVE_INFINITY);
    DoubleMatrix[] precisions = matrices(c, "precision");
    double[][] phi = c.matrix("ivector");
    GeneralGme[] f = new GeneralGme[phi.length];
    Arrays.setAll(f, i -> PosteriorEmbedding.of(plda).extractPosterior(phi[i], precisions[i]));
    c.check("a", Arrays.stream(f).map(GeneralGme::a).toArray(double[][]::new));
    c.check("B", Arrays.stream(f).map(x -> x.b().array()).toArray(double[][]::new));
    c.check("logE", Arrays.stream(f).mapToDouble(x -> x.logExpectation() - x.logScale()).toArray());
    double[][] llr = new double[f.length][f.length];
    for (int i = 0; i < f.length; i++) {
      for (int k = 0; k < f.length; k++) {
        llr[i][k] = f[i].llr(f[k]);
      }
    }
    c.check("llr", llr);
  }
}
