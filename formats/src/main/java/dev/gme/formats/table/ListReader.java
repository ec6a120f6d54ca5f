package dev.gme.formats.table;

import dev.gme.core.parallel.Workers;
import dev.gme.formats.hdf5.Hdf5File;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.LineChunks;
import dev.gme.formats.table.ListColumns.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads trials, keys and scores, of text, HDF5 or .npz.
 *
 * <pre>{@code
 * TrialList key = ListReader.read(path);                    // the layout by content
 * TrialList trials = ListReader.read(path, ListLayout.KALDI);
 * }</pre>
 *
 * <p>A line with another number of fields than the first, a label or score that is none, and a
 * blank line before the end are refused with the number of the line.
 */
public final class ListReader {
  private final Path file;
  private final ListColumns columns;
  private final List<ListChunk> chunks = new ArrayList<>();
  private long lines;
  private long nans;
  private long firstNan;

  private ListReader(Path file, ListColumns columns) {
    this.file = file;
    this.columns = columns;
  }

  public static TrialList read(Path file) throws IOException {
    return read(file, Optional.empty(), Map.of());
  }

  public static TrialList read(Path file, ListLayout layout) throws IOException {
    return read(file, Optional.of(layout), Map.of());
  }

  /**
   * A table whose columns have other names.
   *
   * @param layout by content if there is none
   * @param called what columns are called in the file, by their usual names: {@code enrol}, {@code
   *     test}, {@code label}, {@code score}, {@code weight}
   */
  public static TrialList read(Path file, Optional<ListLayout> layout, Map<String, String> called)
      throws IOException {
    return InputFile.read(file, in -> read(in, layout, called));
  }

  /** The list of a file that is open, which is closed. */
  public static TrialList read(
      InputFile file, Optional<ListLayout> layout, Map<String, String> called) throws IOException {
    // What is HDF5 cannot be a text list, whatever an option says.
    if (Hdf5File.isHdf5(file) || layout.equals(Optional.of(ListLayout.BOSARIS))) {
      return BosarisLists.read(file);
    }
    if (layout.equals(Optional.of(ListLayout.NPZ)) || NpzLists.isZip(file)) {
      return NpzLists.read(file);
    }
    try (LineChunks in = LineChunks.of(file)) {
      List<LineChunks.Chunk> first = take(in);
      ListRecognizer.Found found =
          ListRecognizer.columns(file.path(), first.stream().findFirst(), layout, called);
      ListReader reader = new ListReader(file.path(), found.columns());
      reader.readChunks(first, in);
      reader.refuseNan();
      return reader.join();
    }
  }

  private void readChunks(List<LineChunks.Chunk> first, LineChunks in) throws IOException {
    for (List<LineChunks.Chunk> some = first; !some.isEmpty(); some = take(in)) {
      boolean start = chunks.isEmpty();
      List<LineChunks.Chunk> now = some;
      ListChunk[] parsed = new ListChunk[now.size()];
      Workers.forEach(
          parsed.length, i -> parsed[i] = ListChunk.parse(now.get(i), start && i == 0, columns));
      for (ListChunk chunk : parsed) {
        append(chunk);
      }
    }
  }

  private static List<LineChunks.Chunk> take(LineChunks in) throws IOException {
    List<LineChunks.Chunk> some = new ArrayList<>();
    int most = 2 * Workers.threads();
    for (LineChunks.Chunk c = in.next(); c != null; c = in.next()) {
      some.add(c);
      if (some.size() == most) {
        break;
      }
    }
    return some;
  }

  private void append(ListChunk chunk) {
    chunk.check(file, lines);
    boolean blankBefore = !chunks.isEmpty() && chunks.get(chunks.size() - 1).endsBlank();
    if (blankBefore && chunk.size() > 0) {
      throw BadFile.atLine(
          file, lines, "expected a trial on every line, found a blank line", "remove it");
    }
    firstNan = nans == 0 ? lines + chunk.firstNan() : firstNan;
    nans += chunk.nans();
    lines += chunk.lines();
    chunks.add(chunk);
  }

  private void refuseNan() {
    if (nans > 0) {
      throw BadFile.atLine(
          file,
          firstNan,
          "expected a number, found NaN"
              + (nans == 1 ? "" : ", as in " + (nans - 1) + " more of " + lines + " lines"),
          "find out why whatever wrote the list gave NaN, or take these lines out");
    }
  }

  private TrialList join() throws IOException {
    long total = chunks.stream().mapToLong(ListChunk::size).sum();
    if (total > Integer.MAX_VALUE - 8) {
      throw BadFile.at(file, "expected at most 2^31 trials, found " + total, "split the list");
    }
    int n = (int) total;
    List<String> names = columns.conditions();
    IdTable[] tables = new IdTable[2 + names.size()];
    int[][] numbers = new int[tables.length][n];
    for (int k = 0; k < tables.length; k++) {
      tables[k] = new IdTable();
      int at = 0;
      for (ListChunk chunk : chunks) {
        int[] here = tables[k].add(chunk.ids(k));
        for (int i = 0; i < chunk.size(); i++) {
          numbers[k][at++] = here[chunk.numbers(k)[i]];
        }
      }
    }
    List<TrialList.Condition> conditions = new ArrayList<>();
    for (int k = 2; k < tables.length; k++) {
      conditions.add(new TrialList.Condition(names.get(k - 2), tables[k].ids(), numbers[k]));
    }
    return new TrialList.Builder(tables[0].ids(), tables[1].ids(), numbers[0], numbers[1])
        .labels(columns.has(Role.LABEL) ? labels(n) : null)
        .scores(columns.has(Role.SCORE) ? doubles(n, ListChunk::scores) : null)
        .weights(columns.has(Role.WEIGHT) ? doubles(n, ListChunk::weights) : null)
        .conditions(conditions)
        .about(columns.has(Role.SCORE) ? ScoreAbout.readBeside(file) : Optional.empty())
        .source(file.toString(), columns.header() ? 2 : 1)
        .build();
  }

  private byte[] labels(int n) {
    byte[] out = new byte[n];
    int at = 0;
    for (ListChunk chunk : chunks) {
      System.arraycopy(chunk.labels(), 0, out, at, chunk.size());
      at += chunk.size();
    }
    return out;
  }

  private double[] doubles(int n, Function<ListChunk, double[]> column) {
    double[] out = new double[n];
    int at = 0;
    for (ListChunk chunk : chunks) {
      System.arraycopy(column.apply(chunk), 0, out, at, chunk.size());
      at += chunk.size();
    }
    return out;
  }
}
