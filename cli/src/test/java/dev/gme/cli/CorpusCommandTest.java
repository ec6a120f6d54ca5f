package dev.gme.cli;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests of commands on one simulated corpus, with a folder for each test to write into. */
abstract class CorpusCommandTest {
  @TempDir static Path shared;
  static SmallCorpus corpus;
  @TempDir Path folder;

  @BeforeAll
  static void simulate() {
    corpus = new SmallCorpus(shared);
  }
}
