package dev.gme.formats.lists;

import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.TextLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lines of words between commas, tabs or blanks; which of them, the first line tells. */
final class WordLines {
  private WordLines() {}

  static List<List<String>> read(Path file) throws IOException {
    return InputFile.read(file, WordLines::read);
  }

  static List<List<String>> read(InputFile file) throws IOException {
    List<List<String>> out = new ArrayList<>();
    String separator = null;
    TextLines lines = TextLines.of(file);
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (separator == null) {
        separator = line.indexOf(',') >= 0 ? "," : line.indexOf('\t') >= 0 ? "\t" : "[ \t]+";
      }
      out.add(List.of(line.trim().split(separator, -1)));
    }
    if (out.isEmpty()) {
      throw BadFile.at(file.path(), "expected a list, found nothing", "check how it was made");
    }
    return out;
  }

  /** A line with two words at least. */
  static void requirePair(Path file, int line, List<String> words) {
    if (words.size() < 2) {
      throw BadFile.atLine(
          file,
          line + 1L,
          "expected 2 words at least, found " + BadFile.quoted(String.join(" ", words)),
          "complete or remove that line");
    }
  }
}
