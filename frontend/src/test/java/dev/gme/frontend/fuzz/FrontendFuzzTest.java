package dev.gme.frontend.fuzz;

import dev.gme.testkit.JazzerRun;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kaldi's mixtures, extractors and statistics, and gme's own. */
class FrontendFuzzTest {
  /** A minute or so. */
  private static final int RUNS = 6000;

  @TempDir Path folder;

  @Tag("slow")
  @Test
  void readersFindNothingButSentences() throws IOException, InterruptedException {
    new JazzerRun(FrontendFuzzer.class, "dev.gme.**").run(folder, RUNS, FrontendFuzzer::writeSeeds);
  }

  /** What the fuzzer starts from reaches every reader and is good. */
  @Test
  void seedsAreReadWithoutComplaint() throws IOException {
    for (FrontendFuzzer.Reader reader : FrontendFuzzer.READERS) {
      Path file = folder.resolve(reader.name());
      reader.writeGood().on(file);
      reader.read().on(file);
    }
  }
}
