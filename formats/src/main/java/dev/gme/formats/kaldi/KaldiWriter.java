package dev.gme.formats.kaldi;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.SignificantDigits;
import dev.gme.formats.io.TargetFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Writes the file of a model part by part, as Kaldi would.
 *
 * <pre>{@code
 * try (KaldiWriter out = KaldiWriter.create(path, KaldiMode.BINARY)) {
 *   out.token("<WEIGHTS>").array(weights);
 *   out.commit();
 * }
 * }</pre>
 */
public final class KaldiWriter implements Closeable {
  private final TargetFile target;
  private final KaldiMode mode;

  private KaldiWriter(TargetFile target, KaldiMode mode) {
    this.target = target;
    this.mode = mode;
  }

  public static KaldiWriter create(Path file, KaldiMode mode) throws IOException {
    KaldiWriter writer = new KaldiWriter(TargetFile.create(file), mode);
    if (!mode.isText()) {
      writer.put(KaldiBytes.BINARY);
    }
    return writer;
  }

  private void put(byte[] bytes) throws IOException {
    target.stream().write(bytes);
  }

  private void put(String words) throws IOException {
    put(words.getBytes(StandardCharsets.US_ASCII));
  }

  public KaldiWriter token(String token) throws IOException {
    put(token + " ");
    return this;
  }

  /** Ends the line; nothing in binary files. */
  public KaldiWriter line() throws IOException {
    if (mode.isText()) {
      put("\n");
    }
    return this;
  }

  public KaldiWriter integer(int value) throws IOException {
    if (mode.isText()) {
      put(value + " ");
    } else {
      put(littleEndian(5).put((byte) 4).putInt(value).array());
    }
    return this;
  }

  /** An unsigned number of 16 bits, of which Kaldi makes some flags. */
  public KaldiWriter flags(int value) throws IOException {
    if (mode.isText()) {
      return integer(value);
    }
    // A negative width says that there is no sign.
    put(littleEndian(3).put((byte) -2).putShort((short) value).array());
    return this;
  }

  public KaldiWriter number(double value) throws IOException {
    if (mode.isText()) {
      byte[] word = new byte[SignificantDigits.LONGEST];
      int n = SignificantDigits.put(value, KaldiText.DIGITS, word, 0);
      put(new String(word, 0, n, StandardCharsets.US_ASCII) + " ");
    } else {
      put(littleEndian(9).put((byte) 8).putDouble(value).array());
    }
    return this;
  }

  private static ByteBuffer littleEndian(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  public KaldiWriter array(KaldiArray array) throws IOException {
    put(mode.isText() ? KaldiBytes.of(array, mode) : KaldiBytes.binary(array));
    return this;
  }

  /**
   * The lower triangle of a symmetric matrix.
   *
   * @param single whether in floats
   */
  public KaldiWriter symmetric(DoubleMatrix matrix, boolean single) throws IOException {
    put(mode.isText() ? KaldiText.symmetric(matrix) : KaldiBytes.symmetric(matrix, single));
    return this;
  }

  /** Puts the file into its place. */
  public void commit() throws IOException {
    target.commit();
  }

  /** Removes what was not committed. */
  @Override
  public void close() throws IOException {
    target.close();
  }
}
