package dev.gme.core.identify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.calibrate.PavCalibration;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpeakerIndexTest {
  private static final IdentificationPrior PRIOR = IdentificationPrior.uniform(0.3);

  private static double[] lambda(int d) {
    double[] lambda = new double[d];
    for (int k = 0; k < d; k++) {
      lambda[k] = 6 * Math.pow(0.1 / 6, k / Math.max(1.0, d - 1.0));
    }
    return lambda;
  }

  /** Recordings of speakers 0 to n−1, with precisions from {@code least} on, over a decade. */
  private static MetaEmbeddings draw(int n, int d, double least, long seed) {
    double[] lambda = lambda(d);
    SeededRandom noise = new SeededRandom(seed, 1);
    double[] a = new double[n * d];
    double[] b = new double[n];
    for (int i = 0; i < n; i++) {
      SeededRandom speaker = new SeededRandom(77, i);
      b[i] = least * Math.pow(10, noise.nextDouble());
      for (int k = 0; k < d; k++) {
        double u = b[i] * lambda[k];
        a[i * d + k] = u * speaker.nextGaussian() + Math.sqrt(u) * noise.nextGaussian();
      }
    }
    return MetaEmbeddings.of(DoubleMatrix.wrap(n, d, a), b, lambda);
  }

  private static void check(
      Identification found, double[] llr, int[] numbers, int top, double within) {
    Identification exact = Identification.of(llr, PRIOR, top);
    assertThat(found.enrolled()).isEqualTo(llr.length);
    assertThat(found.size()).isEqualTo(Math.min(top, llr.length));
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.speaker(i)).isEqualTo(numbers[exact.speaker(i)]);
      assertThat(found.llr(i)).isCloseTo(exact.llr(i), within(1e-4));
      assertThat(found.logPosterior(i)).isCloseTo(exact.logPosterior(i), within(within));
    }
    assertThat(found.logUnknown()).isCloseTo(exact.logUnknown(), within(within));
    if (top < llr.length) {
      assertThat(found.logRest()).isCloseTo(exact.logRest(), within(within));
    }
    assertThat(found.inSetLlr()).isCloseTo(exact.inSetLlr(), within(within));
  }

  /** Numbers of speakers around the widths of panels, and several passes of tests. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 16, 17, 63, 65, 700, 5000})
  void searchesAreThoseOfExactScores(int n) {
    MetaEmbeddings enrolled = draw(n, 50, 0.3, 1);
    MetaEmbeddings tests = draw(20, 50, 0.3, 2);
    List<Identification> found = SpeakerIndex.of(enrolled).view().search(tests, PRIOR, 5);
    DoubleMatrix llr = enrolled.llr(tests).transpose();
    int[] numbers = IntStream.range(0, n).toArray();
    for (int t = 0; t < tests.size(); t++) {
      check(found.get(t), llr.row(t), numbers, 5, 1e-3);
    }
  }

  /**
   * Scores of the pass itself, before those that are listed are made anew: an index of one speaker
   * and a companion that never wins shows the score in the log-sum of the rest. The rms error at d
   * = 200 must be below 3e-4 nat; 1.2e-4 was measured.
   */
  @Test
  void scoresOfThePassAreAccurate() {
    int d = 200;
    MetaEmbeddings enrolled = draw(400, d, 0.1, 3);
    MetaEmbeddings tests = draw(16, d, 0.2, 4);
    DoubleMatrix exact = enrolled.llr(tests);
    SearchTransform plain = new SearchTransform(null, PRIOR);
    double squares = 0;
    for (int e = 0; e < enrolled.size(); e++) {
      // A second row in the bin, so that the first is interpolated.
      double[] b = {enrolled.b()[e], enrolled.b()[e] * (1 + 1e-9)};
      PrecisionBins bins = new PrecisionBins(enrolled.lambda());
      int bin = bins.of(b[0]);
      IndexChunk chunk =
          new IndexChunk(bin, new double[] {bins.node(bin, 0), bins.node(bin, 1)}, 2, d);
      chunk.add(enrolled.a().array(), e * d, b[0], 0);
      chunk.add(enrolled.a().array(), e * d, b[1], 1);
      chunk.switchOff(1, 0);
      IndexScan scan = new IndexScan(tests, plain, 0, 0);
      scan.add(chunk, 2, true, false);
      for (int t = 0; t < tests.size(); t++) {
        double error = scan.rest(t).value() - exact.get(e, t);
        squares += error * error;
      }
    }
    assertThat(Math.sqrt(squares / (enrolled.size() * tests.size()))).isLessThan(3e-4);
  }

  /** Gaussian models: b counts recordings, so many rows share it and nothing is interpolated. */
  @Test
  void equalPrecisionsAreNotInterpolated() {
    MetaEmbeddings some = draw(300, 40, 0.5, 5);
    double[] b = IntStream.range(0, 300).mapToDouble(i -> 1 + i % 3).toArray();
    MetaEmbeddings enrolled = MetaEmbeddings.of(some.a(), b, some.lambda());
    MetaEmbeddings tests = draw(3, 40, 0.5, 6);
    List<Identification> found = SpeakerIndex.of(enrolled).view().search(tests, PRIOR, 7);
    DoubleMatrix llr = enrolled.llr(tests).transpose();
    int[] numbers = IntStream.range(0, 300).toArray();
    for (int t = 0; t < 3; t++) {
      check(found.get(t), llr.row(t), numbers, 7, 1e-4);
    }
  }

  /** Messages so sharp that floats would lose the score, beside weak and silent ones. */
  @Test
  void sharpAndSilentMessages() {
    MetaEmbeddings sharp = draw(40, 10, 1e4, 7);
    MetaEmbeddings weak = draw(40, 10, 1e-6, 8);
    SpeakerIndex index = SpeakerIndex.of(sharp);
    index.add(weak);
    double[] nothing = new double[10];
    index.add(MetaEmbeddings.of(DoubleMatrix.wrap(1, 10, nothing), new double[1], sharp.lambda()));
    MetaEmbeddings tests = draw(5, 10, 1e4, 9);
    DoubleMatrix sharpLlr = sharp.llr(tests).transpose();
    DoubleMatrix weakLlr = weak.llr(tests).transpose();
    for (int t = 0; t < 5; t++) {
      double[] llr = Arrays.copyOf(sharpLlr.row(t), 81);
      System.arraycopy(weakLlr.row(t), 0, llr, 40, 40);
      Identification exact = Identification.of(llr, PRIOR, 1);
      Identification found = index.view().search(tests.range(t, t + 1), PRIOR, 1).get(0);
      assertThat(found.speaker(0)).isEqualTo(exact.speaker(0)).isEqualTo(t);
      assertThat(found.logUnknown()).isCloseTo(exact.logUnknown(), within(2e-2));
    }
  }

  @Test
  void tiesGoToTheLowerNumber() {
    MetaEmbeddings one = draw(1, 30, 1, 11);
    SpeakerIndex index = SpeakerIndex.of(draw(100, 30, 1, 12));
    for (int i = 0; i < 90; i++) {
      index.add(one);
    }
    Identification found = index.view().search(draw(1, 30, 1, 13), PRIOR, 6).get(0);
    int[] copies = IntStream.range(0, 6).map(found::speaker).filter(n -> n >= 100).toArray();
    assertThat(copies).hasSizeGreaterThanOrEqualTo(5).isSorted();
    assertThat(copies[0]).isEqualTo(100);
  }

  @Test
  void growingSwitchingOffAndCompactingKeepOldViews() {
    int d = 20;
    MetaEmbeddings all = draw(400, d, 0.3, 14);
    MetaEmbeddings test = draw(1, d, 0.5, 15);
    double[] llr = all.llr(test).array();
    SpeakerIndex index = new SpeakerIndex(all.lambda());
    List<IndexedSpeakers> views = new ArrayList<>();
    List<int[]> expected = new ArrayList<>();
    boolean[] off = new boolean[400];
    SeededRandom random = new SeededRandom(16);
    for (int n = 0; n < 400; ) {
      int more = Math.min(400 - n, 1 + random.nextInt(40));
      assertThat(index.add(all.range(n, n + more))).isEqualTo(n);
      n += more;
      for (int k = 0; k < 3; k++) {
        int gone = random.nextInt(n);
        off[gone] = true;
        index.switchOff(gone);
        index.switchOff(gone);
      }
      if (random.nextInt(4) == 0) {
        index.compact();
      }
      views.add(index.view());
      expected.add(IntStream.range(0, n).filter(i -> !off[i]).toArray());
    }
    for (int v = 0; v < views.size(); v++) {
      int[] numbers = expected.get(v);
      double[] scores = IntStream.of(numbers).mapToDouble(i -> llr[i]).toArray();
      assertThat(views.get(v).size()).isEqualTo(numbers.length);
      check(views.get(v).search(test, PRIOR, 4).get(0), scores, numbers, 4, 1e-3);
      for (int i = 0; i < views.get(v).numbers(); i++) {
        assertThat(views.get(v).isEnrolled(i)).isEqualTo(Arrays.binarySearch(numbers, i) >= 0);
      }
    }
  }

  /** Readers find in a view what it had when it was taken, while a writer goes on. */
  @Test
  void readersAreNotDisturbed() throws InterruptedException {
    int d = 16;
    MetaEmbeddings all = draw(3000, d, 0.3, 17);
    MetaEmbeddings tests = draw(4, d, 0.3, 18);
    SpeakerIndex index = SpeakerIndex.of(all.range(0, 100));
    AtomicBoolean done = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread[] readers = new Thread[3];
    for (int r = 0; r < readers.length; r++) {
      readers[r] =
          new Thread(
              () -> {
                try {
                  do {
                    IndexedSpeakers view = index.view();
                    String first = describe(view, tests);
                    assertThat(describe(view, tests)).isEqualTo(first);
                  } while (!done.get());
                } catch (Throwable e) {
                  failure.set(e);
                }
              });
      readers[r].start();
    }
    for (int n = 100; n < 3000; n += 10) {
      index.add(all.range(n, n + 10));
      index.switchOff(n / 2);
      if (n % 500 == 0) {
        index.compact();
      }
    }
    done.set(true);
    for (Thread reader : readers) {
      reader.join();
    }
    assertThat(failure.get()).isNull();
  }

  private static String describe(IndexedSpeakers view, MetaEmbeddings tests) {
    StringBuilder out = new StringBuilder().append(view.size());
    for (Identification found : view.search(tests, PRIOR, 3)) {
      out.append(' ').append(found.speaker(0)).append(' ').append(found.logUnknown());
    }
    return out.toString();
  }

  @Test
  void resultsDoNotDependOnThreads() {
    MetaEmbeddings enrolled = draw(150_000, 4, 0.3, 19);
    MetaEmbeddings tests = draw(3, 4, 0.3, 20);
    IndexedSpeakers view = SpeakerIndex.of(enrolled).view();
    int before = Workers.threads();
    try {
      Workers.setThreads(1);
      String one = describe(view, tests);
      Workers.setThreads(3);
      assertThat(describe(view, tests)).isEqualTo(one);
    } finally {
      Workers.setThreads(before);
    }
  }

  @Test
  void givenPriorsAndCalibrationsCount() {
    MetaEmbeddings enrolled = draw(60, 12, 0.3, 21);
    MetaEmbeddings tests = draw(6, 12, 0.3, 22);
    double[] shares = IntStream.range(0, 60).mapToDouble(i -> (i % 4) / 90.0).toArray();
    IdentificationPrior prior = IdentificationPrior.of(0.2, shares);
    double[] some = {-3, -3, -3, 0, 1, 5, 5, 5};
    boolean[] targets = {true, false, false, false, true, true, true, false};
    List<Optional<Calibration>> calibrations =
        List.of(
            Optional.empty(),
            Optional.of(LinearCalibration.of(-0.4, 0.7)),
            Optional.of(PavCalibration.train(ScoredTrials.of(some, targets))));
    DoubleMatrix llr = enrolled.llr(tests).transpose();
    for (Optional<Calibration> c : calibrations) {
      List<Identification> found = SpeakerIndex.of(enrolled).view().search(tests, prior, 4, c);
      for (int t = 0; t < tests.size(); t++) {
        double[] scores = c.isPresent() ? c.get().applyAll(llr.row(t)) : llr.row(t);
        Identification exact = Identification.of(scores, prior, 4);
        assertThat(found.get(t).logUnknown()).isCloseTo(exact.logUnknown(), within(1e-3));
        assertThat(found.get(t).score(0)).isCloseTo(exact.score(0), within(1e-4));
        assertThat(found.get(t).logRest()).isCloseTo(exact.logRest(), within(1e-3));
      }
    }
  }

  @Test
  void wrongUseIsRefused() {
    SpeakerIndex index = new SpeakerIndex(lambda(3));
    MetaEmbeddings some = draw(2, 3, 1, 23);
    MetaEmbeddings other = draw(2, 4, 1, 23);
    assertThatThrownBy(() -> index.view().search(some, PRIOR, 1)).hasMessageContaining("nobody");
    assertThatThrownBy(() -> index.add(other)).hasMessageContaining("lambda");
    index.add(some);
    assertThatThrownBy(() -> index.view().search(other, PRIOR, 1)).hasMessageContaining("lambda");
    assertThatThrownBy(() -> index.switchOff(2)).hasMessageContaining("speaker 2 of 2");
    index.switchOff(0);
    assertThatThrownBy(() -> index.view().search(some, IdentificationPrior.of(0.1, 0.5, 0.5), 1))
        .hasMessageContaining("switched off");
    assertThat(index.view()).hasToString("1 enrolled speakers of dimension 3");
  }
}
