package dev.gme.formats;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.FloatRows;
import dev.gme.formats.io.RowSequence;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Vectors that lie in a file as a matrix, with their ids and perhaps speakers. Ids are in memory,
 * vectors are read block by block, so that there may be more of them than memory holds.
 *
 * <pre>{@code
 * try (StoredVectors stored = VectorFiles.open(path, VectorFormat.NPZ)) {
 *   stored.forEach((id, row) -> count(row));
 * }
 * }</pre>
 */
public final class StoredVectors implements Closeable {
  /** Rows that are read at a time, and elements, whichever is less. */
  private static final int BLOCK_ROWS = 256;

  private static final int BLOCK_ELEMENTS = 1 << 20;

  private final Path file;
  private final List<String> ids;
  private final List<String> speakers;
  private final RowSequence rows;

  /** What becomes of vectors. */
  @FunctionalInterface
  public interface Taker {
    /** Takes a vector, a matrix of one row. */
    void take(String id, DoubleMatrix vector) throws IOException;
  }

  private StoredVectors(Path file, List<String> ids, List<String> speakers, RowSequence rows) {
    this.file = file;
    this.ids = ids;
    this.speakers = speakers;
    this.rows = rows;
  }

  /**
   * Puts together what was found in a file; the rows are closed with it, or here if they do not
   * fit.
   *
   * @param speakers one for each id, where the file has them
   */
  public static StoredVectors of(
      Path file, List<String> ids, Optional<List<String>> speakers, RowSequence rows)
      throws IOException {
    int n = rows.rows();
    boolean labelled = speakers.isEmpty() || speakers.get().size() == n;
    if (ids.size() != n || !labelled) {
      rows.close();
      throw BadFile.at(
          file,
          labelled
              ? "expected an id for each of " + n + " vectors, found " + ids.size()
              : "expected " + n + " speakers in y, found " + speakers.get().size(),
          labelled ? "give as many ids as vectors" : "give a speaker for each vector");
    }
    return new StoredVectors(file, List.copyOf(ids), speakers.map(List::copyOf).orElse(null), rows);
  }

  public List<String> ids() {
    return ids;
  }

  public Optional<List<String>> speakers() {
    return Optional.ofNullable(speakers);
  }

  public int dimension() {
    return rows.cols();
  }

  /** The type of the elements in the file, for people. */
  public String type() {
    return rows.form().type();
  }

  /** Whether floats hold the elements exactly. */
  public boolean isSingle() {
    return rows.form().isSingle();
  }

  /** Hands on all vectors; can be done once. */
  public void forEach(Taker taker) throws IOException {
    int step = Math.max(1, Math.min(BLOCK_ROWS, BLOCK_ELEMENTS / Math.max(1, rows.cols())));
    for (int from = 0; from < ids.size(); from += step) {
      DoubleMatrix block = rows.next(Math.min(step, ids.size() - from));
      for (int i = 0; i < block.rows(); i++) {
        taker.take(ids.get(from + i), block.rowRange(i, i + 1));
      }
    }
  }

  /** All vectors in memory; can be done once, and not after {@link #forEach}. */
  public LabelledVectors read() throws IOException {
    FloatRows all = new FloatRows(file.toString()).reserve(0, rows.cols());
    // What a compressed file declares is not trusted: there memory grows with what was read.
    if (Files.isRegularFile(file) && 2L * ids.size() * rows.cols() <= Files.size(file)) {
      all.reserve(ids.size(), rows.cols());
    }
    forEach((id, row) -> all.add(row.array()));
    LabelledVectors set = LabelledVectors.of(file.toString(), ids, all.matrix());
    if (speakers == null) {
      return set;
    }
    Map<String, String> speakerOf = new LinkedHashMap<>();
    for (int i = 0; i < ids.size(); i++) {
      speakerOf.put(ids.get(i), speakers.get(i));
    }
    return set.withSpeakers(speakerOf);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
