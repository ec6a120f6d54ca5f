package dev.gme.formats.hdf5;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.RowSequence;
import dev.gme.formats.numpy.NpyArray;
import io.jhdf.api.Dataset;
import io.jhdf.api.dataset.ContiguousDataset;
import java.lang.reflect.Array;
import java.util.List;

/**
 * The rows of a matrix in HDF5. One that lies in the file as it is is read row by row; of one that
 * is packed in chunks jHDF gives the whole only.
 */
final class Hdf5Rows implements RowSequence {
  private final Hdf5File file;
  private final String where;
  private final Dataset dataset;
  private final Form form;

  /** Null where rows are read as they are asked for. */
  private final DoubleMatrix whole;

  private int next;

  private Hdf5Rows(Hdf5File file, String where, Dataset dataset, Form form, DoubleMatrix whole) {
    this.file = file;
    this.where = where;
    this.dataset = dataset;
    this.form = form;
    this.whole = whole;
  }

  static Hdf5Rows of(Hdf5File file, String where, Dataset dataset, long fileSize) {
    int[] shape = dataset.getDimensions();
    boolean numbers = shape.length == 2 && !dataset.isCompound() && isNumber(dataset);
    if (!numbers) {
      throw BadFile.at(
          where,
          "expected numbers in 2 dimensions, found "
              + (shape.length == 2 ? "others" : shape.length + " dimensions"),
          "give a file of that layout");
    }
    Class<?> element = dataset.getJavaType();
    boolean single = element == float.class;
    String type = single ? "float32" : element == double.class ? "float64" : "integers";
    Form form = new Form(shape[0], shape[1], type, single);
    boolean plain = dataset instanceof ContiguousDataset && (long) shape[0] * shape[1] > 0;
    if (plain) {
      Hdf5Elements.requirePlain(where, dataset, (long) shape[0] * shape[1], fileSize);
      return new Hdf5Rows(file, where, dataset, form, null);
    }
    NpyArray all = Hdf5Elements.read(where, dataset, fileSize);
    return new Hdf5Rows(file, where, dataset, form, all.doubleMatrix());
  }

  private static boolean isNumber(Dataset dataset) {
    Class<?> type = dataset.getJavaType();
    boolean primitive = type.isPrimitive() && type != boolean.class && type != char.class;
    return primitive || Number.class.isAssignableFrom(type);
  }

  @Override
  public Form form() {
    return form;
  }

  @Override
  public DoubleMatrix next(int n) {
    int from = next;
    next += n;
    return whole != null ? whole.rowRange(from, next) : file.guarded(() -> slice(from, n));
  }

  private DoubleMatrix slice(int from, int n) {
    int cols = form.cols();
    Object block = dataset.getData(new long[] {from, 0}, new int[] {n, cols});
    double[] out = new double[n * cols];
    for (int i = 0; i < n; i++) {
      NpyArray row = Hdf5Elements.array(where, List.of(cols), Array.get(block, i));
      System.arraycopy(row.doubles(), 0, out, i * cols, cols);
    }
    return DoubleMatrix.wrap(n, cols, out);
  }

  @Override
  public void close() {
    file.close();
  }
}
