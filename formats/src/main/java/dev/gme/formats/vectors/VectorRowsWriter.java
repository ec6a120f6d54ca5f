package dev.gme.formats.vectors;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.formats.artefact.SafeTensorsRowsWriter;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.CloseOnFailure;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.formats.kaldi.KaldiMode;
import dev.gme.formats.kaldi.KaldiTableWriter;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.formats.numpy.NpyRowsWriter;
import dev.gme.formats.numpy.NpzWriter;
import dev.gme.formats.table.TableRowsWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A place for vectors that are written one after the other, in any format but HDF5. */
final class VectorRowsWriter implements Closeable {
  /** Writes the next vector in some format. */
  @FunctionalInterface
  private interface Rows {
    void write(String id, KaldiArray row) throws IOException;
  }

  /** Puts a file into its place. */
  @FunctionalInterface
  private interface Commit {
    void commit() throws IOException;
  }

  private final Rows rows;
  private final List<Commit> commits = new ArrayList<>();
  private final List<Closeable> files = new ArrayList<>();

  private VectorRowsWriter(Rows rows) {
    this.rows = rows;
  }

  private VectorRowsWriter with(Closeable file, Commit commit) {
    files.add(file);
    commits.add(commit);
    return this;
  }

  /** Whether a format has ids, and speakers, before the vectors. */
  static boolean needsHeading(VectorFormat format) {
    return format == VectorFormat.NPZ || format == VectorFormat.SAFETENSORS;
  }

  /**
   * Begins a file of vectors.
   *
   * @param mode of a Kaldi archive
   * @param heading of which only the dimension counts for formats without
   */
  static VectorRowsWriter create(
      Path out, VectorFormat format, KaldiMode mode, VectorHeading heading) throws IOException {
    return switch (format) {
      case KALDI -> kaldi(out, mode);
      case TABLE -> table(out);
      case NPY -> npy(out, heading.dimension());
      case NPZ -> npz(out, heading);
      case SAFETENSORS -> safetensors(out, heading);
      case HDF5 -> throw new IllegalArgumentException("HDF5 is written as a whole");
    };
  }

  private static float[] floats(KaldiArray row) {
    return FloatMatrix.of(row.values()).array();
  }

  private static VectorRowsWriter kaldi(Path out, KaldiMode mode) throws IOException {
    String name = out.toString();
    Path script = Path.of(name.replaceFirst("\\.ark$", "") + ".scp");
    boolean alone = mode == KaldiMode.TEXT || name.endsWith(".gz") || TargetFile.isStream(out);
    KaldiTableWriter writer =
        KaldiTableWriter.isSpecifier(name)
            ? KaldiTableWriter.create(name)
            : KaldiTableWriter.create(out, alone ? null : script, mode);
    // Text is read as double; what was float before it is float again.
    return new VectorRowsWriter(
            (id, row) -> writer.write(id, new KaldiArray(true, row.single(), row.values())))
        .with(writer, writer::commit);
  }

  private static VectorRowsWriter table(Path out) throws IOException {
    TableRowsWriter writer = TableRowsWriter.create(out, TableRowsWriter.separator(out));
    return new VectorRowsWriter((id, row) -> writer.write(id, floats(row)))
        .with(writer, writer::commit);
  }

  private static VectorRowsWriter npy(Path out, int dim) throws IOException {
    NpyRowsWriter matrix = NpyRowsWriter.create(out, dim);
    TargetFile ids = CloseOnFailure.of(matrix, () -> TargetFile.create(VectorMatrices.idsOf(out)));
    return new VectorRowsWriter(
            (id, row) -> {
              ids.stream().write((oneWord(out, id) + "\n").getBytes(StandardCharsets.UTF_8));
              matrix.write(floats(row));
            })
        .with(matrix, matrix::commit)
        .with(ids, ids::commit);
  }

  private static VectorRowsWriter npz(Path out, VectorHeading heading) throws IOException {
    NpzWriter writer = NpzWriter.create(out);
    VectorRowsWriter rows =
        new VectorRowsWriter((id, row) -> writer.write(floats(row))).with(writer, writer::commit);
    return CloseOnFailure.of(
        writer,
        () -> {
          writer.put(VectorMatrices.IDS, NpyArray.of(heading.ids()));
          if (heading.speakers().isPresent()) {
            writer.put(VectorMatrices.SPEAKERS, NpyArray.of(heading.speakers().get()));
          }
          writer.begin(VectorMatrices.X, heading.ids().size(), heading.dimension());
          return rows;
        });
  }

  private static VectorRowsWriter safetensors(Path out, VectorHeading heading) throws IOException {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put(VectorMatrices.IDS, lines(out, heading.ids()));
    heading.speakers().ifPresent(s -> metadata.put(VectorMatrices.SPEAKERS, lines(out, s)));
    SafeTensorsRowsWriter writer =
        SafeTensorsRowsWriter.create(
            out, VectorMatrices.X, heading.ids().size(), heading.dimension(), metadata);
    return new VectorRowsWriter((id, row) -> writer.write(floats(row)))
        .with(writer, writer::commit);
  }

  private static String lines(Path out, List<String> words) {
    for (String word : words) {
      if (word.isEmpty() || word.chars().anyMatch(c -> c == '\n' || c == '\r')) {
        throw unfit(out, word, "is empty or has more than one line");
      }
    }
    return String.join("\n", words);
  }

  private static String oneWord(Path out, String id) {
    if (id.isEmpty() || id.chars().anyMatch(c -> c <= ' ')) {
      throw unfit(out, id, "is empty or has blanks, and lists of ids have an id a word");
    }
    return id;
  }

  private static GmeException unfit(Path out, String id, String why) {
    return BadFile.at(out, "the id " + BadFile.quoted(id) + " " + why, "rename it, or write .npz");
  }

  void write(String id, KaldiArray row) throws IOException {
    rows.write(id, row);
  }

  /** Puts the files into their places; what is closed without is removed. */
  void commit() throws IOException {
    for (Commit file : commits) {
      file.commit();
    }
  }

  @Override
  public void close() throws IOException {
    for (Closeable file : files) {
      file.close();
    }
  }
}
