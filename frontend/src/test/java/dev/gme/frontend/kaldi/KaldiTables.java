package dev.gme.frontend.kaldi;

import dev.gme.core.linalg.FloatMatrix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Archives of the golden samples, key by key in their order. */
public final class KaldiTables {
  private KaldiTables() {}

  private static <V> Map<String, V> archive(Path file, Function<KaldiReader, V> value) {
    KaldiReader in = KaldiReader.of(file);
    Map<String, V> out = new LinkedHashMap<>();
    while (!in.atEnd()) {
      String key = in.token();
      in.begin();
      out.put(key, value.apply(in));
    }
    return out;
  }

  public static Map<String, double[][]> matrices(Path file) {
    return archive(file, KaldiReader::matrix);
  }

  public static Map<String, double[]> vectors(Path file) {
    return archive(file, KaldiReader::vector);
  }

  public static Map<String, FloatMatrix> frames(Path file) {
    Map<String, FloatMatrix> out = new LinkedHashMap<>();
    matrices(file).forEach((k, m) -> out.put(k, floats(m)));
    return out;
  }

  private static FloatMatrix floats(double[][] m) {
    int cols = m.length == 0 ? 0 : m[0].length;
    float[] x = new float[m.length * cols];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) m[i / cols][i % cols];
    }
    return FloatMatrix.wrap(m.length, cols, x);
  }

  /** Lines of a key and one number. */
  public static Map<String, double[]> numbers(Path file) {
    return archive(file, in -> new double[] {Double.parseDouble(in.line())});
  }

  /** Lines of a key and words. */
  public static Map<String, List<String>> words(Path file) {
    return archive(file, in -> List.of(in.line().split("\\s+")));
  }

  /** Per frame a list of components. */
  public static Map<String, int[][]> selections(Path file) {
    return archive(
        file,
        in -> {
          if (in.isBinary()) {
            int[][] out = new int[in.integer()][];
            for (int t = 0; t < out.length; t++) {
              out[t] = new int[in.integer()];
              for (int i = 0; i < out[t].length; i++) {
                out[t][i] = in.integer();
              }
            }
            return out;
          }
          return Arrays.stream(in.line().split(";"))
              .map(String::strip)
              .filter(s -> !s.isEmpty())
              .map(s -> Arrays.stream(s.split(" +")).mapToInt(Integer::parseInt).toArray())
              .toArray(int[][]::new);
        });
  }

  /** Components and their posteriors, frame by frame. */
  public static final class Posteriors {
    private final int[][] indices;
    private final double[][] values;

    Posteriors(int[][] indices, double[][] values) {
      this.indices = indices;
      this.values = values;
    }

    public int[][] indices() {
      return indices;
    }

    public double[][] values() {
      return values;
    }
  }

  public static Map<String, Posteriors> posteriors(Path file) {
    return archive(file, in -> in.isBinary() ? binaryPosteriors(in) : textPosteriors(in.line()));
  }

  private static Posteriors binaryPosteriors(KaldiReader in) {
    int n = in.integer();
    Posteriors p = new Posteriors(new int[n][], new double[n][]);
    for (int t = 0; t < n; t++) {
      int k = in.integer();
      p.indices[t] = new int[k];
      p.values[t] = new double[k];
      for (int i = 0; i < k; i++) {
        p.indices[t][i] = in.integer();
        p.values[t][i] = in.number();
      }
    }
    return p;
  }

  private static Posteriors textPosteriors(String line) {
    List<int[]> indices = new ArrayList<>();
    List<double[]> values = new ArrayList<>();
    for (String frame : List.of(line.split("\\]"))) {
      String body = frame.replace("[", "").strip();
      if (body.isEmpty()) {
        continue;
      }
      List<String> f = List.of(body.split(" +"));
      int[] index = new int[f.size() / 2];
      double[] value = new double[f.size() / 2];
      for (int i = 0; i < index.length; i++) {
        index[i] = Integer.parseInt(f.get(2 * i));
        value[i] = Double.parseDouble(f.get(2 * i + 1));
      }
      indices.add(index);
      values.add(value);
    }
    return new Posteriors(indices.toArray(int[][]::new), values.toArray(double[][]::new));
  }
}
