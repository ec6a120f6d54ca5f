package dev.gme.formats.artefact;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a model is made of: matrices by name, and lists of words by name. */
final class Parts {
  private final Path source;
  private final Map<String, Tensor> tensors;
  private final Map<String, List<String>> words;

  private Parts(Path source, Map<String, Tensor> tensors, Map<String, List<String>> words) {
    this.source = source;
    this.tensors = tensors;
    this.words = words;
  }

  /** To be filled. */
  static Parts empty() {
    return new Parts(null, new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  static Parts of(Path source, Map<String, Tensor> tensors, Map<String, List<String>> words) {
    return new Parts(source, tensors, words);
  }

  Map<String, Tensor> tensors() {
    return Collections.unmodifiableMap(tensors);
  }

  Map<String, List<String>> words() {
    return Collections.unmodifiableMap(words);
  }

  Parts put(String name, DoubleMatrix m) {
    tensors.put(name, Tensor.of(m));
    return this;
  }

  Parts put(String name, double... vector) {
    return put(name, DoubleMatrix.wrap(1, vector.length, vector));
  }

  Parts put(String name, List<String> list) {
    words.put(name, list);
    return this;
  }

  DoubleMatrix matrix(String name) {
    Tensor t = tensors.get(name);
    if (t == null) {
      throw lacking(name);
    }
    return t.values();
  }

  double[] vector(String name) {
    return matrix(name).array().clone();
  }

  double number(String name) {
    double[] v = vector(name);
    if (v.length != 1) {
      throw lacking(name);
    }
    return v[0];
  }

  List<String> list(String name) {
    List<String> list = words.get(name);
    if (list == null) {
      throw lacking(name);
    }
    return new ArrayList<>(list);
  }

  /** A single word. */
  String word(String name) {
    List<String> list = list(name);
    if (list.size() != 1) {
      throw lacking(name);
    }
    return list.get(0);
  }

  private GmeException lacking(String name) {
    return BadFile.at(
        source, "the part '" + name + "' is missing or of another size", "write the file again");
  }
}
