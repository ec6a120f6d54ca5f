package dev.gme.formats.kaldi;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Lu;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.model.PldaScoring;
import dev.gme.core.model.TwoCovariance;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.TargetFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A PLDA model as Kaldi keeps it: y = T (x − mean) has within-speaker covariance I and
 * between-speaker covariance diag(psi).
 *
 * <pre>{@code
 * TwoCovariance model = KaldiPlda.read(Path.of("plda")).twoCovariance();
 * }</pre>
 */
public final class KaldiPlda {
  private static final String START = "<Plda>";
  private static final String END = "</Plda>";

  private final double[] mean;
  private final DoubleMatrix transform;
  private final double[] psi;

  private KaldiPlda(double[] mean, DoubleMatrix transform, double[] psi) {
    this.mean = mean;
    this.transform = transform;
    this.psi = psi;
  }

  public static KaldiPlda of(double[] mean, DoubleMatrix transform, double[] psi) {
    int dim = mean.length;
    if (transform.rows() != dim || transform.cols() != dim || psi.length != dim) {
      throw new IllegalArgumentException(
          "mean " + dim + ", transform " + transform + ", psi " + psi.length + " do not match");
    }
    return new KaldiPlda(mean.clone(), transform, psi.clone());
  }

  /** The model in Kaldi's form: psi are the eigenvalues of Σb relative to Σw, descending. */
  public static KaldiPlda of(TwoCovariance model) {
    Cholesky noise =
        Cholesky.of(model.within())
            .orThrow("the within-speaker covariance", "use a model whose noise has full rank");
    SymmetricEigen eigen = SymmetricEigen.of(model.between(), noise);
    return new KaldiPlda(model.mean(), eigen.vectorsAsRows(), eigen.values());
  }

  /** Embeddings that score as Kaldi does, with this kind of length normalization. */
  public PldaScoring scoring(PldaScoring.Length length) {
    return PldaScoring.of(mean, transform, psi, length);
  }

  public static KaldiPlda read(Path file) throws IOException {
    try (KaldiInput in = KaldiInput.open(file)) {
      boolean binary = KaldiObjects.binary(in);
      expect(in, START);
      KaldiArray mean = KaldiObjects.array(in, binary);
      KaldiArray transform = KaldiObjects.array(in, binary);
      KaldiArray psi = KaldiObjects.array(in, binary);
      expect(in, END);
      int dim = mean.values().cols();
      DoubleMatrix t = transform.values();
      boolean shapes = mean.vector() && psi.vector() && !transform.vector();
      if (!shapes || t.rows() != dim || t.cols() != dim || psi.values().cols() != dim || dim == 0) {
        throw in.bad(
            "expected a mean, a square transform and psi of one dimension, found "
                + mean.values()
                + ", "
                + t
                + ", "
                + psi.values(),
            "the file is damaged: write it again");
      }
      return new KaldiPlda(mean.elements(), t, psi.elements());
    }
  }

  private static void expect(KaldiInput in, String token) throws IOException {
    while (in.peek() == ' ' || in.peek() == '\n') {
      in.read();
    }
    String found = KaldiObjects.token(in);
    if (!found.equals(token)) {
      throw in.bad(
          "expected " + token + ", found " + BadFile.quoted(found), "give a PLDA model of Kaldi");
    }
  }

  public void write(Path file, boolean text) throws IOException {
    KaldiArray[] parts = {
      KaldiArray.vector(mean), KaldiArray.matrix(transform), KaldiArray.vector(psi)
    };
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (!text) {
      out.writeBytes(KaldiBytes.BINARY);
    }
    out.writeBytes((START + " ").getBytes(StandardCharsets.US_ASCII));
    for (KaldiArray part : parts) {
      out.writeBytes(text ? KaldiBytes.of(part, true) : KaldiBytes.binary(part));
    }
    out.writeBytes((END + " ").getBytes(StandardCharsets.US_ASCII));
    try (TargetFile target = TargetFile.create(file)) {
      target.stream().write(out.toByteArray());
      target.commit();
    }
  }

  public double[] mean() {
    return mean.clone();
  }

  /** T, a row for each direction. */
  public DoubleMatrix transform() {
    return transform;
  }

  public double[] psi() {
    return psi.clone();
  }

  /** Σw = T⁻¹ T⁻ᵀ and Σb = T⁻¹ diag(psi) T⁻ᵀ. */
  public TwoCovariance twoCovariance() {
    DoubleMatrix inverse = Lu.of(transform).solve(DoubleMatrix.identity(mean.length));
    return TwoCovariance.of(
        mean, inverse.scaleColumns(psi).timesTranspose(inverse).symmetrized(), inverse.outerGram());
  }
}
