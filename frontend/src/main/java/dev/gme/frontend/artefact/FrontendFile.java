package dev.gme.frontend.artefact;

import dev.gme.core.GmeException;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.StoredArtefact;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.frontend.gmm.GaussianMixture;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.KaldiExtractor;
import dev.gme.frontend.kaldi.KaldiExtractors;
import dev.gme.frontend.kaldi.KaldiMixtures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a file of the front end holds and whose format it has, told by content.
 *
 * <pre>{@code
 * GaussianMixture ubm = FrontendFile.ubm(Path.of("final.dubm")).mixture();   // Kaldi's or gme's
 * }</pre>
 *
 * @param isKaldi whether it is Kaldi's; else it is an artefact of gme
 * @param isText whether it is Kaldi's, as text
 */
public record FrontendFile(Kind kind, boolean isKaldi, boolean isText) {
  /** The kinds of files that are recognized. */
  public enum Kind {
    UBM(FrontendArtefacts.UBM.name(), "<DiagGMM> <FullGMM>"),
    EXTRACTOR(FrontendArtefacts.IVECTOR_EXTRACTOR.name(), "<IvectorExtractor>"),
    MIXTURE_STATISTICS(FrontendArtefacts.GMM_STATISTICS.name(), "<GMMACCS>"),
    EXTRACTOR_STATISTICS(FrontendArtefacts.IVECTOR_STATISTICS.name(), "<IvectorExtractorStats>");

    private final String label;

    /** What files of Kaldi begin with, split by blanks. */
    private final String tokens;

    Kind(String label, String tokens) {
      this.label = label;
      this.tokens = tokens;
    }

    /** The name of such artefacts. */
    public String label() {
      return label;
    }
  }

  /** Longer than any first token. */
  private static final int START = 64;

  private static final String BINARY = "\0B";

  /** Empty for anything else, damaged or not. */
  public static Optional<FrontendFile> recognize(Path file) throws IOException {
    return InputFile.read(file, FrontendFile::recognize);
  }

  /** What a file that is open holds, if it is one of the front end. */
  public static Optional<FrontendFile> recognize(InputFile in) throws IOException {
    byte[] bytes = in.start();
    String start = new String(bytes, 0, Math.min(START, bytes.length), StandardCharsets.ISO_8859_1);
    if (StoredArtefact.is(in)) {
      String label = StoredArtefact.read(in).kind();
      return Arrays.stream(Kind.values())
          .filter(kind -> kind.label.equals(label))
          .map(kind -> new FrontendFile(kind, false, false))
          .findFirst();
    }
    boolean text = !start.startsWith(BINARY);
    String first =
        (text ? start : start.substring(BINARY.length())).stripLeading().split("\\s", 2)[0];
    return Arrays.stream(Kind.values())
        .filter(kind -> List.of(kind.tokens.split(" ", -1)).contains(first))
        .map(kind -> new FrontendFile(kind, true, text))
        .findFirst();
  }

  private static boolean isKaldi(Path file) throws IOException {
    return recognize(file).map(FrontendFile::isKaldi).orElse(false);
  }

  /** A mixture; Kaldi's do not know their features. */
  public static FrontendArtefacts.Ubm ubm(Path file) throws IOException {
    return isKaldi(file)
        ? FrontendArtefacts.Ubm.of(KaldiMixtures.read(file))
        : Artefact.read(file, FrontendArtefacts.UBM).value();
  }

  /**
   * An extractor with its mixture. Kaldi's takes the mixture from a file of its own; frames are
   * aligned as Kaldi's scripts do by default.
   *
   * @param ubm that file, if there is one
   */
  public static IvectorSystem extractor(Path file, Optional<Path> ubm) throws IOException {
    if (!isKaldi(file)) {
      if (ubm.isPresent()) {
        throw new GmeException(
            file + " has its mixture in it, and takes no other", "give the extractor alone");
      }
      return Artefact.read(file, FrontendArtefacts.IVECTOR_EXTRACTOR).value();
    }
    KaldiExtractor kaldi = KaldiExtractors.read(file);
    Path mixtureFile =
        ubm.orElseThrow(
            () ->
                new GmeException(
                    file + " is Kaldi's extractor, which has no mixture in it",
                    "give the mixture that it was trained with, usually final.ubm"));
    FrontendArtefacts.Ubm mixture = ubm(mixtureFile);
    GaussianMixture m = mixture.mixture();
    if (m.components() != kaldi.standard().components()
        || m.dimension() != kaldi.standard().frameDimension()) {
      throw BadFile.at(
          mixtureFile,
          "expected "
              + kaldi.standard().components()
              + " Gaussians of "
              + kaldi.standard().frameDimension()
              + " dimensions as in the extractor, found "
              + m.components()
              + " of "
              + m.dimension(),
          "give the mixture that the extractor was trained with");
    }
    return new IvectorSystem(mixture.features(), m, Pruning.DEFAULT, kaldi.standard());
  }
}
