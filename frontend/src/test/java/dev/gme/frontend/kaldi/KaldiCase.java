package dev.gme.frontend.kaldi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.testkit.KaldiIndex;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * A case of shared/kaldi-samples, and the tolerance rule of their README. Outputs that a test does
 * not compare fail the case, and so do options that it does not look at.
 */
public final class KaldiCase {
  private final Path folder;
  private final JsonNode root;
  private final Set<String> checked = new LinkedHashSet<>();
  private final Set<String> known = new LinkedHashSet<>();

  private KaldiCase(Path folder, JsonNode root) {
    this.folder = folder;
    this.root = root;
  }

  /** One test for every case of a folder's index.json. */
  public static List<DynamicTest> all(String folder, Consumer<KaldiCase> test) throws IOException {
    KaldiIndex index = KaldiIndex.of(folder);
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode c : index.cases()) {
      KaldiCase k = new KaldiCase(index.folder(), c);
      tests.add(
          DynamicTest.dynamicTest(
              folder + "/" + c.path("case").asText(),
              () -> {
                test.accept(k);
                k.assertAllChecked();
              }));
    }
    assertThat(tests).isNotEmpty();
    return tests;
  }

  public String kind() {
    return root.path("kind").asText();
  }

  public boolean hasKnownBug() {
    return !root.path("knownBug").isNull();
  }

  /** The file of an input, null where the optional input is not used. */
  public Path input(String role) {
    JsonNode node = root.path("inputs").get(role);
    assertThat(node).as("input %s", role).isNotNull();
    return node.isNull() ? null : SharedData.present(folder.resolve(node.asText()));
  }

  private JsonNode option(String name) {
    known.add(name);
    JsonNode node = root.path("options").get(name);
    assertThat(node).as("option %s", name).isNotNull();
    return node;
  }

  /** Options that change nothing of what is compared. */
  public void ignore(String... options) {
    known.addAll(List.of(options));
  }

  /** Whether the outputs are random, and only to be read and written. */
  public boolean isReadOnly() {
    return root.path("check").asText().equals("read-only");
  }

  public double number(String option) {
    return option(option).doubleValue();
  }

  public int integer(String option) {
    return option(option).intValue();
  }

  public boolean flag(String option) {
    return option(option).booleanValue();
  }

  public String text(String option) {
    return option(option).asText();
  }

  /** The file that holds an output. */
  public Path output(String name) {
    JsonNode node = root.path("outputs").get(name);
    assertThat(node).as("output %s", name).isNotNull();
    return SharedData.present(folder.resolve(node.path("file").asText()));
  }

  public void checkFrames(String name, Map<String, FloatMatrix> found) {
    Map<String, double[][]> expected = KaldiTables.matrices(output(name));
    assertThat(new ArrayList<>(found.keySet())).isEqualTo(new ArrayList<>(expected.keySet()));
    expected.forEach(
        (key, m) -> assertThat(found.get(key).rows()).as("rows of %s", key).isEqualTo(m.length));
    check(
        name,
        expected.values().stream().flatMap(Arrays::stream),
        found.values().stream().map(m -> doubles(m.array())));
  }

  public void checkVectors(
      String name, Map<String, double[]> expected, Map<String, double[]> found) {
    assertThat(new ArrayList<>(found.keySet())).isEqualTo(new ArrayList<>(expected.keySet()));
    check(name, expected.values().stream(), found.values().stream());
  }

  public void check(String name, double[][] expected, double[][] found) {
    check(name, Arrays.stream(expected), Arrays.stream(found));
  }

  private static double[] doubles(float[] x) {
    double[] out = new double[x.length];
    Arrays.setAll(out, i -> x[i]);
    return out;
  }

  private void check(String name, Stream<double[]> expected, Stream<double[]> found) {
    check(
        name,
        expected.flatMapToDouble(Arrays::stream).toArray(),
        found.flatMapToDouble(Arrays::stream).toArray());
  }

  public void check(String name, double[] expected, double[] found) {
    checked.add(name);
    JsonNode t = root.path("tolerance").path(name);
    double abs = t.path("abs").doubleValue();
    double rel = t.path("rel").doubleValue();
    assertThat(found.length).as("size of %s", name).isEqualTo(expected.length);
    int outliers = 0;
    double worst = 0;
    for (int i = 0; i < expected.length; i++) {
      double error = Math.abs(found[i] - expected[i]);
      worst = Math.max(worst, Double.isNaN(error) ? Double.POSITIVE_INFINITY : error);
      if (!(error <= abs + rel * Math.abs(expected[i]))) {
        outliers++;
        double allowed = t.path("outlierAbs").doubleValue() + rel * Math.abs(expected[i]);
        assertThat(error)
            .as("error of %s[%d], expected %s, found %s", name, i, expected[i], found[i])
            .isLessThanOrEqualTo(allowed);
      }
    }
    assertThat((double) outliers / Math.max(1, expected.length))
        .as("share of %s beyond the tolerance; largest error %s", name, worst)
        .isLessThanOrEqualTo(t.path("allowedOutliers").doubleValue());
  }

  private void assertAllChecked() {
    Set<String> left = new LinkedHashSet<>();
    root.path("outputs").fieldNames().forEachRemaining(left::add);
    left.removeAll(checked);
    assertThat(left).as("outputs that were not compared").isEmpty();
    Set<String> options = new LinkedHashSet<>();
    root.path("options").fieldNames().forEachRemaining(options::add);
    options.removeAll(known);
    assertThat(isReadOnly() ? Set.of() : options).as("options not looked at").isEmpty();
  }
}
