package dev.gme.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.sink.PairSet;
import dev.gme.core.score.sink.TopScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NearestPartnersTest {
  private static final int N = 1500;
  private static final int K = 7;

  private static MetaEmbeddings drawn(int n, long seed) {
    int d = 20;
    SeededRandom random = new SeededRandom(seed);
    double[] lambda = IntStream.range(0, d).mapToDouble(k -> 6.0 / (1 + k)).toArray();
    double[] a = new double[n * d];
    double[] b = new double[n];
    for (int i = 0; i < n; i++) {
      b[i] = 0.2 + 3 * random.nextDouble();
      for (int k = 0; k < d; k++) {
        a[i * d + k] = Math.sqrt(lambda[k] * b[i] * (1 + lambda[k] * b[i])) * random.nextGaussian();
      }
    }
    return MetaEmbeddings.of(DoubleMatrix.wrap(n, d, a), b, lambda);
  }

  /** Itself, and those whose numbers differ by a multiple of 50. */
  private static PairSet leftOut(int n) {
    int[] rest = IntStream.range(0, n).map(i -> i % 50).toArray();
    return PairSet.equal(rest, rest);
  }

  /** Three ranges of recordings, the last of them short: every pair comes once, to both. */
  @Test
  void areThoseOfExactScores() {
    MetaEmbeddings e = drawn(N, 1);
    PairSet leftOut = leftOut(N);
    TopScores top = NearestPartners.of(e, K, leftOut, Optional.empty(), 600, Progress.NONE);
    DoubleMatrix llr = e.llr(e);
    for (int i = 0; i < N; i++) {
      int row = i;
      List<Integer> best =
          IntStream.range(0, N)
              .filter(j -> !leftOut.contains(row, j))
              .boxed()
              .sorted(Comparator.comparingDouble((Integer j) -> -llr.get(row, j)))
              .limit(K)
              .toList();
      assertThat(top.size(i)).isEqualTo(K);
      List<Integer> partners = new ArrayList<>();
      for (int r = 0; r < K; r++) {
        int partner = top.partner(i, r);
        partners.add(partner);
        assertThat(leftOut.contains(i, partner)).isFalse();
        // Several times the tolerance of a tile, and far less than scores differ by.
        assertThat((double) top.score(i, r)).isCloseTo(llr.get(i, best.get(r)), within(0.01));
        assertThat((double) top.score(i, r)).isCloseTo(llr.get(i, partner), within(0.01));
      }
      assertThat(partners).doesNotHaveDuplicates();
    }
  }

  @Test
  void doNotDependOnThreads() {
    MetaEmbeddings e = drawn(700, 2);
    int threads = Workers.threads();
    List<int[]> found = new ArrayList<>();
    try {
      for (int t : new int[] {1, 3}) {
        Workers.setThreads(t);
        TopScores top =
            NearestPartners.of(e, K, leftOut(700), Optional.empty(), 300, Progress.NONE);
        found.add(IntStream.range(0, 700 * K).map(x -> top.partner(x / K, x % K)).toArray());
      }
    } finally {
      Workers.setThreads(threads);
    }
    assertThat(Arrays.equals(found.get(0), found.get(1))).isTrue();
  }
}
