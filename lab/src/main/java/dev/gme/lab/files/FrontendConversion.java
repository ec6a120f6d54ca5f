package dev.gme.lab.files;

import dev.gme.core.GmeException;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.kaldi.KaldiMode;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.artefact.FrontendFile;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.ivector.KaldiExtractor;
import dev.gme.frontend.kaldi.KaldiAccumulators;
import dev.gme.frontend.kaldi.KaldiExtractors;
import dev.gme.frontend.kaldi.KaldiMixtures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Mixtures, extractors and statistics between Kaldi's files and gme's.
 *
 * @param in the file to convert
 * @param found what it was recognized as
 * @param ubm the mixture of Kaldi's extractor
 */
public record FrontendConversion(Path in, FrontendFile found, Optional<Path> ubm) {
  /** Formats that can be written. */
  public enum Form {
    GME,
    KALDI,
    KALDI_TEXT;

    private KaldiMode mode() {
      return this == KALDI_TEXT ? KaldiMode.TEXT : KaldiMode.BINARY;
    }
  }

  public void write(Path out, Form form, Provenance made) throws IOException {
    switch (found.kind()) {
      case UBM -> mixture(out, form, made);
      case EXTRACTOR -> extractor(out, form, made);
      case MIXTURE_STATISTICS -> statistics(out, form, made);
      case EXTRACTOR_STATISTICS ->
          throw new GmeException(
              "the sums of Kaldi's training and those of gme are about different parameters",
              "train the extractor again from frames");
    }
  }

  private Provenance provenance(Provenance made) throws IOException {
    if (found.isKaldi()) {
      return made;
    }
    return switch (found.kind()) {
      case UBM -> Artefact.read(in, FrontendArtefacts.UBM).provenance();
      case EXTRACTOR -> Artefact.read(in, FrontendArtefacts.IVECTOR_EXTRACTOR).provenance();
      default -> made;
    };
  }

  private void mixture(Path out, Form form, Provenance made) throws IOException {
    FrontendArtefacts.Ubm ubm = FrontendFile.ubm(in);
    if (form == Form.GME) {
      Artefact.write(out, FrontendArtefacts.UBM, ubm, provenance(made));
    } else if (ubm.mixture() instanceof FullGmm full) {
      KaldiMixtures.write(out, full, form.mode());
    } else {
      KaldiMixtures.write(out, (DiagonalGmm) ubm.mixture(), form.mode());
    }
  }

  private void extractor(Path out, Form form, Provenance made) throws IOException {
    if (form == Form.GME) {
      Artefact.write(
          out,
          FrontendArtefacts.IVECTOR_EXTRACTOR,
          FrontendFile.extractor(in, ubm),
          provenance(made));
      return;
    }
    KaldiExtractor extractor;
    if (found.isKaldi()) {
      extractor = KaldiExtractors.read(in);
    } else {
      IvectorSystem system = FrontendFile.extractor(in, ubm);
      extractor = KaldiExtractor.of(system.ubm().weights(), system.extractor());
    }
    KaldiExtractors.write(out, extractor, form.mode());
  }

  private void statistics(Path out, Form form, Provenance made) throws IOException {
    GmmStatistics s =
        found.isKaldi()
            ? KaldiAccumulators.readMixture(in)
            : Artefact.read(in, FrontendArtefacts.GMM_STATISTICS).value();
    if (form == Form.GME) {
      Artefact.write(out, FrontendArtefacts.GMM_STATISTICS, s, made);
      return;
    }
    if (s.order() != 2 || Arrays.stream(s.origin()).anyMatch(v -> v != 0)) {
      throw new GmeException(
          "Kaldi's statistics have second moments about 0, those of " + in + " are of another kind",
          "keep them in gme's format");
    }
    KaldiAccumulators.write(out, s, form.mode());
  }
}
