package dev.gme.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers of a golden case: a scalar (no dimensions), vector, matrix or more, last index fastest.
 */
public final class NdArray {
  private final List<Integer> shape;
  private final double[] data;

  private NdArray(List<Integer> shape, double[] data) {
    this.shape = shape;
    this.data = data;
  }

  public List<Integer> shape() {
    return shape;
  }

  /** The numbers, last index fastest; not a copy. */
  public double[] data() {
    return data;
  }

  /** From a JSON number, numeric word, or regular nested list. */
  static NdArray of(JsonNode node) {
    List<Integer> shape = new ArrayList<>();
    for (JsonNode n = node; n.isArray(); n = n.get(0)) {
      shape.add(n.size());
      if (n.isEmpty()) {
        break;
      }
    }
    List<Double> values = new ArrayList<>();
    collect(node, values);
    int size = shape.stream().reduce(1, Math::multiplyExact);
    if (values.size() != size) {
      throw new IllegalArgumentException(
          "a nested list of shape " + shape + " holds " + values.size() + " numbers");
    }
    return new NdArray(List.copyOf(shape), values.stream().mapToDouble(v -> v).toArray());
  }

  private static void collect(JsonNode node, List<Double> values) {
    if (node.isArray()) {
      node.forEach(n -> collect(n, values));
    } else {
      values.add(number(node));
    }
  }

  static double number(JsonNode node) {
    if (node.isNumber()) {
      return node.doubleValue();
    }
    if (node.isBoolean()) {
      return node.booleanValue() ? 1 : 0;
    }
    return switch (node.asText()) {
      case "Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> throw new IllegalArgumentException("not a number: " + node);
    };
  }

  private static final Pattern HEADER =
      Pattern.compile(
          "\\{'descr': '<f8', 'fortran_order': False, 'shape': \\(([0-9, ]*)\\),? *\\}\\s*");

  /** From a NumPy file of format 1.0: little-endian doubles in C order. */
  static NdArray read(Path npy) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(npy)).order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = new byte[6];
    in.get(magic);
    if (!Arrays.equals(magic, new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'})
        || in.getShort() != 1) {
      throw new IOException(npy + " is not a NumPy file of format 1.0");
    }
    byte[] text = new byte[in.getShort()];
    in.get(text);
    Matcher header = HEADER.matcher(new String(text, StandardCharsets.US_ASCII));
    if (!header.matches()) {
      throw new IOException(npy + " is not an array of little-endian doubles in C order");
    }
    List<Integer> shape =
        Arrays.stream(header.group(1).split(","))
            .map(String::trim)
            .filter(s -> !s.isEmpty())
            .map(Integer::valueOf)
            .toList();
    double[] data = new double[shape.stream().reduce(1, Math::multiplyExact)];
    in.asDoubleBuffer().get(data);
    return new NdArray(shape, data);
  }

  /** The rows of a matrix. */
  public double[][] rows() {
    if (shape.size() == 1 && shape.get(0) == 0) {
      return new double[0][];
    }
    if (shape.size() != 2) {
      throw new IllegalStateException("not a matrix: shape " + shape);
    }
    return split(shape.get(0), shape.get(1));
  }

  /** The matrices of a three-dimensional array, as rows. */
  public double[][][] matrices() {
    if (shape.size() != 3) {
      throw new IllegalStateException("not a list of matrices: shape " + shape);
    }
    double[][][] out = new double[shape.get(0)][][];
    double[][] flat = split(shape.get(0), shape.get(1) * shape.get(2));
    for (int i = 0; i < out.length; i++) {
      out[i] = new NdArray(List.of(shape.get(1), shape.get(2)), flat[i]).rows();
    }
    return out;
  }

  private double[][] split(int n, int length) {
    double[][] out = new double[n][];
    for (int i = 0; i < n; i++) {
      out[i] = Arrays.copyOfRange(data, i * length, (i + 1) * length);
    }
    return out;
  }
}
