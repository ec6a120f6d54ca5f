package dev.gme.formats.kaldi;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.CloseOnFailure;
import dev.gme.formats.io.TargetFile;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Writes an archive, binary or text, with or without a script file that says where everything is.
 * Both appear when they are complete.
 *
 * <pre>{@code
 * try (KaldiTableWriter out = KaldiTableWriter.create("ark,scp:x.ark,x.scp")) {
 *   out.write("utt1", KaldiArray.vector(1, 2, 3).toSingle());
 *   out.commit();
 * }
 * }</pre>
 */
public final class KaldiTableWriter implements Closeable {
  private final Path archivePath;
  private final TargetFile archive;
  private final TargetFile script;
  private final String name;
  private final KaldiMode mode;
  private long written;

  private KaldiTableWriter(
      Path archivePath, TargetFile archive, TargetFile script, String name, KaldiMode mode) {
    this.archivePath = archivePath;
    this.archive = archive;
    this.script = script;
    this.name = name;
    this.mode = mode;
  }

  /** Whether a name is Kaldi's for a table, and not that of a file. */
  public static boolean isSpecifier(String name) {
    return !KaldiSpecifier.parse(name).bare();
  }

  /** A table by Kaldi's name for it: {@code ark:f}, {@code ark,t:f}, {@code ark,scp:f,g}. */
  public static KaldiTableWriter create(String specifier) throws IOException {
    KaldiSpecifier s = KaldiSpecifier.parse(specifier);
    if (s.archive() == null) {
      throw new GmeException(
          "'" + specifier + "' has no archive to write to", "write ark:file or ark,scp:file,file");
    }
    return create(s.archive(), s.script(), s.mode());
  }

  /**
   * A table by its files, whatever signs their names have.
   *
   * @param script null for none
   */
  public static KaldiTableWriter create(Path archive, Path script, KaldiMode mode)
      throws IOException {
    if (script != null && archive.toString().endsWith(".gz")) {
      throw new GmeException(
          script + " asks for places in a gzipped archive, which cannot be gone to",
          "leave .gz or the script file out");
    }
    TargetFile target = TargetFile.create(archive);
    return CloseOnFailure.of(
        target,
        () ->
            script == null
                ? new KaldiTableWriter(archive, target, null, null, mode)
                : new KaldiTableWriter(
                    archive, target, TargetFile.create(script), nameFor(archive, script), mode));
  }

  /** How the script names the archive: from its own folder, where readers look first. */
  private static String nameFor(Path archive, Path script) {
    Path folder = script.toAbsolutePath().normalize().getParent();
    return folder.relativize(archive.toAbsolutePath().normalize()).toString();
  }

  /** A vector or matrix, of floats if it is {@linkplain KaldiArray#single single}. */
  public void write(String key, KaldiArray array) throws IOException {
    put(key, KaldiBytes.of(array, mode));
  }

  /** A matrix in a compressed form; only in binary archives. */
  public void writeCompressed(String key, DoubleMatrix matrix, CompressionMethod method)
      throws IOException {
    if (mode.isText()) {
      throw new IllegalStateException("compressed matrices are binary");
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(KaldiBytes.BINARY);
    out.writeBytes(CompressedMatrix.write(matrix, method));
    put(key, out.toByteArray());
  }

  public void write(String key, int[] integers) throws IOException {
    put(key, mode.isText() ? textOf(integers) : binaryOf(integers, true));
  }

  public void write(String key, int integer) throws IOException {
    int[] one = {integer};
    put(key, mode.isText() ? textOf(one) : binaryOf(one, false));
  }

  /** Components that were selected for each frame. */
  public void write(String key, int[][] selections) throws IOException {
    put(key, KaldiFrames.bytes(selections, mode));
  }

  public void write(String key, KaldiPosteriors posteriors) throws IOException {
    put(key, KaldiFrames.bytes(posteriors, mode));
  }

  private static byte[] textOf(int[] integers) {
    StringBuilder line = new StringBuilder();
    for (int i : integers) {
      line.append(i).append(' ');
    }
    return line.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] binaryOf(int[] integers, boolean vector) {
    ByteBuffer out =
        ByteBuffer.allocate(2 + 5 * (integers.length + (vector ? 1 : 0)))
            .order(ByteOrder.LITTLE_ENDIAN);
    out.put(KaldiBytes.BINARY);
    if (vector) {
      out.put((byte) 4).putInt(integers.length);
    }
    for (int i : integers) {
      out.put((byte) 4).putInt(i);
    }
    return out.array();
  }

  private void put(String key, byte[] value) throws IOException {
    if (key.isEmpty() || key.chars().anyMatch(c -> c <= ' ')) {
      throw new GmeException(
          archivePath + ": the key '" + key + "' is empty or has blanks", "rename it");
    }
    byte[] start = (key + " ").getBytes(StandardCharsets.UTF_8);
    archive.stream().write(start);
    archive.stream().write(value);
    written += start.length;
    if (script != null) {
      String line = key + " " + name + ":" + written + "\n";
      script.stream().write(line.getBytes(StandardCharsets.UTF_8));
    }
    written += value.length;
  }

  /** Puts the files into their places, the archive first. */
  public void commit() throws IOException {
    archive.commit();
    if (script != null) {
      script.commit();
    }
  }

  /** Removes what was not committed. */
  @Override
  public void close() throws IOException {
    archive.close();
    if (script != null) {
      script.close();
    }
  }
}
