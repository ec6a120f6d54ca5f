package dev.gme.spark.ml;

import dev.gme.core.model.Pipeline;
import dev.gme.spark.DataFrames;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * A model of gme as a stage: it adds the columns {@code gme_a} (array of float) and {@code gme_b}
 * (double) of meta-embeddings, with the bits that {@code gme spark extract} writes. λ, which all
 * recordings share, is the model's.
 *
 * <pre>{@code
 * PldaModel model = PldaModel.of(Files.readAllBytes(Path.of("ht.gme"))).setVector("xvector");
 * Dataset<Row> embeddings = model.transform(calls);
 * }</pre>
 */
public final class PldaModel extends Model<PldaModel> implements MLWritable {
  private static final long serialVersionUID = 1L;

  static final String A = "gme_a";
  static final String B = "gme_b";

  /** The artefact's name in the folder of a saved model. */
  private static final String FILE = "/model.gme";

  private final String uid;
  private final byte[] artefact;
  private final Param<String> id;
  private final Param<String> vector;
  private final Param<String> a;
  private final Param<String> b;

  PldaModel(String uid, byte[] artefact) {
    this.uid = uid;
    this.artefact = artefact;
    id = column(uid, "id", "column of the ids, for messages; there need be none");
    vector = column(uid, "vector", "column of the vectors");
    a = column(uid, "a", "column to add for a of a meta-embedding");
    b = column(uid, "b", "column to add for b, its precision");
    setDefault(id, "id");
    setDefault(vector, "vector");
    setDefault(a, A);
    setDefault(b, B);
  }

  static Param<String> column(String uid, String name, String what) {
    return new Param<>(uid, name, what);
  }

  /** A model that was trained elsewhere, from the bytes of its file. */
  public static PldaModel of(byte[] artefact) {
    String uid = Identifiable.randomUID("plda");
    DataFrames.model(uid, artefact);
    return new PldaModel(uid, artefact.clone());
  }

  /** The model itself. */
  public Pipeline pipeline() {
    return DataFrames.model(uid, artefact);
  }

  /** The bytes of its file, which {@code gme} reads. */
  public byte[] artefact() {
    return artefact.clone();
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Column of the ids. */
  public Param<String> id() {
    return id;
  }

  /** Column of the vectors. */
  public Param<String> vector() {
    return vector;
  }

  /** Column for a. */
  public Param<String> a() {
    return a;
  }

  /** Column for b. */
  public Param<String> b() {
    return b;
  }

  public PldaModel setId(String column) {
    set(id, column);
    return this;
  }

  public PldaModel setVector(String column) {
    set(vector, column);
    return this;
  }

  public PldaModel setA(String column) {
    set(a, column);
    return this;
  }

  public PldaModel setB(String column) {
    set(b, column);
    return this;
  }

  private String table() {
    return "given to " + uid;
  }

  @Override
  public Dataset<Row> transform(Dataset<?> data) {
    var columns = new DataFrames.Columns(getOrDefault(id), getOrDefault(vector), null);
    return DataFrames.extract(table(), data, columns, artefact, getOrDefault(a), getOrDefault(b));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return DataFrames.extracted(
        table(), schema, getOrDefault(vector), getOrDefault(a), getOrDefault(b));
  }

  @Override
  public PldaModel copy(ParamMap extra) {
    PldaModel copy = copyValues(new PldaModel(uid, artefact), extra);
    copy.setParent(parent());
    return copy;
  }

  @Override
  public MLWriter write() {
    return new Writer(this);
  }

  /** Reads what {@link #save} wrote; by this method pipelines find it. */
  public static MLReader<PldaModel> read() {
    return new Reader();
  }

  public static PldaModel load(String path) {
    return read().load(path);
  }

  /** Parameters as Spark writes them, and the artefact beside them. */
  private static final class Writer extends MLWriter {
    private final PldaModel model;

    Writer(PldaModel model) {
      this.model = model;
    }

    @Override
    public void saveImpl(String path) {
      new DefaultParamsWriter(model).saveImpl(path);
      DataFrames.write(sparkSession(), path + FILE, model.artefact);
    }
  }

  private static final class Reader extends MLReader<PldaModel> {
    @Override
    public PldaModel load(String path) {
      DefaultParamsReader.Metadata metadata =
          DefaultParamsReader.loadMetadata(path, sparkSession(), PldaModel.class.getName());
      PldaModel model = new PldaModel(metadata.uid(), DataFrames.read(sparkSession(), path + FILE));
      DataFrames.model(path + FILE, model.artefact);
      metadata.getAndSetParams(model, metadata.getAndSetParams$default$2());
      return model;
    }
  }
}
