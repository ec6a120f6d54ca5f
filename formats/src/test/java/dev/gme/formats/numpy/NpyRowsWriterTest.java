package dev.gme.formats.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gme.core.linalg.FloatMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NpyRowsWriterTest {
  @TempDir Path folder;

  /** The header's number of rows has any number of digits. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 10, 12_345})
  void rowsAreThoseOfAMatrix(int rows) throws IOException {
    Path file = folder.resolve("x.npy");
    float[] all = new float[3 * rows];
    try (NpyRowsWriter out = NpyRowsWriter.create(file, 3)) {
      for (int i = 0; i < rows; i++) {
        float[] row = {i, -i / 7f, 1e-30f * i};
        System.arraycopy(row, 0, all, 3 * i, 3);
        out.write(row);
      }
      out.commit();
    }
    FloatMatrix back = Npy.read(file).floatMatrix();
    assertThat(back.rows()).isEqualTo(rows);
    assertThat(back.cols()).isEqualTo(3);
    assertThat(back.array()).isEqualTo(all);
  }

  @Test
  void nothingIsLeftWithoutACommit() throws IOException {
    Path file = folder.resolve("x.npy");
    try (NpyRowsWriter out = NpyRowsWriter.create(file, 2)) {
      out.write(new float[] {1, 2});
      assertThatIllegalArgumentException().isThrownBy(() -> out.write(new float[3]));
    }
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }
}
