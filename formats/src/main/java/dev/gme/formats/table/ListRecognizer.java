package dev.gme.formats.table;

import dev.gme.core.GmeException;
import dev.gme.formats.hdf5.Hdf5File;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.LineChunks;
import dev.gme.formats.io.NumberParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Tells layouts of trials and scores apart by their first 1,000 lines. The first rule that all of
 * them meet wins:
 *
 * <ol>
 *   <li>a first line with {@code modelid} and {@code segmentid}: nist
 *   <li>a first line with {@code enrol} and {@code test} among tabs or commas, or with {@code
 *       label} too among blanks: table
 *   <li>three fields, the first always 0 or 1: voxceleb
 *   <li>the third field always a word for target or non-target: kaldi with labels
 *   <li>the third field always a number, and the fourth a label: wespeaker
 *   <li>the third field always a number: scores
 *   <li>the third field always one of the letters a, b, x: sre10
 *   <li>two fields: kaldi without labels
 * </ol>
 */
public final class ListRecognizer {
  private static final int LINES = 1000;

  /** Each is held in memory for every trial; keys of NIST have fewer than 20. */
  private static final int MOST_COLUMNS = 1000;

  private ListRecognizer() {}

  /** The layout of a list; refused with the line that does not fit if no rule holds. */
  public static ListLayout recognize(Path file) throws IOException {
    return InputFile.read(file, ListRecognizer::recognize);
  }

  /** The layout of a list that is open. */
  public static ListLayout recognize(InputFile in) throws IOException {
    if (Hdf5File.isHdf5(in)) {
      return ListLayout.BOSARIS;
    }
    if (NpzLists.is(in)) {
      return ListLayout.NPZ;
    }
    // Not closed, because this would close the file.
    Optional<LineChunks.Chunk> first = Optional.ofNullable(LineChunks.of(in).next());
    return columns(in.path(), first, Optional.empty(), Map.of()).layout;
  }

  /** Whether a file that is open is an .npz of scores. */
  public static boolean isNpz(InputFile in) throws IOException {
    return NpzLists.is(in);
  }

  /** A layout and what the fields of this list mean in it. */
  record Found(ListLayout layout, ListColumns columns) {}

  /**
   * What the fields mean.
   *
   * @param first the lines that the file begins with
   * @param called what columns of a table are called, by their usual names; then it is a table
   */
  static Found columns(
      Path file,
      Optional<LineChunks.Chunk> first,
      Optional<ListLayout> forced,
      Map<String, String> called) {
    List<byte[]> lines = first.map(ListRecognizer::lines).orElse(List.of());
    if (lines.isEmpty()) {
      throw BadFile.at(file, "expected a list of trials, found nothing", "check how it was made");
    }
    String text = new String(lines.get(0), StandardCharsets.UTF_8).strip();
    if (text.indexOf(0) >= 0) {
      throw BadFile.at(
          file,
          "expected a list of trials or scores, found binary data",
          "check that files and options are in their order; a model or vectors are no list");
    }
    char separator = text.indexOf('\t') >= 0 ? '\t' : text.indexOf(',') >= 0 ? ',' : ' ';
    List<String> names = split(file, lines.get(0), separator);
    requireColumns(file, names, called);
    if (forced.isEmpty() || forced.get() == ListLayout.NIST || forced.get() == ListLayout.TABLE) {
      boolean nist = names.contains("modelid") && names.contains("segmentid");
      ListColumns columns = ListColumns.ofHeader(names, separator, called);
      // Between blanks, "enrol test" may be a pair of ids, but "label" is no label.
      boolean table =
          columns.hasPair()
              && (separator != ' ' || !called.isEmpty() || columns.has(ListColumns.Role.LABEL));
      if (nist || table) {
        ListLayout layout = nist ? ListLayout.NIST : ListLayout.TABLE;
        return new Found(forced.orElse(layout), requireSingle(file, columns));
      }
      if (forced.isPresent() || !called.isEmpty()) {
        throw BadFile.atLine(
            file,
            1,
            "expected a header that names the columns, found " + BadFile.quoted(text),
            "name at least modelid and segmentid (nist), or enrol and test (table)");
      }
    }
    List<List<String>> rows = lines.stream().map(line -> split(file, line, ' ')).toList();
    return byFields(file, rows, forced);
  }

  private static void requireColumns(Path file, List<String> names, Map<String, String> called) {
    for (Map.Entry<String, String> e : called.entrySet()) {
      if (!ListColumns.USUAL.contains(e.getKey())) {
        throw new GmeException(
            "a list has no column that is usually called " + BadFile.quoted(e.getKey()),
            "name columns for " + String.join(", ", ListColumns.USUAL));
      }
      if (!names.contains(e.getValue())) {
        throw BadFile.atLine(
            file,
            1,
            "expected a column "
                + BadFile.quoted(e.getValue())
                + ", found "
                + BadFile.quoted(String.join(", ", names)),
            "name a column of the first line");
      }
    }
  }

  private static ListColumns requireSingle(Path file, ListColumns columns) {
    for (ListColumns.Role role : ListColumns.Role.values()) {
      long n = columns.roles().stream().filter(r -> r == role).count();
      if (role != ListColumns.Role.CONDITION && n > 1) {
        throw BadFile.atLine(
            file,
            1,
            "two columns hold the " + role.name().toLowerCase(Locale.ROOT),
            "rename or remove one of them");
      }
    }
    return columns;
  }

  private static Found byFields(Path file, List<List<String>> rows, Optional<ListLayout> forced) {
    int fields = rows.get(0).size();
    boolean labelled = all(rows, 2, Labels::isWord);
    ListLayout layout = forced.orElseGet(() -> rule(file, rows, labelled));
    int least = layout == ListLayout.KALDI ? 2 : layout == ListLayout.WESPEAKER ? 4 : 3;
    if (fields < least) {
      throw BadFile.atLine(
          file,
          1,
          "expected at least "
              + least
              + " fields of layout "
              + layout.label()
              + ", found "
              + fields,
          "name the layout, if it is another");
    }
    return new Found(layout, ListColumns.of(layout, fields, labelled));
  }

  private static ListLayout rule(Path file, List<List<String>> rows, boolean labelled) {
    int fields = rows.get(0).size();
    if (fields == 3 && all(rows, 0, f -> f.equals("0") || f.equals("1"))) {
      return ListLayout.VOXCELEB;
    }
    if (labelled) {
      return ListLayout.KALDI;
    }
    if (all(rows, 2, ListRecognizer::isNumber)) {
      return all(rows, 3, Labels::isWord) ? ListLayout.WESPEAKER : ListLayout.SCORES;
    }
    if (all(rows, 2, f -> f.length() == 1 && "abxABX".contains(f))) {
      return ListLayout.SRE10;
    }
    if (fields == 2) {
      return ListLayout.KALDI;
    }
    throw odd(file, rows);
  }

  /** Names the line that differs, if some before it had a layout. */
  private static GmeException odd(Path file, List<List<String>> rows) {
    int labels = leading(rows, Labels::isWord);
    int scores = leading(rows, ListRecognizer::isNumber);
    int most = Math.max(labels, scores);
    List<String> row = rows.get(most);
    if (SearchAnswers.isHeader(String.join("\t", rows.get(0)))) {
      return new GmeException(
          file + ": expected trials or scores, found answers of searches (gme identify)",
          "give the scores that such answers are made from, of every enrolled speaker against every"
              + " test, as 'gme score' writes them");
    }
    if (most == 0) {
      return BadFile.atLine(
          file,
          1,
          "no layout of trials or scores fits this line and those after it: "
              + BadFile.quoted(String.join(" ", row)),
          "name the layout, or correct the lines that differ");
    }
    return BadFile.atLine(
        file,
        most + 1,
        "expected "
            + (labels >= scores ? "a label" : "a score")
            + " in the third field as in the lines before, found "
            + (row.size() > 2 ? BadFile.quoted(row.get(2)) : "only " + row.size() + " fields"),
        "correct the line, or name the layout");
  }

  /** How many rows from the first on have such a third field; not all of them have. */
  private static int leading(List<List<String>> rows, Predicate<String> is) {
    int n = 0;
    while (all(rows.subList(n, n + 1), 2, is)) {
      n++;
    }
    return n;
  }

  private static boolean all(List<List<String>> rows, int field, Predicate<String> is) {
    return rows.stream().allMatch(row -> row.size() > field && is.test(row.get(field)));
  }

  private static boolean isNumber(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      NumberParser.parse(bytes, 0, bytes.length);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** The first lines that are not blank. */
  private static List<byte[]> lines(LineChunks.Chunk chunk) {
    List<byte[]> lines = new ArrayList<>();
    int at = 0;
    while (at < chunk.length() && lines.size() < LINES) {
      int end = at;
      while (end < chunk.length() && chunk.bytes()[end] != '\n') {
        end++;
      }
      byte[] line = Arrays.copyOfRange(chunk.bytes(), at, end);
      if (!new String(line, StandardCharsets.UTF_8).isBlank()) {
        lines.add(line);
      }
      at = end + 1;
    }
    return lines;
  }

  private static List<String> split(Path file, byte[] line, char separator) {
    Fields fields = new Fields(separator);
    fields.split(line, 0, line.length);
    if (fields.count() > MOST_COLUMNS) {
      throw BadFile.at(
          file,
          "expected a list of at most " + MOST_COLUMNS + " columns, found " + fields.count(),
          "leave out columns that are no conditions");
    }
    return fields.texts();
  }
}
