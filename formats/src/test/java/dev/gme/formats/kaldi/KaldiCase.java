package dev.gme.formats.kaldi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;

/** A case of an index.json of the shared Kaldi samples, with their rule of comparison. */
record KaldiCase(Path folder, JsonNode node) {
  /** A test of one case. */
  @FunctionalInterface
  interface Check {
    void run(KaldiCase c) throws IOException;
  }

  /** A test for each case; where the folder is missing, one that is skipped. */
  static List<DynamicTest> each(String name, Check check) {
    List<DynamicTest> tests = new ArrayList<>();
    try {
      Path folder = SharedData.part("kaldi-samples", name);
      JsonNode index =
          new ObjectMapper().readTree(SharedData.present(folder.resolve("index.json")).toFile());
      for (JsonNode node : index.path("cases")) {
        KaldiCase c = new KaldiCase(folder, node);
        tests.add(DynamicTest.dynamicTest(name + "/" + c.name(), () -> check.run(c)));
      }
    } catch (IOException | RuntimeException | AssertionError e) {
      tests.add(
          DynamicTest.dynamicTest(
              name,
              () -> {
                throw e;
              }));
    }
    return tests;
  }

  String name() {
    return node.path("case").asText();
  }

  String kind() {
    return node.path("kind").asText();
  }

  /** The file of a role, or null. */
  Path input(String role) {
    JsonNode file = node.path("inputs").path(role);
    return file.isTextual() ? SharedData.present(folder.resolve(file.asText())) : null;
  }

  JsonNode option(String name) {
    return node.path("options").path(name);
  }

  List<String> outputs() {
    List<String> names = new ArrayList<>();
    node.path("outputs").fieldNames().forEachRemaining(names::add);
    return names;
  }

  JsonNode output(String name) {
    return node.path("outputs").path(name);
  }

  Path outputFile(String name) {
    return SharedData.present(folder.resolve(output(name).path("file").asText()));
  }

  /**
   * |got − expected| ≤ abs + rel·|expected|; 0 means the same bits; a stated share may be outliers.
   */
  void check(String name, double[] got, double[] expected) {
    JsonNode tolerance = node.path("tolerance").path(name);
    double abs = tolerance.path("abs").asDouble();
    double rel = tolerance.path("rel").asDouble();
    double outlierAbs = tolerance.path("outlierAbs").asDouble();
    double outliersLeft = tolerance.path("allowedOutliers").asDouble() * got.length;
    assertThat(got).as(name).hasSameSizeAs(expected);
    for (int i = 0; i < got.length; i++) {
      if (!near(got[i], expected[i], abs, rel)
          && (--outliersLeft < 0 || !near(got[i], expected[i], outlierAbs, rel))) {
        throw new AssertionError(
            name + "[" + i + "]: expected " + expected[i] + ", found " + got[i]);
      }
    }
  }

  private static boolean near(double got, double expected, double abs, double rel) {
    return Double.compare(got, expected) == 0
        || (abs + rel > 0 && Math.abs(got - expected) <= abs + rel * Math.abs(expected));
  }

  /** The same for a matrix, whose rows may have the other sign where the case says so. */
  void check(String name, DoubleMatrix got, DoubleMatrix expected) {
    DoubleMatrix signed = got;
    if (node.path("tolerance").path(name).path("upTo").asText().equals("rowSign")) {
      double[] signs = new double[got.rows()];
      for (int i = 0; i < signs.length; i++) {
        double dot = 0;
        for (int j = 0; j < got.cols(); j++) {
          dot += got.get(i, j) * expected.get(i, j);
        }
        signs[i] = dot < 0 ? -1 : 1;
      }
      signed = got.scaleRows(signs);
    }
    assertThat(got.rows()).isEqualTo(expected.rows());
    check(name, signed.array(), expected.array());
  }
}
