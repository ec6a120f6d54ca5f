package dev.gme.formats.artefact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.FileKind;
import dev.gme.formats.Mutations;
import dev.gme.formats.io.Sha256;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmbeddingBlocksTest {
  private static final double[] LAMBDA = {3, 0.5};

  private static final String MODEL = "0123456789abcdef".repeat(4);

  @TempDir Path folder;

  private static IdentifiedEmbeddings draw(int n, long seed) {
    Random random = new Random(seed);
    double[] a = random.doubles(2L * n, -9, 9).toArray();
    double[] b = random.doubles(n, 0.1, 9).toArray();
    return new IdentifiedEmbeddings(
        IntStream.range(0, n).mapToObj(i -> "id " + seed + "/" + i + "ä").toList(),
        MetaEmbeddings.of(DoubleMatrix.wrap(n, 2, a), b, LAMBDA));
  }

  private static EmbeddingBlocks.Written block(int number, int n) {
    return EmbeddingBlocks.write(number, draw(n, number), Provenance.NONE);
  }

  private static EmbeddingManifest manifest(EmbeddingBlocks.Written... blocks) {
    return EmbeddingBlocks.manifest(
        MODEL, LAMBDA, Arrays.stream(blocks).map(w -> w.about()).toList());
  }

  @Test
  void aFolderThereAndBack() throws IOException {
    EmbeddingBlocks.Written first = block(0, 7);
    EmbeddingBlocks.Written second = block(1, 3);
    EmbeddingManifest written = manifest(first, second);
    EmbeddingManifest read = EmbeddingManifest.of("m", written.toBytes());
    assertThat(read).isEqualTo(written);
    assertThat(read.toBytes()).isEqualTo(written.toBytes());
    assertThat(read.recordings()).isEqualTo(10);
    assertThat(read.first(1)).isEqualTo(7);
    assertThat(read.dimension()).isEqualTo(2);
    IdentifiedEmbeddings drawn = draw(3, 1);
    IdentifiedEmbeddings back = EmbeddingBlocks.read(read, read.blocks().get(1), second.bytes());
    assertThat(back.ids()).isEqualTo(drawn.ids());
    assertThat(back.embeddings().b()).isEqualTo(drawn.embeddings().b());
    assertThat(back.embeddings().a().array())
        .isEqualTo(EmbeddingBlocks.rounded(drawn.embeddings()).a().array())
        .isNotEqualTo(drawn.embeddings().a().array());
    // What was rounded is written as it is.
    assertThat(EmbeddingBlocks.write(1, back, Provenance.NONE).bytes()).isEqualTo(second.bytes());
  }

  @Test
  void aBlockIsAnArtefactInHalfTheSize() throws IOException {
    IdentifiedEmbeddings drawn = draw(500, 4);
    byte[] block = EmbeddingBlocks.write(0, drawn, Provenance.NONE).bytes();
    byte[] doubles = Artefact.toBytes(ArtefactKind.META_EMBEDDINGS, drawn, Provenance.NONE);
    assertThat(doubles.length - block.length).isBetween(3990, 4010);
    Path file = folder.resolve(EmbeddingManifest.name(0));
    Files.write(file, block);
    assertThat(FileKind.of(file)).isEqualTo(FileKind.MODEL);
    assertThat(Artefact.read(file, ArtefactKind.META_EMBEDDINGS).value().ids())
        .isEqualTo(drawn.ids());
    Files.write(folder.resolve("manifest.json"), manifest(block(0, 2)).toBytes());
    assertThat(FileKind.of(folder.resolve("manifest.json"))).isEqualTo(FileKind.EMBEDDING_MANIFEST);
    assertThat(EmbeddingManifest.read(folder.resolve("manifest.json")).recordings()).isEqualTo(2);
  }

  @Test
  void aBlockThatIsAnotherIsRefused() {
    EmbeddingBlocks.Written block = block(0, 4);
    EmbeddingManifest manifest = manifest(block);
    byte[] flipped = block.bytes().clone();
    flipped[flipped.length - 5] ^= 1;
    assertThatThrownBy(() -> EmbeddingBlocks.read(manifest, manifest.blocks().get(0), flipped))
        .isInstanceOf(GmeException.class)
        .hasMessageStartingWith("block-00000.safetensors: expected the SHA-256 ");
    EmbeddingManifest.Block other =
        new EmbeddingManifest.Block("block-00000.safetensors", 5, 0, 9, Sha256.of(block.bytes()));
    assertThatThrownBy(() -> EmbeddingBlocks.read(manifest, other, block.bytes()))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("its recordings, lambda or range of b");
  }

  @Test
  void whatAFloatCannotHoldIsRefused() {
    MetaEmbeddings large =
        MetaEmbeddings.of(
            DoubleMatrix.wrap(1, 2, new double[] {1, 1e39}), new double[] {1}, LAMBDA);
    assertThatThrownBy(
            () ->
                EmbeddingBlocks.write(
                    0, new IdentifiedEmbeddings(List.of("x"), large), Provenance.NONE))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("'x'");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '$',
      value = {
        "block-00000.safetensors|../../etc/passwd|the name of a file in the folder",
        "block-00000.safetensors|/etc/passwd|the name of a file in the folder",
        "\"recordings\" : 4|\"recordings\" : 5|that there are",
        "\"file\"|\"recordings\" : 0, \"file\"|expected JSON",
        "\"recordings\" : 4|\"recordings\" : 1e99|a whole number",
        "\"lowest_b\"|\"lowest_b\" : -1, \"x\"|precisions from",
        "\"highest_b\" : |\"highest_b\" : 1e999, \"x\" : |precisions from",
        "\"lambda\" : [ 3.0|\"lambda\" : [ \"3\"|expected a number as lambda",
        "\"lambda\" : [ 3.0|\"lambda\" : [ -3.0|finite numbers",
        "gme-embeddings|else|something else",
        "\"version\" : 1|\"version\" : 2|a format up to 1",
        "\"dimension\" : 2|\"dimension\" : 3|of dimension",
        "{|[|expected JSON",
        "\"sha256\" : \"|\"sha256\" : \"x|no SHA-256"
      },
      delimiter = '|')
  void hostileManifests(String from, String to, String message) {
    String good = new String(manifest(block(0, 4)).toBytes(), StandardCharsets.UTF_8);
    assertThat(good).contains(from);
    int at = good.indexOf(from);
    String changed =
        from.startsWith("\"recordings")
            ? good.substring(0, at) + to + good.substring(at + from.length())
            : good.replace(from, to);
    byte[] bad = changed.getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> EmbeddingManifest.of("there", bad))
        .isInstanceOf(GmeException.class)
        .hasMessageStartingWith("there: ")
        .hasMessageContaining(message);
  }

  @Test
  void damagedManifestsAndBlocks() throws IOException {
    Path file = folder.resolve("manifest.json");
    Files.write(file, manifest(block(0, 4), block(1, 4)).toBytes());
    Mutations.test(file, 1000, 60, EmbeddingManifest::read);
    Path block = folder.resolve("block");
    Files.write(block, block(0, 4).bytes());
    Mutations.test(block, 1000, 61, f -> Artefact.read(f, ArtefactKind.META_EMBEDDINGS));
  }

  @Test
  void aBlockHasRecordings() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new EmbeddingManifest.Block("x", 0, 0, 1, MODEL))
        .withMessageContaining("at least one recording");
  }

  @Test
  void twoBlocksOfOneNameAndTooManyRecordings() {
    EmbeddingManifest.Block block = block(0, 4).about();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EmbeddingBlocks.manifest("", LAMBDA, List.of(block, block)));
    EmbeddingManifest.Block huge = new EmbeddingManifest.Block("x", Integer.MAX_VALUE, 0, 1, MODEL);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EmbeddingBlocks.manifest("", LAMBDA, List.of(block, huge)));
  }

  @Test
  void artefactsByStreams() throws IOException {
    IdentifiedEmbeddings drawn = draw(3, 5);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Artefact.write(out, ArtefactKind.META_EMBEDDINGS, drawn, Provenance.NONE);
    Path file = folder.resolve("x");
    Artefact.write(file, ArtefactKind.META_EMBEDDINGS, drawn, Provenance.NONE);
    assertThat(Files.readAllBytes(file)).isEqualTo(out.toByteArray());
    IdentifiedEmbeddings back =
        Artefact.read(
                "hdfs://there/x",
                new ByteArrayInputStream(out.toByteArray()),
                ArtefactKind.META_EMBEDDINGS)
            .value();
    assertThat(back.embeddings().a()).isEqualTo(drawn.embeddings().a());
    byte[] damaged = out.toByteArray();
    damaged[damaged.length - 1] ^= 1;
    assertThatThrownBy(() -> Artefact.of("hdfs://there/x", damaged, ArtefactKind.META_EMBEDDINGS))
        .isInstanceOf(GmeException.class)
        .hasMessage("hdfs://there/x: the checksum is not that of the content");
  }
}
