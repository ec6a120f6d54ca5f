package dev.gme.core.diarize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.CancelledProgress;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class VbHmmTest {
  private static final VbHmmOptions PLAIN = new VbHmmOptions(0.9, 1, 1, 40, 1e-6);

  /** Windows of three speakers in turns of ten; a = bλz plus noise of that precision. */
  private static MetaEmbeddings windows(int n, int d, double scale, int[] truth) {
    SeededRandom random = new SeededRandom(96);
    double[] lambda = new double[d];
    Arrays.setAll(lambda, k -> 4.0 / (k + 1));
    double[][] z = new double[3][];
    Arrays.setAll(z, s -> random.gaussians(d));
    double[][] a = new double[n][d];
    double[] b = new double[n];
    for (int t = 0; t < n; t++) {
      truth[t] = t / 10 % 3;
      b[t] = scale * (0.5 + random.nextDouble());
      for (int k = 0; k < d; k++) {
        double precision = b[t] * lambda[k];
        a[t][k] = precision * z[truth[t]][k] + Math.sqrt(precision) * random.nextGaussian();
      }
    }
    return MetaEmbeddings.of(DoubleMatrix.of(a), b, lambda);
  }

  private static int[] startLabels(int n, int speakers) {
    int[] labels = new int[n];
    Arrays.setAll(labels, t -> t * speakers / n);
    return labels;
  }

  @Test
  void findsTheSpeakersAndTheBoundNeverFalls() {
    int n = 120;
    int[] truth = new int[n];
    MetaEmbeddings windows = windows(n, 10, 4, truth);
    List<Double> bounds = new ArrayList<>();
    Progress listener =
        new Progress() {
          @Override
          public void update(String what, long done, long total) {}

          @Override
          public void objective(Objective objective) {
            bounds.add(objective.value());
          }
        };
    VbHmmState end =
        new VbHmm(windows, PLAIN.withFb(20))
            .fit(VbHmmState.start(startLabels(n, 12), 12), listener);
    assertThat(bounds).hasSizeGreaterThan(2);
    for (int i = 1; i < bounds.size(); i++) {
      assertThat(bounds.get(i)).isGreaterThan(bounds.get(i - 1) - 1e-9);
    }
    assertThat(bounds.get(bounds.size() - 1)).isEqualTo(end.bound());
    int[] labels = end.labels();
    assertThat(Arrays.stream(labels).distinct().count()).isEqualTo(3);
    for (int t = 0; t < n; t++) {
      assertThat(labels[t]).as("window %d", t).isEqualTo(labels[truth[t] * 10]);
    }
    for (int t = 0; t < n; t++) {
      assertThat(end.secondLabels()[t]).isNotEqualTo(labels[t]);
      assertThat(Arrays.stream(end.gamma().row(t)).sum()).isCloseTo(1, within(1e-9));
    }
  }

  /** Emissions that reach 10¹² must not become NaN, nor must a speaker whom nobody needs. */
  @Test
  void survivesCertainty() {
    int n = 120;
    int[] truth = new int[n];
    for (double scale : new double[] {1e3, 1e6, 1e10}) {
      MetaEmbeddings windows = windows(n, 4, scale, truth);
      VbHmmState end =
          new VbHmm(windows, PLAIN).fit(VbHmmState.start(startLabels(n, 8), 8), Progress.NONE);
      assertThat(end.gamma().isFinite()).isTrue();
      assertThat(end.bound()).isFinite();
      for (int t = 0; t < n; t++) {
        assertThat(Arrays.stream(end.gamma().row(t)).sum()).isCloseTo(1, within(1e-6));
      }
      assertThat(Arrays.stream(end.pi()).sum()).isCloseTo(1, within(1e-12));
    }
  }

  /** A speaker with π = 0 is not taken, even where no other explains the window. */
  @Test
  void aStateThatCannotBeReachedHasNoWindows() {
    double[] e = {0, -1e4, -1e4, 0, 0, -1e4};
    ForwardBackward chain = new ForwardBackward(e, 3, new double[] {1, 0}, 0.5);
    assertThat(chain.gamma()).containsExactly(1, 0, 1, 0, 1, 0);
    assertThat(chain.logZ()).isEqualTo(-1e4);
    assertThat(chain.pi()).containsExactly(1, 0);
  }

  /** Against the sum over all paths. */
  @Test
  void forwardBackwardSumsAllPaths() {
    int n = 3;
    int windows = 5;
    SeededRandom random = new SeededRandom(97);
    double[] e = random.gaussians(n * windows);
    double[] pi = {0.5, 0.2, 0.3};
    double loop = 0.7;
    double z = 0;
    double[] gamma = new double[n * windows];
    for (int path = 0; path < Math.pow(n, windows); path++) {
      double p = 1;
      int before = -1;
      for (int t = 0, rest = path; t < windows; t++, rest /= n) {
        int s = rest % n;
        p *= t == 0 ? pi[s] : (s == before ? loop : 0) + (1 - loop) * pi[s];
        p *= Math.exp(e[t * n + s]);
        before = s;
      }
      z += p;
      for (int t = 0, rest = path; t < windows; t++, rest /= n) {
        gamma[t * n + rest % n] += p;
      }
    }
    ForwardBackward chain = new ForwardBackward(e.clone(), windows, pi, loop);
    assertThat(chain.logZ()).isCloseTo(Math.log(z), within(1e-12));
    for (int i = 0; i < gamma.length; i++) {
      assertThat(chain.gamma()[i]).isCloseTo(gamma[i] / z, within(1e-12));
    }
  }

  @Test
  void enrolledSpeakersKeepTheirColumns() {
    int n = 60;
    int[] truth = new int[n];
    MetaEmbeddings windows = windows(n, 10, 4, truth);
    int[] second = new int[10];
    Arrays.setAll(second, i -> 10 + i);
    MetaEmbeddings enrolled = windows.pool(new int[][] {second});
    // The start gives the enrolled speaker nothing.
    int[] labels = Arrays.stream(startLabels(n, 6)).map(s -> s + 1).toArray();
    VbHmmState end =
        new VbHmm(windows, enrolled, PLAIN.withFb(20))
            .fit(VbHmmState.start(labels, 7), Progress.NONE);
    for (int t = 0; t < n; t++) {
      assertThat(end.labels()[t] == 0).isEqualTo(truth[t] == 1);
    }
  }

  @Test
  void oneSpeakerHasNoSecond() {
    VbHmmState state = VbHmmState.start(new int[] {0, 0}, 1);
    assertThat(state.labels()).containsExactly(0, 0);
    assertThat(state.secondLabels()).containsExactly(0, 0);
  }

  @Test
  void refusals() {
    MetaEmbeddings windows = windows(9, 2, 1, new int[9]);
    VbHmm hmm = new VbHmm(windows, PLAIN);
    VbHmmState shorter = VbHmmState.start(new int[8], 2);
    assertThatIllegalArgumentException().isThrownBy(() -> hmm.iterate(shorter));
    MetaEmbeddings others =
        MetaEmbeddings.of(DoubleMatrix.zeros(1, 2), new double[1], new double[] {1, 1});
    assertThatIllegalArgumentException().isThrownBy(() -> new VbHmm(windows, others, PLAIN));
    assertThatIllegalArgumentException().isThrownBy(() -> VbHmmState.start(new int[] {2}, 2));
    DoubleMatrix gamma = DoubleMatrix.zeros(1, 2);
    for (double[] pi : new double[][] {{1}, {-1, 2}, {0, 0}, {Double.NaN, 1}}) {
      assertThatIllegalArgumentException().isThrownBy(() -> VbHmmState.start(gamma, pi));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> PLAIN.withLoop(1));
    assertThatIllegalArgumentException().isThrownBy(() -> PLAIN.withFa(0));
    assertThatIllegalArgumentException().isThrownBy(() -> PLAIN.withFb(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> PLAIN.withIterations(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new VbHmmOptions(0.9, 1, 1, 1, -1));
    VbHmmState start = VbHmmState.start(new int[9], 2);
    assertThatThrownBy(() -> hmm.fit(start, new CancelledProgress()))
        .isInstanceOf(CancellationException.class);
  }
}
