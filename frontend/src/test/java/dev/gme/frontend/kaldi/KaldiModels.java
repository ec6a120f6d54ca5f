package dev.gme.frontend.kaldi;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.kaldi.KaldiReader;
import dev.gme.frontend.gmm.DiagonalGmm;
import dev.gme.frontend.gmm.FullGmm;
import dev.gme.frontend.gmm.GmmStatistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;

/** Mixtures and their statistics in the golden samples. */
public final class KaldiModels {
  private KaldiModels() {}

  /** Something that reads a file. */
  @FunctionalInterface
  public interface Reader<T> {
    T read(Path file) throws IOException;
  }

  /** What a reader makes of a file, for use in streams. */
  public static <T> T read(Path file, Reader<T> reader) {
    try {
      return reader.read(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static DiagonalGmm diagonal(Path file) {
    return read(file, KaldiMixtures::readDiagonal);
  }

  public static FullGmm full(Path file) {
    return read(file, KaldiMixtures::readFull);
  }

  /** The constants as the file has them. */
  public static double[] constants(Path file) {
    return read(
        file,
        f -> {
          try (KaldiReader in = KaldiReader.open(f)) {
            in.token();
            in.expect("<GCONSTS>");
            return in.vector();
          }
        });
  }

  public static GmmStatistics statistics(Path file) {
    return read(file, KaldiAccumulators::readMixture);
  }

  public static void check(KaldiCase c, DiagonalGmm found) {
    Path file = c.output("means");
    DiagonalGmm expected = diagonal(file);
    c.check("weights", expected.weights(), found.weights());
    c.check("means", expected.means().toRows(), found.means().toRows());
    c.check("vars", expected.variances().toRows(), found.variances().toRows());
    double[] constants = new double[found.components()];
    for (int i = 0; i < constants.length; i++) {
      constants[i] =
          constant(
              found.weights()[i],
              found.means().row(i),
              DoubleMatrix.diagonal(found.variances().row(i)));
    }
    c.check("gconsts", constants(file), constants);
  }

  public static void check(KaldiCase c, FullGmm found) {
    Path file = c.output("means");
    FullGmm expected = full(file);
    c.check("weights", expected.weights(), found.weights());
    c.check("means", expected.means().toRows(), found.means().toRows());
    c.check("covars", covariances(expected), covariances(found));
    double[] constants = new double[found.components()];
    for (int i = 0; i < constants.length; i++) {
      constants[i] = constant(found.weights()[i], found.means().row(i), found.covariance(i));
    }
    c.check("gconsts", constants(file), constants);
  }

  private static double[][] covariances(FullGmm g) {
    double[][] out = new double[g.components()][];
    Arrays.setAll(out, i -> g.covariance(i).array());
    return out;
  }

  /** log w − ½ (P log 2π + log|Σ| + m'Σ⁻¹m). */
  private static double constant(double weight, double[] mean, DoubleMatrix covariance) {
    Cholesky l = Cholesky.of(covariance);
    double q = Arrays.stream(l.solveLower(mean)).map(v -> v * v).sum();
    return Math.log(weight) - 0.5 * (mean.length * Math.log(2 * Math.PI) + l.logDeterminant() + q);
  }
}
