package dev.gme.formats.lists;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What else is known of recordings than their vectors: numbers in columns with names, such as the
 * {@code quality.tsv} that embedding writes, or one number for each, such as {@code utt2dur}. A
 * column is asked for by its name, or by {@code log:NAME} for its natural logarithm. What is
 * missing is refused, by file, recording and column; nothing is made up.
 *
 * <pre>{@code
 * SideInformation side = SideInformation.parse("train.quality.tsv:log:speech,snr");
 * DoubleMatrix phi = side.of(side.asked(), vectors.ids());
 * }</pre>
 */
public final class SideInformation {
  public static final String SYNTAX = "FILE:COLUMN,COLUMN…, where a column is NAME or log:NAME";

  private static final String LOG = "log:";

  private static final String ID = "id";

  /** Columns that tell such a table from one of vectors. */
  private static final Set<String> QUALITY =
      Set.of("speech", "seconds", "duration", "snr", "level");

  private final Path file;
  private final List<String> asked;

  /** The place of each column; empty where the file has one column without a name. */
  private final Map<String, Integer> columns;

  private final Map<String, double[]> values;

  /** What stands where a number is missing. */
  private final Map<Place, String> others;

  private record Place(String id, int column) {}

  private SideInformation(
      Path file,
      List<String> asked,
      Map<String, Integer> columns,
      Map<String, double[]> values,
      Map<Place, String> others) {
    this.file = file;
    this.asked = asked;
    this.columns = columns;
    this.values = values;
    this.others = others;
  }

  /** Where side information stands, as users name it: a file, and columns of it or none. */
  private record Source(Path file, List<String> columns) {
    static Source parse(String text, Path folder) {
      Optional<Path> whole = existing(text, folder);
      if (whole.isPresent()) {
        return new Source(whole.get(), List.of());
      }
      for (int i = text.indexOf(':'); i > 0; i = text.indexOf(':', i + 1)) {
        Optional<Path> file = existing(text.substring(0, i), folder);
        if (file.isPresent()) {
          List<String> columns = List.of(text.substring(i + 1).split(",", -1));
          if (columns.stream().anyMatch(c -> bare(c).isBlank())) {
            throw new GmeException(
                "expected " + SYNTAX + ", found " + BadFile.quoted(text), "name the columns");
          }
          return new Source(file.get(), columns);
        }
      }
      throw new GmeException(
          "there is no file of side information for " + BadFile.quoted(text),
          "check the path; write " + SYNTAX);
    }

    private static Optional<Path> existing(String name, Path folder) {
      try {
        Path path = folder.resolve(name).normalize();
        return Files.isRegularFile(path) ? Optional.of(path) : Optional.empty();
      } catch (InvalidPathException e) {
        // On Windows, all that has a colon.
        return Optional.empty();
      }
    }
  }

  /**
   * Whether {@code FILE} or {@code FILE:COLUMNS} names columns; refused if there is no such file.
   *
   * @param folder paths are relative to it
   */
  public static boolean asks(String text, Path folder) {
    return !Source.parse(text, folder).columns().isEmpty();
  }

  /** Reads {@code FILE} or {@code FILE:COLUMNS}. */
  public static SideInformation parse(String text) throws IOException {
    return parse(text, Path.of(""));
  }

  /** The same, with paths relative to a folder. */
  public static SideInformation parse(String text, Path folder) throws IOException {
    Source source = Source.parse(text, folder);
    return read(source.file(), source.columns());
  }

  /** Reads a file. */
  public static SideInformation read(Path file) throws IOException {
    return read(file, List.of());
  }

  private static SideInformation read(Path file, List<String> asked) throws IOException {
    List<List<String>> lines = WordLines.read(file);
    List<String> first = lines.get(0);
    WordLines.requirePair(file, 0, first);
    boolean header = isHeader(first);
    int width = first.size() - 1;
    if (!header && width > 1) {
      throw BadFile.at(
          file,
          "expected a first line that names the columns, found numbers",
          "put 'id' and the names of the " + width + " columns above them");
    }
    Map<String, Integer> columns = new LinkedHashMap<>();
    for (int k = 0; header && k < width; k++) {
      if (columns.put(first.get(k + 1), k) != null) {
        throw BadFile.atLine(
            file, 1, "two columns are called " + BadFile.quoted(first.get(k + 1)), "rename one");
      }
    }
    Map<String, double[]> values = new LinkedHashMap<>();
    Map<Place, String> others = new HashMap<>();
    for (int i = header ? 1 : 0; i < lines.size(); i++) {
      List<String> words = lines.get(i);
      if (words.size() > width + 1) {
        throw BadFile.atLine(
            file,
            i + 1L,
            "expected an id and " + width + " numbers at most, found " + words.size() + " words",
            "correct that line");
      }
      double[] row = new double[width];
      for (int k = 0; k < width; k++) {
        String word = k + 1 < words.size() ? words.get(k + 1) : "";
        row[k] = number(word);
        if (!Double.isFinite(row[k])) {
          others.put(new Place(words.get(0), k), word);
        }
      }
      if (values.put(words.get(0), row) != null) {
        throw BadFile.atLine(
            file, i + 1L, BadFile.quoted(words.get(0)) + " comes twice", "remove one of its lines");
      }
    }
    return new SideInformation(file, List.copyOf(asked), columns, values, others);
  }

  /** Whether a file with this first line is a table of what is known of recordings. */
  public static boolean isTable(String line) {
    List<String> words = List.of(line.toLowerCase(Locale.ROOT).split("[ \t,]+", -1));
    return words.get(0).equals(ID) && words.stream().anyMatch(QUALITY::contains);
  }

  private static boolean isHeader(List<String> words) {
    return words.get(0).toLowerCase(Locale.ROOT).equals(ID)
        || (words.size() > 2
            && words.subList(1, words.size()).stream().allMatch(w -> !isNumber(w)));
  }

  private static boolean isNumber(String word) {
    return Double.isFinite(number(word))
        || word.toLowerCase(Locale.ROOT).matches("[-+]?(nan|inf).*");
  }

  private static double number(String word) {
    try {
      return Double.parseDouble(word);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static String bare(String column) {
    return column.startsWith(LOG) ? column.substring(LOG.length()) : column;
  }

  /** The columns that were named behind the file, as they were named; none where none was. */
  public List<String> asked() {
    return asked;
  }

  /** The columns that were named behind the file; refuses a file alone. */
  public List<String> requireAsked() {
    if (asked.isEmpty()) {
      throw new GmeException(
          file + ": no columns of it are named",
          "write "
              + file
              + ":COLUMNS"
              + (columns.isEmpty() ? "" : "; it has " + String.join(", ", columns.keySet())));
    }
    return asked;
  }

  /** The number of recordings. */
  public int size() {
    return values.size();
  }

  /** The names of the columns; none where the file has one number for each recording. */
  public List<String> columns() {
    return List.copyOf(columns.keySet());
  }

  /** The numbers of a column that are there. */
  public double[] known(String column) {
    int k = place(column, 1);
    return values.values().stream().mapToDouble(row -> row[k]).filter(Double::isFinite).toArray();
  }

  /** What it holds. */
  public String digest() {
    Sha256 all = new Sha256();
    columns.keySet().forEach(all::add);
    values.forEach((id, row) -> all.add(id).add(Arrays.toString(row)));
    return all.text();
  }

  /**
   * Columns of some recordings, a recording a row.
   *
   * @param names of the columns, {@code NAME} or {@code log:NAME}
   */
  public DoubleMatrix of(List<String> names, List<String> ids) {
    int[] places = names.stream().mapToInt(name -> place(name, names.size())).toArray();
    double[] out = new double[ids.size() * places.length];
    for (int i = 0; i < ids.size(); i++) {
      double[] row = values.get(ids.get(i));
      if (row == null) {
        throw BadFile.at(
            file,
            "there is nothing on recording " + BadFile.quoted(ids.get(i)),
            "add " + String.join(", ", names) + " of it, or leave the recording out");
      }
      for (int k = 0; k < places.length; k++) {
        out[i * places.length + k] = value(row[places[k]], names.get(k), ids.get(i), places[k]);
      }
    }
    return DoubleMatrix.wrap(ids.size(), places.length, out);
  }

  private double value(double x, String name, String id, int column) {
    boolean log = name.startsWith(LOG);
    if (!Double.isFinite(x) || (log && !(x > 0))) {
      String found = others.getOrDefault(new Place(id, column), Double.toString(x));
      throw BadFile.at(
          file,
          (log ? "expected a positive number" : "expected a number")
              + " of recording "
              + BadFile.quoted(id)
              + " in column "
              + BadFile.quoted(bare(name))
              + ", found "
              + (found.isEmpty() ? "none" : BadFile.quoted(found)),
          "measure it, or leave the recording out");
    }
    return log ? Math.log(x) : x;
  }

  private int place(String name, int wanted) {
    Integer found = columns.get(bare(name));
    if (found != null) {
      return found;
    }
    if (columns.isEmpty() && wanted == 1) {
      return 0;
    }
    throw BadFile.at(
        file,
        "there is no column " + BadFile.quoted(bare(name)),
        columns.isEmpty()
            ? "it has one number for each recording: put 'id' and the names of its columns above"
            : "it has " + String.join(", ", columns.keySet()));
  }
}
