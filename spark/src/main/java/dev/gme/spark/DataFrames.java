package dev.gme.spark;

import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.lab.provenance.Stamp;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Models on DataFrames of a session that is there already: what stages of {@code spark.ml} are made
 * of. Models are the bytes of artefacts, as {@code gme train} writes them.
 *
 * <pre>{@code
 * var columns = new DataFrames.Columns("id", "vector", "speaker");
 * byte[] model = DataFrames.train("mine", frame, columns, training, Map.of(), line -> {});
 * Dataset<Row> extracted = DataFrames.extract("mine", frame, columns, model, "a", "b");
 * }</pre>
 */
public final class DataFrames {
  private DataFrames() {}

  /**
   * The names of the columns.
   *
   * @param speaker null where nobody needs one
   */
  public record Columns(String id, String vector, String speaker) {
    private VectorTable.Columns ofTable() {
      return new VectorTable.Columns(id, vector, speaker);
    }
  }

  /** Refuses a schema that training cannot use. */
  public static void requireTrainable(String name, StructType schema, Columns columns) {
    for (String column : new String[] {columns.id, columns.speaker}) {
      VectorColumn.require(name, schema, column);
    }
    VectorColumn.of(name, schema, columns.vector);
  }

  /**
   * Trains on all rows: the bytes of a model.
   *
   * @param name what messages call the table
   * @param parameters for the provenance
   * @param say takes notes and warnings
   */
  public static byte[] train(
      String name,
      Dataset<?> data,
      Columns columns,
      PldaTraining training,
      Map<String, String> parameters,
      Consumer<String> say) {
    Cluster cluster = Cluster.of(data.sparkSession(), say);
    VectorTable read = VectorTable.of(name, data.toDF(), columns.ofTable());
    try {
      LeafTable table = LeafTable.of(read, Math.max(1, 2 * cluster.cores()));
      try {
        SparkPasses passes = new SparkPasses(cluster, table);
        passes.speak(Progress.NONE);
        Trained<Pipeline> trained =
            training.train(passes, stage -> Checkpoints.NONE, Progress.NONE);
        trained.notes().forEach(say);
        cluster.requireAlike(false);
        Provenance made =
            new Provenance(
                "table " + name, "fit of spark.ml", parameters, Stamp.tool(), Stamp.date());
        return Artefact.toBytes(ArtefactKind.EXTRACTOR, trained.model(), made);
      } finally {
        table.forget();
      }
    } catch (Exception e) { // Spark throws checked exceptions of tasks without declaring them
      throw plain(e);
    }
  }

  /** What a user can do something about, without what Spark wraps around it. */
  private static RuntimeException plain(Exception thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof GmeException g) {
        return g;
      }
    }
    return thrown instanceof RuntimeException r ? r : new IllegalStateException(thrown);
  }

  /** The schema with the columns of meta-embeddings; refuses one without vectors. */
  public static StructType extracted(
      String name, StructType schema, String vector, String a, String b) {
    VectorColumn.of(name, schema, vector);
    for (String column : new String[] {a, b}) {
      if (Arrays.asList(schema.fieldNames()).contains(column)) {
        throw new GmeException(
            "table " + name + " has a column '" + column + "' already",
            "drop it, or give the columns of meta-embeddings other names");
      }
    }
    return schema
        .add(a, DataTypes.createArrayType(DataTypes.FloatType, false), false)
        .add(b, DataTypes.DoubleType, false);
  }

  /**
   * The rows with two more columns: a as array of float and b as double, with the bits that {@code
   * gme spark extract} writes. λ is the model's.
   *
   * @param columns of which the one with ids is for messages and may be missing
   * @param model a model's bytes
   */
  public static Dataset<Row> extract(
      String name, Dataset<?> data, Columns columns, byte[] model, String a, String b) {
    StructType schema = data.schema();
    StructType wider = extracted(name, schema, columns.vector, a, b);
    VectorColumn vectors = VectorColumn.of(name, schema, columns.vector);
    int at = schema.fieldIndex(columns.vector);
    int id = Arrays.asList(schema.fieldNames()).indexOf(columns.id);
    int dimension = model(name, model).inputDimension();
    Broadcast<byte[]> shared = context(data.sparkSession()).broadcast(model);
    MapPartitionsFunction<Row, Row> extraction =
        part ->
            new Extraction<Row, Row>(
                model(name, shared.value()),
                part,
                row ->
                    vectors.read(
                        row,
                        at,
                        id < 0 || row.isNullAt(id) ? null : String.valueOf(row.get(id)),
                        dimension),
                DataFrames::with);
    return data.toDF().mapPartitions(extraction, Encoders.row(wider));
  }

  private static Row with(Row row, float[] a, double b) {
    int n = row.size();
    Object[] all = new Object[n + 2];
    for (int i = 0; i < n; i++) {
      all[i] = row.get(i);
    }
    all[n] = a;
    all[n + 1] = b;
    return RowFactory.create(all);
  }

  private static JavaSparkContext context(SparkSession session) {
    return JavaSparkContext.fromSparkContext(session.sparkContext());
  }

  /**
   * A model from its bytes.
   *
   * @param name what messages call it
   */
  public static Pipeline model(String name, byte[] bytes) {
    return ArtefactBytes.pipeline(name, bytes);
  }

  /** Reads a whole file of any of Hadoop's file systems. */
  public static byte[] read(SparkSession session, String file) {
    return Files.of(session).read(file);
  }

  /** Writes a file there, whole or not at all. */
  public static void write(SparkSession session, String file, byte[] content) {
    Files.of(session).write(file, out -> out.write(content));
  }
}
