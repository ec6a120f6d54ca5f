package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.core.cluster.StartingSets;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.score.CellScorer;
import dev.gme.formats.artefact.EmbeddingBlocks;
import dev.gme.formats.artefact.EmbeddingManifest;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.io.Sha256;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A folder of meta-embeddings, see {@link EmbeddingBlocks}, in any file system; travels to tasks.
 * Jobs read blocks by name, so all pairs are scored without moving any data.
 *
 * <pre>{@code
 * EmbeddingFolder folder = EmbeddingFolder.open(files, "s3a://b/emb");
 * LoadedBlock block = folder.load(0, scorer, 0);
 * }</pre>
 */
final class EmbeddingFolder implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Files files;
  private final String folder;

  /** Of the manifest; null until there is one. */
  private byte[] bytes;

  private transient EmbeddingManifest manifest;

  /**
   * What the manifest says of a block, as it travels.
   *
   * @param lowest the lowest b
   */
  record Block(String file, int recordings, double lowest, double highest, String sha256)
      implements Serializable {}

  EmbeddingFolder(Files files, String folder) {
    this.files = files;
    this.folder = files.absolute(folder);
  }

  /** The folder of an extraction that was completed. */
  static EmbeddingFolder open(Files files, String folder) {
    EmbeddingFolder out = new EmbeddingFolder(files, folder);
    String file = out.manifestFile();
    if (!files.exists(file)) {
      throw new GmeException(
          folder + " has no " + EmbeddingManifest.FILE,
          "make it with 'gme spark extract', or check the path");
    }
    out.bytes = files.read(file);
    out.manifest();
    return out;
  }

  private String manifestFile() {
    return Files.below(folder, EmbeddingManifest.FILE);
  }

  synchronized EmbeddingManifest manifest() {
    if (manifest == null) {
      try {
        manifest = EmbeddingManifest.of(manifestFile(), bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return manifest;
  }

  /** A digest of all that there is: the manifest has those of the blocks. */
  String digest() {
    return Sha256.of(bytes);
  }

  BlockLayout layout() {
    List<EmbeddingManifest.Block> blocks = manifest().blocks();
    int[] starts = new int[blocks.size() + 1];
    for (int b = 0; b < blocks.size(); b++) {
      starts[b + 1] = starts[b] + blocks.get(b).recordings();
    }
    return new BlockLayout(starts);
  }

  double[] lambda() {
    return manifest().lambda().stream().mapToDouble(l -> l).toArray();
  }

  /** Where the folder is: an absolute path. */
  String name() {
    return folder;
  }

  /** Refuses another folder that cannot be scored against this one. */
  void requireSameModel(EmbeddingFolder other) {
    if (!manifest().lambda().equals(other.manifest().lambda())
        || !manifest().model().equals(other.manifest().model())) {
      throw new GmeException(
          name() + " and " + other.name() + " were extracted by different models",
          "extract both with the same model");
    }
  }

  /** Refuses a folder that has a manifest already. */
  void requireNew() {
    files.requireNothingAt(manifestFile());
  }

  /** Writes a block. */
  Block write(int number, List<EmbeddingRow> rows, double[] lambda) {
    double[] a = new double[rows.size() * lambda.length];
    double[] b = new double[rows.size()];
    for (int r = 0; r < b.length; r++) {
      b[r] = rows.get(r).b();
      for (int k = 0; k < lambda.length; k++) {
        a[r * lambda.length + k] = rows.get(r).a()[k];
      }
    }
    MetaEmbeddings all =
        MetaEmbeddings.of(DoubleMatrix.wrap(b.length, lambda.length, a), b, lambda);
    List<String> ids = rows.stream().map(EmbeddingRow::id).toList();
    // Without provenance, so that two runs write the same bytes.
    EmbeddingBlocks.Written written =
        EmbeddingBlocks.write(number, new IdentifiedEmbeddings(ids, all), Provenance.NONE);
    EmbeddingManifest.Block about = written.about();
    files.write(Files.below(folder, about.file()), out -> out.write(written.bytes()));
    return new Block(
        about.file(), about.recordings(), about.lowest(), about.highest(), about.sha256());
  }

  /** Writes the manifest, which makes the folder complete. */
  void finish(List<Block> blocks, double[] lambda, byte[] model) {
    List<EmbeddingManifest.Block> all =
        blocks.stream()
            .map(
                b ->
                    new EmbeddingManifest.Block(
                        b.file, b.recordings, b.lowest, b.highest, b.sha256))
            .toList();
    bytes = EmbeddingBlocks.manifest(Sha256.of(model), lambda, all).toBytes();
    files.write(manifestFile(), out -> out.write(bytes));
  }

  /** A block, refused where it is not what the extraction wrote. */
  IdentifiedEmbeddings read(int number) {
    EmbeddingManifest.Block block = manifest().blocks().get(number);
    byte[] content = files.read(Files.below(folder, block.file()));
    try {
      return EmbeddingBlocks.read(manifest(), block, content);
    } catch (GmeException e) {
      throw new GmeException(Files.below(folder, e.getMessage()), e.help());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A block that is ready for a scorer.
   *
   * @param first the number of its first recording, as sinks shall see it
   */
  LoadedBlock load(int number, CellScorer scorer, int first) {
    return load(number, scorer, first, 1);
  }

  /**
   * The same, of which every recording is taken for more or less than it says.
   *
   * @param scale 1 for all that it says
   */
  LoadedBlock load(int number, CellScorer scorer, int first, double scale) {
    IdentifiedEmbeddings block = read(number);
    MetaEmbeddings scaled = StartingSets.scaled(block.embeddings(), scale);
    return new LoadedBlock(number, block.ids(), scorer.block(scaled, first));
  }
}
