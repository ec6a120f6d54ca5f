package dev.gme.formats.numpy;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.OpenedFiles;
import dev.gme.formats.io.RowSequence;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * An .npz file: several named arrays in a zip archive. They are read one by one, so that only what
 * is asked for takes memory; {@link NpzWriter} writes such files.
 *
 * <pre>{@code
 * try (Npz file = Npz.open(path)) {
 *   FloatMatrix vectors = file.array("X").floatMatrix();
 * }
 * Map<String, NpyArray> all = Npz.read(path);
 * Npz.write(other, Map.of("mean", NpyArray.of(mean), "F", NpyArray.of(f)));
 * }</pre>
 */
public final class Npz implements Closeable {
  /** Deflate cannot do better: 258 bytes from 2 bits. What claims to is hostile. */
  private static final long BEST_RATIO = 1032;

  static final String SUFFIX = ".npy";

  private final Path path;
  private final ZipFile zip;
  private final Map<String, ZipEntry> entries;

  private Npz(Path path, ZipFile zip, Map<String, ZipEntry> entries) {
    this.path = path;
    this.zip = zip;
    this.entries = entries;
  }

  public static Npz open(Path path) throws IOException {
    ZipFile zip;
    BadFile.requireThere(path);
    OpenedFiles.note(path);
    try {
      zip = new ZipFile(path.toFile());
    } catch (ZipException | EOFException e) {
      throw damaged(path, e);
    }
    boolean opened = false;
    try {
      Map<String, ZipEntry> entries = new LinkedHashMap<>();
      zip.stream().filter(e -> e.getName().endsWith(SUFFIX)).forEach(e -> entries.put(name(e), e));
      opened = true;
      return new Npz(path, zip, Collections.unmodifiableMap(entries));
    } catch (IllegalArgumentException e) {
      throw damaged(path, e);
    } finally {
      if (!opened) {
        zip.close();
      }
    }
  }

  private static GmeException damaged(Path path, Exception e) {
    return BadFile.at(
        path,
        "expected an .npz file of numpy.savez, found a damaged or other one ("
            + e.getMessage()
            + ")",
        "save the arrays again with numpy.savez");
  }

  /** All arrays by name, in the order of the file. */
  public static Map<String, NpyArray> read(Path path) throws IOException {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    try (Npz file = open(path)) {
      for (String name : file.names()) {
        arrays.put(name, file.array(name));
      }
    }
    return Collections.unmodifiableMap(arrays);
  }

  private static String name(ZipEntry entry) {
    return entry.getName().substring(0, entry.getName().length() - SUFFIX.length());
  }

  public Path path() {
    return path;
  }

  /** The names of all arrays, in the order of the file. */
  public Set<String> names() {
    return entries.keySet();
  }

  public boolean has(String name) {
    return entries.containsKey(name);
  }

  /** An array, which must be there. */
  public NpyArray array(String name) throws IOException {
    ZipEntry entry = require(name);
    try (InputStream in = unpack(name, entry)) {
      NpyHeader header = NpyHeader.read(where(name), in, entry.getSize());
      return NpyElements.read(where(name), header, in, stored(entry));
    } catch (ZipException | EOFException | IllegalArgumentException e) {
      throw damaged(path, e);
    }
  }

  /** The rows of a matrix one after the other; closing them closes this file. */
  public RowSequence rows(String name) throws IOException {
    ZipEntry entry = require(name);
    try {
      InputStream in =
          new FilterInputStream(unpack(name, entry)) {
            @Override
            public int read(byte[] out, int off, int n) throws IOException {
              try {
                return super.read(out, off, n);
              } catch (ZipException | EOFException e) {
                throw damaged(path, e);
              }
            }

            @Override
            public void close() throws IOException {
              super.close();
              zip.close();
            }
          };
      return NpyStream.open(where(name), in, entry.getSize());
    } catch (ZipException | EOFException | IllegalArgumentException e) {
      throw damaged(path, e);
    }
  }

  private String where(String name) {
    return path + ", array " + BadFile.quoted(name);
  }

  private long stored(ZipEntry entry) {
    return Math.min(entry.getCompressedSize(), path.toFile().length());
  }

  private InputStream unpack(String name, ZipEntry entry) throws IOException {
    long possible = stored(entry) * BEST_RATIO;
    if (entry.getSize() < 0 || entry.getSize() > possible + BEST_RATIO) {
      throw BadFile.truncated(where(name), "the array", entry.getSize(), possible);
    }
    return zip.getInputStream(entry);
  }

  private ZipEntry require(String name) {
    ZipEntry entry = entries.get(name);
    if (entry == null) {
      throw new GmeException(
          path
              + " has no array '"
              + name
              + "', only "
              + BadFile.quoted(String.join(", ", entries.keySet())),
          "say which arrays to use, or save it under that name");
    }
    return entry;
  }

  /** Writes arrays under their names, each in its own type and uncompressed. */
  public static void write(Path file, Map<String, NpyArray> arrays) throws IOException {
    try (NpzWriter out = NpzWriter.create(file)) {
      for (Map.Entry<String, NpyArray> array : arrays.entrySet()) {
        out.put(array.getKey(), array.getValue());
      }
      out.commit();
    }
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
