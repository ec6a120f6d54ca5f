package dev.gme.lab.files;

import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.Provenance;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.artefact.FrontendFile;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.IvectorStatistics;
import dev.gme.frontend.ivector.KaldiExtractor;
import dev.gme.frontend.ivector.KaldiStatistics;
import dev.gme.frontend.kaldi.KaldiAccumulators;
import dev.gme.frontend.kaldi.KaldiExtractors;
import dev.gme.frontend.kaldi.KaldiMixtures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** What is said of mixtures, i-vector extractors and their statistics. */
final class FrontendFacts {
  private final Path file;
  private final Map<String, Object> facts;

  private FrontendFacts(Path file, Map<String, Object> facts) {
    this.file = file;
    this.facts = facts;
  }

  /** Adds to facts; gives where the file comes from. */
  static Provenance add(Path file, FrontendFile found, Map<String, Object> facts)
      throws IOException {
    facts.put("kind", found.kind().label());
    facts.put("format", !found.isKaldi() ? "gme" : found.isText() ? "kaldi_text" : "kaldi");
    FrontendFacts f = new FrontendFacts(file, facts);
    if (found.isKaldi()) {
      f.kaldi(found.kind());
      return Provenance.NONE;
    }
    return f.artefact(found.kind());
  }

  private void kaldi(FrontendFile.Kind kind) throws IOException {
    switch (kind) {
      case UBM -> mixture(KaldiMixtures.read(file));
      case EXTRACTOR -> {
        KaldiExtractor e = KaldiExtractors.read(file);
        extractor(e.standard());
        facts.put("prior offset", e.priorOffset());
      }
      case MIXTURE_STATISTICS -> statistics(KaldiAccumulators.readMixture(file));
      case EXTRACTOR_STATISTICS -> {
        KaldiStatistics s = KaldiAccumulators.readExtractor(file);
        facts.put("recordings", s.recordings());
        facts.put("frames", s.frames().total());
      }
    }
  }

  private Provenance artefact(FrontendFile.Kind kind) throws IOException {
    return switch (kind) {
      case UBM -> {
        Artefact<FrontendArtefacts.Ubm> a = Artefact.read(file, FrontendArtefacts.UBM);
        mixture(a.value().mixture());
        features(a.value().features());
        yield a.provenance();
      }
      case EXTRACTOR -> {
        Artefact<IvectorSystem> a = Artefact.read(file, FrontendArtefacts.IVECTOR_EXTRACTOR);
        extractor(a.value().extractor());
        mixture(a.value().ubm());
        facts.put("alignment", a.value().pruning().toString());
        features(a.value().features());
        yield a.provenance();
      }
      case MIXTURE_STATISTICS -> {
        Artefact<GmmStatistics> a = Artefact.read(file, FrontendArtefacts.GMM_STATISTICS);
        statistics(a.value());
        yield a.provenance();
      }
      case EXTRACTOR_STATISTICS -> {
        Artefact<IvectorStatistics> a = Artefact.read(file, FrontendArtefacts.IVECTOR_STATISTICS);
        facts.put("recordings", a.value().recordings());
        yield a.provenance();
      }
    };
  }

  private void mixture(GaussianMixture m) {
    facts.put("Gaussians", m.components());
    facts.put("covariances", m instanceof FullGmm ? "full" : "diagonal");
    facts.put("dimension of frames", m.dimension());
  }

  private void extractor(IvectorExtractor e) {
    facts.put("dimension", e.dimension());
    facts.put("Gaussians", e.components());
    facts.put("dimension of frames", e.frameDimension());
  }

  private void statistics(GmmStatistics s) {
    facts.put("Gaussians", s.counts().length);
    facts.put("order", s.order());
    facts.put("frames", s.total());
  }

  private void features(Optional<FeatureSpec> features) {
    facts.put("features", features.<Object>map(FeatureSpec::toMap).orElse("unknown"));
  }
}
