package dev.gme.formats.vectors;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.formats.kaldi.KaldiTable;
import dev.gme.formats.numpy.NpyRows;
import dev.gme.formats.table.TableVectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The vectors of a file, one after the other: from Kaldi's archives, .npy and text without holding
 * more than a few of them, from the other formats through memory. All have one dimension, and no id
 * comes twice.
 *
 * <pre>{@code
 * long n = VectorStream.forEach(file, VectorFiles.recognize(file), (id, row) -> count(row));
 * }</pre>
 */
public final class VectorStream {
  /** Rows of a matrix that are read at a time. */
  private static final int ROWS = 256;

  private final Path file;
  private final Taker taker;
  private final Map<String, Long> seen = new HashMap<>();
  private int dim = -1;

  /** What becomes of vectors. */
  @FunctionalInterface
  public interface Taker {
    void take(String id, KaldiArray vector) throws IOException;
  }

  private VectorStream(Path file, Taker taker) {
    this.file = file;
    this.taker = taker;
  }

  /** Whether a file can be read without holding it; a compressed .npy cannot. */
  public static boolean isStreamed(Path file, VectorFormat format) throws IOException {
    return switch (format) {
      case KALDI, TABLE -> true;
      case NPY -> InputFile.size(file) < Long.MAX_VALUE;
      case NPZ, SAFETENSORS, HDF5 -> false;
    };
  }

  /** Hands on all vectors, and says how many there were. */
  public static long forEach(Path file, VectorFormat format, Taker taker) throws IOException {
    VectorStream stream = new VectorStream(file, taker);
    if (!isStreamed(file, format)) {
      LabelledVectors set = VectorFiles.read(file, format);
      for (int i = 0; i < set.size(); i++) {
        stream.take(set.ids().get(i), single(set.vectors().doubles(i, i + 1)));
      }
    } else if (format == VectorFormat.KALDI) {
      stream.kaldi();
    } else if (format == VectorFormat.NPY) {
      stream.npy();
    } else {
      TableVectors.forEach(file, (id, row) -> stream.take(id, single(row)));
    }
    return stream.seen.size();
  }

  private static KaldiArray single(DoubleMatrix row) {
    return new KaldiArray(true, true, row);
  }

  private void kaldi() throws IOException {
    try (KaldiTable table = KaldiTable.open(file)) {
      while (table.next()) {
        take(table.key(), table.array());
      }
    }
  }

  private void npy() throws IOException {
    try (NpyRows rows = NpyRows.open(file)) {
      List<String> ids = VectorFiles.idsBeside(file, rows.rows());
      boolean single = !rows.type().endsWith("f8");
      for (int from = 0; from < rows.rows(); from += ROWS) {
        DoubleMatrix block = rows.doubles(from, Math.min(rows.rows(), from + ROWS));
        for (int i = 0; i < block.rows(); i++) {
          take(ids.get(from + i), new KaldiArray(true, single, block.rowRange(i, i + 1)));
        }
      }
    }
  }

  private void take(String id, KaldiArray vector) throws IOException {
    DoubleMatrix values = vector.values();
    if (values.rows() != 1 || (dim >= 0 && values.cols() != dim)) {
      throw BadFile.at(
          file + ", key " + BadFile.quoted(id),
          "expected a vector"
              + (dim < 0 ? "" : " of dimension " + dim)
              + ", found "
              + values.rows()
              + " x "
              + values.cols(),
          "give vectors of one dimension");
    }
    dim = values.cols();
    Long before = seen.put(id, seen.size() + 1L);
    if (before != null) {
      throw BadFile.at(
          file,
          "the id "
              + BadFile.quoted(id)
              + " comes twice, as vector "
              + before
              + " and "
              + (seen.size() + 1),
          "rename or remove one of them");
    }
    taker.take(id, vector);
  }
}
