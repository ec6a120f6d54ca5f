package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the examples of every {@code --help} as they stand there and in their order, in a folder
 * that has the files they name.
 */
@Tag("slow")
class ExamplesIT {
  /** What other tests run: the front end on recordings, and what takes minutes. */
  private static final Pattern ELSEWHERE =
      Pattern.compile(
          "gme (features|vad|ubm|ivector|bench|study|demo|embed|verify|spark)\\b.*"
              + "|gme diarize meeting.flac .*" // with embed and verify: NeuralCommandsTest
              + "|gme experiment recipes/.*" // RecipeRunTest
              + "|gme convert (final.ie|transform.h5) .*"); // files of other programs

  @TempDir static Path folder;

  @BeforeAll
  static void makeFiles() throws IOException {
    ExampleFiles.write(folder);
  }

  @TestFactory
  Stream<DynamicTest> examplesWork() {
    List<String> lines =
        MainTest.allCommands()
            .flatMap(MainTest::examples)
            .map(String::strip)
            .filter(line -> !ELSEWHERE.matcher(line).matches())
            .toList();
    assertThat(lines).hasSizeGreaterThan(50);
    return lines.stream().map(line -> DynamicTest.dynamicTest(line, () -> run(line)));
  }

  private static void run(String line) throws Exception {
    Shell.Result result = new Shell(folder).run("gme() { \"$GME\" \"$@\"; }; " + line);
    assertThat(result.exitCode()).as(result.err()).isZero();
  }
}
