package dev.gme.formats.vectors;

import dev.gme.formats.LabelledVectors;
import dev.gme.formats.StoredVectors;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.kaldi.KaldiMode;
import dev.gme.formats.kaldi.KaldiTableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Converts files of vectors, vector by vector, whatever the size; only HDF5 is written from memory.
 * Formats that begin with all ids make it read a Kaldi archive or text twice.
 *
 * <pre>{@code
 * long n = VectorConverter.convert(in, VectorFormat.KALDI, out, VectorFormat.NPY, i -> {});
 * }</pre>
 */
public final class VectorConverter {
  private VectorConverter() {}

  /**
   * Converts a file of vectors; a Kaldi archive is written in binary.
   *
   * @param done is told how many vectors are done, now and then
   * @return how many there were
   */
  public static long convert(
      Path in, VectorFormat from, Path out, VectorFormat to, LongConsumer done) throws IOException {
    return convert(in, from, out, to, KaldiMode.BINARY, done);
  }

  /**
   * Converts a file of vectors.
   *
   * @param mode of a Kaldi archive
   * @param done is told how many vectors are done, now and then
   * @return how many there were
   */
  public static long convert(
      Path in, VectorFormat from, Path out, VectorFormat to, KaldiMode mode, LongConsumer done)
      throws IOException {
    if (to == VectorFormat.HDF5) {
      LabelledVectors set = VectorFiles.read(in, from);
      VectorFiles.write(out, set, to);
      return set.size();
    }
    Optional<VectorHeading> heading =
        VectorRowsWriter.needsHeading(to) ? Optional.of(heading(in, from)) : Optional.empty();
    // Made when the first vector tells the dimension.
    VectorRowsWriter[] writer = new VectorRowsWriter[1];
    long[] n = new long[1];
    try {
      VectorStream.forEach(
          in,
          from,
          (id, row) -> {
            if (writer[0] == null) {
              int dim = row.values().cols();
              VectorHeading known =
                  heading.orElse(new VectorHeading(List.of(), Optional.empty(), dim));
              writer[0] = VectorRowsWriter.create(out, to, mode, known);
            }
            writer[0].write(id, row);
            done.accept(++n[0]);
          });
      if (writer[0] == null) {
        throw BadFile.at(in, "expected vectors, found none", "check how it was made");
      }
      writer[0].commit();
      return n[0];
    } finally {
      if (writer[0] != null) {
        writer[0].close();
      }
    }
  }

  private static VectorHeading heading(Path in, VectorFormat from) throws IOException {
    if (VectorMatrices.isMatrix(from)) {
      try (StoredVectors stored = VectorFiles.open(in, from)) {
        return new VectorHeading(stored.ids(), stored.speakers(), stored.dimension());
      }
    }
    List<String> ids = new ArrayList<>();
    int[] dim = new int[1];
    VectorStream.forEach(
        in,
        from,
        (id, row) -> {
          ids.add(id);
          dim[0] = row.values().cols();
        });
    return new VectorHeading(ids, Optional.empty(), dim[0]);
  }

  /** Writes vectors, a Kaldi archive in the mode given. */
  public static void write(Path out, LabelledVectors set, VectorFormat to, KaldiMode mode)
      throws IOException {
    VectorFiles.write(out, set, to, mode);
  }

  /** The format that the name of a file, or Kaldi's name of a table, stands for. */
  public static Optional<VectorFormat> byName(Path file) {
    if (KaldiTableWriter.isSpecifier(file.toString())) {
      return Optional.of(VectorFormat.KALDI);
    }
    String name = file.getFileName().toString().replaceFirst("\\.gz$", "");
    String suffix = name.substring(name.lastIndexOf('.') + 1);
    return Optional.ofNullable(
        switch (suffix) {
          case "npy" -> VectorFormat.NPY;
          case "npz" -> VectorFormat.NPZ;
          case "safetensors" -> VectorFormat.SAFETENSORS;
          case "h5", "hdf5" -> VectorFormat.HDF5;
          case "ark" -> VectorFormat.KALDI;
          case "csv", "tsv" -> VectorFormat.TABLE;
          default -> null;
        });
  }
}
