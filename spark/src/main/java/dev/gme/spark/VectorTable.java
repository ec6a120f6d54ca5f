package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.lab.data.TableDefaults;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * A table of vectors: any DataFrame with an id, a vector and perhaps a speaker in each row.
 *
 * <pre>{@code
 * VectorTable table = VectorTable.read(session, "s3a://b/vectors", Columns.of(arguments));
 * JavaRDD<VectorRow> rows = table.rows(600);
 * }</pre>
 */
final class VectorTable implements VectorSource, Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * The names of the columns.
   *
   * @param speaker null where nobody needs one
   */
  record Columns(String id, String vector, String speaker) implements Serializable {
    static Columns of(JobArguments arguments, boolean needsSpeakers) {
      return new Columns(
          arguments.text("id", TableDefaults.ID),
          arguments.text("vector", TableDefaults.VECTOR),
          needsSpeakers ? arguments.text("speaker", TableDefaults.SPEAKER) : null);
    }
  }

  private final String name;
  private final Columns columns;
  private final VectorColumn vectors;
  private final transient Dataset<Row> selected;

  private VectorTable(String name, Columns columns, VectorColumn vectors, Dataset<Row> selected) {
    this.name = name;
    this.columns = columns;
    this.vectors = vectors;
    this.selected = selected;
  }

  /** A table that Spark reads. */
  static VectorTable read(SparkSession session, String path, String format, Columns columns) {
    return of(path, session.read().format(format).load(path), columns);
  }

  /**
   * A DataFrame.
   *
   * @param name what messages call it
   */
  static VectorTable of(String name, Dataset<Row> table, Columns columns) {
    StructType schema = table.schema();
    List<Column> wanted = new ArrayList<>();
    for (String column :
        columns.speaker == null
            ? List.of(columns.id, columns.vector)
            : List.of(columns.id, columns.vector, columns.speaker)) {
      VectorColumn.require(name, schema, column);
      // Names may have dots.
      Column found = table.col("`" + column + "`");
      wanted.add(column.equals(columns.vector) ? found : found.cast("string"));
    }
    VectorColumn vectors = VectorColumn.of(name, schema, columns.vector);
    return new VectorTable(name, columns, vectors, table.select(wanted.toArray(new Column[0])));
  }

  @Override
  public String where() {
    return "table " + name + ", column '" + columns.vector + "'";
  }

  @Override
  public String whereIds() {
    return "table " + name + ", column '" + columns.id + "'";
  }

  @Override
  public int dimension() {
    Row first = selected.limit(1).takeAsList(1).stream().findFirst().orElse(null);
    if (first == null) {
      throw new GmeException("table " + name + " has no rows", "check the path");
    }
    return row(first, -1).vector().length;
  }

  @Override
  public JavaRDD<VectorRow> rows(int dimension) {
    return selected.toJavaRDD().map(row -> row(row, dimension));
  }

  private VectorRow row(Row row, int dimension) {
    String id = row.getString(0);
    if (id == null) {
      throw new GmeException(
          "table " + name + ": expected an id in column '" + columns.id + "', found null",
          "give every row an id");
    }
    float[] vector = vectors.read(row, 1, id, dimension);
    String speaker = null;
    if (columns.speaker != null) {
      speaker = row.getString(2);
      if (speaker == null) {
        throw VectorColumn.bad(name, id, columns.speaker, "a speaker", "null");
      }
    }
    return new VectorRow(id, speaker, vector);
  }
}
