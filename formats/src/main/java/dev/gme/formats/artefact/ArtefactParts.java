package dev.gme.formats.artefact;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a model is made of: matrices and vectors by name, and lists of words by name. A kind of
 * artefact takes its values apart into this and puts them together again.
 *
 * <pre>{@code
 * ArtefactParts parts = ArtefactParts.empty().put("mean", mean).put("F", f).put("nu", 2);
 * double[] mean = parts.vector("mean");
 * }</pre>
 */
public final class ArtefactParts {
  private final String source;
  private final Map<String, Tensor> tensors;
  private final Map<String, List<String>> words;
  private final Set<String> vectors = new HashSet<>();

  private ArtefactParts(
      String source, Map<String, Tensor> tensors, Map<String, List<String>> words) {
    this.source = source;
    this.tensors = tensors;
    this.words = words;
  }

  /** No parts yet, to be filled by {@code put}. */
  public static ArtefactParts empty() {
    return new ArtefactParts(null, new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  static ArtefactParts of(
      String source, Map<String, Tensor> tensors, Map<String, List<String>> words) {
    return new ArtefactParts(source, tensors, words);
  }

  Map<String, Tensor> tensors() {
    return Collections.unmodifiableMap(tensors);
  }

  /** Whether a part was put as a vector; files do not tell them from matrices of one row. */
  boolean isVector(String name) {
    return vectors.contains(name);
  }

  Map<String, List<String>> words() {
    return Collections.unmodifiableMap(words);
  }

  public ArtefactParts put(String name, DoubleMatrix m) {
    tensors.put(name, Tensor.of(m));
    return this;
  }

  /** A matrix that is written in floats. */
  ArtefactParts putSingle(String name, DoubleMatrix m) {
    tensors.put(name, new Tensor(true, m));
    return this;
  }

  public ArtefactParts put(String name, double... vector) {
    vectors.add(name);
    return put(name, DoubleMatrix.wrap(1, vector.length, vector.clone()));
  }

  public ArtefactParts put(String name, List<String> list) {
    words.put(name, list);
    return this;
  }

  /** Whether there is a matrix of that name. */
  public boolean has(String name) {
    return tensors.containsKey(name);
  }

  public DoubleMatrix matrix(String name) {
    Tensor t = tensors.get(name);
    if (t == null) {
      throw lacking(name);
    }
    return t.values();
  }

  public double[] vector(String name) {
    return matrix(name).array().clone();
  }

  public double number(String name) {
    double[] v = vector(name);
    if (v.length != 1) {
      throw lacking(name);
    }
    return v[0];
  }

  public List<String> list(String name) {
    List<String> list = words.get(name);
    if (list == null) {
      throw lacking(name);
    }
    return new ArrayList<>(list);
  }

  /** The word of a list that has no other. */
  public String word(String name) {
    List<String> list = list(name);
    if (list.size() != 1) {
      throw lacking(name);
    }
    return list.get(0);
  }

  private GmeException lacking(String name) {
    return BadFile.at(
        String.valueOf(source),
        "the part '" + name + "' is missing or of another size",
        "write the file again");
  }
}
