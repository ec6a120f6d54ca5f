package dev.gme.formats.vectors;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.StoredVectors;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.formats.kaldi.KaldiTable;
import dev.gme.formats.table.TableVectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The vectors of a file, one after the other, without holding more than a block of them; ids stay
 * in memory. All have one dimension, and no id comes twice.
 *
 * <pre>{@code
 * long n = VectorStream.forEach(file, VectorFiles.recognize(file), (id, row) -> count(row));
 * }</pre>
 *
 * <p>Two kinds of files cannot be read so, and are read as a whole: matrices of HDF5 that are
 * packed in chunks, and compressed ones of NumPy whose first index runs fastest.
 */
public final class VectorStream {
  private final InputFile file;
  private final Taker taker;
  private final Map<String, Long> seen = new HashMap<>();
  private int dim = -1;

  /** What becomes of vectors. */
  @FunctionalInterface
  public interface Taker {
    void take(String id, KaldiArray vector) throws IOException;
  }

  private VectorStream(InputFile file, Taker taker) {
    this.file = file;
    this.taker = taker;
  }

  /** Hands on all vectors, and says how many there were. */
  public static long forEach(Path file, VectorFormat format, Taker taker) throws IOException {
    return InputFile.read(file, in -> forEach(in, format, taker));
  }

  /** Hands on all vectors of a file that is open, which is closed. */
  public static long forEach(InputFile file, VectorFormat format, Taker taker) throws IOException {
    VectorStream stream = new VectorStream(file, taker);
    switch (format) {
      case KALDI -> stream.kaldi();
      case TABLE ->
          TableVectors.forEach(file, (id, row) -> stream.take(id, new KaldiArray(true, true, row)));
      case NPY, NPZ, SAFETENSORS, HDF5 -> stream.matrix(format);
    }
    return stream.seen.size();
  }

  private void kaldi() throws IOException {
    try (KaldiTable table = KaldiTable.of(file)) {
      while (table.next()) {
        take(table.key(), table.array());
      }
    }
  }

  private void matrix(VectorFormat format) throws IOException {
    try (StoredVectors stored = VectorMatrices.open(file, format)) {
      boolean single = stored.isSingle();
      stored.forEach((id, row) -> take(id, new KaldiArray(true, single, row)));
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
          file.path(),
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
