package dev.gme.spark;

import dev.gme.core.GmeException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Locale;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * The column of a table that holds vectors. Whatever is wrong with one is said with its table, id
 * and column.
 *
 * @param table what messages call the table
 * @param name of the column
 * @param kind what it holds
 */
record VectorColumn(String table, String name, VectorValue kind) implements Serializable {
  /** The column of that name, refused where there is none or it holds something else. */
  static VectorColumn of(String table, StructType schema, String name) {
    require(table, schema, name);
    String where = "table " + table + ", column '" + name + "'";
    return new VectorColumn(table, name, VectorValue.of(where, schema.apply(name).dataType()));
  }

  /** Refuses a table that lacks a column. */
  static void require(String table, StructType schema, String column) {
    if (!Arrays.asList(schema.fieldNames()).contains(column)) {
      throw new GmeException(
          "table "
              + table
              + ": expected a column '"
              + column
              + "', found "
              + String.join(", ", schema.fieldNames()),
          "name the columns with --id, --vector and --speaker");
    }
  }

  /**
   * The vector of a row.
   *
   * @param at where the column is in this row
   * @param id null where there is none
   * @param dimension that it must have, or negative for any
   */
  float[] read(Row row, int at, String id, int dimension) {
    if (row.isNullAt(at)) {
      throw bad(table, id, name, "a vector", "null");
    }
    float[] vector;
    try {
      vector = kind.of(row, at);
    } catch (GmeException e) {
      throw new GmeException(where(table, id, name) + ": " + e.getMessage(), e.help());
    }
    requireFinite(where(table, id, name), vector, dimension);
    return vector;
  }

  /**
   * A vector as floats, refused where it has another dimension or is not finite.
   *
   * @param where it is, as messages say it
   */
  static float[] checked(String where, double[] values, int dimension) {
    float[] vector = new float[values.length];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (float) values[i];
    }
    requireFinite(where, vector, dimension);
    return vector;
  }

  private static void requireFinite(String where, float[] vector, int dimension) {
    if (dimension >= 0 && vector.length != dimension) {
      throw bad(where, dimension + " numbers", String.valueOf(vector.length));
    }
    for (int i = 0; i < vector.length; i++) {
      if (!Float.isFinite(vector[i])) {
        String what = String.format(Locale.ROOT, "%s at number %d", vector[i], i + 1);
        throw bad(where, "finite numbers", what);
      }
    }
  }

  private static String where(String table, String id, String column) {
    return "table " + table + (id == null ? "" : ", id '" + id + "'") + ", column '" + column + "'";
  }

  static GmeException bad(String table, String id, String column, String expected, String found) {
    return bad(where(table, id, column), expected, found);
  }

  private static GmeException bad(String where, String expected, String found) {
    return new GmeException(
        where + ": expected " + expected + ", found " + found, "mend or remove that row");
  }
}
