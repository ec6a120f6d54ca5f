package dev.gme.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Code in documents and in sources that the build compiles, so that a test can hold them together.
 * In a document it is a block between fences of Java; in a source it stands between lines {@code //
 * snippet} and {@code // end}.
 */
public final class Snippets {
  private Snippets() {}

  public static List<String> ofDocument(Path markdown) throws IOException {
    return between(markdown, "```java", "```");
  }

  public static List<String> ofSource(Path source) throws IOException {
    return between(source, "// snippet", "// end");
  }

  private static List<String> between(Path file, String begin, String end) throws IOException {
    List<String> out = new ArrayList<>();
    List<String> open = null;
    for (String line : Files.readAllLines(file)) {
      if (open == null) {
        open = line.strip().equals(begin) ? new ArrayList<>() : null;
      } else if (line.strip().equals(end)) {
        out.add(String.join("\n", open).stripIndent());
        open = null;
      } else {
        open.add(line);
      }
    }
    if (open != null) {
      throw new IOException(file + ": '" + begin + "' without '" + end + "'");
    }
    return out;
  }
}
