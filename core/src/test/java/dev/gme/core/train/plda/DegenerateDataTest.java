package dev.gme.core.train.plda;

import static dev.gme.core.train.TrainingCases.GAUSS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.GmeException;
import dev.gme.core.Trained;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.StepSpec;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.train.TrainingCases;
import dev.gme.core.train.data.PreprocessingTrainer;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Data that no model, or no model of the wanted size, can be learned from. */
public class DegenerateDataTest {

  private static SpeakerStatistics gather(TrainingData data) {
    return SpeakerStatistics.gather(data);
  }

  private static SpeakerStatistics drawn(int dim, int speakers, int each, long seed) {
    return gather(
        TrainingCases.draw(dim, 2, GAUSS, speakers, RecordingCounts.fixed(each), seed).data());
  }

  private static void assertRefused(SpeakerStatistics statistics, String message, String help) {
    for (Runnable start :
        new Runnable[] {
          () -> PldaStart.fromScatter(statistics, 2),
          () -> PldaStart.random(statistics, 2, 1),
          () ->
              new TwoCovarianceEm(Stopping.after(1))
                  .train(statistics, PldaStart.fullRank(statistics))
        }) {
      GmeException e = catchThrowableOfType(GmeException.class, start::run);
      assertThat(e).hasMessage(message);
      assertThat(e.help()).isEqualTo(help);
    }
  }

  @Test
  void oneRecordingPerSpeaker() {
    assertRefused(
        drawn(4, 30, 1, 1),
        "none of the 30 speakers has two different recordings (30 in all), so the noise cannot be"
            + " estimated",
        "give several recordings of each speaker");
  }

  @Test
  void fewerRecordingsThanDimensions() {
    assertRefused(
        drawn(20, 4, 4, 2),
        "the recordings of 4 speakers (16 in all) vary about their speakers' means in 12 of 20"
            + " dimensions only, so the noise cannot be estimated",
        "give more recordings per speaker, or give vectors of at most 12 dimensions");
    assertRefused(
        drawn(6, 5, 2, 2),
        "the recordings of 5 speakers (10 in all) vary about their speakers' means in 5 of 6"
            + " dimensions only, so the noise cannot be estimated",
        "give more recordings per speaker, or reduce the dimension to at most 4 first, by LDA with"
            + " a total factor above 0");
  }

  @Test
  void oneSpeaker() {
    assertRefused(
        drawn(4, 1, 50, 3),
        "training needs at least two speakers, found 1",
        "give recordings of more speakers, or check the labels");
  }

  /** However many recordings there are, a column that tells the speaker has no noise. */
  @Test
  void columnsThatAreConstantWithinSpeakers() {
    TrainingCases.Drawn drawn = TrainingCases.draw(5, 2, GAUSS, 30, 12);
    double[][] rows = drawn.database().vectors().toRows();
    for (int j = 0; j < rows.length; j++) {
      rows[j][3] = Math.cos(drawn.database().speakers()[j]);
    }
    assertRefused(
        gather(drawn.data().withVectors(DoubleMatrix.of(rows))),
        "the recordings of 30 speakers ("
            + rows.length
            + " in all) vary about their speakers' means in 4 of 5 dimensions only, so the noise"
            + " cannot be estimated",
        "leave out columns that are the same in all recordings of a speaker, or reduce the"
            + " dimension to at most 4 first, by LDA with a total factor above 0");
  }

  /** Two columns that do not vary, among others of very different scales, which are no reason. */
  @Test
  void constantColumns() {
    TrainingCases.Drawn drawn = TrainingCases.draw(5, 2, GAUSS, 30, 12);
    DoubleMatrix r = drawn.database().vectors().scaleColumns(new double[] {1, 1e-7, 1, 1e5, 1});
    TrainingData data = drawn.data().withVectors(r);
    assertThat(PldaStart.fromScatter(gather(data), 2).notes()).isEmpty();
    double[][] rows = r.toRows();
    for (double[] row : rows) {
      row[0] = 0.1;
      row[2] = 0;
    }
    assertRefused(
        gather(data.withVectors(DoubleMatrix.of(rows))),
        "columns 0, 2 (from 0) of the vectors are the same in all recordings",
        "leave them out of the vectors");
  }

  /**
   * The last column is the sum of two others, rounded to floats: noise of 1e-8 of each column's
   * variance is added, and what comes out scores like the model without that column.
   */
  @Test
  void dependentColumnsAreRegularized() {
    TrainingCases.Drawn drawn = TrainingCases.draw(6, 2, GAUSS, 60, 13);
    DoubleMatrix r = drawn.database().vectors();
    double[][] rows = r.toRows();
    for (double[] row : rows) {
      row[5] = row[0] + row[3];
    }
    int[] labels = drawn.database().speakers();
    TrainingData data = TrainingData.of(FloatMatrix.of(DoubleMatrix.of(rows)), labels);
    SpeakerStatistics statistics = gather(data);
    String note =
        "the covariance within speakers is nearly singular, because some columns of the vectors"
            + " depend on others: 1e-8 of each column's variance is added to it";
    GaussianPldaEm em = new GaussianPldaEm(Stopping.after(20));
    Trained<HtPlda> plda = em.train(statistics, PldaStart.fromScatter(statistics, 2));
    assertThat(plda.notes()).containsExactly(note);
    // Up to rounding: in the direction without variance each recording adds about 1 to the
    // objective, of which 2e-16 / 1e-8 is not known.
    double rounding = data.size() * 2e-8;
    for (int i = 1; i < plda.objective().size(); i++) {
      assertThat(plda.objective().get(i)).isGreaterThan(plda.objective().get(i - 1) - rounding);
    }
    assertThat(
            new TwoCovarianceEm(Stopping.after(5))
                .train(statistics, PldaStart.fullRank(statistics))
                .notes())
        .contains(note);
    assertThat(PldaStart.random(statistics, 2, 1).notes()).containsExactly(note);
    Trained<HtPlda> vb = HtPldaVb.DEFAULT.train(data, plda.model().withNu(50));
    assertThat(vb.notes()).containsExactly(note);
    assertThat(
            new PreprocessingTrainer(List.of(StepSpec.whitenWithin(), StepSpec.lda(2)))
                .train(data)
                .notes())
        .containsExactly(note);

    DoubleMatrix five = r.times(DoubleMatrix.identity(6).rowRange(0, 5).transpose());
    SpeakerStatistics without = gather(TrainingData.of(five, labels));
    HtPlda expected = em.train(without, PldaStart.fromScatter(without, 2)).model();
    MetaEmbeddings e = plda.model().extractor().extract(data.vectors());
    MetaEmbeddings f = expected.extractor().extract(five);
    assertThat(e.llr(e).minus(f.llr(f)).maxAbs()).isLessThan(1e-3);
  }

  /** The mean of every speaker is that of all. */
  @Test
  void speakersWithoutAnyDifference() {
    SpeakerStatistics statistics = gather(withMeansIn(0, 6, 20, 4));
    GmeException e =
        catchThrowableOfType(GmeException.class, () -> PldaStart.fromScatter(statistics, 2));
    assertThat(e)
        .hasMessage(
            "all speakers have the same mean vector: there is nothing to tell them apart by");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 5})
  void speakerDimension(int d) {
    SpeakerStatistics statistics = drawn(4, 10, 5, 5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PldaStart.fromScatter(statistics, d))
        .withMessage("the speaker dimension must be from 1 to D = 4, found " + d);
  }

  /**
   * Recordings whose speakers' means differ in the first {@code directions} coordinates only: noise
   * that sums to zero within each speaker, then the mean.
   */
  public static TrainingData withMeansIn(int directions, int dim, int speakers, long seed) {
    int each = 5;
    SeededRandom random = new SeededRandom(seed);
    int n = speakers * each;
    double[] r = random.gaussians(n * dim);
    int[] labels = new int[n];
    for (int s = 0; s < speakers; s++) {
      for (int i = 0; i < dim; i++) {
        double mean = i < directions ? 2 * random.nextGaussian() : 0;
        double sum = 0;
        for (int j = s * each; j < (s + 1) * each; j++) {
          sum += r[j * dim + i];
        }
        for (int j = s * each; j < (s + 1) * each; j++) {
          r[j * dim + i] += mean - sum / each;
          labels[j] = s;
        }
      }
    }
    return TrainingData.of(DoubleMatrix.wrap(n, dim, r), labels);
  }

  @Test
  void scatterShowsTheRankOfTheSpeakerSpace() {
    SpeakerStatistics statistics = gather(withMeansIn(3, 8, 100, 6));
    PldaStart start = PldaStart.fromScatter(statistics, 6);
    String note =
        "the speaker dimension is 3 instead of 6: the means of 100 speakers vary in no more"
            + " directions";
    Trained<HtPlda> trained = new GaussianPldaEm(Stopping.after(10)).train(statistics, start);
    assertThat(trained.notes()).containsExactly(note);
    assertThat(trained.model().speakerDimension()).isEqualTo(3);
    assertThat(PldaStart.fromScatter(statistics, 3).notes()).isEmpty();
  }

  @Test
  void fewSpeakersSpanFewDirections() {
    SpeakerStatistics statistics = drawn(8, 4, 10, 7);
    for (Runnable start :
        new Runnable[] {
          () -> PldaStart.fromScatter(statistics, 4), () -> PldaStart.random(statistics, 4, 1)
        }) {
      GmeException e = catchThrowableOfType(GmeException.class, start::run);
      assertThat(e).hasMessage("a speaker dimension of 4 needs at least 5 speakers, found 4");
      assertThat(e.help())
          .isEqualTo(
              "choose a speaker dimension of at most 3, or give recordings of more speakers");
    }
    assertThat(PldaStart.fromScatter(statistics, 3).notes()).isEmpty();
    assertThat(
            new TwoCovarianceEm(Stopping.after(1))
                .train(statistics, PldaStart.fullRank(statistics))
                .notes())
        .containsExactly(
            "the speaker dimension is 3 instead of 8: the means of 4 speakers vary in no more"
                + " directions");
  }

  /**
   * From random directions EM itself finds out that three of them carry nothing, whichever way the
   * posteriors are found.
   */
  @ParameterizedTest
  @CsvSource({"false, 0", "true, 0", "false, 1", "true, 1"})
  void emDropsDirectionsWithoutSpeakers(boolean minimumDivergence, int fewCounts) {
    SpeakerStatistics statistics = gather(withMeansIn(3, 8, 100, 8));
    Trained<HtPlda> trained =
        new GaussianPldaEm(Stopping.after(200))
            .withMinimumDivergence(minimumDivergence)
            .withFewCounts(fewCounts)
            .train(statistics, PldaStart.random(statistics, 6, 9));
    assertThat(trained.model().speakerDimension()).isEqualTo(3);
    assertThat(trained.notes())
        .singleElement()
        .asString()
        .startsWith(
            "the speaker dimension is 3 instead of 6: the data do not support more (dropped: ");
    GaussianPldaEmTest.assertNeverFalls(trained.objective());
  }

  /** Both ways drop the same dimensions in the same iterations. */
  @Test
  void droppingDoesNotDependOnTheKindOfPosteriors() {
    SpeakerStatistics statistics = gather(withMeansIn(3, 8, 100, 8));
    PldaStart start = PldaStart.random(statistics, 6, 9);
    Stopping stopping = Stopping.after(200);
    Trained<HtPlda> dense = new GaussianPldaEm(stopping).withFewCounts(1).train(statistics, start);
    Trained<HtPlda> diagonal =
        new GaussianPldaEm(stopping).withFewCounts(0).train(statistics, start);
    assertThat(dense.notes()).isEqualTo(diagonal.notes());
    for (int i = 0; i <= 200; i++) {
      double expected = diagonal.objective().get(i);
      assertThat(dense.objective().get(i)).isCloseTo(expected, offset(1e-11 * Math.abs(expected)));
    }
  }

  /** A direction that is not there from the start on. */
  @Test
  void startOfLowerRank() {
    SpeakerStatistics statistics = drawn(6, 40, 5, 20);
    DoubleMatrix f = DoubleMatrix.wrap(6, 2, new SeededRandom(21).gaussians(12));
    DoubleMatrix twice = f.times(DoubleMatrix.of(new double[][] {{1, 0, 1}, {0, 1, 1}}));
    for (int fewCounts : new int[] {0, 1}) {
      Trained<HtPlda> trained =
          new GaussianPldaEm(Stopping.after(3))
              .withFewCounts(fewCounts)
              .train(statistics, PldaStart.of(twice, DoubleMatrix.identity(6)));
      assertThat(trained.notes())
          .containsExactly(
              "the speaker dimension is 2 instead of 3: the data do not support more (dropped: 1"
                  + " at the start)");
      assertThat(trained.model().speakerDimension()).isEqualTo(2);
    }
  }

  /** As above; what is left extracts positive scales. */
  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void vbDropsDirectionsWithoutSpeakers(int innerIterations) {
    TrainingData data = withMeansIn(3, 8, 100, 10);
    SpeakerStatistics statistics = gather(data);
    PldaStart start = PldaStart.random(statistics, 6, 11);
    HtPldaVb.ScaleStep step =
        innerIterations == 0
            ? HtPldaVb.ScaleStep.closed()
            : HtPldaVb.ScaleStep.meanField(innerIterations);
    Trained<HtPlda> trained =
        HtPldaVb.DEFAULT
            .withScaleStep(step)
            .withIterations(400)
            .train(
                data,
                HtPlda.of(
                    statistics.mean(), start.loading(), Cholesky.of(start.noise()).inverse(), 2));
    assertThat(trained.model().speakerDimension()).isLessThan(6);
    assertThat(trained.notes())
        .singleElement()
        .asString()
        .contains("instead of 6: the data do not support more");
    double[] b = trained.model().extractor().extract(data.vectors()).b();
    assertThat(Arrays.stream(b)).allMatch(v -> v > 0 && v < Double.POSITIVE_INFINITY);
    assertThat(trained.objective()).allMatch(Double::isFinite);
  }

  /**
   * A start that was given by hand does not hide that the noise cannot be estimated, whatever the
   * rounding errors of its zero eigenvalue; seeds 1 to 60.
   */
  @Test
  void fewerRecordingsThanDimensionsFromAGivenStart() {
    for (long seed = 1; seed <= 60; seed++) {
      TrainingCases.Drawn drawn = TrainingCases.draw(5, 2, 2, 2, RecordingCounts.fixed(2), seed);
      HtPlda truth = drawn.truth();
      GmeException vb =
          catchThrowableOfType(
              GmeException.class, () -> HtPldaVb.DEFAULT.train(drawn.data(), truth));
      assertThat(vb)
          .hasMessage(
              "the recordings of 2 speakers (4 in all) vary about their speakers' means in 2 of 5"
                  + " dimensions only, so the noise cannot be estimated");
      SpeakerStatistics statistics = gather(drawn.data());
      DoubleMatrix noise = Cholesky.of(truth.w()).inverse();
      GmeException em =
          catchThrowableOfType(
              GmeException.class,
              () ->
                  new GaussianPldaEm(Stopping.after(10))
                      .train(statistics, PldaStart.of(truth.f(), noise)));
      assertThat(em).hasMessageStartingWith("the noise covariance must be positive definite, but");
    }
  }

  @Test
  void randomStartIsTheSeedsOwn() {
    SpeakerStatistics statistics = drawn(6, 20, 5, 13);
    PldaStart start = PldaStart.random(statistics, 3, 14);
    PldaStart again = PldaStart.random(statistics, 3, 14);
    PldaStart other = PldaStart.random(statistics, 3, 15);
    assertThat(again.loading()).isEqualTo(start.loading());
    assertThat(again.noise()).isEqualTo(start.noise());
    assertThat(other.loading()).isNotEqualTo(start.loading());
    assertThat(other.noise()).isEqualTo(start.noise());
    assertThat(start.notes()).isEmpty();
  }
}
