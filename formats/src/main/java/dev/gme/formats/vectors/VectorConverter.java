package dev.gme.formats.vectors;

import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.kaldi.KaldiVectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Converts files of vectors. Between Kaldi's archives, .npy and text vector by vector, whatever the
 * size; other ways through memory.
 *
 * <pre>{@code
 * long n = VectorConverter.convert(in, VectorFormat.KALDI, out, VectorFormat.NPY, false, i -> {});
 * }</pre>
 */
public final class VectorConverter {
  private VectorConverter() {}

  /**
   * Converts.
   *
   * @param text whether a Kaldi archive is written as text
   * @param done is told how many vectors are done, now and then
   * @return how many there were
   */
  public static long convert(
      Path in, VectorFormat from, Path out, VectorFormat to, boolean text, LongConsumer done)
      throws IOException {
    boolean written =
        to == VectorFormat.KALDI || to == VectorFormat.NPY || to == VectorFormat.TABLE;
    if (written && VectorStream.isStreamed(in, from)) {
      return stream(in, from, out, to, text, done);
    }
    LabelledVectors set = VectorFiles.read(in, from);
    write(out, set, to, text);
    return set.size();
  }

  /** Writes vectors, a Kaldi archive as text if wanted. */
  public static void write(Path out, LabelledVectors set, VectorFormat to, boolean text)
      throws IOException {
    if (to == VectorFormat.KALDI) {
      KaldiVectors.write(specifier(out, text), set);
    } else {
      VectorFiles.write(out, set, to);
    }
  }

  private static String specifier(Path out, boolean text) {
    String name = out.toString();
    return text
        ? "ark,t:" + name
        : "ark,scp:" + name + "," + name.replaceFirst("\\.ark$", "") + ".scp";
  }

  private static long stream(
      Path in, VectorFormat from, Path out, VectorFormat to, boolean text, LongConsumer done)
      throws IOException {
    // Made when the first vector tells the dimension.
    VectorRowsWriter[] writer = new VectorRowsWriter[1];
    long[] n = new long[1];
    try {
      VectorStream.forEach(
          in,
          from,
          (id, row) -> {
            if (writer[0] == null) {
              writer[0] = writer(out, to, text, row.values().cols());
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

  private static VectorRowsWriter writer(Path out, VectorFormat to, boolean text, int dim)
      throws IOException {
    return switch (to) {
      case KALDI -> VectorRowsWriter.kaldi(specifier(out, text));
      case TABLE -> VectorRowsWriter.table(out);
      default -> VectorRowsWriter.npy(out, dim);
    };
  }

  /** The format that the name of a file stands for. */
  public static Optional<VectorFormat> byName(Path file) {
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
