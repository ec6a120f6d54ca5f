package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Scores that gme wrote, recomputed as an outsider would: from the bytes of the model, vectors as
 * text and the formulas of docs/math.md 1.2, 3.2 and 3.9, without any code of gme.
 */
class RecomputedScoresTest {
  @TempDir static Path folder;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static SmallCorpus corpus;
  private static Path model;
  private static Map<String, double[]> vectors;
  private static Outsider outsider;

  @BeforeAll
  static void train() throws IOException {
    corpus = new SmallCorpus(folder);
    model = folder.resolve("m.gme");
    GmeRun.ok(
        "train htplda {} --labels {} --out {} -d 5 --centre --lda 12 --whiten within --length-norm",
        corpus.train,
        corpus.labels,
        model);
    Path csv = folder.resolve("eval.csv");
    GmeRun.ok("convert {} {}", corpus.eval, csv);
    vectors = readCsv(csv);
    outsider = new Outsider(model);
  }

  private static Map<String, double[]> readCsv(Path file) throws IOException {
    Map<String, double[]> out = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] fields = line.split("[,;]", -1);
      double[] x = new double[fields.length - 1];
      for (int k = 0; k < x.length; k++) {
        x[k] = Double.parseDouble(fields[k + 1]);
      }
      out.put(fields[0], x);
    }
    return out;
  }

  /** a and b of a recording or a pool of them. */
  private record Gme(List<Double> a, double b) {
    Gme pooledWith(Gme other) {
      List<Double> sum = new ArrayList<>();
      for (int k = 0; k < a.size(); k++) {
        sum.add(a.get(k) + other.a.get(k));
      }
      return new Gme(sum, b + other.b);
    }
  }

  /** Whoever has the file of a model and the mathematics, and nothing else. */
  private static final class Outsider {
    private final Map<String, double[]> tensors = new HashMap<>();
    private final List<String> steps = new ArrayList<>();

    Outsider(Path safetensors) throws IOException {
      ByteBuffer file =
          ByteBuffer.wrap(Files.readAllBytes(safetensors)).order(ByteOrder.LITTLE_ENDIAN);
      byte[] text = new byte[(int) file.getLong()];
      file.get(text);
      JsonNode header = JSON.readTree(new String(text, StandardCharsets.UTF_8));
      int start = file.position();
      for (Map.Entry<String, JsonNode> entry : header.properties()) {
        JsonNode where = entry.getValue().path("data_offsets");
        if (!where.isMissingNode()) {
          assertThat(entry.getValue().path("dtype").asText()).isEqualTo("F64");
          int from = where.get(0).asInt();
          double[] values = new double[(where.get(1).asInt() - from) / 8];
          file.position(start + from)
              .slice()
              .order(ByteOrder.LITTLE_ENDIAN)
              .asDoubleBuffer()
              .get(values);
          tensors.put(entry.getKey(), values);
        }
      }
      JsonNode gme = JSON.readTree(header.path("__metadata__").path("gme").asText());
      gme.path("words").path("steps").forEach(step -> steps.add(step.asText()));
    }

    private static double[] times(double[] matrix, double[] x) {
      double[] y = new double[matrix.length / x.length];
      for (int i = 0; i < matrix.length; i++) {
        y[i / x.length] += matrix[i] * x[i % x.length];
      }
      return y;
    }

    private static double[] minus(double[] x, double[] mean) {
      double[] y = x.clone();
      for (int k = 0; k < y.length; k++) {
        y[k] -= mean[k];
      }
      return y;
    }

    private static double squares(double[] x) {
      double sum = 0;
      for (double v : x) {
        sum += v * v;
      }
      return sum;
    }

    private double[] preprocess(double[] x) {
      for (int i = 0; i < steps.size(); i++) {
        double[] part = tensors.get("step" + i);
        if (steps.get(i).equals("centre")) {
          x = minus(x, part);
        } else if (steps.get(i).equals("length")) {
          double scale = Math.sqrt(x.length / squares(x));
          x = Arrays.stream(x).map(v -> v * scale).toArray();
        } else {
          x = times(part, x);
        }
      }
      return x;
    }

    Gme extract(double[] raw) {
      double[] x = minus(preprocess(raw), tensors.get("mean"));
      double[] y = times(tensors.get("H"), x);
      double nu = tensors.get("nu")[0];
      double b = (nu + y.length) / (nu + squares(y));
      List<Double> a = new ArrayList<>();
      for (double v : times(tensors.get("P"), x)) {
        a.add(b * v);
      }
      return new Gme(a, b);
    }

    private double logExpectation(Gme g) {
      double[] lambda = tensors.get("lambda");
      double sum = 0;
      for (int k = 0; k < lambda.length; k++) {
        double u = g.b * lambda[k];
        sum += g.a.get(k) * g.a.get(k) / (1 + u) - Math.log1p(u);
      }
      return sum / 2;
    }

    double llr(Gme e, Gme t) {
      return logExpectation(e.pooledWith(t)) - logExpectation(e) - logExpectation(t);
    }
  }

  /** The models of enrol.spk2utt, two recordings each, pooled. */
  private static Map<String, Gme> models() throws IOException {
    Map<String, Gme> out = new LinkedHashMap<>();
    for (String line : Files.readAllLines(corpus.models)) {
      String[] words = line.split(" ", -1);
      Gme pool = outsider.extract(vectors.get(words[1]));
      for (int i = 2; i < words.length; i++) {
        pool = pool.pooledWith(outsider.extract(vectors.get(words[i])));
      }
      out.put(words[0], pool);
    }
    return out;
  }

  @Test
  void theModelHasWhatTheFormulasNeed() {
    assertThat(outsider.steps).hasSize(5);
    assertThat(outsider.tensors).containsKeys("mean", "P", "H", "lambda", "nu", "step0", "step4");
    assertThat(outsider.tensors.get("lambda")).hasSize(5);
  }

  @Test
  void aListOfTrials() throws IOException {
    Path scores = folder.resolve("scores");
    GmeRun.ok(
        "score -m {} -e {} --models {} --trials {} --exact -o {}",
        model,
        corpus.eval,
        corpus.models,
        corpus.trials,
        scores);
    Map<String, Gme> models = models();
    List<String> lines = Files.readAllLines(scores);
    assertThat(lines).hasSize(12 * 24);
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      double s = outsider.llr(models.get(words[0]), outsider.extract(vectors.get(words[1])));
      // Nine digits of a float.
      assertThat(Double.parseDouble(words[2]))
          .isCloseTo(s, within(2e-7 * Math.max(1, Math.abs(s))));
    }
  }

  @Test
  void aMatrix() throws IOException {
    Path npy = folder.resolve("matrix.npy");
    GmeRun run =
        GmeRun.ok(
            "score -m {} -e {} --models {} --json -o {}", model, corpus.eval, corpus.models, npy);
    double bound = JSON.readTree(run.out()).path("error_bound").asDouble();
    List<String> rows = Files.readAllLines(folder.resolve("matrix.rows"));
    List<String> cols = Files.readAllLines(folder.resolve("matrix.cols"));
    byte[] bytes = Files.readAllBytes(npy);
    int size = rows.size() * cols.size();
    ByteBuffer values =
        ByteBuffer.wrap(bytes, bytes.length - 4 * size, 4 * size).order(ByteOrder.LITTLE_ENDIAN);
    Map<String, Gme> models = models();
    // So few pairs are scored exactly, without being asked for it.
    assertThat(bound).isZero();
    for (String row : rows) {
      for (String col : cols) {
        double s = outsider.llr(models.get(row), outsider.extract(vectors.get(col)));
        double found = values.getFloat();
        assertThat(found).isCloseTo(s, within(2e-7 * Math.max(1, Math.abs(s))));
      }
    }
  }
}
