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

/**
 * Artefacts as .npz for users of Python: an array for each part, named by the letter of the paper,
 * and {@code readme}, a JSON text that says what the arrays are and where they come from.
 *
 * <pre>{@code
 * NpzExport.write(Path.of("plda.npz"), ArtefactKind.PLDA, model, provenance);
 * // Python: m = np.load("plda.npz"); m["F"], m["W"]; json.loads(str(m["readme"]))
 * }</pre>
 */
public final class NpzExport {
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
          Map.entry("form", "the kind of calibration"),
          Map.entry("alpha", "what scores are multiplied with"),
          Map.entry("beta", "what is added then"));

  private NpzExport() {}

  public static <T> void write(Path file, ArtefactKind<T> kind, T value, Provenance provenance)
      throws IOException {
    Parts parts = kind.take(value);
    ObjectNode readme = JSON.createObjectNode();
    readme.put("kind", kind.name());
    ObjectNode meanings = readme.putObject("arrays");
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    parts
        .tensors()
        .forEach(
            (name, tensor) -> {
              arrays.put(name, array(tensor.values(), parts.isVector(name)));
              meanings.put(name, MEANINGS.getOrDefault(name, ""));
            });
    parts
        .words()
        .forEach(
            (name, words) -> {
              arrays.put(name, NpyArray.of(words));
              meanings.put(name, MEANINGS.getOrDefault(name, ""));
            });
    readme.set("provenance", JSON.valueToTree(provenance));
    arrays.put("readme", NpyArray.ofShape(List.of(), new String[] {readme.toPrettyString()}));
    Npz.write(file, arrays);
  }

  /** A single number has no dimension, a vector one. */
  private static NpyArray array(DoubleMatrix values, boolean vector) {
    double[] elements = values.array();
    if (!vector) {
      return NpyArray.of(values);
    }
    return elements.length == 1 ? NpyArray.ofShape(List.of(), elements) : NpyArray.of(elements);
  }
}
