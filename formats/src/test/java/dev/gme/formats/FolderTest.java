package dev.gme.formats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A test with a folder of its own, and the files that many tests have there. */
public abstract class FolderTest {
  @TempDir protected Path folder;

  /** A list of this text. */
  protected final Path list(String text) throws IOException {
    return Files.writeString(folder.resolve("list"), text);
  }

  /** A list of lines that are divided by slashes, and their fields by tildes. */
  protected final Path lines(String text) throws IOException {
    return list(text.replace("/", "\n").replace("~", "\t"));
  }

  /** Where a file of HDF5 is to be. */
  protected final Path hdf5() {
    return folder.resolve("x.h5");
  }
}
