package dev.gme.formats.vectors;

import dev.gme.core.GmeException;
import dev.gme.formats.StoredVectors;
import dev.gme.formats.artefact.SafeTensorsRows;
import dev.gme.formats.hdf5.Hdf5Vectors;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.RowSequence;
import dev.gme.formats.io.TextLines;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Formats that hold vectors as one matrix, with the ids apart. */
final class VectorMatrices {
  static final String X = "X";
  static final String IDS = "ids";
  static final String SPEAKERS = "y";

  /** What helps where a matrix has no ids beside it; a command may add how to do it. */
  static final String NAME_IDS = "name the list of ids";

  /** What DCA-PLDA calls X. */
  private static final String DATA = "data";

  private VectorMatrices() {}

  static boolean isMatrix(VectorFormat format) {
    return format != VectorFormat.KALDI && format != VectorFormat.TABLE;
  }

  /** Vectors of a file that is open; to close them is to close the file. */
  static StoredVectors open(InputFile file, VectorFormat format) throws IOException {
    return switch (format) {
      case NPY -> npy(file, idsOf(file.path()));
      case NPZ -> npz(file.path(), Map.of());
      case SAFETENSORS -> safetensors(file);
      case HDF5 -> Hdf5Vectors.open(file);
      case KALDI, TABLE -> throw new IllegalArgumentException(format + " is no matrix");
    };
  }

  /** The list of ids that belongs to a .npy file. */
  static Path idsOf(Path npy) {
    String name = npy.getFileName().toString();
    return npy.resolveSibling(name.replaceFirst("\\.npy(\\.gz)?$", "") + ".ids");
  }

  static StoredVectors npy(InputFile file, Path ids) throws IOException {
    if (!Files.exists(ids)) {
      throw BadFile.at(
          file.path(),
          "expected a list of ids beside it, found no " + ids,
          "make it, an id a line, or " + NAME_IDS);
    }
    List<String> words =
        TextLines.read(ids).stream().map(line -> line.strip().split("[ \t]", 2)[0]).toList();
    return StoredVectors.of(file.path(), words, Optional.empty(), Npy.rows(file));
  }

  /**
   * The arrays of an .npz file.
   *
   * @param called what arrays are called in the file, by their usual names
   */
  static StoredVectors npz(Path file, Map<String, String> called) throws IOException {
    for (String name : called.keySet()) {
      if (!List.of(X, IDS, SPEAKERS).contains(name)) {
        throw new GmeException(
            "vectors have no array that is usually called " + BadFile.quoted(name),
            "name arrays for " + X + ", " + IDS + " and " + SPEAKERS);
      }
    }
    Npz arrays = Npz.open(file);
    boolean opened = false;
    try {
      boolean usualNames = arrays.has(IDS) || arrays.has(X) || arrays.has(DATA);
      if (called.isEmpty() && !usualNames && !arrays.names().isEmpty()) {
        RowSequence vectors = new NpzVectors(arrays);
        opened = true;
        return StoredVectors.of(file, List.copyOf(arrays.names()), Optional.empty(), vectors);
      }
      String speakers = called.getOrDefault(SPEAKERS, SPEAKERS);
      String usual = arrays.has(X) || !arrays.has(DATA) ? X : DATA;
      List<String> ids = arrays.array(called.getOrDefault(IDS, IDS)).words();
      NpyArray y =
          arrays.has(speakers) || called.containsKey(SPEAKERS) ? arrays.array(speakers) : null;
      RowSequence rows = arrays.rows(called.getOrDefault(X, usual));
      opened = true;
      return StoredVectors.of(file, ids, Optional.ofNullable(y).map(NpyArray::words), rows);
    } finally {
      if (!opened) {
        arrays.close();
      }
    }
  }

  private static StoredVectors safetensors(InputFile in) throws IOException {
    Path file = in.path();
    SafeTensorsRows rows = SafeTensorsRows.of(in, X);
    String ids = rows.metadata().get(IDS);
    if (ids == null) {
      rows.close();
      throw BadFile.at(
          file,
          "expected ids in the metadata, found " + rows.metadata().keySet(),
          "write them there, one a line, or give another file");
    }
    String y = rows.metadata().get(SPEAKERS);
    return StoredVectors.of(
        file, ids.lines().toList(), Optional.ofNullable(y).map(s -> s.lines().toList()), rows);
  }
}
