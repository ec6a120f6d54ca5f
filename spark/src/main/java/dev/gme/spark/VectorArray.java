package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.RowSequence;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyRows;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * A matrix of NumPy whose rows are shared out: tasks go to the places of theirs. In an .npz file of
 * numpy.savez the matrix lies as it is, too; one that is compressed has no places, and one task
 * unpacks it.
 */
final class VectorArray implements VectorSource, Serializable {
  private static final long serialVersionUID = 1L;

  /** Rows that are read at a time. */
  private static final int SOME = 1024;

  private static final String X = "X";
  private static final String NPY = ".npy";

  private final String path;
  private final Files files;
  private final SpeakerList speakers;

  /** Where the matrix lies in the file, and how many bytes it has. */
  private final long start;

  private final long size;

  /** The compressed array of an .npz file that one task unpacks; null where tasks go to places. */
  private final String packed;

  private final int dimension;
  private final transient JavaPairRDD<String, Long> ids;

  VectorArray(
      Cluster cluster,
      String path,
      boolean isZip,
      Optional<String> list,
      SpeakerList.Wanted wanted) {
    this.path = path;
    files = cluster.files();
    Zipped zipped = null;
    long bytes = 0;
    if (isZip) {
      zipped = Zipped.open(path, files);
    } else {
      try (SeekableByteChannel channel = files.open(path)) {
        bytes = channel.size();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    start = zipped == null ? 0 : zipped.start;
    size = zipped == null ? bytes : zipped.size;
    packed = zipped == null || zipped.isStored ? null : zipped.name;
    long rows;
    try (RowSequence x = packed == null ? Npy.rows(file()) : unpacked()) {
      rows = x.rows();
      dimension = x.cols();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int parts = packed == null ? Math.max(2, 4 * cluster.cores()) : 1;
    String idList = zipped == null ? idList(list) : path + ", array 'ids'";
    long found;
    if (zipped == null) {
      ListLines lines = ListLines.read(cluster, idList, parts);
      ids = lines.lines();
      found = lines.count();
    } else {
      ids = cluster.context().parallelize(zipped.ids, parts).zipWithIndex();
      found = zipped.ids.size();
    }
    if (found != rows) {
      throw BadFile.at(
          path,
          String.format(
              Locale.ROOT,
              "expected %d ids for %d rows, found %d in %s",
              rows,
              rows,
              found,
              idList),
          "give the ids that belong to these vectors, one for each row");
    }
    speakers =
        zipped != null && zipped.speakers != null && wanted.needed() && wanted.labels().isEmpty()
            ? SpeakerList.of(cluster, path, zipped.ids, zipped.speakers)
            : SpeakerList.of(cluster, wanted, path, names());
  }

  private String idList(Optional<String> list) {
    String ids = list.orElse(path.replaceFirst("\\.npy$", "") + ".ids");
    if (!files.exists(ids)) {
      throw BadFile.at(
          path,
          "expected a list of ids beside it, found no " + ids,
          "make it, an id a line, or name the list of ids with --ids LIST");
    }
    return ids;
  }

  private InputFile file() throws IOException {
    return InputFile.of(path, files.open(path, start, size));
  }

  private RowSequence unpacked() throws IOException {
    ZipFile zip = ZipFile.builder().setSeekableByteChannel(files.open(path)).get();
    ZipArchiveEntry x = zip.getEntry(packed + NPY);
    InputStream in =
        new FilterInputStream(zip.getInputStream(x)) {
          @Override
          public void close() throws IOException {
            super.close();
            zip.close();
          }
        };
    return Npy.rows(path + ", array '" + packed + "'", in, x.getSize());
  }

  private JavaRDD<String> names() {
    return ids.map(id -> id._1().strip().split("[ \t]", 2)[0]);
  }

  @Override
  public String where() {
    return path;
  }

  @Override
  public String whereIds() {
    return path;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public JavaRDD<VectorRow> rows(int expected) {
    return ids.mapPartitions(
        part -> {
          UnaryOperator<String> speakerOf = speakers.open();
          Blocks blocks = packed == null ? this::block : inTurn();
          return new InBatches<Tuple2<String, Long>, VectorRow>(
              part, SOME, some -> rows(some, blocks, speakerOf, expected).iterator());
        });
  }

  /** Rows that follow each other. */
  @FunctionalInterface
  private interface Blocks {
    DoubleMatrix read(int from, int rows) throws IOException;
  }

  private DoubleMatrix block(int from, int rows) throws IOException {
    try (NpyRows x = NpyRows.of(file())) {
      return x.doubles(from, from + rows);
    }
  }

  /** From the first row to the last, by one task. */
  private Blocks inTurn() throws IOException {
    RowSequence x = unpacked();
    TaskContext.get()
        .addTaskCompletionListener(
            task -> {
              try {
                x.close();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    return (from, rows) -> x.next(rows);
  }

  private List<VectorRow> rows(
      List<Tuple2<String, Long>> some,
      Blocks blocks,
      UnaryOperator<String> speakerOf,
      int expected) {
    int from = Math.toIntExact(some.get(0)._2());
    try {
      DoubleMatrix block = blocks.read(from, some.size());
      List<VectorRow> out = new ArrayList<>(some.size());
      for (int i = 0; i < some.size(); i++) {
        String id = some.get(i)._1().strip().split("[ \t]", 2)[0];
        String where = path + ", row " + (from + i) + ", id " + BadFile.quoted(id);
        out.add(
            new VectorRow(
                id, speakerOf.apply(id), VectorColumn.checked(where, block.row(i), expected)));
      }
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Where the matrix of an .npz file lies.
   *
   * @param isStored whether it is not compressed
   * @param speakers null where there are none
   */
  private record Zipped(
      String name,
      boolean isStored,
      long start,
      long size,
      List<String> ids,
      List<String> speakers) {
    static Zipped open(String path, Files files) {
      try (ZipFile zip = ZipFile.builder().setSeekableByteChannel(files.open(path)).get()) {
        String name =
            zip.getEntry(X + NPY) == null && zip.getEntry("data" + NPY) != null ? "data" : X;
        ZipArchiveEntry x = require(path, zip, name);
        return new Zipped(
            name,
            x.getMethod() == ZipArchiveEntry.STORED,
            x.getDataOffset(),
            x.getSize(),
            words(path, zip, "ids"),
            zip.getEntry("y" + NPY) == null ? null : words(path, zip, "y"));
      } catch (IOException e) {
        throw BadFile.at(
            path,
            "expected an .npz file of numpy.savez, found a damaged or other one ("
                + e.getMessage()
                + ")",
            "save the arrays again with numpy.savez");
      }
    }

    private static ZipArchiveEntry require(String path, ZipFile zip, String name) {
      ZipArchiveEntry entry = zip.getEntry(name + NPY);
      if (entry == null) {
        throw new GmeException(
            path + " has no array '" + name + "'", "save vectors as X and their ids as ids");
      }
      return entry;
    }

    private static List<String> words(String path, ZipFile zip, String name) throws IOException {
      byte[] bytes = zip.getInputStream(require(path, zip, name)).readAllBytes();
      return Npy.read(InputFile.of(path + ", array '" + name + "'", bytes)).words();
    }
  }
}
