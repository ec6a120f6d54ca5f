package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import dev.gme.lab.data.TableDefaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Which vectors a job works on: a table that Spark reads, or a file of Kaldi or NumPy, told by its
 * content as everywhere in gme.
 *
 * @param path of the table or file
 * @param format Spark's name of the table's format, where one was given
 * @param columns the names of a table's columns
 * @param ids the list of ids of a .npy file, where it is not the usual one
 * @param labels the speakers of a file's recordings
 */
record VectorInput(
    String path,
    Optional<String> format,
    VectorTable.Columns columns,
    Optional<String> ids,
    Optional<String> labels) {
  /** How files begin that Spark reads: Parquet, ORC, Avro. */
  private static final List<String> TABLES = List.of("PAR1", "ORC", "Obj\1");

  /** What the options say. */
  static VectorInput of(JobArguments arguments, boolean needsSpeakers) {
    return new VectorInput(
        arguments.text("vectors"),
        arguments.optional("table"),
        VectorTable.Columns.of(arguments, needsSpeakers),
        arguments.optional("ids"),
        needsSpeakers ? arguments.optional("labels") : Optional.empty());
  }

  private boolean needsSpeakers() {
    return columns.speaker() != null;
  }

  /** Opens the vectors; refuses options that do not belong to what is there. */
  VectorSource open(Cluster cluster) {
    Files files = cluster.files();
    VectorFormat found = format.isEmpty() && files.isFile(path) ? recognize(files) : null;
    if (found != VectorFormat.NPY && ids.isPresent()) {
      throw new GmeException(
          "--ids is for .npy files, and " + path + " is none", "leave --ids out");
    }
    if (found == null) {
      if (labels.isPresent()) {
        throw new GmeException(
            "--labels is for files of Kaldi and NumPy, and " + path + " is a table",
            "name the table's column of speakers with --speaker");
      }
      return VectorTable.read(
          cluster.session(), path, format.orElse(TableDefaults.FORMAT), columns);
    }
    if (found == VectorFormat.KALDI) {
      return new VectorScript(cluster, path, speakers());
    }
    return new VectorArray(cluster, path, found == VectorFormat.NPZ, ids, speakers());
  }

  private SpeakerList.Wanted speakers() {
    return new SpeakerList.Wanted(needsSpeakers(), labels);
  }

  /** What a file is; null where it is for Spark. */
  private VectorFormat recognize(Files files) {
    try (InputFile file = InputFile.of(path, files.open(path))) {
      String start = new String(file.start(), StandardCharsets.ISO_8859_1);
      if (TABLES.stream().anyMatch(start::startsWith)) {
        return null;
      }
      VectorFormat format = VectorFiles.recognize(file);
      return switch (format) {
        case KALDI, NPY, NPZ -> format;
        case TABLE, SAFETENSORS, HDF5 ->
            throw new GmeException(
                path
                    + ": expected a table of Spark, a script file of Kaldi, .npy or .npz, found "
                    + format.name().toLowerCase(Locale.ROOT),
                "convert it with 'gme convert', or name Spark's format of it with --table");
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
