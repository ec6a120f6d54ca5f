package dev.gme.core.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.Figures;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.StepSpec;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.core.simulate.RecordingCounts;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.core.simulate.Simulator;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.BxeTrainer;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The ways to train, on data that the heavy-tailed model describes: D = 150, d = 40, ν = 2, λ from
 * 25 to 2; 1500 speakers of 8 recordings to train on, all pairs of 500 other speakers' 4 to
 * evaluate on; means of the seeds 1 to 3. The table is printed.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SystemsComparisonTest {
  private static final int D = 150;
  private static final int SPEAKER_DIMENSION = 40;
  private static final double NU = 2;

  private static final List<StepSpec> LENGTH_NORMALIZATION =
      List.of(StepSpec.centre(), StepSpec.whitenWithin(), StepSpec.length(), StepSpec.centre());

  private static final List<StepSpec> LENGTH_AFTER_TOTAL =
      List.of(StepSpec.centre(), StepSpec.whitenTotal(), StepSpec.length(), StepSpec.centre());

  private static final BxeOptions BXE = BxeOptions.standard().withBatch(1000);

  private enum Contender {
    GAUSSIAN("Gaussian PLDA"),
    /** Only printed: see {@link #sameOrderInAllMetrics}. */
    GAUSSIAN_TOTAL("  centre, whiten total, length, centre"),
    GAUSSIAN_LENGTH("  centre, whiten within, length, centre"),
    PLUG_IN("plugged-in nu = 2"),
    BXE_FROM_PLUG_IN("  then BXE"),
    VB("variational Bayes"),
    BXE_FROM_VB("  then BXE"),
    TRUTH("truth");

    private final String label;

    Contender(String label) {
      this.label = label;
    }
  }

  private final Map<Contender, Figures> mean = new EnumMap<>(Contender.class);

  @BeforeAll
  void trainAndEvaluate() {
    Map<Contender, List<Figures>> all = new EnumMap<>(Contender.class);
    for (long seed = 1; seed <= 3; seed++) {
      new Experiment(seed)
          .run()
          .forEach((system, f) -> all.computeIfAbsent(system, s -> new ArrayList<>()).add(f));
    }
    System.out.println("simulated, means of 3 seeds");
    all.forEach(
        (system, figures) -> {
          mean.put(system, Figures.mean(figures));
          System.out.printf("%-40s %s%n", system.label, mean.get(system));
        });
  }

  /** One draw of the truth and of the data. */
  private static final class Experiment {
    private final HtPlda truth;
    private final DoubleMatrix vectors;
    private final int[] speakers;
    private final SimulatedDatabase evaluation;
    private final DescentOptions options;

    Experiment(long seed) {
      truth = ModelRecipe.of(D, SPEAKER_DIMENSION, NU).withSpectrum(25, 2).draw(seed);
      Simulator simulator = new Simulator(truth);
      SimulatedDatabase training = simulator.draw(1500, RecordingCounts.fixed(8), seed);
      vectors = training.vectors();
      speakers = training.speakers();
      evaluation = simulator.draw(500, RecordingCounts.fixed(4), 1000 + seed);
      options = DescentOptions.builder().seed(seed).build();
    }

    Map<Contender, Figures> run() {
      TrainingData data = TrainingData.of(vectors, speakers);
      HtPlda gaussian = em(data);
      HtPlda plugIn = gaussian.withNu(NU);
      HtPlda vb = HtPldaVb.standard().train(data, plugIn, Progress.NONE).model();
      Map<Contender, Figures> out = new EnumMap<>(Contender.class);
      out.put(Contender.GAUSSIAN, figures(gaussian.extractor()));
      out.put(Contender.GAUSSIAN_TOTAL, preprocessed(data, LENGTH_AFTER_TOTAL));
      out.put(Contender.GAUSSIAN_LENGTH, preprocessed(data, LENGTH_NORMALIZATION));
      out.put(Contender.PLUG_IN, figures(plugIn.extractor()));
      out.put(Contender.BXE_FROM_PLUG_IN, figures(bxe(data, plugIn)));
      out.put(Contender.VB, figures(vb.extractor()));
      out.put(Contender.BXE_FROM_VB, figures(bxe(data, vb)));
      out.put(Contender.TRUTH, figures(truth.extractor()));
      return out;
    }

    private static HtPlda em(TrainingData data) {
      return PldaRecipe.gaussian(SPEAKER_DIMENSION)
          .train(data, Progress.NONE)
          .model()
          .extractor()
          .model();
    }

    private Figures preprocessed(TrainingData data, List<StepSpec> plans) {
      return figures(
          PldaRecipe.gaussian(SPEAKER_DIMENSION)
              .preprocessedBy(plans)
              .train(data, Progress.NONE)
              .model()
              .extract(evaluation.vectors()));
    }

    private GmeExtractor bxe(TrainingData data, HtPlda start) {
      return new BxeTrainer(BXE, options)
          .train(data, start.extractor(), Progress.NONE)
          .model()
          .extractor();
    }

    private Figures figures(GmeExtractor extractor) {
      return figures(extractor.embed(evaluation.vectors()));
    }

    private Figures figures(MetaEmbeddings embeddings) {
      return Figures.of(ScoredTrials.ofAllPairs(embeddings, evaluation.speakers()));
    }
  }

  private enum Metric {
    EER,
    CPRM_MIN,
    CLLR;

    double of(Figures f) {
      return switch (this) {
        case EER -> f.eer();
        case CPRM_MIN -> f.cprmMin();
        case CLLR -> f.cllr();
      };
    }
  }

  private double of(Contender system, Metric metric) {
    return metric.of(mean.get(system));
  }

  /**
   * As in the prototype's table. The chain that whitens by the total covariance is left out: by
   * Cprm_min it is worse here than no normalization.
   */
  @ParameterizedTest
  @EnumSource
  void sameOrderInAllMetrics(Metric metric) {
    List<Contender> order =
        List.of(
            Contender.GAUSSIAN,
            Contender.GAUSSIAN_LENGTH,
            Contender.PLUG_IN,
            Contender.BXE_FROM_PLUG_IN,
            Contender.VB,
            Contender.TRUTH);
    for (int i = 1; i < order.size(); i++) {
      assertThat(of(order.get(i), metric))
          .as("%s after %s", order.get(i), order.get(i - 1))
          .isLessThan(of(order.get(i - 1), metric));
    }
  }

  /** The share of the distance from the plug-in to the truth that a system makes up for. */
  private double closed(Contender system, Metric metric) {
    double plugIn = of(Contender.PLUG_IN, metric);
    return (plugIn - of(system, metric)) / (plugIn - of(Contender.TRUTH, metric));
  }

  @ParameterizedTest
  @EnumSource
  void variationalBayesNearlyReachesTheTruth(Metric metric) {
    assertThat(closed(Contender.VB, metric)).isGreaterThanOrEqualTo(0.8);
  }

  @Test
  void bxeFromThePlugInMakesUpForMuchOfCllrAndWorsensNothing() {
    assertThat(closed(Contender.BXE_FROM_PLUG_IN, Metric.CLLR)).isGreaterThanOrEqualTo(0.4);
    assertThat(Metric.values())
        .allSatisfy(m -> assertThat(closed(Contender.BXE_FROM_PLUG_IN, m)).isNotNegative());
  }

  /** Up to the rounding of an extractor that training left alone. */
  @ParameterizedTest
  @EnumSource
  void bxeDoesNotSpoilVariationalBayes(Metric metric) {
    assertThat(of(Contender.BXE_FROM_VB, metric))
        .isLessThanOrEqualTo(of(Contender.VB, metric) + 1e-9);
  }
}
