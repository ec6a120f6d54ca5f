package dev.gme.formats.artefact;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.Npz;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Artefacts as .npz files, for users of Python: an array for each part, named by the letter of the
 * paper, the kind under {@code kind}, and {@code readme}, a JSON text that says what the arrays are
 * and where they come from.
 *
 * <pre>{@code
 * ArtefactNpz.write(path, ArtefactKind.EXTRACTOR, pipeline, provenance);
 * Pipeline same = ArtefactNpz.read(path, ArtefactKind.EXTRACTOR);
 * // Python: m = np.load("model.npz"); m["P"], m["lambda"]; json.loads(str(m["readme"]))
 * }</pre>
 */
public final class ArtefactNpz {
  private static final String KIND = "kind";
  private static final String README = "readme";
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Map<String, String> MEANINGS =
      Map.ofEntries(
          Map.entry("mean", "mu, the mean of the vectors, D numbers"),
          Map.entry("F", "the loading matrix, D x d: r = mu + F z + noise, z ~ N(0, I)"),
          Map.entry("W", "the precision of the noise, D x D"),
          Map.entry("nu", "degrees of freedom of the noise; inf is Gaussian"),
          Map.entry("between", "the covariance between speakers, D x D"),
          Map.entry("within", "the covariance within speakers, D x D"),
          Map.entry("P", "d x D; a = b P (r - mu)"),
          Map.entry("H", "(D-d) x D; b = (nu + D - d) / (nu + |H (r - mu)|^2)"),
          Map.entry("lambda", "d numbers; the precision of an embedding is b diag(lambda)"),
          Map.entry("a", "n x d, natural means of the embeddings"),
          Map.entry("b", "n numbers, the precisions are b diag(lambda)"),
          Map.entry("ids", "n ids of recordings or models"),
          Map.entry("steps", "what step0, step1, ... do, in this order, before the model"),
          Map.entry("head.columns", "what else has to be known of a recording, by name"),
          Map.entry("head.centres", "c, the means of these columns in training"),
          Map.entry("head.weights", "w; log b = w0 + w1 (log b as it was) + sum w_k (phi_k - c_k)"),
          Map.entry("head.mean-log-b", "the mean of log b as it was, of held-out recordings"),
          Map.entry("form", "the kind of calibration"),
          Map.entry("alpha", "what scores are multiplied with"),
          Map.entry("beta", "what is added then"),
          Map.entry("gamma", "what the quality of both sides together is multiplied with"),
          Map.entry("calibration.steps", "the lowest score of each block but the first"),
          Map.entry("q", "quantiles of |H (r - mu)|^2 of the recordings it was trained on"),
          Map.entry("llrs", "the log-likelihood ratio of each block of scores"));

  private ArtefactNpz() {}

  public static <T> void write(Path file, ArtefactKind<T> kind, T value, Provenance provenance)
      throws IOException {
    ArtefactParts parts = kind.take(value);
    ObjectNode readme = JSON.createObjectNode();
    ObjectNode meanings = readme.putObject("arrays");
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put(KIND, NpyArray.of(List.of(kind.name())));
    parts
        .tensors()
        .forEach(
            (name, tensor) -> {
              arrays.put(name, array(tensor.values(), parts.isVector(name)));
              meanings.put(name, meaning(name));
            });
    parts
        .words()
        .forEach(
            (name, words) -> {
              // An empty array of text has no type; its absence says the same.
              if (!words.isEmpty()) {
                arrays.put(name, NpyArray.of(words));
              }
              meanings.put(name, meaning(name));
            });
    readme.set("provenance", JSON.valueToTree(provenance));
    arrays.put(README, NpyArray.ofShape(List.of(), new String[] {readme.toPrettyString()}));
    Npz.write(file, arrays);
  }

  /** ArtefactParts of a part, such as those of a model's calibration, mean what they mean alone. */
  private static String meaning(String name) {
    String last = name.substring(name.lastIndexOf('.') + 1);
    return MEANINGS.getOrDefault(name, MEANINGS.getOrDefault(last, ""));
  }

  /** A single number has no dimension, a vector one. */
  private static NpyArray array(DoubleMatrix values, boolean vector) {
    double[] elements = values.array();
    if (!vector) {
      return NpyArray.of(values);
    }
    return elements.length == 1 ? NpyArray.ofShape(List.of(), elements) : NpyArray.of(elements);
  }

  /** The kind that a file says it has, or that its arrays must be of. */
  public static Optional<String> kind(Npz arrays) throws IOException {
    if (arrays.has(KIND)) {
      NpyArray kind = arrays.array(KIND);
      return kind.isText() && kind.size() == 1 ? Optional.of(kind.word(0)) : Optional.empty();
    }
    for (ArtefactKind<?> kind :
        List.of(ArtefactKind.EXTRACTOR, ArtefactKind.PLDA, ArtefactKind.TWO_COVARIANCE)) {
      if (arrays.names().containsAll(kind.mainParts())) {
        return Optional.of(kind.name());
      }
    }
    return Optional.empty();
  }

  public static <T> T read(Path file, ArtefactKind<T> kind) throws IOException {
    try (Npz arrays = Npz.open(file)) {
      return stored(arrays).make(kind).value();
    }
  }

  /**
   * All arrays of a file. Those of other programs may leave out ν, which is then infinite, and the
   * preprocessing.
   */
  public static StoredArtefact stored(Npz arrays) throws IOException {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    Map<String, List<String>> words = new LinkedHashMap<>();
    tensors.put("nu", Tensor.of(DoubleMatrix.wrap(1, 1, new double[] {Double.POSITIVE_INFINITY})));
    words.put("steps", List.of());
    for (String name : arrays.names()) {
      NpyArray array = arrays.array(name);
      if (array.isText()) {
        words.put(name, array.words());
      } else if (array.shape().size() <= 2) {
        tensors.put(name, Tensor.of(matrix(array)));
      }
    }
    String file = arrays.path().toString();
    String kind = kind(arrays).orElse("unknown");
    return new StoredArtefact(file, kind, ArtefactParts.of(file, tensors, words), Provenance.NONE);
  }

  private static DoubleMatrix matrix(NpyArray array) {
    return array.shape().size() == 2
        ? array.doubleMatrix()
        : DoubleMatrix.wrap(1, array.size(), array.doubles());
  }
}
