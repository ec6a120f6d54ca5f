package dev.gme.spark;

import dev.gme.core.GmeException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.Tuple2;

/** Who speaks in which recording, as a table says. */
final class SpeakerTable {
  private SpeakerTable() {}

  /** Ids with speakers. */
  static JavaPairRDD<String, String> read(
      Cluster cluster, String path, String format, VectorTable.Columns columns) {
    Dataset<Row> table = cluster.session().read().format(format).load(path);
    String[] found = table.schema().fieldNames();
    for (String column : List.of(columns.id(), columns.speaker())) {
      if (!Arrays.asList(found).contains(column)) {
        throw new GmeException(
            "table "
                + path
                + ": expected a column '"
                + column
                + "', found "
                + String.join(", ", found),
            "name the columns with --id and --speaker");
      }
    }
    return table
        .select(
            table.col("`" + columns.id() + "`").cast("string"),
            table.col("`" + columns.speaker() + "`").cast("string"))
        .toJavaRDD()
        .mapToPair(
            row -> {
              if (row.isNullAt(0) || row.isNullAt(1)) {
                String id = row.isNullAt(0) ? "" : ", id '" + row.getString(0) + "'";
                String column = row.isNullAt(0) ? columns.id() : columns.speaker();
                throw new GmeException(
                    "table " + path + id + ", column '" + column + "': expected a name, found null",
                    "mend or remove that row");
              }
              return new Tuple2<>(row.getString(0), row.getString(1));
            });
  }

  /** The ids of a folder's recordings with their numbers. */
  static JavaPairRDD<String, Integer> numbered(EmbeddingFolder folder, Cluster cluster) {
    int blocks = folder.manifest().blocks().size();
    return cluster
        .context()
        .parallelize(IntStream.range(0, blocks).boxed().toList(), Math.max(1, blocks))
        .flatMapToPair(
            block -> {
              List<String> ids = folder.read(block).ids();
              int first = folder.layout().first(block);
              return IntStream.range(0, ids.size())
                  .mapToObj(i -> new Tuple2<>(ids.get(i), first + i))
                  .iterator();
            });
  }
}
