package dev.gme.formats.artefact;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.Sha256;
import dev.gme.formats.io.TargetFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.LinkedHashMap;
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
    long size = Files.size(file);
    MessageDigest digest = Sha256.digest();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BLOCK)) {
      SafeTensorsHeader header = SafeTensorsHeader.read(file, in, size);
      Map<String, Tensor> tensors = new LinkedHashMap<>();
      for (SafeTensorsHeader.Entry e : header.entries()) {
        tensors.put(e.name(), read(file, in, e, digest));
      }
      return new SafeTensors(
          Collections.unmodifiableMap(tensors), header.metadata(), Sha256.hex(digest.digest()));
    }
  }

  private static Tensor read(
      Path file, InputStream in, SafeTensorsHeader.Entry e, MessageDigest digest)
      throws IOException {
    double[] out = new double[Math.multiplyExact(e.rows(), e.cols())];
    int width = e.type().width();
    byte[] block = new byte[BLOCK];
    for (int done = 0; done < out.length; ) {
      int some = Math.min(out.length - done, BLOCK / width);
      int got = in.readNBytes(block, 0, some * width);
      if (got < some * width) {
        throw BadFile.truncated(
            file.toString(), "the tensor '" + e.name() + "'", some * (long) width, got);
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
    MessageDigest digest = Sha256.digest();
    try {
      for (Tensor t : tensors.values()) {
        write(
            t,
            new OutputStream() {
              @Override
              public void write(int b) {
                digest.update((byte) b);
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
    return Sha256.hex(digest.digest());
  }

  /** Writes matrices, each in float or double as it says, in the order of the map. */
  public static void write(Path file, Map<String, Tensor> tensors, Map<String, String> metadata)
      throws IOException {
    ObjectNode header = JsonNodeFactory.instance.objectNode();
    ObjectNode meta = header.putObject("__metadata__");
    metadata.forEach(meta::put);
    long at = 0;
    for (Map.Entry<String, Tensor> e : tensors.entrySet()) {
      DoubleMatrix m = e.getValue().values();
      int width = e.getValue().single() ? 4 : 8;
      long end = at + (long) width * m.array().length;
      ObjectNode entry = header.putObject(e.getKey());
      entry.put("dtype", width == 4 ? "F32" : "F64");
      entry.putArray("shape").add(m.rows()).add(m.cols());
      entry.putArray("data_offsets").add(at).add(end);
      at = end;
    }
    byte[] text = header.toString().getBytes(StandardCharsets.UTF_8);
    // The elements start at a multiple of eight bytes: a reader may map them.
    int padded = (text.length + 7) / 8 * 8;
    try (TargetFile target = TargetFile.create(file)) {
      OutputStream out = target.stream();
      out.write(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(padded).array());
      out.write(text);
      out.write(" ".repeat(padded - text.length).getBytes(StandardCharsets.US_ASCII));
      for (Tensor t : tensors.values()) {
        write(t, out);
      }
      target.commit();
    }
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
