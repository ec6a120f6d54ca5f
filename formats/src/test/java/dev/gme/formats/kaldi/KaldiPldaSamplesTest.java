package dev.gme.formats.kaldi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.TwoCovariance;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The plda samples: every file of every case is read; copies of models are the same; scores come
 * from Kaldi's own model by core's log-likelihood ratios. Kinds that train or transform belong to
 * whoever implements them.
 */
class KaldiPldaSamplesTest {
  @TempDir Path temp;

  @TestFactory
  List<DynamicTest> plda() {
    return KaldiCase.each("plda", this::check);
  }

  private void check(KaldiCase c) throws IOException {
    for (String name : c.outputs()) {
      readable(c, name);
    }
    if (c.kind().equals("plda-smooth") && c.option("smoothing").asDouble() == 0) {
      copy(c);
    }
    if (c.kind().equals("plda-score")) {
      score(c);
    }
  }

  private static void readable(KaldiCase c, String name) throws IOException {
    Path file = c.outputFile(name);
    switch (c.output(name).path("format").asText()) {
      case "plda" -> assertThat(KaldiPlda.read(file).mean()).isNotEmpty();
      case "vector", "matrix" -> assertThat(KaldiFile.read(file).values().isFinite()).isTrue();
      case "vector-archive" -> assertThat(vectors(file)).isNotEmpty();
      case "int-archive" -> assertThat(counts(file)).isNotEmpty();
      case "scores" -> assertThat(ListReader.read(file).hasScores()).isTrue();
      case "json" -> assertThat(file).exists();
      default -> throw new AssertionError("unknown format of " + name);
    }
  }

  /** The model of the case, as text and binary, gives the parts that Kaldi's copy has. */
  private void copy(KaldiCase c) throws IOException {
    KaldiPlda model = KaldiPlda.read(c.input("model"));
    Path text = temp.resolve("plda.txt");
    model.write(text, true);
    assertThat(text).hasSameBinaryContentAs(c.outputFile("mean"));
    Path binary = temp.resolve("plda");
    model.write(binary, false);
    assertThat(binary).hasSameBinaryContentAs(c.input("model"));
    for (KaldiPlda read : List.of(KaldiPlda.read(binary), KaldiPlda.of(model.twoCovariance()))) {
      KaldiPlda expected = KaldiPlda.read(c.outputFile("mean"));
      c.check("mean", read.mean(), expected.mean());
      c.check("psi", read.psi(), expected.psi());
      c.check("transform", read.transform(), expected.transform());
      c.check("within", read.twoCovariance().within(), expected.twoCovariance().within());
      c.check("between", read.twoCovariance().between(), expected.twoCovariance().between());
    }
  }

  private static Map<String, double[]> vectors(Path file) throws IOException {
    Map<String, double[]> out = new LinkedHashMap<>();
    try (KaldiTable table = KaldiTable.open(file)) {
      while (table.next()) {
        out.put(table.key(), table.array().elements());
      }
    }
    return out;
  }

  private static Map<String, Integer> counts(Path file) throws IOException {
    Map<String, Integer> out = new LinkedHashMap<>();
    try (KaldiTable table = KaldiTable.open(file)) {
      while (table.next()) {
        out.put(table.key(), table.integer());
      }
    }
    return out;
  }

  /**
   * In the space of y = T (x − m) the model is (0, diag(psi), I). An enrolment by n recordings is
   * their mean, pooled n times. Trials with unknown keys are left out, as Kaldi does.
   */
  private static void score(KaldiCase c) throws IOException {
    KaldiPlda plda = KaldiPlda.read(c.input("model"));
    int dim = plda.mean().length;
    GmeExtractor extractor =
        TwoCovariance.of(
                new double[dim], DoubleMatrix.diagonal(plda.psi()), DoubleMatrix.identity(dim))
            .extractor(dim, Double.POSITIVE_INFINITY);
    Map<String, Integer> counts =
        c.input("num_utts") == null ? Map.of() : counts(c.input("num_utts"));
    Map<String, double[]> enrol = vectors(c.input("enrol"));
    Map<String, double[]> test = vectors(c.input("test"));
    TrialList trials = ListReader.read(c.input("trials"), ListLayout.KALDI);
    TrialList expected = ListReader.read(c.outputFile("scores"));
    double[] got = new double[expected.size()];
    double[] truth = new double[expected.size()];
    int n = 0;
    for (int i = 0; i < trials.size(); i++) {
      String e = trials.enrolIds().get(trials.enrol(i));
      String t = trials.testIds().get(trials.test(i));
      if (!enrol.containsKey(e) || !test.containsKey(t)) {
        continue;
      }
      assertThat(expected.enrolIds().get(expected.enrol(n))).isEqualTo(e);
      assertThat(expected.testIds().get(expected.test(n))).isEqualTo(t);
      int count = counts.getOrDefault(e, 1);
      MetaEmbeddings model =
          extractor
              .embed(rows(latent(c, plda, enrol.get(e), count)))
              .pool(new int[][] {new int[count]});
      MetaEmbeddings tested = extractor.embed(rows(latent(c, plda, test.get(t), 1)));
      got[n] = model.llr(tested).get(0, 0);
      truth[n] = expected.score(n);
      n++;
    }
    assertThat(n).isEqualTo(expected.size());
    c.check("scores", got, truth);
  }

  private static DoubleMatrix rows(double[] y) {
    return DoubleMatrix.wrap(1, y.length, y);
  }

  /** y with Kaldi's length normalization, as the samples' README states it. */
  private static double[] latent(KaldiCase c, KaldiPlda plda, double[] x, int n) {
    double[] centred = x.clone();
    for (int i = 0; i < x.length; i++) {
      centred[i] -= plda.mean()[i];
    }
    double[] y = plda.transform().times(centred);
    boolean simple = c.option("simple-length-normalization").asBoolean();
    if (simple || c.option("normalize-length").asBoolean()) {
      double sum = 0;
      for (int i = 0; i < y.length; i++) {
        sum += y[i] * y[i] / (simple ? 1 : plda.psi()[i] + 1.0 / n);
      }
      for (int i = 0; i < y.length; i++) {
        y[i] *= Math.sqrt(y.length / sum);
      }
    }
    return y;
  }
}
