package dev.gme.core.score.tile;

import static dev.gme.core.score.tile.RandomFloats.floats;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.linalg.Backend;
import dev.gme.core.linalg.Kernels;
import dev.gme.core.linalg.Simd;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every implementation of tile products must do, at awkward sizes. */
class TileProductTest {
  private static List<TileKernels> kernels() {
    List<TileKernels> out = new ArrayList<>();
    out.add(new BlasTileKernels(Kernels.scalarBlas()));
    out.add(new BlasTileKernels(Backend.blas()));
    out.add(
        Simd.orScalar("SimdTileKernels", TileKernels.class, new BlasTileKernels(Backend.blas())));
    return out;
  }

  @ParameterizedTest
  @CsvSource({
    "1,1,1",
    "3,5,2",
    "4,32,7",
    "5,33,40",
    "31,31,31",
    "32,64,17",
    "65,129,63",
    "17,16,200"
  })
  void productsOfPanelsAndOfPlainMatrices(int m, int n, int k) {
    for (TileKernels t : kernels()) {
      int width = t.panelWidth(n);
      int count = (n + width - 1) / width;
      float[] a = floats(TileProduct.room(m, k), 1, 0);
      float[] panels = floats(count * width * k, 2, 0);
      float[] c = new float[TileProduct.room(m, n) + width];
      t.rows(m, n, k, a, k, panels, width, width * k, c, n);
      float[] plain = floats(TileProduct.room(k, n) + width, 3, 0);
      float[] transposed = floats(TileProduct.room(k, m), 4, 0);
      float[] d = new float[TileProduct.room(m, n) + width];
      t.columns(m, n, k, transposed, m, plain, n, t.panelWidth(n), d, n);
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          double ofPanels = 0;
          double ofPlain = 0;
          for (int p = 0; p < k; p++) {
            int at = j / width * width * k + p * width + j % width;
            ofPanels += (double) a[i * k + p] * panels[at];
            ofPlain += (double) transposed[p * m + i] * plain[p * n + j];
          }
          assertThat((double) c[i * n + j]).isCloseTo(ofPanels, within(1e-5 * k));
          assertThat((double) d[i * n + j]).isCloseTo(ofPlain, within(1e-5 * k));
        }
      }
    }
  }

  @Test
  void roomHoldsTheMatrixAndWhatIsWrittenBehindIt() {
    assertThat(TileProduct.room(10, 7)).isGreaterThanOrEqualTo(13 * 7 + 32);
  }
}
