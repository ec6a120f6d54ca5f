package dev.gme.formats.fuzz;

import dev.gme.formats.Mutations;
import dev.gme.testkit.JazzerRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** All readers on damaged files: quick mutations of a good one, and Jazzer's guided ones. */
class JazzerTest {
  /** A minute or so on two cores. */
  private static final int RUNS = 16_000;

  private static final int MUTATIONS = 120;

  @TempDir Path folder;

  @Tag("slow")
  @Test
  void readersFindNothingButSentences() throws IOException, InterruptedException {
    new JazzerRun(ReaderFuzzer.class, "dev.gme.formats.**")
        .run(folder, RUNS, ReaderFuzzer::writeSeeds);
  }

  /** What the fuzzer starts from reaches every reader and is good. */
  @TestFactory
  List<DynamicTest> seedsAreReadWithoutComplaint() {
    return ReaderFuzzer.READERS.stream()
        .map(reader -> DynamicTest.dynamicTest(reader.name(), () -> good(reader)))
        .toList();
  }

  private Path good(FuzzedReader reader) throws IOException {
    ReaderFuzzer.writeNeighbours(folder);
    Path file = folder.resolve(reader.name());
    reader.writeGood().on(file);
    reader.read().on(file);
    return file;
  }

  /** Draws with the random seed 90. */
  @TestFactory
  List<DynamicTest> damagedFilesAreReadOrRefused() {
    return ReaderFuzzer.READERS.stream()
        .map(
            reader ->
                DynamicTest.dynamicTest(
                    reader.name(),
                    () ->
                        Mutations.test(
                            good(reader), MUTATIONS, 90, file -> reader.read().on(file))))
        .toList();
  }
}
