package dev.gme.frontend.artefact;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.ArtefactParts;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The kinds of artefacts that the front end writes.
 *
 * <pre>{@code
 * Artefact.write(path, FrontendArtefacts.UBM, Ubm.of(mixture), provenance);
 * }</pre>
 */
public final class FrontendArtefacts {
  /** A mixture, diagonal or full, with the features that it was trained on. */
  public static final ArtefactKind<Ubm> UBM =
      ArtefactKind.of(
          "ubm",
          u -> put(u.features(), put(u.mixture(), ArtefactParts.empty())),
          p -> new Ubm(features(p), mixture(p)));

  /** An i-vector extractor with its mixture. */
  public static final ArtefactKind<IvectorSystem> IVECTOR_EXTRACTOR =
      ArtefactKind.of("ivector-extractor", FrontendArtefacts::take, FrontendArtefacts::makeSystem);

  /** Baum-Welch statistics of frames. */
  public static final ArtefactKind<GmmStatistics> GMM_STATISTICS =
      ArtefactKind.of("gmm-statistics", FrontendArtefacts::take, FrontendArtefacts::makeGmm);

  /** The E-step of an extractor. */
  public static final ArtefactKind<IvectorStatistics> IVECTOR_STATISTICS =
      ArtefactKind.of(
          "ivector-statistics", FrontendArtefacts::take, FrontendArtefacts::makeIvector);

  private static final List<String> IVECTOR_PARTS =
      List.of("n", "C", "A", "E", "phi", "recordings", "gain");

  private FrontendArtefacts() {}

  /**
   * A mixture from a file.
   *
   * @param features what its frames are; empty where they came from elsewhere
   */
  public record Ubm(Optional<FeatureSpec> features, GaussianMixture mixture) {
    /** A mixture whose features are not known. */
    public static Ubm of(GaussianMixture mixture) {
      return new Ubm(Optional.empty(), mixture);
    }
  }

  private static ArtefactParts put(GaussianMixture m, ArtefactParts parts) {
    parts.put("weights", m.weights()).put("means", m.means());
    return m instanceof FullGmm full
        ? parts.put("covariances", full.covariances())
        : parts.put("variances", ((DiagonalGmm) m).variances());
  }

  private static GaussianMixture mixture(ArtefactParts p) {
    double[] weights = p.vector("weights");
    return p.has("covariances")
        ? FullGmm.ofRows(weights, p.matrix("means"), p.matrix("covariances"))
        : DiagonalGmm.of(weights, p.matrix("means"), p.matrix("variances"));
  }

  private static ArtefactParts put(Optional<FeatureSpec> features, ArtefactParts parts) {
    return parts.put(
        "features",
        features.map(FeatureSpec::toMap).orElse(Map.of()).entrySet().stream()
            .map(e -> e.getKey() + "=" + e.getValue())
            .toList());
  }

  private static Optional<FeatureSpec> features(ArtefactParts p) {
    Map<String, String> map = new LinkedHashMap<>();
    for (String line : p.list("features")) {
      int at = line.indexOf('=');
      if (at < 0) {
        throw new IllegalArgumentException("features without a value: " + line);
      }
      map.put(line.substring(0, at), line.substring(at + 1));
    }
    return map.isEmpty() ? Optional.empty() : Optional.of(FeatureSpec.of(map));
  }

  private static ArtefactParts take(IvectorSystem s) {
    Pruning pruning = s.pruning();
    return put(s.features(), put(s.ubm(), ArtefactParts.empty()))
        .put("top", pruning.topN())
        .put("min-posterior", pruning.minPosterior())
        .put("relative-first", pruning.relativeFirst() ? 1 : 0)
        .put("extractor.means", s.extractor().means())
        .put("extractor.covariances", s.extractor().covariances())
        .put("T", s.extractor().t());
  }

  private static IvectorSystem makeSystem(ArtefactParts p) {
    return new IvectorSystem(
        features(p),
        mixture(p),
        new Pruning(
            (int) p.number("top"), p.number("min-posterior"), p.number("relative-first") == 1),
        IvectorExtractor.ofRows(
            p.matrix("extractor.means"), p.matrix("T"), p.matrix("extractor.covariances")));
  }

  private static ArtefactParts take(GmmStatistics s) {
    ArtefactParts parts = ArtefactParts.empty().put("origin", s.origin()).put("n", s.counts());
    if (s.order() > 0) {
      parts.put("f", s.sums());
    }
    if (s.order() > 1) {
      parts.put("S", s.secondMoments());
    }
    // A NaN is no number in a file; it is left out.
    return Double.isNaN(s.logLikelihood()) ? parts : parts.put("log-likelihood", s.logLikelihood());
  }

  private static GmmStatistics makeGmm(ArtefactParts p) {
    return new GmmStatistics(
        p.vector("origin"),
        p.vector("n"),
        p.has("f") ? p.matrix("f") : null,
        p.has("S") ? p.matrix("S") : null,
        p.has("log-likelihood") ? p.number("log-likelihood") : Double.NaN);
  }

  private static ArtefactParts take(IvectorStatistics s) {
    ArtefactParts parts = ArtefactParts.empty();
    // In one order, whatever order the map has: the same statistics give the same file.
    new TreeMap<>(s.toMatrices()).forEach(parts::put);
    return parts;
  }

  private static IvectorStatistics makeIvector(ArtefactParts p) {
    Map<String, DoubleMatrix> matrices = new LinkedHashMap<>();
    IVECTOR_PARTS.forEach(name -> matrices.put(name, p.matrix(name)));
    return IvectorStatistics.of(matrices);
  }
}
