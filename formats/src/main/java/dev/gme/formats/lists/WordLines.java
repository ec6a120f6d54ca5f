package dev.gme.formats.lists;

import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipException;

/** Lines of words between commas, tabs or blanks; which of them, the first line tells. */
final class WordLines {
  private WordLines() {}

  static List<List<String>> read(Path file) throws IOException {
    List<List<String>> out = new ArrayList<>();
    String separator = null;
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(InputFile.open(file), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (separator == null) {
          separator = line.indexOf(',') >= 0 ? "," : line.indexOf('\t') >= 0 ? "\t" : "[ \t]+";
        }
        if (line.isBlank()) {
          throw BadFile.atLine(
              file, out.size() + 1L, "expected words, found a blank line", "remove it");
        }
        out.add(List.of(line.strip().split(separator, -1)));
      }
    } catch (EOFException | ZipException e) {
      throw BadFile.at(file, "expected gzipped text, found damaged data", "make or copy it again");
    }
    if (out.isEmpty()) {
      throw BadFile.at(file, "expected a list, found nothing", "check how it was made");
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
