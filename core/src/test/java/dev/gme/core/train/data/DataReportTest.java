package dev.gme.core.train.data;

import static dev.gme.core.train.TrainingCases.GAUSS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.train.TrainingCases;
import dev.gme.core.train.data.DataReport.Finding;
import dev.gme.core.train.data.DataReport.Pair;
import dev.gme.core.train.data.DataReport.Severity;
import dev.gme.core.train.plda.GaussianPldaEm;
import dev.gme.core.train.plda.PldaStart;
import dev.gme.core.train.plda.Stopping;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(RestoresThreads.class)
class DataReportTest {
  private static DataReport report(TrainingData data) {
    return DataReport.of(data);
  }

  /** 40 speakers with 2 to 7 recordings of 5 dimensions, changed. */
  private static TrainingData changed(Consumer<double[][]> change) {
    TrainingCases.Drawn drawn = TrainingCases.draw(5, 2, GAUSS, 40, 3);
    double[][] rows = drawn.database().vectors().toRows();
    change.accept(rows);
    return drawn.data().withVectors(DoubleMatrix.of(rows));
  }

  private static Stream<String> messages(DataReport report, Severity severity) {
    return report.findings().stream().filter(f -> f.severity() == severity).map(Finding::message);
  }

  @Test
  void fewRecordingsForTheirDimension() {
    TrainingCases.Drawn drawn = TrainingCases.draw(5, 2, GAUSS, 40, 3);
    DataReport enough = report(drawn.data());
    assertThat(messages(enough, Severity.WARNING)).isEmpty();
    // 6 speakers of 2 or more leave fewer than 15 differences.
    TrainingData few = drawn.data().only(j -> drawn.data().speaker(j) < 3);
    long free = report(few).recordings() - 3;
    assertThat(free).isBetween(1L, 14L);
    assertThat(report(few).findings())
        .filteredOn(f -> f.severity() == Severity.WARNING)
        .singleElement()
        .satisfies(
            f -> {
              assertThat(f.message()).contains("leave " + free + " differences", "about 15");
              assertThat(f.help()).contains("shrink", "PCA", "isotropic", "cosine");
            });
  }

  @Test
  void goodData() {
    TrainingData data = changed(rows -> {});
    DataReport report = report(data);
    assertThat(report.isRefused()).isFalse();
    assertThat(report.findings()).isEmpty();
    assertThat(report.speakers()).isEqualTo(40);
    assertThat(report.recordings()).isEqualTo(data.size());
    assertThat(report.within().rank()).isEqualTo(5);
    assertThat(report.between().rank()).isEqualTo(5);
    assertThat(report.largestSpeakerDimension()).isEqualTo(5);
    String[] lines = report.toString().split("\n", -1);
    assertThat(lines).hasSize(12).allMatch(l -> l.length() <= 80 && l.charAt(18) == ' ');
    assertThat(lines[0]).isEqualTo("speakers           40");
    assertThat(lines[4]).matches(" {19}speakers with 1: 0, 2: \\d+, 3-4: \\d+, 5-8: \\d+");
    assertThat(lines[11]).isEqualTo("speaker dimension  at most 5");
  }

  @Test
  void recordingsPerSpeaker() {
    int[] labels = {5, 5, 5, 5, 5, 9, 9, 1, 2, 2, 2, 7, 7, 7};
    double[] weights = {1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 0, 0, 0};
    DoubleMatrix x = DoubleMatrix.wrap(14, 2, new SeededRandom(1).gaussians(28));
    DataReport report = report(TrainingData.of(x, labels, weights));
    assertThat(report.speakers()).isEqualTo(4);
    assertThat(report.recordings()).isEqualTo(11);
    assertThat(report.leftOut()).isEqualTo(3);
    assertThat(report.perSpeaker())
        .isEqualTo(new DataReport.PerSpeaker(1, 2, 5, 1, List.of(1, 1, 1, 1)));
    assertThat(messages(report, Severity.NOTE))
        .containsExactly("speakers with one recording: 1 of 4");
    assertThat(report.toString()).contains("recordings         11, and 3 of weight 0\n");
  }

  /** The eigenvalues of a correlation of 0.8 are 1.8 and 0.2, whatever the scales. */
  @Test
  void spectrum() {
    TrainingData data = TrainingCases.draw(2, 1, GAUSS, 5000, RecordingCounts.fixed(4), 4).data();
    double[] noise = new SeededRandom(5).gaussians(40_000);
    for (int i = 0; i < noise.length; i += 2) {
      noise[i + 1] = 1e6 * (0.8 * noise[i] + 0.6 * noise[i + 1]);
    }
    DataReport report = report(data.withVectors(DoubleMatrix.wrap(20_000, 2, noise)));
    assertThat(report.within().rank()).isEqualTo(2);
    assertThat(report.within().condition()).isCloseTo(9, withPercentage(5));
  }

  @Test
  void norms() {
    DataReport report =
        report(
            changed(
                rows -> {
                  rows[7] = new double[5];
                  rows[30] = new double[] {1e6, 0, 0, 0, 0};
                  rows[31] = new double[] {0, 0, 0, 1e-9, 0};
                }));
    assertThat(report.norms().min()).isZero();
    assertThat(report.norms().max()).isEqualTo(1e6);
    assertThat(report.norms().zero()).isEqualTo(1);
    assertThat(report.norms().outliers()).containsExactly(30, 31);
    assertThat(messages(report, Severity.WARNING))
        .containsExactly(
            "vectors of length 0, which length normalization refuses: 1",
            "vectors whose length is far from the median: number 30, 31 (from 0)");
  }

  /** Users know recordings by their ids. */
  @Test
  void recordingsAreNamedByTheirIds() {
    TrainingData data =
        changed(
            rows -> {
              rows[3][1] = Double.NaN;
              rows[30] = new double[] {1e6, 0, 0, 0, 0};
              rows[50] = rows[51].clone();
            });
    List<String> ids = IntStream.range(0, data.size()).mapToObj(i -> "id" + i).toList();
    DataReport report = DataReport.of(data, ids, Progress.NONE);
    assertThat(messages(report, Severity.REFUSAL))
        .contains("vector 'id3' must be finite, found NaN at position 1");
    assertThat(messages(report, Severity.WARNING))
        .contains("vectors whose length is far from the median: id30")
        .anyMatch(m -> m.endsWith(": 1, first 'id51' that of 'id50'"));
    assertThatThrownBy(() -> DataReport.of(data, ids.subList(1, 9), Progress.NONE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Heavy tails and normalized lengths are no reason for alarm. */
  @Test
  void lengthsThatAreAllRight() {
    TrainingData heavy = TrainingCases.draw(20, 5, 2, 300, RecordingCounts.fixed(6), 6).data();
    assertThat(report(heavy).norms().outliers()).isEmpty();
    double[][] rows = heavy.vectors().doubles(0, heavy.size()).toRows();
    for (double[] row : rows) {
      double norm = Math.sqrt(Arrays.stream(row).map(v -> v * v).sum());
      Arrays.setAll(row, i -> row[i] / norm);
    }
    assertThat(report(heavy.withVectors(DoubleMatrix.of(rows))).norms().outliers()).isEmpty();
  }

  /** Zeros of both signs are equal; NaN, zero vectors and rows that differ in one bit are not. */
  @Test
  void duplicates() {
    TrainingData plain = changed(rows -> {});
    // The rows of two speakers: the first has 0, 1, …
    int other = 0;
    while (plain.speaker(other) == plain.speaker(0)) {
      other++;
    }
    assertThat(other).isGreaterThanOrEqualTo(2);
    int b = other;
    DataReport report =
        report(
            changed(
                rows -> {
                  rows[0][2] = 0.0;
                  rows[1] = rows[0].clone();
                  rows[1][2] = -0.0;
                  rows[b] = rows[0].clone();
                  rows[b + 1] = rows[0].clone();
                  rows[50] = rows[51].clone();
                  rows[50][4] = Math.nextUp(rows[50][4]);
                  rows[60] = new double[5];
                  rows[61] = new double[5];
                }));
    assertThat(report.duplicates())
        .isEqualTo(
            new DataReport.Duplicates(
                2, 1, List.of(new Pair(0, 1), new Pair(b, b + 1)), List.of(new Pair(0, b))));
    assertThat(messages(report, Severity.WARNING))
        .contains(
            "recordings that have the vector of another speaker's: 1, first number "
                + b
                + " that of 0 (from 0)",
            "recordings that repeat one of the same speaker: 2, first number 1 that of 0 (from 0)");
  }

  @Test
  void valuesThatAreNoNumbers() {
    DataReport report =
        report(
            changed(
                rows -> {
                  rows[9][3] = Double.NaN;
                  rows[9][4] = GAUSS;
                  rows[20][0] = -GAUSS;
                  rows[21][0] = 1e101;
                }));
    assertThat(report.unusable())
        .containsExactly(
            new DataReport.Place(9, 3, Double.NaN),
            new DataReport.Place(20, 0, -GAUSS),
            new DataReport.Place(21, 0, 1e101));
    assertThat(messages(report, Severity.REFUSAL))
        .containsExactly(
            "vector 9 (from 0) must be finite, found NaN at position 3",
            "vector 20 (from 0) must be finite, found -Infinity at position 0",
            "vector 21 (from 0) must lie within 1e100 of 0, found 1.0E101 at position 0");
    // The others are looked at all the same.
    assertThat(report.within().rank()).isEqualTo(5);

    TrainingData none =
        TrainingData.of(DoubleMatrix.of(new double[][] {{Double.NaN}, {GAUSS}}), new int[2]);
    assertThat(report(none).isRefused()).isTrue();
    assertThat(report(none).toString()).contains("within speakers    rank 0 of 1\n");
    TrainingData leftOut =
        TrainingData.of(
            DoubleMatrix.of(new double[][] {{Double.NaN}, {1}, {2}}),
            new int[3],
            new double[] {0, 1, 1});
    assertThat(report(leftOut).unusable()).isEmpty();
  }

  @Test
  void columns() {
    DataReport report =
        report(
            changed(
                rows -> {
                  for (double[] row : rows) {
                    row[1] = 0.1;
                    row[3] = 1e7 + row[3];
                  }
                }));
    assertThat(report.constantColumns()).containsExactly(1);
    assertThat(report.nearConstantColumns()).containsExactly(3);
    assertThat(messages(report, Severity.REFUSAL))
        .containsExactly("column 1 (from 0) of the vectors is the same in all recordings");
    assertThat(messages(report, Severity.WARNING))
        .containsExactly(
            "columns that vary by less than 1e-6 of their mean, mostly by rounding: 3 (from 0)");
  }

  static Map<String, TrainingData> allKinds() {
    Map<String, TrainingData> out = new TreeMap<>();
    out.put("good", changed(rows -> {}));
    out.put(
        "one recording each",
        TrainingCases.draw(4, 2, GAUSS, 30, RecordingCounts.fixed(1), 1).data());
    out.put(
        "few recordings", TrainingCases.draw(20, 2, GAUSS, 4, RecordingCounts.fixed(4), 2).data());
    out.put("one speaker", TrainingCases.draw(4, 2, GAUSS, 1, RecordingCounts.fixed(9), 3).data());
    out.put("two speakers", TrainingCases.draw(4, 2, GAUSS, 2, RecordingCounts.fixed(9), 3).data());
    out.put("NaN", changed(rows -> rows[17][2] = Double.NaN));
    out.put(
        "constant",
        changed(
            rows -> {
              for (double[] row : rows) {
                row[4] = -3;
              }
            }));
    out.put(
        "dependent",
        changed(
            rows -> {
              for (double[] row : rows) {
                row[4] = row[1] - row[2];
              }
            }));
    TrainingData plain = changed(rows -> {});
    out.put(
        "a column that tells the speaker",
        changed(
            rows -> {
              for (int j = 0; j < rows.length; j++) {
                rows[j][4] = Math.sin(plain.speaker(j));
              }
            }));
    out.put(
        "speakers alike",
        TrainingData.of(
            DoubleMatrix.of(new double[][] {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}),
            new int[] {1, 1, 2, 2}));
    return out;
  }

  /** What training says about data is what their report says. */
  @ParameterizedTest
  @MethodSource("kinds")
  void agreesWithTraining(String kind, TrainingData data) {
    DataReport report = report(data);
    GmeException refusal =
        catchThrowableOfType(
            GmeException.class,
            () -> {
              SpeakerStatistics statistics = SpeakerStatistics.gather(data);
              int d = Math.max(1, report.largestSpeakerDimension());
              Trained<?> trained =
                  new GaussianPldaEm(Stopping.after(1))
                      .train(statistics, PldaStart.fromScatter(statistics, d));
              assertThat(messages(report, Severity.NOTE)).containsAll(trained.notes());
            });
    assertThat(report.isRefused()).isEqualTo(refusal != null);
    if (refusal != null) {
      Finding first = report.findings().get(0);
      assertThat(first)
          .isEqualTo(new Finding(Severity.REFUSAL, refusal.getMessage(), refusal.help()));
    }
  }

  static Stream<Arguments> kinds() {
    return allKinds().entrySet().stream().map(e -> Arguments.of(e.getKey(), e.getValue()));
  }

  @Test
  void allKindsAreThere() {
    assertThat(allKinds().values().stream().filter(data -> report(data).isRefused()).count())
        .isEqualTo(7);
  }

  /** More rows than a block has. */
  @Test
  void sameForAnyNumberOfThreads() {
    TrainingData data = TrainingCases.draw(6, 2, 2, 700, RecordingCounts.fixed(5), 9).data();
    TrainingData floats = data.withVectors(FloatMatrix.of(data.vectors().doubles(0, data.size())));
    Workers.setThreads(1);
    DataReport one = report(floats);
    Workers.setThreads(4);
    assertThat(report(floats)).isEqualTo(one);
  }
}
