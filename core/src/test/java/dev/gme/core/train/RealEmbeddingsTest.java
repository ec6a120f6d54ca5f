package dev.gme.core.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.Cosine;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.score.sink.Moments;
import dev.gme.core.train.data.SpeakerStatistics;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.BxeTrainer;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.plda.GaussianPldaEm;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.PldaStart;
import dev.gme.core.train.plda.Stopping;
import dev.gme.testkit.EmbeddingReference;
import dev.gme.testkit.EmbeddingSet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Training and scoring on real speech: every set of the shared embeddings, whatever sets there are.
 */
class RealEmbeddingsTest {
  private static final double NU = 2;

  /** One set, ready to train on. */
  private static final class Experiment {
    final EmbeddingSet set;
    final FloatMatrix vectors;
    final DoubleMatrix x;
    final int[] speakers;
    final int speakerCount;

    Experiment(EmbeddingSet set) {
      this.set = set;
      vectors = FloatMatrix.wrap(set.size(), set.dimension(), set.vectors());
      x = vectors.toDoubles().selectRows(set.training());
      speakers = Arrays.stream(set.training()).map(row -> set.speakers()[row]).toArray();
      speakerCount = (int) Arrays.stream(speakers).distinct().count();
    }

    /** The number of speaker dimensions: 60, or as many as the data carry. */
    int usualDimension() {
      return Math.min(60, Math.min(speakerCount - 2, set.dimension() - 1));
    }

    TrainingData data() {
      return TrainingData.of(x, speakers);
    }

    Trained<HtPlda> gaussian(int d) {
      SpeakerStatistics statistics = SpeakerStatistics.gather(data(), Progress.NONE);
      return new GaussianPldaEm(Stopping.after(20))
          .train(statistics, PldaStart.fromScatter(statistics, d), Progress.NONE);
    }

    HtPlda vb(HtPlda plugIn) {
      return HtPldaVb.DEFAULT.train(data(), plugIn, Progress.NONE).model();
    }

    GmeExtractor bxe(HtPlda start) {
      // Few steps in few folds: how well it goes on is for the experiment on these sets.
      DescentOptions few = DescentOptions.builder().steps(8).evaluateEvery(4).folds(3).build();
      return new BxeTrainer(BxeOptions.DEFAULT.withBatch(1000), few)
          .train(data(), start.extractor(), Progress.NONE)
          .model()
          .extractor();
    }

    /** The scores of the set's trials; all are finite, and so is every precision, and positive. */
    double[] scores(MetaEmbeddings e) {
      assertThat(Arrays.stream(e.b())).allMatch(b -> b > 0 && Double.isFinite(b));
      double[] scores =
          set.trials().stream().mapToDouble(t -> e.get(t.enrol()).llr(e.get(t.test()))).toArray();
      assertThat(Arrays.stream(scores)).allMatch(Double::isFinite);
      return scores;
    }

    double[] scores(GmeExtractor extractor) {
      return scores(extractor.extract(vectors));
    }
  }

  private static List<DynamicTest> each(Consumer<Experiment> test) {
    return EmbeddingSet.each(set -> test.accept(new Experiment(set)));
  }

  /** Where no model fits quite: all pairs, and those of one speaker, against the exact formula. */
  @TestFactory
  @Tag("slow")
  List<DynamicTest> tilesKeepTheirTolerance() {
    return each(
        experiment -> {
          HtPlda plugIn = experiment.gaussian(experiment.usualDimension()).model().withNu(NU);
          for (HtPlda model : List.of(plugIn, experiment.vb(plugIn))) {
            MetaEmbeddings e = model.extractor().extract(experiment.vectors);
            DoubleMatrix exact = e.llr(e);
            for (double tolerance : new double[] {1e-2, 1e-3, 1e-4}) {
              requireTolerance(experiment.set.speakers(), e, exact, tolerance);
            }
          }
        });
  }

  private static void requireTolerance(
      int[] speakers, MetaEmbeddings e, DoubleMatrix exact, double tolerance) {
    int n = e.size();
    MatrixSink sink = new MatrixSink(n, n);
    ScoreKind.llr(tolerance).scorer(e, e).all(sink);
    Moments all = Moments.NONE;
    Moments same = Moments.NONE;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double truth = exact.get(i, j);
        double off = Math.abs(sink.matrix().get(i, j) - truth);
        // The rounding of a score to a float is not the tolerance's.
        double error = Math.max(0, off - 0x1p-21 * Math.abs(truth)) / tolerance;
        Moments one = new Moments(1, error * error, 0);
        all = all.plus(one);
        same = speakers[i] == speakers[j] && i != j ? same.plus(one) : same;
      }
    }
    assertThat(all.mean()).as("squared tolerances, all pairs").isLessThanOrEqualTo(1);
    assertThat(same.mean()).as("squared tolerances, one speaker").isLessThanOrEqualTo(1);
  }

  /** Where there are more speakers than that, but hardly the data for it. */
  @TestFactory
  @Tag("slow")
  List<DynamicTest> directionsThatTheDataDoNotSupportDoNoHarm() {
    return each(
        experiment -> {
          int d =
              Math.min(100, Math.min(experiment.speakerCount - 1, experiment.set.dimension() - 1));
          Trained<HtPlda> trained = experiment.gaussian(d);
          HtPlda plugIn = trained.model().withNu(NU);
          HtPlda vb = experiment.vb(plugIn);
          if (plugIn.speakerDimension() < d) {
            assertThat(trained.notes()).anyMatch(n -> n.contains("instead of " + d));
          }
          experiment.scores(plugIn.extractor());
          experiment.scores(vb.extractor());
          experiment.scores(experiment.bxe(plugIn));
        });
  }

  @TestFactory
  List<DynamicTest> gaussianPldaIsTheLimitOfThePlugIn() {
    return each(
        experiment -> {
          HtPlda gaussian = experiment.gaussian(20).model();
          double[] expected = experiment.scores(gaussian.extractor());
          HtPlda there = gaussian.withNu(NU).withNu(Double.POSITIVE_INFINITY);
          assertThat(experiment.scores(there.extractor())).isEqualTo(expected);
          // b differs from 1 by about q/nu.
          assertThat(experiment.scores(gaussian.withNu(1e14).extractor()))
              .containsExactly(expected, within(1e-7));
        });
  }

  /** The sets that come with a model and its scores: NumPy's, rounded to eight decimals. */
  @TestFactory
  List<DynamicTest> referenceScores() {
    return EmbeddingSet.each(
        set -> {
          assumeTrue(set.reference().isPresent(), set.name() + " comes without a model");
          assertReference(new Experiment(set), set.reference().orElseThrow());
        });
  }

  private static void assertReference(Experiment experiment, EmbeddingReference reference) {
    HtPlda gaussian =
        HtPlda.of(
            reference.mean().data(),
            DoubleMatrix.of(reference.f().rows()),
            DoubleMatrix.of(reference.w().rows()),
            Double.POSITIVE_INFINITY);
    DoubleMatrix all = experiment.vectors.toDoubles();
    DoubleMatrix centred = all.minusFromRows(gaussian.mean());
    DoubleMatrix cosines = Cosine.scores(centred, centred);
    MetaEmbeddings g = gaussian.extractor().extract(all);
    MetaEmbeddings h = gaussian.withNu(2).extractor().extract(all);
    for (EmbeddingReference.Pair pair : reference.pairs()) {
      int i = pair.enrol();
      int j = pair.test();
      Map<String, Double> scores =
          Map.of(
              "cosine",
              cosines.get(i, j),
              "gplda",
              g.get(i).llr(g.get(j)),
              "gme_nu2",
              h.get(i).llr(h.get(j)));
      assertThat(pair.scores().keySet()).isEqualTo(scores.keySet());
      pair.scores()
          .forEach(
              (system, expected) ->
                  assertThat(scores.get(system))
                      .as("%s of rows %d and %d", system, i, j)
                      .isCloseTo(expected, within(1e-6)));
    }
  }
}
