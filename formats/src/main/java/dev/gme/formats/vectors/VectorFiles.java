package dev.gme.formats.vectors;

import dev.gme.formats.LabelledVectors;
import dev.gme.formats.StoredVectors;
import dev.gme.formats.hdf5.Hdf5File;
import dev.gme.formats.hdf5.Hdf5Vectors;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.formats.kaldi.KaldiMode;
import dev.gme.formats.kaldi.KaldiTable;
import dev.gme.formats.kaldi.KaldiVectors;
import dev.gme.formats.table.TableVectors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads and writes sets of vectors. The format of a file is told by its first bytes: those of
 * NumPy, of zip, of HDF5, a brace after eight bytes (safetensors), a bracket, a path or binary data
 * after the first word (Kaldi); else it is a table.
 *
 * <pre>{@code
 * LabelledVectors train = VectorFiles.read(Path.of("xvectors.scp"));
 * VectorFiles.write(Path.of("xvectors.npz"), train, VectorFormat.NPZ);
 * }</pre>
 */
public final class VectorFiles {
  /** Bytes that tell the format: more than any first id with a path. */
  private static final int START = 4096;

  /** A path without blanks or commas, perhaps with a place in it. */
  private static final Pattern PATH = Pattern.compile("[^\\s,]+(:[0-9]+)?(\\[[0-9:,]*\\])?");

  /** What cannot be anything but a line of a script: a place in a file, or a command. */
  private static final Pattern PLACE_OR_COMMAND =
      Pattern.compile(".*(:[0-9]+(\\[[0-9:,]*\\])?|\\|)");

  private static final Pattern NUMBER = Pattern.compile("[-+.0-9][^/:]*");

  private VectorFiles() {}

  public static LabelledVectors read(Path file) throws IOException {
    return InputFile.read(file, VectorFiles::read);
  }

  public static LabelledVectors read(Path file, VectorFormat format) throws IOException {
    return InputFile.read(file, in -> read(in, format));
  }

  /** The vectors of a file that is open, which is closed. */
  public static LabelledVectors read(InputFile file) throws IOException {
    return read(file, recognize(file));
  }

  /** The vectors of a file that is open, in a format that is known; the file is closed. */
  public static LabelledVectors read(InputFile file, VectorFormat format) throws IOException {
    return switch (format) {
      case KALDI -> KaldiVectors.read(file);
      case TABLE -> TableVectors.read(file);
      case NPY, NPZ, SAFETENSORS, HDF5 -> {
        try (StoredVectors stored = VectorMatrices.open(file, format)) {
          yield stored.read();
        }
      }
    };
  }

  /**
   * Vectors of a format that holds a matrix (NumPy, safetensors, HDF5), to be read block by block.
   */
  public static StoredVectors open(Path file, VectorFormat format) throws IOException {
    return InputFile.open(file, in -> VectorMatrices.open(in, format));
  }

  /** Whether a file says which speaker each vector is of. */
  public static boolean hasSpeakers(Path file, VectorFormat format) throws IOException {
    if (!holdsSpeakers(format)) {
      return false;
    }
    try (StoredVectors stored = open(file, format)) {
      return stored.speakers().isPresent();
    }
  }

  /** Whether a format has a place for speakers. */
  public static boolean holdsSpeakers(VectorFormat format) {
    return switch (format) {
      case NPZ, SAFETENSORS, HDF5 -> true;
      case KALDI, NPY, TABLE -> false;
    };
  }

  /** A .npy matrix with its ids from any list, the first word of a line each. */
  public static LabelledVectors readNpy(Path file, Path ids) throws IOException {
    return InputFile.read(file, in -> readNpy(in, ids));
  }

  /** A .npy matrix of a file that is open, with its ids from any list; the file is closed. */
  public static LabelledVectors readNpy(InputFile file, Path ids) throws IOException {
    if (recognize(file) != VectorFormat.NPY) {
      throw BadFile.at(
          file.path(), "expected a .npy file for this list of ids", "leave out the list");
    }
    try (StoredVectors stored = VectorMatrices.npy(file, ids)) {
      return stored.read();
    }
  }

  /**
   * An .npz file whose arrays have other names.
   *
   * @param called what arrays are called in the file, by their usual names: {@code X}, {@code ids},
   *     {@code y}
   */
  public static LabelledVectors readNpz(Path file, Map<String, String> called) throws IOException {
    try (StoredVectors stored = VectorMatrices.npz(file, called)) {
      return stored.read();
    }
  }

  /** The format by content. */
  public static VectorFormat recognize(Path file) throws IOException {
    return InputFile.read(file, VectorFiles::recognize);
  }

  /** The format of a file that is open, by content. */
  public static VectorFormat recognize(InputFile in) throws IOException {
    byte[] start = in.start();
    if (start.length == 0) {
      throw BadFile.at(in.path(), "expected vectors, found an empty file", "check how it was made");
    }
    String text = new String(start, 0, Math.min(start.length, START), StandardCharsets.ISO_8859_1);
    if (text.startsWith("\u0093NUMPY")) {
      return VectorFormat.NPY;
    }
    if (text.startsWith("PK")) {
      return VectorFormat.NPZ;
    }
    if (Hdf5File.isHdf5(in)) {
      return VectorFormat.HDF5;
    }
    if (text.length() > 9 && text.charAt(8) == '{' && text.charAt(7) == 0) {
      return VectorFormat.SAFETENSORS;
    }
    int end = 0;
    while (end < text.length() && text.charAt(end) > ' ') {
      end++;
    }
    String rest = text.substring(end).replaceFirst("^[ \t]+", "");
    if (rest.startsWith("\0B") || rest.startsWith("[")) {
      return VectorFormat.KALDI;
    }
    // Nothing but a key before the end of the line.
    boolean alone = rest.startsWith("\n") || rest.startsWith("\r");
    String line = alone ? "" : rest.lines().findFirst().orElse("").stripTrailing();
    boolean path = PATH.matcher(line).matches() && !NUMBER.matcher(line).matches();
    return path || PLACE_OR_COMMAND.matcher(line).matches()
        ? VectorFormat.KALDI
        : VectorFormat.TABLE;
  }

  /**
   * The type of the numbers in a file, for people; all are read as floats.
   *
   * @return for example {@code float32}, {@code <f4} of NumPy or {@code text}
   */
  public static String elementType(Path file) throws IOException {
    try (InputFile in = InputFile.open(file)) {
      VectorFormat format = recognize(in);
      if (VectorMatrices.isMatrix(format)) {
        try (StoredVectors stored = VectorMatrices.open(in, format)) {
          return stored.type();
        }
      }
      if (format == VectorFormat.TABLE) {
        return "text";
      }
      try (KaldiTable table = KaldiTable.of(in)) {
        return table.next() && table.array().single() ? "float32" : "float64 or text";
      }
    }
  }

  /**
   * Writes vectors; Kaldi archives get a script file of the same name with {@code .scp}, unless
   * they are gzipped, and .npy files a list of ids with {@code .ids}.
   */
  public static void write(Path file, LabelledVectors set, VectorFormat format) throws IOException {
    write(file, set, format, KaldiMode.BINARY);
  }

  /** Writes vectors, Kaldi archives in the mode given. */
  static void write(Path file, LabelledVectors set, VectorFormat format, KaldiMode mode)
      throws IOException {
    if (format == VectorFormat.HDF5) {
      Hdf5Vectors.write(file, set);
      return;
    }
    VectorHeading heading = new VectorHeading(set.ids(), set.speakers(), set.vectors().cols());
    try (VectorRowsWriter out = VectorRowsWriter.create(file, format, mode, heading)) {
      for (int i = 0; i < set.size(); i++) {
        out.write(set.ids().get(i), new KaldiArray(true, true, set.vectors().doubles(i, i + 1)));
      }
      out.commit();
    }
  }
}
