package dev.gme.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;

/**
 * Walks the golden cases of one group as the {@code index.json} of their folder lists them.
 *
 * <pre>{@code
 * @TestFactory
 * List<DynamicTest> golden() {
 *   return Golden.group("a", c -> c.check("logE", logE(c.matrix("a"), c.vector("b"))));
 * }
 * }</pre>
 */
public final class Golden {
  /** A group may be in any of them. */
  private static final List<String> FOLDERS = List.of("reference", "reference2");

  private Golden() {}

  /** A test for each case of the group; one skipped test where the folder lacks the group. */
  public static List<DynamicTest> group(String group, Consumer<GoldenCase> test) {
    List<DynamicTest> tests = new ArrayList<>();
    try {
      Path shared = SharedData.part("");
      for (String name : FOLDERS) {
        Path list = shared.resolve(name).resolve("index.json");
        if (Files.exists(list)) {
          addCases(group, list, test, tests);
        }
      }
      if (tests.isEmpty()) {
        throw SharedData.lacking(
            "no golden group " + group + " by any index.json in " + FOLDERS + " of " + shared);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException | AssertionError e) {
      tests.add(DynamicTest.dynamicTest("golden group " + group, () -> skip(group, e)));
    }
    return tests;
  }

  /** One skipped test for a group of what the toolkit does without, with the reason. */
  public static List<DynamicTest> notWanted(String group, String why) {
    return List.of(
        DynamicTest.dynamicTest(
            "golden group " + group, () -> skip(group, new TestAbortedException(why))));
  }

  private static void addCases(
      String group, Path list, Consumer<GoldenCase> test, List<DynamicTest> tests)
      throws IOException {
    for (JsonNode g : new ObjectMapper().readTree(list.toFile()).path("groups")) {
      if (g.path("group").asText().equals(group)) {
        Path folder = SharedData.present(list.resolveSibling(group));
        g.path("cases").forEach(c -> tests.add(test(group, folder, c.asText(), test)));
      }
    }
  }

  private static void skip(String group, Throwable why) throws Throwable {
    GoldenLedger.skipped(group, why.getMessage());
    throw why;
  }

  private static DynamicTest test(
      String group, Path folder, String name, Consumer<GoldenCase> test) {
    GoldenLedger.found(group);
    return DynamicTest.dynamicTest(
        group + "/" + name,
        () -> {
          SharedData.present(folder.resolve(name).resolve("case.json"));
          GoldenLedger.run(group);
          GoldenCase c = GoldenCase.read(folder.resolve(name));
          test.accept(c);
          c.assertAllChecked();
          GoldenLedger.passed(group, c.worst());
        });
  }
}
