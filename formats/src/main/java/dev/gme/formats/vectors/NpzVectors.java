package dev.gme.formats.vectors;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.RowSequence;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;

/** The vectors of an .npz file with an array for each recording, which its id is the name of. */
final class NpzVectors implements RowSequence {
  private final Npz arrays;
  private final Iterator<String> names;
  private final Form form;

  NpzVectors(Npz arrays) throws IOException {
    this.arrays = arrays;
    List<String> all = List.copyOf(arrays.names());
    this.names = all.iterator();
    NpyArray first = vector(all.get(0), -1);
    this.form = new Form(all.size(), first.size(), "one array an id", false);
  }

  /** The array of a name, which must be a vector, of this size if that is known. */
  private NpyArray vector(String name, int size) throws IOException {
    NpyArray array = arrays.array(name);
    // 1 x D is what many programs save.
    long rows = array.shape().stream().filter(n -> n != 1).count();
    if (array.isText() || rows > 1 || array.size() == 0 || (size >= 0 && array.size() != size)) {
      throw bad(name, array, size);
    }
    return array;
  }

  private GmeException bad(String name, NpyArray array, int size) {
    return BadFile.at(
        arrays.path(),
        "expected arrays X and ids, or a vector"
            + (size < 0 ? "" : " of dimension " + size)
            + " for each id, found the array "
            + BadFile.quoted(name)
            + (array.isText() ? " of text" : " of shape " + array.shape()),
        "say which arrays are X and ids, or save them under these names");
  }

  @Override
  public Form form() {
    return form;
  }

  @Override
  public DoubleMatrix next(int n) throws IOException {
    double[] out = new double[n * form.cols()];
    for (int i = 0; i < n; i++) {
      double[] row = vector(names.next(), form.cols()).doubles();
      System.arraycopy(row, 0, out, i * form.cols(), row.length);
    }
    return DoubleMatrix.wrap(n, form.cols(), out);
  }

  @Override
  public void close() throws IOException {
    arrays.close();
  }
}
