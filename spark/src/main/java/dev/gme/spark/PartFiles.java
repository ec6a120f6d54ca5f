package dev.gme.spark;

import dev.gme.core.GmeException;
import java.io.DataOutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * What tasks leave for one another until the result is written: files of a folder, each with its
 * checksum, that other attempts of a task may write again.
 *
 * <pre>{@code
 * PartFiles parts = new PartFiles(files, out + ".parts");      // travels to tasks
 * parts.write("block-0-of-3", bytes);
 * byte[] part = parts.read("block-0-of-3");
 * }</pre>
 */
final class PartFiles implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Files files;
  private final String folder;

  PartFiles(Files files, String folder) {
    this.files = files;
    this.folder = files.absolute(folder);
  }

  boolean has(String name) {
    return files.exists(Files.below(folder, name));
  }

  void write(String name, byte[] content) {
    CRC32C sum = new CRC32C();
    sum.update(content);
    files.write(
        Files.below(folder, name),
        out -> {
          DataOutputStream data = new DataOutputStream(out);
          data.writeLong(sum.getValue());
          data.write(content);
          data.flush();
        });
  }

  byte[] read(String name) {
    String file = Files.below(folder, name);
    byte[] bytes = files.read(file);
    CRC32C sum = new CRC32C();
    int start = Math.min(Long.BYTES, bytes.length);
    sum.update(bytes, start, bytes.length - start);
    if (start < Long.BYTES || ByteBuffer.wrap(bytes).getLong() != sum.getValue()) {
      throw new GmeException(
          file + " is damaged", "remove it and the files *.done beside it, then use --resume");
    }
    return Arrays.copyOfRange(bytes, start, bytes.length);
  }
}
