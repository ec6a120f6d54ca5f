package dev.gme.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One golden case: its inputs, and the expected values with their tolerances. A test calls {@code
 * check} for each expected name; one that was never checked fails the case, so that nothing is left
 * out in silence.
 */
public final class GoldenCase {
  private final Path folder;
  private final JsonNode root;
  private final Set<String> checked = new LinkedHashSet<>();
  private double worst;

  private GoldenCase(Path folder, JsonNode root) {
    this.folder = folder;
    this.root = root;
  }

  static GoldenCase read(Path folder) {
    try {
      byte[] json = Files.readAllBytes(folder.resolve("case.json"));
      return new GoldenCase(folder, new ObjectMapper().readTree(json));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An input as it stands in the file. */
  public JsonNode json(String input) {
    JsonNode node = root.path("inputs").get(input);
    assertThat(node).as("input %s of %s", input, folder).isNotNull();
    return node;
  }

  public boolean isNull(String input) {
    return json(input).isNull();
  }

  public String text(String input) {
    return json(input).asText();
  }

  public double number(String input) {
    return NdArray.number(json(input));
  }

  public NdArray array(String input) {
    return array(json(input));
  }

  public double[] vector(String input) {
    return array(input).data();
  }

  public double[][] matrix(String input) {
    return array(input).rows();
  }

  /** A vector, or null where the case has null. */
  public double[] vectorOrNull(String input) {
    return isNull(input) ? null : vector(input);
  }

  /** Labels, indices or flags. */
  public int[] ints(String input) {
    return toInts(vector(input));
  }

  /** Lists of indices; those of one length may be an array in a file. */
  public int[][] intLists(String input) {
    JsonNode node = json(input);
    List<double[]> lists = new ArrayList<>();
    if (node.has("npy")) {
      lists.addAll(List.of(matrix(input)));
    } else {
      node.forEach(list -> lists.add(NdArray.of(list).data()));
    }
    return lists.stream().map(GoldenCase::toInts).toArray(int[][]::new);
  }

  private static int[] toInts(double[] values) {
    return Arrays.stream(values).mapToInt(v -> (int) v).toArray();
  }

  private NdArray array(JsonNode node) {
    try {
      return node.has("npy")
          ? NdArray.read(folder.resolve(node.get("npy").asText()))
          : NdArray.of(node);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Set<String> expectedNames() {
    Set<String> names = new LinkedHashSet<>();
    root.path("expected").fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** Whether the case states an expected value of this name. */
  public boolean expects(String name) {
    return root.path("expected").has(name);
  }

  public void check(String name, double[][] actual) {
    check(name, Arrays.stream(actual).flatMapToDouble(Arrays::stream).toArray());
  }

  /** Compares all elements, last index fastest, under the tolerance rule of the case. */
  public void check(String name, double... actual) {
    checked.add(name);
    assertThat(expects(name)).as("%s has an expected value %s", folder, name).isTrue();
    double[] expected = array(root.get("expected").get(name)).data();
    JsonNode tolerance = root.path("tolerance").path(name);
    double rel = tolerance.get("rel").doubleValue();
    double abs = tolerance.get("abs").doubleValue();
    boolean array = tolerance.get("scale").asText().equals("array");
    assertThat(actual.length).as("size of %s", name).isEqualTo(expected.length);
    double max = Arrays.stream(expected).filter(Double::isFinite).map(Math::abs).max().orElse(0);
    for (int i = 0; i < expected.length; i++) {
      double e = expected[i];
      if (Double.isInfinite(e)) {
        assertThat(actual[i]).as("%s[%d]", name, i).isEqualTo(e);
        continue;
      }
      double allowed = abs + rel * (array ? max : Math.abs(e));
      double error = Math.abs(actual[i] - e);
      // The negation also catches NaN.
      if (!(error <= allowed)) {
        throw new AssertionError(
            String.format(
                "%s[%d]: expected %s, found %s: error %.3g, allowed %.3g",
                name, i, e, actual[i], error, allowed));
      }
      if (error > 0) {
        worst = Math.max(worst, error / allowed);
      }
    }
  }

  void assertAllChecked() {
    Set<String> left = expectedNames();
    left.removeAll(checked);
    assertThat(left).as("expected values that the test did not check").isEmpty();
  }

  /** The largest error so far, as a share of what was allowed. */
  double worst() {
    return worst;
  }

  @Override
  public String toString() {
    return root.path("group").asText() + "/" + root.path("case").asText();
  }
}
