package dev.gme.spark;

import dev.gme.core.model.Pipeline;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.EmbeddingManifest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.CollectionAccumulator;
import scala.Tuple2;

/**
 * Vectors to a folder of blocks of meta-embeddings, in the order of {@link EmbeddingKey}.
 *
 * @param model the model's file
 * @param vectors which ones
 * @param out the folder to make
 * @param blockSize recordings a block
 */
record ExtractJob(String model, VectorInput vectors, String out, int blockSize) implements Job {
  static Job of(JobArguments arguments) {
    return new ExtractJob(
        arguments.text("model"),
        VectorInput.of(arguments, false),
        arguments.text("out"),
        arguments.whole("block", EmbeddingManifest.RECORDINGS, 1, 1 << 20));
  }

  @Override
  public JobResult run(Cluster cluster) {
    Files files = cluster.files();
    EmbeddingFolder folder = new EmbeddingFolder(files, out);
    folder.requireNew();
    Pipeline pipeline = ArtefactBytes.pipeline(model, files.readNear(model));
    byte[] bytes = ArtefactBytes.of(ArtefactKind.EXTRACTOR, pipeline);
    VectorSource table = vectors.open(cluster);
    int found = table.dimension();
    table.requireDimension(pipeline.inputDimension(), found);
    Broadcast<byte[]> shared = cluster.context().broadcast(bytes);
    CollectionAccumulator<String> machines = cluster.machines();
    JavaRDD<EmbeddingRow> rows =
        table
            .rows(found)
            .mapPartitions(
                part -> {
                  machines.add(Cluster.describeMachine());
                  return new Extraction<>(
                      ArtefactBytes.pipeline("model", shared.value()),
                      part,
                      VectorRow::vector,
                      (row, a, b) -> new EmbeddingRow(row.id(), b, a));
                })
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    try {
      table.requireDifferent(rows.map(EmbeddingRow::id));
      List<EmbeddingKey> starts = starts(rows);
      List<EmbeddingFolder.Block> blocks =
          write(rows, starts, folder, pipeline.extractor().lambda());
      return finish(folder, blocks, pipeline, bytes);
    } finally {
      rows.unpersist();
    }
  }

  /** The first key of each block: every 16,384th one of all. */
  private List<EmbeddingKey> starts(JavaRDD<EmbeddingRow> rows) {
    int size = blockSize;
    int parts = rows.getNumPartitions();
    return rows.map(EmbeddingRow::key)
        .sortBy(k -> k, true, parts)
        .zipWithIndex()
        .filter(t -> t._2() % size == 0)
        .map(Tuple2::_1)
        .collect();
  }

  /** Brings the recordings of each block together and writes it. */
  private List<EmbeddingFolder.Block> write(
      JavaRDD<EmbeddingRow> rows,
      List<EmbeddingKey> starts,
      EmbeddingFolder folder,
      double[] lambda) {
    return rows.mapToPair(r -> new Tuple2<>(r.key(), r))
        .repartitionAndSortWithinPartitions(new ByStart(starts.toArray(new EmbeddingKey[0])))
        .mapPartitionsWithIndex(
            (index, part) -> {
              List<EmbeddingRow> block = new ArrayList<>();
              part.forEachRemaining(t -> block.add(t._2()));
              return List.of(folder.write(index, block, lambda)).iterator();
            },
            true)
        .collect();
  }

  private JobResult finish(
      EmbeddingFolder folder, List<EmbeddingFolder.Block> blocks, Pipeline pipeline, byte[] model) {
    folder.finish(blocks, pipeline.extractor().lambda(), model);
    EmbeddingManifest manifest = folder.manifest();
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("out", out);
    figures.put("recordings", manifest.recordings());
    figures.put("blocks", blocks.size());
    figures.put("dimension", pipeline.speakerDimension());
    figures.put("precision_min", manifest.lowest());
    figures.put("precision_max", manifest.highest());
    return new JobResult(
        List.of(
            String.format(
                Locale.ROOT,
                "Wrote %d meta-embeddings of dimension %d as %d blocks to %s; precisions %.3g to"
                    + " %.3g.",
                manifest.recordings(),
                pipeline.speakerDimension(),
                blocks.size(),
                out,
                manifest.lowest(),
                manifest.highest())),
        figures);
  }

  /** Which block a key belongs to, by the first key of each. */
  private static final class ByStart extends Partitioner {
    private static final long serialVersionUID = 1L;

    private final EmbeddingKey[] starts;

    ByStart(EmbeddingKey[] starts) {
      this.starts = starts;
    }

    @Override
    public int numPartitions() {
      return starts.length;
    }

    @Override
    public int getPartition(Object key) {
      int at = Arrays.binarySearch(starts, (EmbeddingKey) key);
      return at >= 0 ? at : -at - 2;
    }
  }
}
