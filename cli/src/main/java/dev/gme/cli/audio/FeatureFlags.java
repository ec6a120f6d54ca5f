package dev.gme.cli.audio;

import dev.gme.frontend.artefact.FeatureDetails;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.artefact.FeatureSpec.Normalization;
import dev.gme.frontend.corpus.Survey;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What frames are made of; what is not given is as in the paper. */
final class FeatureFlags {
  /** The words of --type. */
  enum Kind {
    MFCC,
    FBANK;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The words of --norm. */
  enum Norm {
    AUTO,
    NONE,
    MEAN,
    MEAN_VARIANCE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Option(
      names = "--rate",
      paramLabel = "HZ",
      description =
          "Sample rate of the features; others are resampled. Sets the filters for telephone"
              + " (8000) or wideband (16000) speech (default: ${DEFAULT-VALUE}).")
  int rate = 8000;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Frames of cepstra, mfcc, or of filter energies, fbank (default: mfcc).")
  Kind type = Kind.MFCC;

  @Option(names = "--cepstra", paramLabel = "N", description = "Cepstra with C0 (default: 20).")
  Integer cepstra;

  @Option(names = "--bands", paramLabel = "N", description = "Mel filters (default: 23 or 30).")
  Integer bands;

  @Option(names = "--low-freq", paramLabel = "HZ", description = "Lower end of the filters.")
  Double low;

  @Option(names = "--high-freq", paramLabel = "HZ", description = "Upper end of the filters.")
  Double high;

  @Option(names = "--deltas", paramLabel = "N", description = "Derivatives (default: 2; fbank: 0).")
  Integer deltas;

  @Option(
      names = "--delta-window",
      paramLabel = "N",
      description = "Frames on each side of a derivative (default: ${DEFAULT-VALUE}).")
  int deltaWindow = FeatureDetails.DEFAULT.deltaWindow();

  @Option(
      names = "--frame-length",
      paramLabel = "MS",
      description = "Length of a frame (default: ${DEFAULT-VALUE}).")
  double frameLength = FeatureDetails.DEFAULT.frameLength();

  @Option(
      names = "--frame-shift",
      paramLabel = "MS",
      description = "From a frame to the next (default: ${DEFAULT-VALUE}).")
  double frameShift = FeatureDetails.DEFAULT.frameShift();

  @Option(
      names = "--mirror-edges",
      description = "Frames at the ends too, of mirrored samples; Kaldi's --snip-edges=false.")
  boolean mirrorEdges;

  @Option(
      names = "--norm",
      paramLabel = "WHAT",
      description =
          "Normalization over a sliding window: none, mean, mean-variance, or auto, which is"
              + " mean-variance where the median recording has speech of "
              + Survey.WINDOWS
              + " windows and else none (default: auto for a recipe, else mean-variance).")
  Norm norm;

  @Option(
      names = "--window",
      paramLabel = "SECONDS",
      description = "That window; 0 for the whole recording (default: 3).")
  Double window;

  @Option(names = "--no-vad", description = "Keep frames without speech.")
  boolean noVad;

  @Option(
      names = "--vad-threshold",
      paramLabel = "X",
      description = "Constant part of the threshold for C0 (default: 5.5).")
  Double threshold;

  @Option(
      names = "--vad-mean-scale",
      paramLabel = "X",
      description = "Share of the mean of C0 that is added to it (default: 0.5).")
  Double meanScale;

  @Option(
      names = "--vad-context",
      paramLabel = "N",
      description = "Frames on each side that decide too (default: ${DEFAULT-VALUE}).")
  int vadContext = FeatureDetails.DEFAULT.vadContext();

  @Option(
      names = "--vad-proportion",
      paramLabel = "X",
      description = "Share of these above the threshold (default: ${DEFAULT-VALUE}).")
  double vadProportion = FeatureDetails.DEFAULT.vadProportion();

  /** Whether the normalization is left to the data; a window says that there should be one. */
  boolean isAutomatic(Norm usual) {
    return norm == null ? usual == Norm.AUTO && window == null : norm == Norm.AUTO;
  }

  /** An automatic normalization is the paper's here. */
  FeatureSpec spec() {
    FeatureSpec p = FeatureSpec.paper(rate);
    FeatureSpec.Type kind = FeatureSpec.Type.valueOf(type.name());
    return new FeatureSpec(
        rate,
        kind,
        or(cepstra, p.cepstra()),
        or(bands, p.bands()),
        or(low, p.lowFrequency()),
        or(high, p.highFrequency()),
        or(deltas, kind == FeatureSpec.Type.FBANK ? 0 : p.deltas()),
        Optional.ofNullable(norm)
            .filter(n -> n != Norm.AUTO)
            .map(n -> Normalization.valueOf(n.name()))
            .orElse(p.normalization()),
        or(window, p.window()),
        !noVad,
        or(threshold, p.vadThreshold()),
        or(meanScale, p.vadMeanScale()),
        new FeatureDetails(
            frameLength, frameShift, !mirrorEdges, deltaWindow, vadContext, vadProportion));
  }

  private static <T> T or(T given, T otherwise) {
    return given == null ? otherwise : given;
  }
}
