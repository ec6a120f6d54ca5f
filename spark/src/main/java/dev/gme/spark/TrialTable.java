package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.data.TableDefaults;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * A list of trials by ids, numbered in its order: a table that Spark reads, or a file in any format
 * of lists that gme knows, which the driver reads.
 *
 * <pre>{@code
 * TrialTable trials = TrialTable.read(cluster, "trials.parquet", Optional.empty());
 * Dataset<Row> rows = trials.rows();       // columns number, enrol, test
 * }</pre>
 */
final class TrialTable {
  static final String NUMBER = "number";
  static final String ENROL = "enrol";
  static final String TEST = "test";

  /** What Parquet files begin with. */
  private static final byte[] PARQUET = {'P', 'A', 'R', '1'};

  /** Trials of a list that travel to a task together. */
  private static final int SLICE = 1 << 16;

  private static final StructType SCHEMA =
      new StructType()
          .add(NUMBER, DataTypes.LongType, false)
          .add(ENROL, DataTypes.StringType, false)
          .add(TEST, DataTypes.StringType, false);

  private final String name;
  private final Dataset<Row> rows;

  private TrialTable(String name, Dataset<Row> rows) {
    this.name = name;
    this.rows = rows;
  }

  /**
   * Reads trials.
   *
   * @param format Spark's name of the format; unless given, a folder is a table of Parquet, and a
   *     file is what it begins with
   */
  static TrialTable read(Cluster cluster, String path, Optional<String> format) {
    Files files = cluster.files();
    boolean isTable =
        format.isPresent() || files.isFolder(path) || Arrays.equals(files.start(path, 4), PARQUET);
    JavaRDD<Row> numbered =
        isTable ? table(cluster, path, format.orElse(TableDefaults.FORMAT)) : list(cluster, path);
    return new TrialTable(path, cluster.session().createDataFrame(numbered, SCHEMA));
  }

  private static JavaRDD<Row> table(Cluster cluster, String path, String format) {
    Dataset<Row> table = cluster.session().read().format(format).load(path);
    List<String> found = List.of(table.schema().fieldNames());
    for (String column : List.of(ENROL, TEST)) {
      if (!found.contains(column)) {
        throw new GmeException(
            "table "
                + path
                + ": expected a column '"
                + column
                + "', found "
                + String.join(", ", found),
            "give trials in columns 'enrol' and 'test', by ids");
      }
    }
    return table
        .select(table.col(ENROL).cast("string"), table.col(TEST).cast("string"))
        .toJavaRDD()
        .zipWithIndex()
        .map(
            t -> {
              Row row = t._1();
              if (row.isNullAt(0) || row.isNullAt(1)) {
                String other = row.isNullAt(0) ? row.getString(1) : row.getString(0);
                throw new GmeException(
                    "table "
                        + path
                        + ", trial of '"
                        + other
                        + "', column '"
                        + (row.isNullAt(0) ? ENROL : TEST)
                        + "': expected an id, found null",
                    "mend or remove that row");
              }
              return RowFactory.create(t._2(), row.getString(0), row.getString(1));
            });
  }

  /** Some trials of a list. */
  @SuppressWarnings("ArrayRecordComponent") // travels, and is never compared
  private record Slice(long first, String[] enrol, String[] test) implements Serializable {}

  private static JavaRDD<Row> list(Cluster cluster, String path) {
    TrialList list;
    try {
      File near = new File(path);
      if (!path.contains(":") && near.isFile()) {
        list = ListReader.read(near.toPath());
      } else {
        byte[] bytes = cluster.files().read(path);
        String last = Path.of(path).getFileName().toString();
        list = ListReader.read(InputFile.of(last, bytes), Optional.empty(), Map.of());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<Slice> slices = new ArrayList<>();
    for (int from = 0; from < list.size(); from += SLICE) {
      int first = from;
      int n = Math.min(SLICE, list.size() - from);
      slices.add(
          new Slice(
              from,
              IntStream.range(0, n)
                  .mapToObj(i -> list.enrolIds().get(list.enrol(first + i)))
                  .toArray(String[]::new),
              IntStream.range(0, n)
                  .mapToObj(i -> list.testIds().get(list.test(first + i)))
                  .toArray(String[]::new)));
    }
    return cluster
        .context()
        .parallelize(slices, Math.max(1, slices.size()))
        .flatMap(
            s ->
                IntStream.range(0, s.enrol.length)
                    .mapToObj(i -> RowFactory.create(s.first + i, s.enrol[i], s.test[i]))
                    .iterator());
  }

  /** What messages call it. */
  String name() {
    return name;
  }

  /** Columns number, enrol and test. */
  Dataset<Row> rows() {
    return rows;
  }

  /**
   * How many trials there are, and which.
   *
   * @param digest of the trials in any order: the order in which Spark reads a table may change
   */
  record Content(long trials, String digest) {}

  Content content() {
    Row found =
        rows.agg(
                functions.count(functions.lit(1)),
                functions.sum(
                    functions.xxhash64(rows.col(ENROL), rows.col(TEST)).cast("decimal(20,0)")))
            .head();
    return new Content(found.getLong(0), String.valueOf(found.get(1)));
  }
}
