package dev.gme.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

/** Folders of shared data that are whole, lack a part, or are not there. */
class GoldenTest {
  private static final String[] PROPERTIES = {
    "gme.shared", "gme.shared.from", "gme.shared.required"
  };

  private final String[] before = new String[PROPERTIES.length];

  @TempDir Path folder;

  @BeforeEach
  void useTheFolder() throws IOException {
    for (int i = 0; i < before.length; i++) {
      before[i] = System.getProperty(PROPERTIES[i]);
    }
    System.setProperty("gme.shared", folder.toString());
    write(
        "reference/index.json",
        "{\"seed\": 7, \"groups\": [{\"group\": \"x\", \"cases\": [\"only\"]}]}");
    write(
        "reference/x/only/case.json",
        """
        {"group": "x", "case": "only",
         "inputs": {"scores": [1, "-Infinity", true], "H": [], "weights": null, "sets": [[0, 2], []]},
         "expected": {"sum": 100, "limits": ["Infinity", 1]},
         "tolerance": {"sum": {"rel": 0.01, "abs": 0.5, "scale": "element"},
                       "limits": {"rel": 0.01, "abs": 0, "scale": "array"}}}
        """);
  }

  @AfterEach
  void restore() {
    for (int i = 0; i < before.length; i++) {
      if (before[i] == null) {
        System.clearProperty(PROPERTIES[i]);
      } else {
        System.setProperty(PROPERTIES[i], before[i]);
      }
    }
  }

  private void write(String path, String text) throws IOException {
    Files.createDirectories(folder.resolve(path).getParent());
    Files.writeString(folder.resolve(path), text);
  }

  /** The one test of a group, counted apart from the real groups. */
  private static void run(String group, Consumer<GoldenCase> test) throws Throwable {
    List<DynamicTest> tests = Golden.group(group, test);
    assertThat(tests).hasSize(1);
    try {
      tests.get(0).getExecutable().execute();
    } finally {
      GoldenLedger.forget(group);
    }
  }

  private static void checkBoth(GoldenCase c, double sum, double limit) {
    c.check("sum", sum);
    c.check("limits", limit, 1);
  }

  @Test
  void inputsOfEveryKind() throws Throwable {
    run(
        "x",
        c -> {
          assertThat(c.vector("scores")).containsExactly(1, Double.NEGATIVE_INFINITY, 1);
          assertThat(c.matrix("H")).isEmpty();
          assertThat(c.vectorOrNull("weights")).isNull();
          assertThat(c.intLists("sets")).isDeepEqualTo(new int[][] {{0, 2}, {}});
          checkBoth(c, 100, Double.POSITIVE_INFINITY);
        });
  }

  @Test
  void listsOfOneLengthMayBeAnArray() throws Throwable {
    byte[] header =
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1), }\n"
            .getBytes(StandardCharsets.US_ASCII);
    ByteBuffer npy = ByteBuffer.allocate(10 + header.length + 16).order(ByteOrder.LITTLE_ENDIAN);
    npy.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    npy.putShort((short) 1).putShort((short) header.length).put(header);
    npy.putDouble(4).putDouble(0);
    Files.write(folder.resolve("reference/x/only/sets.npy"), npy.array());
    String json = Files.readString(folder.resolve("reference/x/only/case.json"));
    write("reference/x/only/case.json", json.replace("[[0, 2], []]", "{\"npy\": \"sets.npy\"}"));
    run(
        "x",
        c -> {
          assertThat(c.intLists("sets")).isDeepEqualTo(new int[][] {{4}, {0}});
          checkBoth(c, 100, Double.POSITIVE_INFINITY);
        });
  }

  /** |x − e| ≤ abs + rel·|e|, which is 1.5 here; infinities are met exactly. */
  @Test
  void toleranceRule() throws Throwable {
    double inf = Double.POSITIVE_INFINITY;
    run("x", c -> checkBoth(c, 101.5, inf));
    assertThatThrownBy(() -> run("x", c -> checkBoth(c, 101.6, inf)))
        .hasMessageContaining("sum[0]: expected 100.0, found 101.6");
    assertThatThrownBy(() -> run("x", c -> checkBoth(c, Double.NaN, inf)))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> run("x", c -> checkBoth(c, 100, Double.MAX_VALUE)))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void whatIsNotCheckedFails() {
    assertThatThrownBy(() -> run("x", c -> c.check("sum", 100))).hasMessageContaining("limits");
    assertThatThrownBy(() -> run("x", c -> c.check("other", 1))).hasMessageContaining("other");
  }

  @Test
  void aCaseThatTheListNamesAndTheFolderLacksIsSkipped() throws IOException {
    Files.delete(folder.resolve("reference/x/only/case.json"));
    assertThatThrownBy(() -> run("x", c -> {}))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("only");
  }

  @Test
  void aScriptIsThereWithTheFilesThatItNames() throws IOException {
    write("a.scp", "x x.ark:12\ny b/y.ark:3[0:9,1:2]\nz z.wav\n");
    write("x.ark", "");
    write("b/y.ark", "");
    Path list = folder.resolve("a.scp");
    assertThatThrownBy(() -> SharedData.script(list))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("z.wav");
    write("z.wav", "");
    assertThat(SharedData.script(list)).isEqualTo(list);
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void aGroupThatTheFolderLacksIsSkipped(String required) {
    System.setProperty("gme.shared.required", required);
    assertThatThrownBy(() -> run("y", c -> {}))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("no golden group y");
  }

  @Test
  void groupsOfTheSecondFolderAreFoundToo() throws Throwable {
    write(
        "reference2/index.json",
        "{\"seed\": 7, \"groups\": [{\"group\": \"z\", \"cases\": [\"one\"]}]}");
    write(
        "reference2/z/one/case.json",
        "{\"group\": \"z\", \"case\": \"one\", \"inputs\": {\"kind\": \"k\"}, \"expected\": {}}");
    run("z", c -> assertThat(c.text("kind")).isEqualTo("k"));
    run("x", c -> checkBoth(c, 100, Double.POSITIVE_INFINITY));
  }

  @Test
  void aFolderWithoutGoldenCasesIsSkipped() throws IOException {
    System.setProperty("gme.shared.required", "true");
    Files.delete(folder.resolve("reference/index.json"));
    assertThatThrownBy(() -> run("x", c -> {}))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("index.json");
  }

  @Test
  void noFolderIsSkippedOrFailsWhereItIsRequired() {
    System.setProperty("gme.shared", folder.resolve("nowhere").toString());
    System.setProperty("gme.shared.required", "false");
    assertThatThrownBy(() -> run("x", c -> {})).isInstanceOf(TestAbortedException.class);
    System.setProperty("gme.shared.required", "true");
    assertThatThrownBy(() -> run("x", c -> {}))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("required");
  }

  @Test
  void aRelativeNameStartsWhereMavenRuns() {
    System.setProperty("gme.shared", folder.getFileName().toString());
    System.setProperty("gme.shared.from", folder.getParent().toString());
    assertThatCode(() -> SharedData.part("reference", "index.json")).doesNotThrowAnyException();
  }
}
