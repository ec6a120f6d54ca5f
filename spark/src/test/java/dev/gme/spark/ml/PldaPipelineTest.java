package dev.gme.spark.ml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.spark.SmallTables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stages of spark.ml against the jobs that they share their work with. */
class PldaPipelineTest {
  @TempDir Path folder;

  private final SmallTables tables = new SmallTables(150);
  private final SparkSession session = SmallTables.session();

  private Dataset<Row> frame() {
    return session.createDataFrame(tables.rows(), SmallTables.schema()).repartition(3);
  }

  private Plda small() {
    return new Plda().setSpeakerDim(4).setIterations(2);
  }

  private static void requireSame(Pipeline found, Pipeline expected) {
    assertThat(found.extractor().mean()).isEqualTo(expected.extractor().mean());
    assertThat(found.extractor().p()).isEqualTo(expected.extractor().p());
    assertThat(found.extractor().lambda()).isEqualTo(expected.extractor().lambda());
    assertThat(found.extractor().nu()).isEqualTo(expected.extractor().nu());
  }

  private Pipeline job(String kind, String... more) {
    return tables.train(folder, kind, more);
  }

  @Test
  void modelsAreThoseOfTheJobs() {
    requireSame(small().fit(frame()).pipeline(), job("plda", "--speaker-dim=4", "--iterations=2"));
    HeavyTailedPlda heavy =
        new HeavyTailedPlda().setSpeakerDim(4).setIterations(2).setVb(true).setVbIterations(2);
    requireSame(
        heavy.fit(frame()).pipeline(),
        job("htplda", "--speaker-dim=4", "--iterations=2", "--vb", "--vb-iterations=2"));
  }

  @Test
  void defaultsAreThoseOfTheJobs() {
    assertThat(new Plda().training()).isEqualTo(SmallTables.training("plda"));
    assertThat(new HeavyTailedPlda().training()).isEqualTo(SmallTables.training("htplda"));
    assertThat(new HeavyTailedPlda().setVb(true).setMeanField(3).training())
        .isEqualTo(SmallTables.training("htplda", "--vb", "--mean-field=3"));
    assertThat(new Plda().setChain("centre,lda 3").setMinimumDivergence(false).training())
        .isEqualTo(SmallTables.training("plda", "--chain=centre,lda 3", "--no-minimum-divergence"));
  }

  @Test
  void transformAddsMetaEmbeddingsAndKeepsTheRest() {
    PldaModel model = small().fit(frame());
    Dataset<Row> out = model.transform(frame());
    assertThat(out.columns()).containsExactly("id", "speaker", "vector", "gme_a", "gme_b");
    assertThat(model.transformSchema(frame().schema())).isEqualTo(out.schema());
    MetaEmbeddings plain = model.pipeline().extract(tables.vectors());
    List<Row> found = out.collectAsList();
    assertThat(found).hasSize(tables.rows().size());
    for (Row row : found) {
      int at = SmallTables.row(row.getString(0));
      assertThat(row.getDouble(4)).isEqualTo(plain.b()[at]);
      double[] a = plain.a().row(at);
      List<Float> single = row.getList(3);
      for (int k = 0; k < a.length; k++) {
        assertThat(single.get(k)).isEqualTo((float) a[k]);
      }
    }
  }

  @Test
  void vectorsOfSparkMlDenseAndSparseAreTheSameNumbers() {
    List<Row> rows = new ArrayList<>();
    for (Row r : tables.rows()) {
      List<Float> all = r.getAs(2);
      double[] x = all.stream().mapToDouble(Float::doubleValue).toArray();
      Object v = Vectors.dense(x);
      rows.add(
          RowFactory.create(
              r.get(0), r.get(1), rows.size() % 2 == 0 ? v : Vectors.dense(x).toSparse()));
    }
    StructType schema =
        new StructType()
            .add("id", DataTypes.StringType)
            .add("speaker", DataTypes.StringType)
            .add("features", SQLDataTypes.VectorType());
    Dataset<Row> frame = session.createDataFrame(rows, schema);
    PldaModel model = small().setVector("features").fit(frame);
    PldaModel expected = small().fit(frame());
    requireSame(model.pipeline(), expected.pipeline());
    List<Row> found = model.transform(frame).select("id", "gme_a", "gme_b").collectAsList();
    assertThat(found)
        .containsExactlyInAnyOrderElementsOf(
            expected.transform(frame()).select("id", "gme_a", "gme_b").collectAsList());
    // The jobs read such columns from files, too.
    String table = folder.resolve("ml").toString();
    frame.write().parquet(table);
    requireSame(
        tables.trainOn(
            table,
            folder.resolve("ml.gme"),
            "plda",
            "--vector=features",
            "--speaker-dim=4",
            "--iterations=2"),
        expected.pipeline());
  }

  @Test
  void aPipelineIsSavedAndLoaded() throws IOException {
    Plda estimator = small().setA("a").setB("b");
    org.apache.spark.ml.Pipeline stages =
        new org.apache.spark.ml.Pipeline().setStages(new PipelineStage[] {estimator});
    String plan = folder.resolve("plan").toString();
    stages.write().overwrite().save(plan);
    PipelineModel fitted = org.apache.spark.ml.Pipeline.load(plan).fit(frame());
    String path = folder.resolve("fitted").toString();
    fitted.save(path);
    PipelineModel again = PipelineModel.load(path);
    PldaModel model = (PldaModel) again.stages()[0];
    assertThat(model.artefact()).isEqualTo(((PldaModel) fitted.stages()[0]).artefact());
    assertThat(model.uid()).isEqualTo(estimator.uid());
    assertThat(again.transform(frame()).columns()).endsWith("a", "b");
    // What plain gme reads.
    Path file = folder.resolve("fitted/stages/0_" + estimator.uid() + "/model.gme");
    assertThat(Artefact.read(file, ArtefactKind.EXTRACTOR).value().speakerDimension()).isEqualTo(4);
    String saved = folder.resolve("estimator").toString();
    new HeavyTailedPlda().setNu(5).setVb(true).save(saved);
    assertThat(HeavyTailedPlda.load(saved).training())
        .isEqualTo(SmallTables.training("htplda", "--nu=5", "--vb"));
    Plda copy = estimator.copy(ParamMap.empty().put(estimator.iterations().w(7)));
    assertThat(copy.training().em().stopping().maxIterations()).isEqualTo(7);
    assertThat(PldaModel.of(model.artefact()).transform(frame()).columns()).endsWith("gme_b");
  }

  @Test
  void whatDoesNotFitIsSaidInASentence() {
    Plda plda = new Plda("p").setVector("xvector");
    assertThatThrownBy(() -> plda.fit(frame()))
        .isInstanceOf(GmeException.class)
        .hasMessage("table given to p: expected a column 'xvector', found id, speaker, vector");
    assertThatThrownBy(() -> new Plda("p").setVector("speaker").transformSchema(frame().schema()))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("column 'speaker': expected array<float>");
    assertThatThrownBy(() -> new Plda("p").setA("id").fit(frame()))
        .isInstanceOf(GmeException.class)
        .hasMessage("table given to p has a column 'id' already");
    assertThatThrownBy(() -> new Plda("p").setRaw(true).setChain("centre").fit(frame()))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("raw and chain exclude each other");
    List<Row> twice = new ArrayList<>(tables.rows());
    twice.add(twice.get(0));
    assertThatThrownBy(() -> small().fit(session.createDataFrame(twice, SmallTables.schema())))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("comes 2 times");
    List<Row> spoilt = new ArrayList<>(tables.rows());
    spoilt.set(4, RowFactory.create("odd", "s", List.of(1f, Float.NaN)));
    assertThatThrownBy(() -> small().fit(session.createDataFrame(spoilt, SmallTables.schema())))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("id 'odd', column 'vector': expected 24 numbers, found 2");
  }
}
