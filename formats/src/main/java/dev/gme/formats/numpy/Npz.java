package dev.gme.formats.numpy;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.TargetFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Reads and writes .npz files: several named arrays in a zip archive.
 *
 * <pre>{@code
 * Map<String, NpyArray> arrays = Npz.read(path);
 * FloatMatrix vectors = arrays.get("X").floatMatrix();
 * Npz.write(other, Map.of("mean", NpyArray.of(mean), "F", NpyArray.of(f)));
 * }</pre>
 */
public final class Npz {
  /** Deflate cannot do better: 258 bytes from 2 bits. What claims to is hostile. */
  private static final long BEST_RATIO = 1032;

  private static final String SUFFIX = ".npy";

  private Npz() {}

  /** All arrays by name, in the order of the file. */
  public static Map<String, NpyArray> read(Path file) throws IOException {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        if (entry.getName().endsWith(SUFFIX)) {
          arrays.put(name(entry), read(file, zip, entry));
        }
      }
    } catch (ZipException | EOFException | IllegalArgumentException e) {
      throw BadFile.at(
          file,
          "expected an .npz file of numpy.savez, found a damaged or other one ("
              + e.getMessage()
              + ")",
          "save the arrays again with numpy.savez");
    }
    return Collections.unmodifiableMap(arrays);
  }

  private static String name(ZipEntry entry) {
    return entry.getName().substring(0, entry.getName().length() - SUFFIX.length());
  }

  private static NpyArray read(Path file, ZipFile zip, ZipEntry entry) throws IOException {
    String where = file + ", array " + BadFile.quoted(name(entry));
    long possible = Math.min(entry.getCompressedSize(), file.toFile().length()) * BEST_RATIO;
    if (entry.getSize() < 0 || entry.getSize() > possible + BEST_RATIO) {
      throw BadFile.truncated(where, "the array", entry.getSize(), possible);
    }
    try (InputStream in = zip.getInputStream(entry)) {
      return Npy.read(where, in, entry.getSize());
    }
  }

  /** Writes arrays under their names, each in its own type and uncompressed. */
  public static void write(Path file, Map<String, NpyArray> arrays) throws IOException {
    try (TargetFile target = TargetFile.create(file)) {
      ZipOutputStream zip = new ZipOutputStream(target.stream());
      zip.setLevel(Deflater.NO_COMPRESSION);
      for (Map.Entry<String, NpyArray> array : arrays.entrySet()) {
        ZipEntry entry = new ZipEntry(array.getKey() + SUFFIX);
        // The same arrays give the same bytes, whenever they are written.
        entry.setTime(315_532_800_000L);
        zip.putNextEntry(entry);
        Npy.write(zip, array.getValue(), array.getValue().naturalType(), false);
        zip.closeEntry();
      }
      zip.finish();
      target.commit();
    }
  }

  /** An array that must be there. */
  public static NpyArray require(Path file, Map<String, NpyArray> arrays, String name) {
    NpyArray array = arrays.get(name);
    if (array == null) {
      throw new GmeException(
          file + " has no array '" + name + "', only " + arrays.keySet(),
          "name the array to use, or save it under that name");
    }
    return array;
  }
}
