package dev.gme.formats.vectors;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.formats.kaldi.KaldiTable;
import dev.gme.formats.kaldi.KaldiTableWriter;
import dev.gme.formats.kaldi.KaldiVectors;
import dev.gme.formats.numpy.NpyRowsWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Converts files of vectors. From Kaldi to Kaldi or NumPy vector by vector, whatever the size;
 * other ways through memory.
 *
 * <pre>{@code
 * long n = VectorConverter.convert(in, VectorFormat.KALDI, out, VectorFormat.NPY, false, i -> {});
 * }</pre>
 */
public final class VectorConverter {
  /** A place for vectors, one after the other. */
  private interface Rows extends Closeable {
    void write(String id, KaldiArray row) throws IOException;

    void commit() throws IOException;
  }

  private VectorConverter() {}

  /**
   * Converts.
   *
   * @param text whether a Kaldi archive is written as text
   * @param done is told how many vectors are done, now and then
   * @return how many there were
   */
  public static long convert(
      Path in, VectorFormat from, Path out, VectorFormat to, boolean text, LongConsumer done)
      throws IOException {
    boolean streams =
        from == VectorFormat.KALDI && (to == VectorFormat.KALDI || to == VectorFormat.NPY);
    if (streams) {
      return stream(in, out, to, text, done);
    }
    LabelledVectors set = VectorFiles.read(in, from);
    write(out, set, to, text);
    return set.size();
  }

  /** Writes vectors, a Kaldi archive as text if wanted. */
  public static void write(Path out, LabelledVectors set, VectorFormat to, boolean text)
      throws IOException {
    if (to == VectorFormat.KALDI) {
      KaldiVectors.write(specifier(out, text), set);
    } else {
      VectorFiles.write(out, set, to);
    }
  }

  private static String specifier(Path out, boolean text) {
    String name = out.toString();
    return text
        ? "ark,t:" + name
        : "ark,scp:" + name + "," + name.replaceFirst("\\.ark$", "") + ".scp";
  }

  private static long stream(Path in, Path out, VectorFormat to, boolean text, LongConsumer done)
      throws IOException {
    long n = 0;
    int dim = -1;
    Rows rows = null;
    try (KaldiTable table = KaldiTable.open(in)) {
      while (table.next()) {
        KaldiArray array = table.array();
        DoubleMatrix values = array.values();
        if (values.rows() != 1 || (dim >= 0 && values.cols() != dim)) {
          throw BadFile.at(
              in + ", key " + BadFile.quoted(table.key()),
              "expected a vector"
                  + (dim < 0 ? "" : " of dimension " + dim)
                  + ", found "
                  + values.rows()
                  + " x "
                  + values.cols(),
              "give vectors of one dimension");
        }
        dim = values.cols();
        if (rows == null) {
          rows = to == VectorFormat.KALDI ? kaldi(out, text) : npy(out, dim);
        }
        rows.write(table.key(), array);
        n++;
        done.accept(n);
      }
      if (rows == null) {
        throw BadFile.at(in, "expected vectors, found none", "check how it was made");
      }
      rows.commit();
      return n;
    } finally {
      if (rows != null) {
        rows.close();
      }
    }
  }

  private static Rows kaldi(Path out, boolean text) throws IOException {
    KaldiTableWriter writer = KaldiTableWriter.create(specifier(out, text));
    return new Rows() {
      @Override
      public void write(String id, KaldiArray row) throws IOException {
        // Text is read as double; what was float before it is float again.
        writer.write(id, new KaldiArray(true, row.single(), row.values()));
      }

      @Override
      public void commit() throws IOException {
        writer.commit();
      }

      @Override
      public void close() throws IOException {
        writer.close();
      }
    };
  }

  private static Rows npy(Path out, int dim) throws IOException {
    NpyRowsWriter matrix = NpyRowsWriter.create(out, dim);
    TargetFile ids;
    try {
      ids = TargetFile.create(VectorFiles.idsOf(out));
    } catch (IOException | RuntimeException e) {
      matrix.close();
      throw e;
    }
    return new Rows() {
      @Override
      public void write(String id, KaldiArray row) throws IOException {
        float[] values = new float[dim];
        for (int j = 0; j < dim; j++) {
          values[j] = (float) row.values().get(0, j);
        }
        matrix.write(values);
        ids.stream().write((id + "\n").getBytes(StandardCharsets.UTF_8));
      }

      @Override
      public void commit() throws IOException {
        matrix.commit();
        ids.commit();
      }

      @Override
      public void close() throws IOException {
        matrix.close();
        ids.close();
      }
    };
  }

  /** The format that the name of a file stands for. */
  public static Optional<VectorFormat> byName(Path file) {
    String name = file.getFileName().toString().replaceFirst("\\.gz$", "");
    String suffix = name.substring(name.lastIndexOf('.') + 1);
    return Optional.ofNullable(
        switch (suffix) {
          case "npy" -> VectorFormat.NPY;
          case "npz" -> VectorFormat.NPZ;
          case "safetensors" -> VectorFormat.SAFETENSORS;
          case "h5", "hdf5" -> VectorFormat.HDF5;
          case "ark" -> VectorFormat.KALDI;
          case "csv", "tsv" -> VectorFormat.TABLE;
          default -> null;
        });
  }
}
