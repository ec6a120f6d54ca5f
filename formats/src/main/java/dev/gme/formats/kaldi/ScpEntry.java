package dev.gme.formats.kaldi;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a script file: {@code key path}, {@code key path:offset}, either with a range {@code
 * [r0:r1,c0:c1]} of rows and columns, both ends included.
 *
 * <pre>{@code
 * ScpEntry entry = ScpEntry.parse("xvectors.scp", 1, "utt1 /data/xvectors.ark:5");
 * }</pre>
 *
 * <p>{@link ScpArchives} reads many of them.
 *
 * @param path of the archive, as the list has it
 * @param offset the place of the object in it
 * @param rows null for all, else the first and the last
 * @param cols null for all, else the first and the last
 */
public record ScpEntry(String key, String path, long offset, Range rows, Range cols) {
  private static final Pattern RANGE =
      Pattern.compile("(.*)\\[([0-9]{1,9}:[0-9]{1,9}|:)?(?:,([0-9]{1,9}:[0-9]{1,9}|:)?)?\\]");
  private static final Pattern OFFSET = Pattern.compile("(.*):([0-9]{1,18})");

  /** How far beyond the last row a range may end: Kaldi's rule, as durations are rounded. */
  private static final int TOLERATED = 3;

  /** Both ends are included. */
  public record Range(int first, int last) {}

  /**
   * The entry of a line.
   *
   * @param list what messages call the list
   * @param line its number, from 1
   */
  public static ScpEntry parse(String list, long line, String text) {
    // Blanks of ASCII only, as for Kaldi: an id may have any other sign.
    String stripped = text.trim();
    int blank = 0;
    while (blank < stripped.length() && stripped.charAt(blank) > ' ') {
      blank++;
    }
    String key = stripped.substring(0, blank);
    String rest = stripped.substring(blank).trim();
    if (key.isEmpty() || rest.isEmpty()) {
      throw BadFile.atLine(
          list, line, "expected a key and a path, found " + BadFile.quoted(text), "complete it");
    }
    if (rest.endsWith("|") || rest.startsWith("|")) {
      throw BadFile.atLine(
          list,
          line,
          "expected a path, found the command " + BadFile.quoted(rest),
          "commands are not run: run it yourself and list the file that it makes");
    }
    Range rows = null;
    Range cols = null;
    if (rest.endsWith("]")) {
      Matcher range = RANGE.matcher(rest);
      if (!range.matches()) {
        throw BadFile.atLine(
            list,
            line,
            "expected a range such as [0:9] or [0:9,2:5], found " + BadFile.quoted(rest),
            "correct it");
      }
      rows = range(list, line, range.group(2));
      cols = range(list, line, range.group(3));
      rest = range.group(1);
    }
    Matcher offset = OFFSET.matcher(rest);
    return offset.matches()
        ? new ScpEntry(key, offset.group(1), Long.parseLong(offset.group(2)), rows, cols)
        : new ScpEntry(key, rest, 0, rows, cols);
  }

  private static Range range(String list, long line, String text) {
    if (text == null || text.equals(":")) {
      return null;
    }
    int colon = text.indexOf(':');
    Range range =
        new Range(
            Integer.parseInt(text.substring(0, colon)),
            Integer.parseInt(text.substring(colon + 1)));
    if (range.first > range.last) {
      throw BadFile.atLine(
          list, line, "the range " + text + " ends before it begins", "correct it");
    }
    return range;
  }

  /**
   * Opens the file: relative to the list's folder, then its parent, then the working folder.
   *
   * @throws GmeException naming the line if it is not there or cannot be read
   */
  KaldiInput open(Path list, long line) throws IOException {
    String what = "the file " + BadFile.quoted(path) + " of key " + BadFile.quoted(key);
    try {
      Path file = resolve(list);
      if (Files.notExists(file)) {
        throw BadFile.atLine(
            list,
            line,
            what + " is not there",
            Path.of(path).isAbsolute()
                ? "correct the path, or make it relative to the list's folder"
                : "paths start from the list's folder, its parent or the working folder: move one"
                    + " of them, or give vectors if this is another list");
      }
      return KaldiInput.open(file);
    } catch (InvalidPathException e) {
      throw BadFile.atLine(list, line, "not a path: " + BadFile.quoted(path), "correct it");
    } catch (FileSystemException e) {
      throw BadFile.atLine(
          list, line, what + " cannot be opened", "check who owns it, its rights and its folder");
    }
  }

  private Path resolve(Path list) {
    Path named = Path.of(path);
    Path folder = list.toAbsolutePath().getParent();
    Path parent = folder.getParent() == null ? folder : folder.getParent();
    for (Path base : new Path[] {folder, parent, Path.of("").toAbsolutePath()}) {
      Path file = base.resolve(named);
      // A folder of that name, in a place that was not meant, hides no file.
      if (Files.exists(file) && !Files.isDirectory(file)) {
        return file;
      }
    }
    return folder.resolve(named);
  }

  /** The part of an object that the ranges name. */
  KaldiArray cut(String list, KaldiArray whole) {
    if (rows == null && cols == null) {
      return whole;
    }
    DoubleMatrix m = whole.values();
    if (whole.vector() && cols != null) {
      throw BadFile.at(
          list,
          "key " + BadFile.quoted(key) + " has a range of columns, but its value is a vector",
          "give one range for a vector");
    }
    if (whole.vector()) {
      Range all = limited(list, rows, m.cols(), TOLERATED);
      return new KaldiArray(true, whole.single(), columns(m, all));
    }
    Range r = limited(list, rows, m.rows(), TOLERATED);
    Range c = limited(list, cols, m.cols(), 0);
    DoubleMatrix some = m.rowRange(r.first, r.last + 1);
    return new KaldiArray(false, whole.single(), columns(some, c));
  }

  private static DoubleMatrix columns(DoubleMatrix m, Range c) {
    int width = c.last - c.first + 1;
    double[] out = new double[m.rows() * width];
    for (int i = 0; i < m.rows(); i++) {
      System.arraycopy(m.array(), i * m.cols() + c.first, out, i * width, width);
    }
    return DoubleMatrix.wrap(m.rows(), width, out);
  }

  private Range limited(String list, Range range, int size, int tolerated) {
    if (range == null) {
      return new Range(0, size - 1);
    }
    if (range.first >= size || range.last >= size + tolerated) {
      throw BadFile.at(
          list,
          "the range "
              + range.first
              + ":"
              + range.last
              + " of key "
              + BadFile.quoted(key)
              + " is beyond the "
              + size
              + " that there are",
          "correct the range, or make the list again");
    }
    return new Range(range.first, Math.min(range.last, size - 1));
  }
}
