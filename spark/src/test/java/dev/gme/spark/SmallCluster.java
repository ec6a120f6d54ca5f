package dev.gme.spark;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** A session of two cores in this process, and a few simulated recordings. */
final class SmallCluster {
  static final int DIMENSION = 24;
  static final int SPEAKER_DIMENSION = 6;

  private static Cluster shared;

  private SmallCluster() {}

  /** The session of all tests of this process. */
  static synchronized Cluster get() {
    if (shared == null) {
      // A test has the settings of a local session from system properties, as spark-submit gives
      // them.
      System.setProperty("spark.master", "local[2]");
      System.setProperty("spark.ui.enabled", "false");
      System.setProperty("spark.driver.bindAddress", "127.0.0.1");
      System.setProperty("spark.driver.host", "127.0.0.1");
      System.setProperty("spark.sql.shuffle.partitions", "3");
      shared = Cluster.start("test", false, line -> {});
    }
    return shared;
  }

  /** Heavy-tailed recordings of a model that is the same each time. */
  static SimulatedDatabase recordings(int speakers, long seed) {
    return new Simulator(ModelRecipe.of(DIMENSION, SPEAKER_DIMENSION, 3).draw(1))
        .draw(speakers, RecordingCounts.between(1, 6), seed);
  }

  /** The vectors as tables hold them. */
  static DoubleMatrix vectors(SimulatedDatabase data) {
    double[] single = Arrays.stream(data.vectors().array()).map(x -> (float) x).toArray();
    return DoubleMatrix.wrap(data.vectors().rows(), DIMENSION, single);
  }

  static Pipeline model() {
    return Pipeline.of(
        Preprocessing.of(List.of()),
        ModelRecipe.of(DIMENSION, SPEAKER_DIMENSION, 3).draw(1).extractor());
  }

  static String modelFile(Path folder) {
    Path file = folder.resolve("model.gme");
    try {
      Artefact.write(file, ArtefactKind.EXTRACTOR, model(), Provenance.NONE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file.toString();
  }

  static String id(int row) {
    return String.format(Locale.ROOT, "r%05d", row);
  }

  static int row(String id) {
    return Integer.parseInt(id.substring(1));
  }

  /** Rows of a table, in no order at all. */
  static List<Row> rows(SimulatedDatabase data) {
    List<Row> out = new ArrayList<>();
    int n = data.vectors().rows();
    double[] all = vectors(data).array();
    for (int i = 0; i < n; i++) {
      int row = (int) ((i * 7919L + 13) % n);
      List<Float> vector = new ArrayList<>();
      for (int k = 0; k < DIMENSION; k++) {
        vector.add((float) all[row * DIMENSION + k]);
      }
      out.add(RowFactory.create(id(row), "s" + data.speakers()[row], vector));
    }
    return out;
  }

  static StructType schema() {
    return new StructType()
        .add("id", DataTypes.StringType)
        .add("speaker", DataTypes.StringType)
        .add("vector", DataTypes.createArrayType(DataTypes.FloatType));
  }

  /** The folder that an {@link ExtractJob} would write, without one. */
  static EmbeddingFolder extract(Path folder, String name, SimulatedDatabase data, int block) {
    Pipeline model = model();
    List<VectorRow> vectors =
        rows(data).stream()
            .map(
                r -> {
                  List<Float> x = r.getAs(2);
                  float[] vector = new float[DIMENSION];
                  for (int k = 0; k < DIMENSION; k++) {
                    vector[k] = x.get(k);
                  }
                  return new VectorRow(r.getString(0), null, vector);
                })
            .toList();
    List<EmbeddingRow> all = new ArrayList<>();
    new Extraction<>(
            model,
            vectors.iterator(),
            VectorRow::vector,
            (row, a, b) -> new EmbeddingRow(row.id(), b, a))
        .forEachRemaining(all::add);
    all.sort(Comparator.comparing(EmbeddingRow::key));
    EmbeddingFolder out = new EmbeddingFolder(get().files(), folder.resolve(name).toString());
    double[] lambda = model.extractor().lambda();
    List<EmbeddingFolder.Block> blocks = new ArrayList<>();
    for (int from = 0; from < all.size(); from += block) {
      List<EmbeddingRow> own = all.subList(from, Math.min(all.size(), from + block));
      blocks.add(out.write(blocks.size(), own, lambda));
    }
    out.finish(blocks, lambda, ArtefactBytes.of(ArtefactKind.EXTRACTOR, model));
    return EmbeddingFolder.open(get().files(), folder.resolve(name).toString());
  }

  /** The rows of a table in the order of its files: Spark itself reads large ones first. */
  static List<Row> rowsInOrder(String table) {
    try (Stream<Path> files = Files.list(Path.of(table))) {
      return files
          .filter(f -> f.toString().endsWith(".parquet"))
          .sorted()
          .flatMap(f -> get().session().read().parquet(f.toString()).collectAsList().stream())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a table of so many files. */
  static String table(Path folder, List<Row> rows, int parts) {
    String path = folder.resolve("table-" + parts).toString();
    Dataset<Row> table = get().session().createDataFrame(rows, schema());
    table.repartition(parts).write().parquet(path);
    return path;
  }
}
