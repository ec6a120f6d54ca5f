package dev.gme.formats.hdf5;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.StoredVectors;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.CloseOnFailure;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.RowSequence;
import dev.gme.formats.numpy.NpyArray;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Sets of vectors in HDF5: a matrix beside a list of ids, as DCA-PLDA has them ({@code ids} and
 * {@code data}), or a dataset for each recording, whose path is its id.
 *
 * <pre>{@code
 * LabelledVectors train = Hdf5Vectors.read(Path.of("embeddings.h5"));
 * }</pre>
 */
public final class Hdf5Vectors {
  private static final List<String> IDS = List.of("ids", "sample_ids", "utt_ids", "names", "keys");
  private static final List<String> VECTORS =
      List.of("data", "X", "embeddings", "vectors", "xvectors");
  private static final List<String> SPEAKERS = List.of("y", "speakers", "speaker_ids");

  private Hdf5Vectors() {}

  public static LabelledVectors read(Path path) throws IOException {
    try (StoredVectors stored = open(path)) {
      return stored.read();
    }
  }

  private static StoredVectors open(Path path) throws IOException {
    return InputFile.read(path, Hdf5Vectors::open);
  }

  /** The vectors block by block. */
  public static StoredVectors open(InputFile in) throws IOException {
    Hdf5File file = Hdf5File.of(in);
    return CloseOnFailure.of(file, () -> open(file));
  }

  private static StoredVectors open(Hdf5File file) throws IOException {
    Optional<String> ids = file.firstOf(IDS);
    Optional<String> vectors = file.firstOf(VECTORS);
    if (ids.isPresent() && vectors.isPresent()) {
      return StoredVectors.of(
          file.path(),
          file.read(ids.get()).words(),
          file.firstOf(SPEAKERS).map(y -> file.read(y).words()),
          file.rows(vectors.get()));
    }
    List<String> names = file.names();
    if (names.isEmpty()) {
      throw BadFile.at(
          file.path(), "expected vectors, found no dataset", "check how the file was made");
    }
    return StoredVectors.of(file.path(), names, Optional.empty(), new DatasetPerId(file, names));
  }

  /** A dataset for each vector. */
  private static final class DatasetPerId implements RowSequence {
    private final Hdf5File file;
    private final List<String> names;
    private final int dim;
    private int next;

    DatasetPerId(Hdf5File file, List<String> names) {
      this.file = file;
      this.names = names;
      dim = vector(names.get(0), -1).size();
    }

    private NpyArray vector(String name, int expected) {
      NpyArray array = file.read(name);
      // (1, n) is how networks that work in batches leave a single vector.
      boolean vector =
          !array.isText()
              && (array.shape().size() == 1
                  || (array.shape().size() == 2 && array.shape().get(0) == 1));
      if (!vector || array.size() == 0 || (expected >= 0 && array.size() != expected)) {
        throw BadFile.at(
            file.path() + ", dataset " + BadFile.quoted(name),
            "expected a vector"
                + (expected < 0 ? "" : " of dimension " + expected)
                + ", found "
                + (array.isText() ? "text" : "shape " + array.shape()),
            "give a vector for each id, or a matrix 'data' with a list 'ids'");
      }
      return array;
    }

    @Override
    public Form form() {
      return new Form(names.size(), dim, "a dataset for each id", true);
    }

    @Override
    public DoubleMatrix next(int n) {
      double[] out = new double[Math.multiplyExact(n, dim)];
      for (int i = 0; i < n; i++, next++) {
        System.arraycopy(vector(names.get(next), dim).doubles(), 0, out, i * dim, dim);
      }
      return DoubleMatrix.wrap(n, dim, out);
    }

    @Override
    public void close() {
      file.close();
    }
  }

  /** Writes {@code ids} and {@code data}, and {@code y} where the speakers are known. */
  public static void write(Path path, LabelledVectors set) throws IOException {
    FloatMatrix x = set.vectors();
    if (x.rows() == 0 || x.cols() == 0) {
      throw new GmeException(
          path + ": a set without vectors cannot be written as HDF5", "write it as .npz");
    }
    Hdf5Writer out = new Hdf5Writer().put(IDS.get(0), set.ids());
    out.put(VECTORS.get(0), x.rows(), x.cols(), x.array());
    set.speakers().ifPresent(s -> out.put(SPEAKERS.get(0), s));
    out.write(path);
  }
}
