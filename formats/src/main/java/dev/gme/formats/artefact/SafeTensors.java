package dev.gme.formats.artefact;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.Sha256;
import dev.gme.formats.io.TargetFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A safetensors file: named matrices and metadata. The layout is eight bytes with the length of a
 * JSON header, the header, and the elements of all tensors without gaps (format of
 * github.com/huggingface/safetensors).
 *
 * <pre>{@code
 * SafeTensors file = SafeTensors.read(path);
 * DoubleMatrix f = file.tensors().get("F").values();
 * }</pre>
 *
 * @param checksum SHA-256 of the bytes of the tensors, in hexadecimal digits
 */
public record SafeTensors(
    Map<String, Tensor> tensors, Map<String, String> metadata, String checksum) {
  private static final int BLOCK = 1 << 16;

  public static SafeTensors read(Path file) throws IOException {
    return InputFile.read(file, SafeTensors::read);
  }

  /** The content of a file that is open. */
  static SafeTensors read(InputFile file) throws IOException {
    Sha256 digest = new Sha256();
    InputStream in = file.stored();
    SafeTensorsHeader header = SafeTensorsHeader.read(file.toString(), in, file.storedSize());
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    byte[] block = new byte[BLOCK];
    for (SafeTensorsHeader.Entry e : header.entries()) {
      tensors.put(e.name(), read(file.toString(), in, e, block, digest));
    }
    return new SafeTensors(Collections.unmodifiableMap(tensors), header.metadata(), digest.hex());
  }

  private static Tensor read(
      String file, InputStream in, SafeTensorsHeader.Entry e, byte[] block, Sha256 digest)
      throws IOException {
    if ((long) e.rows() * e.cols() > Integer.MAX_VALUE - 8) {
      throw BadFile.at(
          file,
          "expected tensors of at most 2^31 elements, found more in " + BadFile.quoted(e.name()),
          "split the tensor");
    }
    double[] out = new double[e.rows() * e.cols()];
    int width = e.type().width();
    for (int done = 0; done < out.length; ) {
      int some = Math.min(out.length - done, BLOCK / width);
      int got = in.readNBytes(block, 0, some * width);
      if (got < some * width) {
        throw BadFile.truncated(file, "the tensor '" + e.name() + "'", some * (long) width, got);
      }
      digest.update(block, 0, got);
      ByteBuffer bytes = ByteBuffer.wrap(block, 0, got).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < some; i++) {
        out[done + i] = e.type().next(bytes);
      }
      done += some;
    }
    return new Tensor(width < 8, DoubleMatrix.wrap(e.rows(), e.cols(), out));
  }

  /** The checksum that a file of these tensors will have. */
  static String checksum(Map<String, Tensor> tensors) {
    Sha256 digest = new Sha256();
    try {
      for (Tensor t : tensors.values()) {
        write(
            t,
            new OutputStream() {
              @Override
              public void write(int b) {
                digest.update(new byte[] {(byte) b}, 0, 1);
              }

              @Override
              public void write(byte[] b, int off, int n) {
                digest.update(b, off, n);
              }
            });
      }
    } catch (IOException e) {
      throw new IllegalStateException("nothing was written to a file", e);
    }
    return digest.hex();
  }

  /** Writes matrices, each in float or double as it says, in the order of the map. */
  public static void write(Path file, Map<String, Tensor> tensors, Map<String, String> metadata)
      throws IOException {
    byte[] header = header(file.toString(), tensors, metadata);
    try (TargetFile target = TargetFile.createPlain(file)) {
      write(target.stream(), header, tensors);
      target.commit();
    }
  }

  /**
   * Writes matrices to wherever a stream leads, which is not closed.
   *
   * @param name what messages call it
   */
  public static void write(
      OutputStream out, String name, Map<String, Tensor> tensors, Map<String, String> metadata)
      throws IOException {
    write(out, header(name, tensors, metadata), tensors);
  }

  private static void write(OutputStream out, byte[] header, Map<String, Tensor> tensors)
      throws IOException {
    out.write(header);
    for (Tensor t : tensors.values()) {
      write(t, out);
    }
  }

  private static byte[] header(
      String name, Map<String, Tensor> tensors, Map<String, String> metadata) {
    List<SafeTensorsHeader.Entry> entries = new ArrayList<>();
    long at = 0;
    for (Map.Entry<String, Tensor> e : tensors.entrySet()) {
      DoubleMatrix m = e.getValue().values();
      var type = e.getValue().single() ? SafeTensorsHeader.Type.F32 : SafeTensorsHeader.Type.F64;
      long end = at + (long) type.width() * m.array().length;
      entries.add(new SafeTensorsHeader.Entry(e.getKey(), type, m.rows(), m.cols(), at, end));
      at = end;
    }
    return SafeTensorsHeader.of(entries, metadata).toBytes(name);
  }

  private static void write(Tensor t, OutputStream out) throws IOException {
    ByteBuffer block = ByteBuffer.allocate(BLOCK).order(ByteOrder.LITTLE_ENDIAN);
    for (double v : t.values().array()) {
      if (block.remaining() < 8) {
        out.write(block.array(), 0, block.position());
        block.clear();
      }
      if (t.single()) {
        block.putFloat((float) v);
      } else {
        block.putDouble(v);
      }
    }
    out.write(block.array(), 0, block.position());
  }
}
