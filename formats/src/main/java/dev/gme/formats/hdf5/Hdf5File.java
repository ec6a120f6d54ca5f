package dev.gme.formats.hdf5;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.CloseOnFailure;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.OpenedFiles;
import dev.gme.formats.io.RowSequence;
import dev.gme.formats.numpy.NpyArray;
import io.jhdf.HdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The datasets of an HDF5 file by path, such as {@code ID/row_ids}. Links to other places and files
 * are not followed.
 *
 * <pre>{@code
 * try (Hdf5File file = Hdf5File.open(path)) {
 *   NpyArray lda = file.read("lda");
 * }
 * }</pre>
 */
public final class Hdf5File implements Closeable {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

  /** Ids with slashes become nested groups; deeper than this nobody nests. */
  private static final int DEEPEST = 16;

  /** A dataset takes at least this many bytes: its name, its place, its type and its size. */
  private static final int SMALLEST_DATASET = 16;

  private final Path path;
  private final HdfFile file;
  private final long size;
  private final Map<String, Dataset> datasets = new TreeMap<>();
  private long visited;

  private Hdf5File(Path path, HdfFile file, long size) {
    this.path = path;
    this.file = file;
    this.size = size;
  }

  /** Whether the content of a file, gzipped or not, begins as HDF5 files do. */
  public static boolean isHdf5(InputFile in) throws IOException {
    byte[] start = in.start();
    return start.length >= SIGNATURE.length
        && Arrays.equals(SIGNATURE, 0, SIGNATURE.length, start, 0, SIGNATURE.length);
  }

  public static Hdf5File open(Path path) throws IOException {
    return InputFile.read(path, Hdf5File::of);
  }

  /** The datasets of a file that is open; it need not stay open. */
  public static Hdf5File of(InputFile in) throws IOException {
    Path path = in.path();
    if (in.hasPlaces() && !in.isOnThisMachine()) {
      throw BadFile.at(
          in.toString(), "HDF5 files are read from a disk only", "copy it to this machine");
    }
    if (!in.hasPlaces() || !isHdf5(in)) {
      throw BadFile.at(
          path,
          "expected an HDF5 file, found something else",
          "name another file, or unpack this one if it is compressed");
    }
    long size = in.size();
    HdfFile file = guarded(path, () -> jhdf(in, size));
    return CloseOnFailure.of(
        file::close,
        () ->
            guarded(
                path,
                () -> {
                  Hdf5File out = new Hdf5File(path, file, size);
                  out.list(file, "", 0);
                  return out;
                }));
  }

  /**
   * From memory jHDF hands out views, so that no declared size makes it allocate. Above 2 GB that
   * is not possible, but there its largest allocation, of 2 GB, is less than the file.
   */
  private static HdfFile jhdf(InputFile in, long size) {
    if (size > Integer.MAX_VALUE) {
      OpenedFiles.note(in.path());
      return new HdfFile(in.path());
    }
    try {
      return HdfFile.fromByteBuffer(in.mapped());
    } catch (IOException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private void list(Group group, String prefix, int depth) {
    // Groups that hold each other would go on for ever.
    if (depth > DEEPEST || visited > size / SMALLEST_DATASET) {
      throw BadFile.at(path, "its groups are nested without end", "the file is damaged");
    }
    for (Map.Entry<String, Node> child : group.getChildren().entrySet()) {
      visited++;
      Node node = child.getValue();
      if (node.isLink()) {
        continue;
      }
      if (node instanceof Dataset dataset) {
        datasets.put(prefix + child.getKey(), dataset);
      } else if (node instanceof Group inner) {
        list(inner, prefix + child.getKey() + "/", depth + 1);
      }
    }
  }

  public Path path() {
    return path;
  }

  /** The paths of all datasets, in the order of their names. */
  public List<String> names() {
    return List.copyOf(datasets.keySet());
  }

  public boolean has(String name) {
    return datasets.containsKey(name);
  }

  /** The first of these names that is there. */
  public Optional<String> firstOf(List<String> candidates) {
    return candidates.stream().filter(datasets::containsKey).findFirst();
  }

  /** The size of each dimension of a dataset, without reading it; empty for a single value. */
  public List<Integer> shape(String name) {
    int[] dimensions = guarded(path, () -> dataset(name).getDimensions());
    return Arrays.stream(dimensions).boxed().toList();
  }

  /** A dataset of numbers or text. */
  public NpyArray read(String name) {
    return guarded(path, () -> Hdf5Elements.read(where(name), dataset(name), size));
  }

  /** The rows of a matrix of numbers, one after the other; closing them closes this file. */
  public RowSequence rows(String name) {
    return guarded(path, () -> Hdf5Rows.of(this, where(name), dataset(name), size));
  }

  /** A matrix or vector of numbers; refused if it is something else. */
  public NpyArray numbers(String name, int dimensions) {
    NpyArray array = read(name);
    if (array.isText() || array.shape().size() != dimensions) {
      throw BadFile.at(
          where(name),
          "expected numbers in "
              + dimensions
              + (dimensions == 1 ? " dimension" : " dimensions")
              + ", found "
              + (array.isText() ? "text" : "shape " + array.shape()),
          "give a file of that layout");
    }
    return array;
  }

  private Dataset dataset(String name) {
    Dataset dataset = datasets.get(name);
    if (dataset == null) {
      List<String> some = new ArrayList<>(datasets.keySet());
      throw BadFile.at(
          path,
          "there is no dataset '"
              + name
              + "', only "
              + BadFile.quoted(String.join(", ", some.subList(0, Math.min(8, some.size())))),
          "name another file");
    }
    return dataset;
  }

  private String where(String name) {
    return path + ", dataset " + BadFile.quoted(name);
  }

  <T> T guarded(Supplier<T> work) {
    return guarded(path, work);
  }

  /** Whatever jHDF says of a damaged file becomes a sentence. */
  private static <T> T guarded(Path path, Supplier<T> work) {
    try {
      return work.get();
    } catch (GmeException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError | InternalError e) {
      Throwable cause = e;
      while (cause.getCause() != null && cause.getCause() != cause) {
        cause = cause.getCause();
      }
      String said =
          cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
      throw BadFile.at(
          path,
          "expected an HDF5 file that can be read, found a damaged or unusual one ("
              + BadFile.quoted(said)
              + ")",
          "make or copy it again, or convert it to .npz");
    }
  }

  @Override
  public void close() {
    file.close();
  }

  @Override
  public String toString() {
    return path + " with datasets " + datasets.keySet();
  }
}
