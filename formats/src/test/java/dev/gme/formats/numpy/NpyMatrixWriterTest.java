package dev.gme.formats.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.parallel.Workers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpyMatrixWriterTest {
  @TempDir Path folder;

  private long files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.count();
    }
  }

  /** Parts of rows by several threads; rows longer than what is written at a time. */
  @Test
  void partsOfRowsInAnyOrder() throws IOException {
    int rows = 7;
    int cols = 150_001;
    float[] all = new float[rows * cols];
    Random random = new Random(3);
    for (int i = 0; i < all.length; i++) {
      all[i] = random.nextFloat();
    }
    Path file = folder.resolve("scores.npy");
    try (NpyMatrixWriter out = NpyMatrixWriter.create(file, rows, cols)) {
      int split = 70_000;
      Workers.forEach(
          2 * rows,
          i -> {
            int row = rows - 1 - i / 2;
            int first = i % 2 == 0 ? split : 0;
            int n = i % 2 == 0 ? cols - split : split;
            out.write(row, first, all, row * cols + first, n);
          });
      assertThat(file).doesNotExist();
      out.commit();
    }
    assertThat(Npy.read(file).floatMatrix()).isEqualTo(FloatMatrix.wrap(rows, cols, all));
    assertThat(files()).isEqualTo(1);
  }

  @Test
  void anUnfinishedMatrixLeavesNothing() throws IOException {
    Path file = folder.resolve("scores.npy");
    Files.writeString(file, "of an earlier run");
    try (NpyMatrixWriter out = NpyMatrixWriter.create(file, 2, 2)) {
      out.write(0, 0, new float[2], 0, 2);
      assertThatThrownBy(out::commit).hasMessageContaining("2 scores of a 2 x 2 matrix");
      assertThatThrownBy(() -> out.write(1, 1, new float[2], 0, 2))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(file).hasContent("of an earlier run");
    assertThat(files()).isEqualTo(1);
  }

  /** The last element lies beyond what an int can address; the file has holes, so takes no room. */
  @Test
  @Tag("slow")
  void beyondTwoGibibytes() throws IOException {
    Path file = folder.resolve("scores.npy");
    int n = 30_000;
    float[] zeros = new float[n];
    try (NpyMatrixWriter out = NpyMatrixWriter.create(file, n, n)) {
      out.write(n - 1, n - 1, new float[] {7.5f}, 0, 1);
      // Only the count of elements is completed: rows of zeros over the rows that are left.
      for (int i = 0; i < n - 1; i++) {
        out.write(0, 0, zeros, 0, n);
      }
      out.write(n - 1, 0, zeros, 0, n - 1);
      out.commit();
    }
    try (NpyRows rows = NpyRows.open(file)) {
      assertThat(rows.doubles(n - 1, n).get(0, n - 1)).isEqualTo(7.5);
    }
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer last = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
      assertThat(channel.size()).isEqualTo(128 + 4L * n * n);
      channel.read(last, channel.size() - 4);
      assertThat(last.getFloat(0)).isEqualTo(7.5f);
    }
  }
}
