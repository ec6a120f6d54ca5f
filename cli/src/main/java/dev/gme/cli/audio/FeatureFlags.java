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
  /** Where users say nothing; the filters follow the rate. */
  private static final FeatureSpec TELEPHONE = FeatureSpec.paper(8000);

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
              + " (8000) or wideband (16000) speech.")
  int rate = TELEPHONE.rate();

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "What frames are made of: cepstra, mfcc, or energies of filters, fbank.")
  Kind type = Kind.MFCC;

  @Option(names = "--cepstra", paramLabel = "N", description = "Number of cepstra, C0 included.")
  int cepstra = TELEPHONE.cepstra();

  @Option(
      names = "--bands",
      paramLabel = "N",
      description = "Number of mel filters; without it as usual for --rate.")
  Integer bands;

  @Option(
      names = "--low-freq",
      paramLabel = "HZ",
      description = "Lower end of the filters; without it as usual for --rate.")
  Double low;

  @Option(
      names = "--high-freq",
      paramLabel = "HZ",
      description = "Upper end of the filters; without it as usual for --rate.")
  Double high;

  @Option(
      names = "--deltas",
      paramLabel = "N",
      description = "Order of the derivatives; without it Δ and ΔΔ for mfcc, none for fbank.")
  Integer deltas;

  @Option(
      names = "--delta-window",
      paramLabel = "N",
      description = "Frames on each side of a derivative.")
  int deltaWindow = FeatureDetails.DEFAULT.deltaWindow();

  @Option(names = "--frame-length", paramLabel = "MS", description = "Length of a frame.")
  double frameLength = FeatureDetails.DEFAULT.frameLength();

  @Option(
      names = "--frame-shift",
      paramLabel = "MS",
      description = "Time from a frame to the next.")
  double frameShift = FeatureDetails.DEFAULT.frameShift();

  @Option(
      names = "--mirror-edges",
      description =
          "Make frames at both ends too, from mirrored samples; Kaldi's --snip-edges=false.")
  boolean mirrorEdges;

  @Option(
      names = "--norm",
      paramLabel = "WHAT",
      description =
          "Normalization over a sliding window: none, mean, mean-variance, or auto, which is"
              + " mean-variance where the median recording has speech of "
              + Survey.WINDOWS
              + " windows and else none. A recipe without it takes auto, other commands"
              + " mean-variance.")
  Norm norm;

  @Option(
      names = "--window",
      paramLabel = "SECONDS",
      description =
          "Sliding window of the normalization, 0 for the whole recording; without it as in the"
              + " paper, "
              + FeatureSpec.PAPER_WINDOW
              + ".")
  Double window;

  @Option(names = "--no-vad", description = "Keep frames without speech.")
  boolean noVad;

  @Option(
      names = "--vad-threshold",
      paramLabel = "X",
      description = "Constant part of the threshold that C0 of speech is above.")
  double threshold = TELEPHONE.vadThreshold();

  @Option(
      names = "--vad-mean-scale",
      paramLabel = "X",
      description = "Share of the mean of C0 that is added to the threshold.")
  double meanScale = TELEPHONE.vadMeanScale();

  @Option(
      names = "--vad-context",
      paramLabel = "N",
      description = "Frames on each side of a frame that take part in its decision.")
  int vadContext = FeatureDetails.DEFAULT.vadContext();

  @Option(
      names = "--vad-proportion",
      paramLabel = "X",
      description = "Share of these frames that must be above the threshold.")
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
        cepstra,
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
        threshold,
        meanScale,
        new FeatureDetails(
            frameLength, frameShift, !mirrorEdges, deltaWindow, vadContext, vadProportion));
  }

  private static <T> T or(T given, T otherwise) {
    return given == null ? otherwise : given;
  }
}
