package dev.gme.spark;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Pipeline;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** Simulated recordings and jobs on them, for tests of other packages. */
public final class SmallTables {
  private final SimulatedDatabase data;

  public SmallTables(int speakers) {
    data = SmallCluster.recordings(speakers, 9);
  }

  public static SparkSession session() {
    return SmallCluster.get().session();
  }

  public List<Row> rows() {
    return SmallCluster.rows(data);
  }

  public static StructType schema() {
    return SmallCluster.schema();
  }

  /** The vectors in the order of {@link #row}. */
  public DoubleMatrix vectors() {
    return SmallCluster.vectors(data);
  }

  public static int row(String id) {
    return SmallCluster.row(id);
  }

  private static TrainJob job(String kind, String... words) {
    JobArguments arguments = JobArguments.parse(words);
    Job job = kind.equals("plda") ? TrainJob.plda(arguments) : TrainJob.heavyTailed(arguments);
    arguments.requireAllKnown(kind);
    return (TrainJob) job;
  }

  /** What a job understands of its options. */
  public static PldaTraining training(String kind, String... options) {
    List<String> words = new ArrayList<>(List.of("--vectors=v", "--out=o"));
    words.addAll(List.of(options));
    return job(kind, words.toArray(new String[0])).training();
  }

  /** The model of a job on these recordings. */
  public Pipeline train(Path folder, String kind, String... options) {
    return trainOn(
        SmallCluster.table(folder.resolve(kind), rows(), 2),
        folder.resolve(kind + ".gme"),
        kind,
        options);
  }

  /** The model of a job on a table. */
  public Pipeline trainOn(String table, Path out, String kind, String... options) {
    List<String> words = new ArrayList<>(List.of("--vectors=" + table, "--out=" + out));
    words.addAll(List.of(options));
    job(kind, words.toArray(new String[0])).run(SmallCluster.get());
    try {
      return Artefact.read(out, ArtefactKind.EXTRACTOR).value();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
