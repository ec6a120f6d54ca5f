package dev.gme.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;

/**
 * Where the golden and real data lie: the folder named by {@code -Dgme.shared=DIR}, or {@code
 * ../shared} beside the repository. Without it the tests that need it are skipped; with {@code
 * -Dgme.shared.required=true} its absence is a failure. A folder that is there may lack parts:
 * tests of these are skipped in any case.
 */
public final class SharedData {
  private static final String OTHER = " (-Dgme.shared=DIR names another folder)";

  private SharedData() {}

  /** The named part of the shared folder; skips or fails the calling test when it is not there. */
  public static Path part(String first, String... more) {
    Path path = root().resolve(Path.of(first, more));
    if (!Files.isDirectory(root())) {
      String message = "no shared data at " + root() + OTHER;
      if (Boolean.getBoolean("gme.shared.required")) {
        throw new AssertionError(message + "; it is required by -Dgme.shared.required=true");
      }
      throw new TestAbortedException(message);
    }
    if (!Files.exists(path)) {
      throw lacking("no " + Path.of(first, more) + " in the shared data at " + root());
    }
    return path;
  }

  /** A file or folder of the shared data; skips the calling test where it is not there. */
  public static Path present(Path path) {
    if (!Files.exists(path)) {
      throw lacking("the shared data has no " + path);
    }
    return path;
  }

  /**
   * A script of the shared data, {@code id place} on every line; skips the calling test where it or
   * a file that it names is not there.
   */
  public static Path script(Path list) {
    try {
      for (String line : Files.readAllLines(present(list))) {
        String place = line.substring(line.indexOf(' ') + 1).strip();
        present(list.resolveSibling(place.replaceFirst("(:\\d+)?(\\[[^\\]]*\\])?$", "")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return list;
  }

  /** To be returned by a factory of tests that found nothing to test: the reason is reported. */
  public static DynamicTest none(String what) {
    return DynamicTest.dynamicTest(
        "shared data",
        () -> {
          throw lacking("the shared data has no " + what);
        });
  }

  private static Path root() {
    String named = System.getProperty("gme.shared");
    if (named != null && !named.isBlank()) {
      // Tests run in the folder of their module, but a relative name was typed where Maven runs.
      Path from = Path.of(System.getProperty("gme.shared.from", ""));
      return from.resolve(named).toAbsolutePath().normalize();
    }
    // Outside Maven (an IDE) the working folder is the module or the repository.
    Path here = Path.of("").toAbsolutePath();
    for (Path p = here; p != null; p = p.getParent()) {
      if (Files.isDirectory(p.resolve("shared").resolve("reference"))) {
        return p.resolve("shared");
      }
    }
    return here.resolveSibling("shared");
  }

  /** To be thrown where the shared data lacks a part: the test is skipped. */
  public static TestAbortedException lacking(String what) {
    return new TestAbortedException(what + OTHER);
  }
}
