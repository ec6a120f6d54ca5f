package dev.gme.formats.numpy;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import java.util.Arrays;
import java.util.List;

/**
 * An array in memory, last index fastest whatever the order in its file. Floats of two and four
 * bytes are kept as float, of eight as double, integers and booleans as long, text as String.
 *
 * <pre>{@code
 * NpyArray x = Npy.read(path);
 * FloatMatrix vectors = x.floatMatrix();
 * Npy.write(other, NpyArray.of(vectors));
 * }</pre>
 */
public final class NpyArray {
  private final List<Integer> shape;

  /** float[], double[], long[] or String[]. */
  private final Object elements;

  NpyArray(List<Integer> shape, Object elements) {
    this.shape = List.copyOf(shape);
    this.elements = elements;
  }

  public static NpyArray of(FloatMatrix m) {
    return new NpyArray(List.of(m.rows(), m.cols()), m.array());
  }

  public static NpyArray of(DoubleMatrix m) {
    return new NpyArray(List.of(m.rows(), m.cols()), m.array());
  }

  public static NpyArray of(double... vector) {
    return new NpyArray(List.of(vector.length), vector.clone());
  }

  public static NpyArray of(long... vector) {
    return new NpyArray(List.of(vector.length), vector.clone());
  }

  /**
   * Floats of any shape, last index fastest; the array is not copied.
   *
   * @param shape the size of each dimension
   */
  public static NpyArray ofShape(List<Integer> shape, float[] elements) {
    return checked(shape, elements, elements.length);
  }

  /** Doubles of any shape; see the one for floats. */
  public static NpyArray ofShape(List<Integer> shape, double[] elements) {
    return checked(shape, elements, elements.length);
  }

  /** Integers of any shape; see the one for floats. */
  public static NpyArray ofShape(List<Integer> shape, long[] elements) {
    return checked(shape, elements, elements.length);
  }

  /** Text of any shape; see the one for floats. */
  public static NpyArray ofShape(List<Integer> shape, String[] elements) {
    return checked(shape, elements, elements.length);
  }

  private static NpyArray checked(List<Integer> shape, Object elements, int count) {
    NpyArray array = new NpyArray(shape, elements);
    if (array.size() != count) {
      throw new IllegalArgumentException(count + " elements for shape " + shape);
    }
    return array;
  }

  public static NpyArray of(List<String> words) {
    return new NpyArray(List.of(words.size()), words.toArray(String[]::new));
  }

  /** The size of each dimension; empty for a single element. */
  public List<Integer> shape() {
    return shape;
  }

  public int size() {
    return shape.stream().reduce(1, Math::multiplyExact);
  }

  public boolean isText() {
    return elements instanceof String[];
  }

  /** What this array is written as if nobody says otherwise. */
  NpyType naturalType() {
    if (elements instanceof String[] words) {
      int longest =
          Arrays.stream(words).mapToInt(w -> w.codePointCount(0, w.length())).max().orElse(1);
      return NpyType.text(Math.max(1, longest));
    }
    return elements instanceof float[]
        ? NpyType.FLOAT32
        : elements instanceof double[] ? NpyType.FLOAT64 : NpyType.INT64;
  }

  /** Element i as a number, last index fastest. */
  public double number(int i) {
    if (elements instanceof float[] f) {
      return f[i];
    }
    if (elements instanceof double[] d) {
      return d[i];
    }
    if (elements instanceof long[] l) {
      return l[i];
    }
    throw new IllegalStateException("an array of text has no numbers");
  }

  /** Element i in words: text as it is, a number in digits. */
  public String word(int i) {
    if (elements instanceof String[] s) {
      return s[i];
    }
    return elements instanceof long[] l ? Long.toString(l[i]) : Double.toString(number(i));
  }

  /** All elements in double; a copy. */
  public double[] doubles() {
    if (elements instanceof double[] d) {
      return d.clone();
    }
    double[] out = new double[size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = number(i);
    }
    return out;
  }

  /** All elements in words. */
  public List<String> words() {
    String[] out = new String[size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = word(i);
    }
    return List.of(out);
  }

  /** A matrix of numbers; an array of one dimension is one row. */
  public DoubleMatrix doubleMatrix() {
    return DoubleMatrix.wrap(rows(), cols(), doubles());
  }

  /** A matrix of floats, rounded where this array is more precise. */
  public FloatMatrix floatMatrix() {
    if (elements instanceof float[] f) {
      return FloatMatrix.wrap(rows(), cols(), f);
    }
    return FloatMatrix.of(doubleMatrix());
  }

  private int rows() {
    if (shape.isEmpty() || shape.size() > 2) {
      throw new IllegalStateException("an array of shape " + shape + " is no matrix");
    }
    return shape.size() == 1 ? 1 : shape.get(0);
  }

  private int cols() {
    return shape.get(shape.size() - 1);
  }
}
