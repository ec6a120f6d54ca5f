package dev.gme.formats.artefact;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Artefacts as .npz files, for those who read them with NumPy: every matrix under its name, a
 * vector as an array of one axis, lists of words as text, and the kind under {@code kind}.
 *
 * <pre>{@code
 * ArtefactNpz.write(path, ArtefactKind.EXTRACTOR, pipeline);
 * Pipeline same = ArtefactNpz.read(path, ArtefactKind.EXTRACTOR);
 * }</pre>
 */
public final class ArtefactNpz {
  private static final String KIND = "kind";

  private ArtefactNpz() {}

  public static <T> void write(Path file, ArtefactKind<T> kind, T value) throws IOException {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put(KIND, NpyArray.of(List.of(kind.name())));
    Parts parts = kind.take(value);
    parts
        .tensors()
        .forEach(
            (name, tensor) -> {
              DoubleMatrix m = tensor.values();
              arrays.put(name, m.rows() == 1 ? NpyArray.of(m.row(0)) : NpyArray.of(m));
            });
    parts
        .words()
        .forEach(
            (name, words) -> {
              // An empty array of text has no type; its absence says the same.
              if (!words.isEmpty()) {
                arrays.put(name, NpyArray.of(words));
              }
            });
    Npz.write(file, arrays);
  }

  /** The kind that a file says it has, or that its arrays must be of. */
  public static Optional<String> kind(Path file) throws IOException {
    Map<String, NpyArray> arrays = Npz.read(file);
    if (arrays.containsKey(KIND)) {
      return Optional.of(arrays.get(KIND).word(0));
    }
    for (ArtefactKind<?> kind :
        List.of(ArtefactKind.EXTRACTOR, ArtefactKind.PLDA, ArtefactKind.TWO_COVARIANCE)) {
      if (arrays.keySet().containsAll(kind.mainParts())) {
        return Optional.of(kind.name());
      }
    }
    return Optional.empty();
  }

  /** Arrays of other programs may leave out ν, which is then infinite, and the preprocessing. */
  public static <T> T read(Path file, ArtefactKind<T> kind) throws IOException {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    Map<String, List<String>> words = new LinkedHashMap<>();
    tensors.put("nu", Tensor.of(DoubleMatrix.wrap(1, 1, new double[] {Double.POSITIVE_INFINITY})));
    words.put("steps", List.of());
    for (Map.Entry<String, NpyArray> e : Npz.read(file).entrySet()) {
      NpyArray array = e.getValue();
      if (array.isText()) {
        words.put(e.getKey(), array.words());
      } else if (array.shape().size() <= 2) {
        tensors.put(e.getKey(), Tensor.of(matrix(array)));
      }
    }
    try {
      return kind.make(Parts.of(file, tensors, words));
    } catch (IllegalArgumentException e) {
      throw BadFile.at(
          file, "the arrays do not fit together: " + e.getMessage(), "save them again");
    }
  }

  private static DoubleMatrix matrix(NpyArray array) {
    return array.shape().size() == 2
        ? array.doubleMatrix()
        : DoubleMatrix.wrap(1, array.size(), array.doubles());
  }
}
