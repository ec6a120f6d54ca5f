package dev.gme.formats.lists;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A list of ids: the first word of each line. */
public final class IdList {
  private IdList() {}

  public static List<String> read(Path file) throws IOException {
    return WordLines.read(file).stream().map(words -> words.get(0)).toList();
  }
}
