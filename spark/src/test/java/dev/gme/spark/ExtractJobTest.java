package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtractJobTest {
  private static final int BLOCK = 50;

  @TempDir Path folder;

  private final SimulatedDatabase data = SmallCluster.recordings(60, 5);

  private JobResult extract(String table, String out, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--model",
                SmallCluster.modelFile(folder),
                "--vectors",
                table,
                "--block",
                String.valueOf(BLOCK),
                "--out",
                folder.resolve(out).toString()));
    words.addAll(List.of(more));
    JobArguments arguments = JobArguments.parse(words.toArray(new String[0]));
    Job job = ExtractJob.of(arguments);
    arguments.requireAllKnown("extract");
    return job.run(SmallCluster.get());
  }

  private EmbeddingFolder open(String out) {
    return EmbeddingFolder.open(SmallCluster.get().files(), folder.resolve(out).toString());
  }

  private void requirePlain(EmbeddingFolder found) {
    MetaEmbeddings plain = SmallCluster.model().extract(SmallCluster.vectors(data));
    double[] b = plain.b();
    int n = b.length;
    List<Integer> order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparing((Integer i) -> b[i]).thenComparing(SmallCluster::id))
            .toList();
    assertThat(found.manifest().recordings()).isEqualTo(n);
    assertThat(found.manifest().blocks()).hasSize((n + BLOCK - 1) / BLOCK);
    int d = plain.dimension();
    for (int i = 0; i < n; i++) {
      IdentifiedEmbeddings block = found.read(i / BLOCK);
      int row = order.get(i);
      assertThat(block.ids().get(i % BLOCK)).isEqualTo(SmallCluster.id(row));
      assertThat(block.embeddings().b()[i % BLOCK]).isEqualTo(b[row]);
      double[] a = plain.a().row(row);
      double[] single = Arrays.stream(a).map(x -> (float) x).toArray();
      assertThat(block.embeddings().a().row(i % BLOCK)).hasSize(d).isEqualTo(single);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64})
  void blocksAreThoseOfPlainGmeWhateverThePartitions(int parts) {
    String table = SmallCluster.table(folder, SmallCluster.rows(data), parts);
    JobResult result = extract(table, "emb");
    requirePlain(open("emb"));
    assertThat(result.figures()).containsEntry("recordings", data.vectors().rows());
  }

  @Test
  void vectorsMayBeOfDoubleOrBytesAndColumnsOfAnyName() throws IOException {
    List<Row> doubles = new ArrayList<>();
    List<Row> bytes = new ArrayList<>();
    for (Row r : SmallCluster.rows(data)) {
      List<Float> v = r.getAs(2);
      ByteBuffer b = ByteBuffer.allocate(4 * SmallCluster.DIMENSION).order(ByteOrder.LITTLE_ENDIAN);
      v.forEach(b::putFloat);
      doubles.add(RowFactory.create(r.get(0), v.stream().map(Float::doubleValue).toList()));
      bytes.add(RowFactory.create(r.get(0), b.array()));
    }
    write(doubles, DataTypes.createArrayType(DataTypes.DoubleType), "doubles");
    write(bytes, DataTypes.BinaryType, "bytes");
    for (String name : List.of("doubles", "bytes")) {
      String table = folder.resolve(name).toString();
      extract(table, "emb-" + name, "--id=a.utt", "--vector=x");
      requirePlain(open("emb-" + name));
    }
  }

  private void write(List<Row> rows, org.apache.spark.sql.types.DataType type, String name) {
    StructType schema = new StructType().add("a.utt", DataTypes.StringType).add("x", type);
    Dataset<Row> table = SmallCluster.get().session().createDataFrame(rows, schema);
    table.write().parquet(folder.resolve(name).toString());
  }

  private String refused(List<Row> rows, String... more) {
    String table = SmallCluster.table(folder, rows, 2);
    try {
      extract(table, "emb", more);
    } catch (Exception e) { // Spark's own are checked ones that nothing declares
      assertThat(folder.resolve("emb").resolve("manifest.json")).doesNotExist();
      JobFailure failure = JobFailure.of(e);
      assertThat(failure.help()).isNotEmpty();
      return failure.sentence().replace(table, "TABLE");
    }
    throw new AssertionError("it was not refused");
  }

  private static Row with(Row row, int column, Object value) {
    Object[] all = {row.get(0), row.get(1), row.get(2)};
    all[column] = value;
    return RowFactory.create(all);
  }

  private List<Row> spoilt(int column, Object value) {
    List<Row> rows = new ArrayList<>(SmallCluster.rows(data));
    rows.set(40, with(rows.get(40), column, value));
    return rows;
  }

  @Test
  void aVectorWithNaNIsNamed() {
    List<Float> vector = new ArrayList<>(SmallCluster.rows(data).get(40).<List<Float>>getAs(2));
    vector.set(3, Float.NaN);
    String id = SmallCluster.rows(data).get(40).getString(0);
    assertThat(refused(spoilt(2, vector)))
        .isEqualTo(
            "table TABLE, id '"
                + id
                + "', column 'vector': expected finite numbers, found NaN at number 4");
  }

  @Test
  void aShortVectorIsNamed() {
    List<Float> vector = SmallCluster.rows(data).get(40).<List<Float>>getAs(2).subList(0, 5);
    assertThat(refused(spoilt(2, vector)))
        .contains("column 'vector': expected 24 numbers, found 5");
  }

  @Test
  void missingValuesAreNamed() {
    assertThat(refused(spoilt(2, null))).contains("', column 'vector': expected a vector, found");
  }

  @Test
  void aMissingIdIsRefused() {
    assertThat(refused(spoilt(0, null)))
        .isEqualTo("table TABLE: expected an id in column 'id', found null");
  }

  @Test
  void twoIdsAlikeAreNamed() {
    String id = SmallCluster.rows(data).get(7).getString(0);
    assertThat(refused(spoilt(0, id)))
        .isEqualTo("table TABLE, column 'id': the id '" + id + "' comes 2 times");
  }

  @Test
  void aMissingColumnIsNamed() {
    assertThat(refused(SmallCluster.rows(data), "--vector=xvector"))
        .isEqualTo("table TABLE: expected a column 'xvector', found id, speaker, vector");
  }

  @Test
  void aColumnOfAnotherTypeIsRefused() {
    assertThat(refused(SmallCluster.rows(data), "--vector=speaker"))
        .contains("column 'speaker': expected array<float>, array<double>, binary or vector");
  }

  @Test
  void resultsAreNotOverwritten() {
    String table = SmallCluster.table(folder, SmallCluster.rows(data), 2);
    extract(table, "emb");
    assertThatThrownBy(() -> extract(table, "emb"))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("manifest.json exists already");
  }

  @Test
  void aTableThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> extract(folder.resolve("none").toString(), "emb"))
        .satisfies(e -> assertThat(JobFailure.of(e).sentence()).contains("none"));
  }
}
