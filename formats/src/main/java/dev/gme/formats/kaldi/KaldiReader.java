package dev.gme.formats.kaldi;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Goes through the file of a model part by part: tokens such as {@code <WEIGHTS>}, numbers, vectors
 * and matrices, binary or text as the file is.
 *
 * <pre>{@code
 * try (KaldiReader in = KaldiReader.open(path)) {
 *   in.expect("<DiagGMM>");
 *   in.expect("<GCONSTS>");
 *   double[] constants = in.vector();
 * }
 * }</pre>
 */
public final class KaldiReader implements Closeable {
  private final KaldiInput in;
  private final boolean binary;

  private KaldiReader(KaldiInput in, boolean binary) {
    this.in = in;
    this.binary = binary;
  }

  public static KaldiReader open(Path file) throws IOException {
    return InputFile.open(file, KaldiReader::of);
  }

  /** Reads a file from its first byte on; to close the reader is to close the file. */
  public static KaldiReader of(InputFile file) throws IOException {
    KaldiInput in = KaldiInput.of(file);
    return new KaldiReader(in, KaldiObjects.binary(in));
  }

  public String token() throws IOException {
    KaldiText.skipBlanks(in, true);
    return KaldiObjects.token(in);
  }

  /** Takes a token that must come here. */
  public void expect(String token) throws IOException {
    String found = token();
    if (!found.equals(token)) {
      throw bad("expected " + token + ", found " + BadFile.quoted(found));
    }
  }

  public int integer() throws IOException {
    return binary ? KaldiObjects.anyInteger(in) : KaldiText.integer(in);
  }

  /** How many of something come; refused if they cannot be in the file. */
  public int count(String what) throws IOException {
    int n = integer();
    if (n < 0 || n > in.left()) {
      throw bad("expected the number of " + what + ", found " + n);
    }
    return n;
  }

  public double number() throws IOException {
    return binary ? KaldiObjects.number(in) : KaldiText.number(in);
  }

  /** A vector or matrix. */
  public KaldiArray array() throws IOException {
    return KaldiObjects.array(in, binary);
  }

  public double[] vector() throws IOException {
    KaldiArray array = array();
    if (!array.vector()) {
      DoubleMatrix m = array.values();
      throw bad("expected a vector, found a " + m.rows() + " x " + m.cols() + " matrix");
    }
    return array.elements();
  }

  /** A matrix; where it is empty, 0 x 0. */
  public DoubleMatrix matrix() throws IOException {
    KaldiArray array = array();
    // Nothing between brackets may be either.
    if (array.vector() && array.values().cols() > 0) {
      throw bad("expected a matrix, found a vector of dimension " + array.values().cols());
    }
    return array.values().cols() == 0 ? DoubleMatrix.zeros(0, 0) : array.values();
  }

  /** A symmetric matrix, of which the file has the lower triangle. */
  public DoubleMatrix symmetric() throws IOException {
    return binary ? KaldiObjects.symmetric(in) : KaldiText.symmetric(in);
  }

  /** What is wrong with the file here. */
  public GmeException bad(String found) {
    return in.bad(found, "the file is damaged or of another kind: write it again");
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
