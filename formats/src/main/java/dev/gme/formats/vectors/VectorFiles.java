package dev.gme.formats.vectors;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.SafeTensors;
import dev.gme.formats.artefact.Tensor;
import dev.gme.formats.hdf5.Hdf5File;
import dev.gme.formats.hdf5.Hdf5Vectors;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.kaldi.KaldiTable;
import dev.gme.formats.kaldi.KaldiVectors;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.NpyRows;
import dev.gme.formats.numpy.Npz;
import dev.gme.formats.table.TableRowsWriter;
import dev.gme.formats.table.TableVectors;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipException;

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
  private static final String X = "X";

  /** What DCA-PLDA calls X. */
  private static final String DATA = "data";

  private static final String IDS = "ids";
  private static final String SPEAKERS = "y";
  private static final String DAMAGED_GZIP = "expected gzipped data, found damaged one";

  private VectorFiles() {}

  public static LabelledVectors read(Path file) throws IOException {
    return read(file, recognize(file));
  }

  public static LabelledVectors read(Path file, VectorFormat format) throws IOException {
    return switch (format) {
      case NPY -> readNpy(file, idsOf(file));
      case NPZ -> npz(file);
      case SAFETENSORS -> safetensors(file);
      case HDF5 -> Hdf5Vectors.read(file);
      case KALDI -> KaldiVectors.read(file);
      case TABLE -> TableVectors.read(file);
    };
  }

  /** A .npy matrix with its ids from any list, the first word of a line each. */
  public static LabelledVectors readNpy(Path file, Path ids) throws IOException {
    return LabelledVectors.of(file.toString(), ids(file, ids), matrix(file, Npy.read(file)));
  }

  private static List<String> ids(Path file, Path ids) throws IOException {
    if (!Files.exists(ids)) {
      throw BadFile.at(
          file, "expected a list of ids beside it, found no " + ids, "make it, an id a line");
    }
    return lines(ids);
  }

  /** The ids of the rows of a .npy file, from the list beside it. */
  static List<String> idsBeside(Path npy, int rows) throws IOException {
    List<String> ids = ids(npy, idsOf(npy));
    if (ids.size() != rows) {
      throw BadFile.at(
          npy,
          "expected an id for each of " + rows + " vectors, found " + ids.size(),
          "give as many ids as vectors");
    }
    return ids;
  }

  /** The format by content. */
  public static VectorFormat recognize(Path file) throws IOException {
    byte[] start;
    try (InputStream in = InputFile.open(file)) {
      start = in.readNBytes(4096);
    } catch (EOFException | ZipException e) {
      throw BadFile.at(file, DAMAGED_GZIP, "make or copy it again");
    }
    if (start.length == 0) {
      throw BadFile.at(file, "expected vectors, found an empty file", "check how it was made");
    }
    String text = new String(start, StandardCharsets.ISO_8859_1);
    if (text.startsWith("\u0093NUMPY")) {
      return VectorFormat.NPY;
    }
    if (text.startsWith("PK")) {
      return VectorFormat.NPZ;
    }
    if (Hdf5File.isHdf5(start)) {
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
    boolean path = rest.matches("(?s)[^\\s,]+(:[0-9]+)?(\\[[0-9:,]*\\])?\\r?(\\n.*)?");
    boolean number = rest.matches("(?s)[-+.0-9].*") && !rest.matches("(?s)[^\\s]*[/:].*");
    boolean kaldi =
        rest.startsWith("\0B") || rest.startsWith("[") || (path && !number && !rest.isBlank());
    return kaldi ? VectorFormat.KALDI : VectorFormat.TABLE;
  }

  /**
   * The type of the numbers in a file, for people; all are read as floats.
   *
   * @return for example {@code float32}, {@code <f4} of NumPy or {@code text}
   */
  public static String elementType(Path file) throws IOException {
    return switch (recognize(file)) {
      case NPY -> {
        try (NpyRows rows = NpyRows.open(file)) {
          yield rows.type();
        }
      }
      case KALDI -> {
        try (KaldiTable table = KaldiTable.open(file)) {
          yield table.next() && table.array().single() ? "float32" : "float64 or text";
        }
      }
      case TABLE -> "text";
      case NPZ, SAFETENSORS, HDF5 -> "numbers by name";
    };
  }

  private static FloatMatrix matrix(Path file, NpyArray array) {
    if (array.isText() || array.shape().size() != 2) {
      throw BadFile.at(
          file,
          "expected a matrix of numbers, found shape " + array.shape(),
          "give vectors one a row");
    }
    return array.floatMatrix();
  }

  static Path idsOf(Path npy) {
    String name = npy.getFileName().toString();
    return npy.resolveSibling(name.replaceFirst("\\.npy$", "") + ".ids");
  }

  private static List<String> lines(Path file) throws IOException {
    List<String> out = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(InputFile.open(file), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.add(line.strip().replaceFirst("\\s.*", ""));
      }
    } catch (EOFException | ZipException e) {
      throw BadFile.at(file, DAMAGED_GZIP, "make or copy it again");
    }
    return out;
  }

  private static LabelledVectors npz(Path file) throws IOException {
    Map<String, NpyArray> arrays = Npz.read(file);
    List<String> ids = Npz.require(file, arrays, IDS).words();
    String name = arrays.containsKey(X) || !arrays.containsKey(DATA) ? X : DATA;
    LabelledVectors set =
        LabelledVectors.of(file.toString(), ids, matrix(file, Npz.require(file, arrays, name)));
    NpyArray y = arrays.get(SPEAKERS);
    return y == null ? set : labelled(file, set, y.words());
  }

  private static LabelledVectors labelled(Path file, LabelledVectors set, List<String> speakers) {
    if (speakers.size() != set.size()) {
      throw BadFile.at(
          file,
          "expected " + set.size() + " speakers in y, found " + speakers.size(),
          "give a speaker for each vector");
    }
    Map<String, String> speakerOf = new LinkedHashMap<>();
    for (int i = 0; i < set.size(); i++) {
      speakerOf.put(set.ids().get(i), speakers.get(i));
    }
    return set.withSpeakers(speakerOf);
  }

  private static LabelledVectors safetensors(Path file) throws IOException {
    SafeTensors content = SafeTensors.read(file);
    Tensor x = content.tensors().get(X);
    String ids = content.metadata().get(IDS);
    if (x == null || ids == null) {
      throw BadFile.at(
          file,
          "expected a tensor X and ids in the metadata, found " + content.tensors().keySet(),
          "name them so, or give another file");
    }
    LabelledVectors set =
        LabelledVectors.of(file.toString(), ids.lines().toList(), FloatMatrix.of(x.values()));
    String y = content.metadata().get(SPEAKERS);
    return y == null ? set : labelled(file, set, y.lines().toList());
  }

  /** Writes vectors; Kaldi archives get a script file of the same name with {@code .scp}. */
  public static void write(Path file, LabelledVectors set, VectorFormat format) throws IOException {
    switch (format) {
      case NPY -> {
        Npy.write(file, NpyArray.of(set.vectors()));
        writeLines(idsOf(file), set.ids());
      }
      case NPZ -> {
        Map<String, NpyArray> arrays = new LinkedHashMap<>();
        arrays.put(IDS, NpyArray.of(set.ids()));
        arrays.put(X, NpyArray.of(set.vectors()));
        set.speakers().ifPresent(s -> arrays.put(SPEAKERS, NpyArray.of(s)));
        Npz.write(file, arrays);
      }
      case SAFETENSORS -> {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put(IDS, String.join("\n", set.ids()));
        set.speakers().ifPresent(s -> metadata.put(SPEAKERS, String.join("\n", s)));
        SafeTensors.write(file, Map.of(X, Tensor.of(set.vectors())), metadata);
      }
      case HDF5 -> Hdf5Vectors.write(file, set);
      case KALDI -> {
        String script = file.toString().replaceFirst("\\.ark$", "") + ".scp";
        KaldiVectors.write("ark,scp:" + file + "," + script, set);
      }
      case TABLE -> {
        TableVectors.write(file, set, TableRowsWriter.separator(file));
      }
    }
  }

  private static void writeLines(Path file, List<String> lines) throws IOException {
    try (TargetFile target = TargetFile.create(file)) {
      for (String line : lines) {
        target.stream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
      target.commit();
    }
  }
}
