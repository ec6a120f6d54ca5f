package dev.gme.formats.turns;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.NumberParser;
import dev.gme.formats.io.TextLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A line of words and times; it knows where it stands. */
final class TimeLine {
  /** What a line must be, and says that it isn't. */
  interface Use {
    void of(TimeLine line);
  }

  private final Path file;
  private final long number;
  private final String text;
  private final List<String> words;

  private TimeLine(Path file, long number, String text) {
    this.file = file;
    this.number = number;
    this.text = text;
    words = List.of(text.strip().split("[ \t]+", -1));
  }

  /** Goes through all lines but comments, which begin with two semicolons. */
  static void forEach(InputFile in, Use use) throws IOException {
    TextLines lines = TextLines.of(in);
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (!line.startsWith(";;")) {
        use.of(new TimeLine(in.path(), lines.number(), line));
      }
    }
  }

  int words() {
    return words.size();
  }

  String word(int i) {
    return words.get(i);
  }

  /** A finite number; in words it is called {@code what}. */
  double seconds(int i, String what) {
    double value;
    try {
      byte[] bytes = words.get(i).getBytes(StandardCharsets.ISO_8859_1);
      value = NumberParser.parse(bytes, 0, bytes.length);
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (!Double.isFinite(value)) {
      throw wrong(
          "expected " + what + " in seconds, found " + BadFile.quoted(words.get(i)),
          "correct that line");
    }
    return value;
  }

  /** A finite number of at least 0. */
  double time(int i, String what) {
    double value = seconds(i, what);
    if (value < 0) {
      throw wrong(
          "expected " + what + " of at least 0 seconds, found " + words.get(i),
          "correct or remove that line");
    }
    return value;
  }

  GmeException wrong(String found, String help) {
    return BadFile.atLine(file, number, found, help);
  }

  /** The line is not of this layout at all. */
  GmeException expected(String layout) {
    return wrong("expected " + layout + ", found " + BadFile.quoted(text), "correct that line");
  }
}
