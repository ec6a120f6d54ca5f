package dev.gme.benchmarks.suite;

import dev.gme.benchmarks.measure.CpuTime;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.sink.TopPerEnrolmentSink;
import dev.gme.formats.artefact.EmbeddingBlocks;
import dev.gme.formats.artefact.EmbeddingManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that reads two folders of blocks and looks for the best partners of each enrolment,
 * some times over, as one computer does it; it writes the processor time of each round. {@link
 * SparkBench} compares a cluster with it.
 */
final class ScoreBlocks {
  private ScoreBlocks() {}

  /** The folders of enrolments and of test recordings, k, rounds, and the file for the times. */
  public static void main(String[] args) throws IOException {
    List<String> times = new ArrayList<>();
    for (int round = 0; round < Integer.parseInt(args[3]); round++) {
      double start = CpuTime.ofProcess();
      MetaEmbeddings enrol = read(Path.of(args[0]));
      MetaEmbeddings test = read(Path.of(args[1]));
      ScoreKind.llr()
          .scorer(enrol, test)
          .all(new TopPerEnrolmentSink(enrol.size(), Integer.parseInt(args[2])));
      times.add(Double.toString(CpuTime.ofProcess() - start));
    }
    Files.write(Path.of(args[4]), times);
  }

  private static MetaEmbeddings read(Path folder) throws IOException {
    EmbeddingManifest manifest = EmbeddingManifest.read(folder.resolve(EmbeddingManifest.FILE));
    int d = manifest.lambda().size();
    double[] a = new double[Math.multiplyExact(manifest.recordings(), d)];
    double[] b = new double[manifest.recordings()];
    int row = 0;
    for (EmbeddingManifest.Block about : manifest.blocks()) {
      byte[] bytes = Files.readAllBytes(folder.resolve(about.file()));
      MetaEmbeddings block = EmbeddingBlocks.read(manifest, about, bytes).embeddings();
      System.arraycopy(block.a().array(), 0, a, row * d, block.size() * d);
      System.arraycopy(block.b(), 0, b, row, block.size());
      row += block.size();
    }
    double[] lambda = manifest.lambda().stream().mapToDouble(l -> l).toArray();
    return MetaEmbeddings.of(DoubleMatrix.wrap(b.length, d, a), b, lambda);
  }
}
