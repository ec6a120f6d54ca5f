package dev.gme.formats.fuzz;

import dev.gme.core.GmeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What Jazzer drives: the first byte of an input chooses a reader, the rest is the file. A reader
 * may give something or refuse with a sentence; whatever else it throws is a finding.
 */
public final class ReaderFuzzer {
  static final List<FuzzedReader> READERS = readers();
  private static final Path FOLDER = temporaryFolder();

  private ReaderFuzzer() {}

  private static List<FuzzedReader> readers() {
    List<FuzzedReader> all = new ArrayList<>();
    all.addAll(ArrayReaders.ALL);
    all.addAll(KaldiReaders.ALL);
    all.addAll(ListReaders.ALL);
    all.addAll(ModelReaders.ALL);
    all.addAll(OnnxReaders.ALL);
    return List.copyOf(all);
  }

  private static Path temporaryFolder() {
    try {
      Path folder = Files.createTempDirectory("fuzz");
      writeNeighbours(folder);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Good files that others point to: ids beside arrays, the archive of a script. */
  static void writeNeighbours(Path folder) throws IOException {
    ArrayReaders.writeNeighbours(folder);
    KaldiReaders.writeNeighbours(folder);
  }

  /** Called by Jazzer for each input. */
  public static void fuzzerTestOneInput(byte[] input) throws IOException {
    if (input.length == 0) {
      return;
    }
    FuzzedReader reader = READERS.get((input[0] & 0xff) % READERS.size());
    Path file = FOLDER.resolve(reader.name());
    Files.write(file, Arrays.copyOfRange(input, 1, input.length));
    try {
      reader.read().on(file);
    } catch (GmeException e) {
      if (e.getMessage().contains("\n") || e.help().isBlank()) {
        throw new AssertionError("no single sentence with a help: " + e.getMessage(), e);
      }
    }
  }

  /** A good input for every reader, into files of this folder. */
  static void writeSeeds(Path folder) throws IOException {
    for (int k = 0; k < READERS.size(); k++) {
      FuzzedReader reader = READERS.get(k);
      Path good = FOLDER.resolve(reader.name());
      reader.writeGood().on(good);
      byte[] content = Files.readAllBytes(good);
      byte[] input = new byte[content.length + 1];
      input[0] = (byte) k;
      System.arraycopy(content, 0, input, 1, content.length);
      Files.write(folder.resolve(reader.name()), input);
    }
  }
}
