package dev.gme.frontend.fuzz;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.kaldi.KaldiMode;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.artefact.FrontendArtefacts;
import dev.gme.frontend.artefact.FrontendFile;
import dev.gme.frontend.artefact.IvectorSystem;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.IvectorExtractor;
import dev.gme.frontend.ivector.KaldiExtractor;
import dev.gme.frontend.ivector.KaldiStatistics;
import dev.gme.frontend.kaldi.KaldiAccumulators;
import dev.gme.frontend.kaldi.KaldiExtractors;
import dev.gme.frontend.kaldi.KaldiMixtures;
import dev.gme.frontend.network.NetworkDescriptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What Jazzer drives: the first byte of an input chooses a reader, the rest is the file. A reader
 * may give something or refuse with a sentence; whatever else it throws is a finding.
 */
public final class FrontendFuzzer {
  private static final Path FILE = temporaryFile();
  private static final DiagonalGmm UBM =
      DiagonalGmm.of(
          new double[] {0.4, 0.6},
          DoubleMatrix.of(new double[][] {{0.5, 0}, {-0.5, 0.2}}),
          DoubleMatrix.of(new double[][] {{1, 1.1}, {0.9, 1}}));
  static final List<Reader> READERS = readers();

  /** What reads a file, and what writes a good file for it. */
  record Reader(String name, Work read, Work writeGood) {}

  /** Reads or writes a file. */
  @FunctionalInterface
  interface Work {
    void on(Path file) throws IOException;
  }

  private FrontendFuzzer() {}

  private static Path temporaryFile() {
    try {
      return Files.createTempDirectory("fuzz").resolve("file");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Reader> readers() {
    List<Reader> all = new ArrayList<>();
    for (KaldiMode mode : KaldiMode.values()) {
      String suffix = mode == KaldiMode.TEXT ? ".txt" : "";
      all.add(
          new Reader("dubm" + suffix, KaldiMixtures::read, f -> KaldiMixtures.write(f, UBM, mode)));
      all.add(
          new Reader(
              "ubm" + suffix,
              KaldiMixtures::read,
              f -> KaldiMixtures.write(f, UBM.toFull(), mode)));
      all.add(
          new Reader(
              "ie" + suffix,
              KaldiExtractors::read,
              f -> KaldiExtractors.write(f, kaldiExtractor(), mode)));
      all.add(
          new Reader(
              "acc" + suffix,
              KaldiAccumulators::readMixture,
              f -> KaldiAccumulators.write(f, kaldiMixtureStatistics(), mode)));
      all.add(
          new Reader(
              "ie.acc" + suffix,
              KaldiAccumulators::readExtractor,
              f -> KaldiAccumulators.write(f, kaldiStatistics(), mode)));
    }
    all.add(artefact(FrontendArtefacts.UBM, new FrontendArtefacts.Ubm(features(), UBM)));
    all.add(
        artefact(
            FrontendArtefacts.IVECTOR_EXTRACTOR,
            new IvectorSystem(features(), UBM, Pruning.DEFAULT, extractor())));
    all.add(artefact(FrontendArtefacts.GMM_STATISTICS, statistics()));
    all.add(
        new Reader(
            "net.yaml",
            NetworkDescriptions::read,
            f -> Files.writeString(f, NetworkDescriptions.preset("nemo").toYaml())));
    all.add(
        new Reader(
            "any", FrontendFile::recognize, f -> KaldiMixtures.write(f, UBM, KaldiMode.TEXT)));
    return List.copyOf(all);
  }

  private static <T> Reader artefact(ArtefactKind<T> kind, T value) {
    return new Reader(
        kind.name(),
        f -> Artefact.read(f, kind),
        f -> Artefact.write(f, kind, value, Provenance.NONE));
  }

  private static Optional<FeatureSpec> features() {
    return Optional.of(FeatureSpec.paper(8000));
  }

  private static DoubleMatrix[] covariances() {
    return new DoubleMatrix[] {DoubleMatrix.identity(2), DoubleMatrix.identity(2)};
  }

  private static DoubleMatrix loading() {
    return DoubleMatrix.of(new double[][] {{1, 2}, {0, 1}, {-1, 0}, {2, 1}});
  }

  private static IvectorExtractor extractor() {
    return IvectorExtractor.of(UBM.means(), loading(), covariances());
  }

  private static KaldiExtractor kaldiExtractor() {
    return KaldiExtractor.of(UBM.weights(), loading(), covariances(), 10);
  }

  /** Draws with the random seed 33. */
  private static GmmStatistics statistics() {
    return GmmStatistics.gather(UBM, DoubleMatrix.wrap(20, 2, new SeededRandom(33).gaussians(40)));
  }

  private static GmmStatistics kaldiMixtureStatistics() {
    return GmmStatistics.of(
        new double[] {3, 4}, DoubleMatrix.zeros(2, 2), DoubleMatrix.identity(2));
  }

  private static KaldiStatistics kaldiStatistics() {
    GmmStatistics full =
        GmmStatistics.of(
            new double[] {3, 4},
            DoubleMatrix.zeros(2, 2),
            DoubleMatrix.of(new double[][] {{1, 0, 0, 1}, {1, 0, 0, 1}}));
    return new KaldiStatistics(
        1.5,
        full,
        DoubleMatrix.zeros(4, 2),
        DoubleMatrix.zeros(2, 3),
        5,
        new double[2],
        DoubleMatrix.identity(2));
  }

  /** Called by Jazzer for each input. */
  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    if (input.length == 0) {
      return;
    }
    Reader reader = READERS.get((input[0] & 0xff) % READERS.size());
    Files.write(FILE, Arrays.copyOfRange(input, 1, input.length));
    try {
      reader.read.on(FILE);
    } catch (GmeException e) {
      if (e.getMessage().contains("\n") || e.help().isBlank()) {
        throw new AssertionError("no single sentence with a help: " + e.getMessage(), e);
      }
    }
  }

  /** A good input for every reader, into files of this folder. */
  static void writeSeeds(Path folder) throws IOException {
    for (int k = 0; k < READERS.size(); k++) {
      Reader reader = READERS.get(k);
      reader.writeGood.on(FILE);
      byte[] content = Files.readAllBytes(FILE);
      byte[] input = new byte[content.length + 1];
      input[0] = (byte) k;
      System.arraycopy(content, 0, input, 1, content.length);
      Files.write(folder.resolve(reader.name), input);
    }
  }
}
