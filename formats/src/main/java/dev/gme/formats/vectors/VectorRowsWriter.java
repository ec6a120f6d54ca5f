package dev.gme.formats.vectors;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.formats.kaldi.KaldiTableWriter;
import dev.gme.formats.numpy.NpyRowsWriter;
import dev.gme.formats.table.TableRowsWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A place for vectors that are written one after the other. */
interface VectorRowsWriter extends Closeable {
  void write(String id, KaldiArray row) throws IOException;

  /** Puts the files into their places; what is closed without is removed. */
  void commit() throws IOException;

  static VectorRowsWriter kaldi(String specifier) throws IOException {
    KaldiTableWriter writer = KaldiTableWriter.create(specifier);
    return new VectorRowsWriter() {
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

  static VectorRowsWriter table(Path out) throws IOException {
    TableRowsWriter writer = TableRowsWriter.create(out, TableRowsWriter.separator(out));
    return new VectorRowsWriter() {
      @Override
      public void write(String id, KaldiArray row) throws IOException {
        writer.write(id, FloatMatrix.of(row.values()).array());
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

  static VectorRowsWriter npy(Path out, int dim) throws IOException {
    NpyRowsWriter matrix = NpyRowsWriter.create(out, dim);
    TargetFile ids;
    try {
      ids = TargetFile.create(VectorFiles.idsOf(out));
    } catch (IOException | RuntimeException e) {
      matrix.close();
      throw e;
    }
    return new VectorRowsWriter() {
      @Override
      public void write(String id, KaldiArray row) throws IOException {
        matrix.write(FloatMatrix.of(row.values()).array());
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
}
