package dev.gme.formats.artefact;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.Sha256;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Blocks of meta-embeddings as bytes. A block is an artefact of the kind {@code meta-embeddings},
 * so that whatever reads those reads it too: tensors {@code a} (float32, a recording a row), {@code
 * b} and {@code lambda} (float64), and the ids among the words of its metadata. An {@link
 * EmbeddingManifest} lists the blocks of a folder with their checksums.
 *
 * <pre>{@code
 * EmbeddingBlocks.Written block = EmbeddingBlocks.write(0, embeddings, provenance);
 * Files.write(folder.resolve(block.about().file()), block.bytes());
 * EmbeddingManifest manifest = EmbeddingBlocks.manifest(modelDigest, lambda, List.of(block.about()));
 * // Python: m = safetensors.numpy.load_file("block-00000.safetensors"); m["a"], m["b"]
 * }</pre>
 */
public final class EmbeddingBlocks {
  private EmbeddingBlocks() {}

  /**
   * A block that is to become a file.
   *
   * @param about what the manifest says of it
   * @param bytes of the file; not copied
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  public record Written(EmbeddingManifest.Block about, byte[] bytes) {}

  /**
   * The bytes of a block, whose elements of a are rounded to floats.
   *
   * @param number of the block, which names its file
   */
  public static Written write(int number, IdentifiedEmbeddings block, Provenance provenance) {
    MetaEmbeddings e = block.embeddings();
    String file = EmbeddingManifest.name(number);
    double[] a = e.a().array();
    for (int i = 0; i < a.length; i++) {
      if (!Float.isFinite((float) a[i])) {
        throw new GmeException(
            "recording "
                + BadFile.quoted(block.ids().get(i / e.dimension()))
                + " has "
                + a[i]
                + " in its meta-embedding, which a float cannot hold",
            "leave that recording out, or look at its vector");
      }
    }
    byte[] bytes = Artefact.toBytes(ArtefactKind.META_EMBEDDINGS_IN_FLOATS, block, provenance);
    double[] b = e.b();
    return new Written(
        new EmbeddingManifest.Block(
            file,
            e.size(),
            Arrays.stream(b).min().orElse(0),
            Arrays.stream(b).max().orElse(0),
            Sha256.of(bytes)),
        bytes);
  }

  /** The manifest of blocks in the order of their recordings. */
  public static EmbeddingManifest manifest(
      String modelSha256, double[] lambda, List<EmbeddingManifest.Block> blocks) {
    return new EmbeddingManifest(
        Arrays.stream(lambda).boxed().toList(), modelSha256, new ArrayList<>(blocks));
  }

  /** Meta-embeddings as a block holds them: a rounded to floats. */
  public static MetaEmbeddings rounded(MetaEmbeddings e) {
    double[] a = e.a().array().clone();
    for (int i = 0; i < a.length; i++) {
      a[i] = (float) a[i];
    }
    return MetaEmbeddings.of(DoubleMatrix.wrap(e.size(), e.dimension(), a), e.b(), e.lambda());
  }

  /** The block that bytes are; refused if they are not those that the manifest speaks of. */
  public static IdentifiedEmbeddings read(
      EmbeddingManifest manifest, EmbeddingManifest.Block block, byte[] bytes) throws IOException {
    String digest = Sha256.of(bytes);
    if (!digest.equals(block.sha256())) {
      throw BadFile.at(
          block.file(),
          "expected the SHA-256 " + block.sha256() + ", found " + digest,
          "the block is damaged or of another run: copy it again, or write the folder again");
    }
    IdentifiedEmbeddings out =
        Artefact.of(block.file(), bytes, ArtefactKind.META_EMBEDDINGS).value();
    MetaEmbeddings e = out.embeddings();
    double[] b = e.b();
    boolean fits =
        e.size() == block.recordings()
            && Arrays.stream(e.lambda()).boxed().toList().equals(manifest.lambda())
            && Arrays.stream(b).min().orElse(0) == block.lowest()
            && Arrays.stream(b).max().orElse(0) == block.highest();
    if (!fits) {
      throw BadFile.at(
          block.file(),
          "its recordings, lambda or range of b are not those that the manifest says",
          "write the folder again");
    }
    return out;
  }
}
