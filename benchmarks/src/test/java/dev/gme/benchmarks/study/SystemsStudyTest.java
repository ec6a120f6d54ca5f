package dev.gme.benchmarks.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.metric.MetricSummary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What must stay true of the ways to train, on data that the heavy-tailed model describes. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SystemsStudyTest {
  private static final String GAUSSIAN = WayToTrain.GAUSSIAN.title();
  private static final String PLUGGED_IN = WayToTrain.PLUGGED_IN.title();
  private static final String PLUGGED_IN_BXE = WayToTrain.PLUGGED_IN_BXE.title();
  private static final String VB = WayToTrain.VB.title();
  private static final String VB_BXE = WayToTrain.VB_BXE.title();

  private Map<String, MetricSummary> mean;

  @BeforeAll
  void trainAndEvaluate() {
    mean = new SystemsStudy().figures(text -> {});
  }

  private enum Metric {
    EER,
    CPRM_MIN,
    CLLR;

    double of(MetricSummary f) {
      return switch (this) {
        case EER -> f.eer();
        case CPRM_MIN -> f.cprmMin();
        case CLLR -> f.cllr();
      };
    }
  }

  private double of(String system, Metric metric) {
    return metric.of(mean.get(system));
  }

  @Test
  void aRowForEverySystem() {
    assertThat(mean.keySet())
        .containsExactly(
            GAUSSIAN,
            SystemsStudy.TOTAL,
            SystemsStudy.WITHIN,
            PLUGGED_IN,
            PLUGGED_IN_BXE,
            VB,
            VB_BXE,
            SystemsStudy.TRUTH);
  }

  /**
   * As in the prototype's table. The chain that whitens by the total covariance is left out: by
   * Cprm_min it is worse here than no normalization.
   */
  @ParameterizedTest
  @EnumSource
  void sameOrderInAllMetrics(Metric metric) {
    List<String> order =
        List.of(GAUSSIAN, SystemsStudy.WITHIN, PLUGGED_IN, PLUGGED_IN_BXE, VB, SystemsStudy.TRUTH);
    for (int i = 1; i < order.size(); i++) {
      assertThat(of(order.get(i), metric))
          .as("%s after %s", order.get(i), order.get(i - 1))
          .isLessThan(of(order.get(i - 1), metric));
    }
  }

  /** The share of the distance from the plug-in to the truth that a system makes up for. */
  private double closed(String system, Metric metric) {
    double plugIn = of(PLUGGED_IN, metric);
    return (plugIn - of(system, metric)) / (plugIn - of(SystemsStudy.TRUTH, metric));
  }

  @ParameterizedTest
  @EnumSource
  void variationalBayesNearlyReachesTheTruth(Metric metric) {
    assertThat(closed(VB, metric)).isGreaterThanOrEqualTo(0.8);
  }

  @Test
  void bxeFromThePlugInMakesUpForMuchOfCllrAndWorsensNothing() {
    assertThat(closed(PLUGGED_IN_BXE, Metric.CLLR)).isGreaterThanOrEqualTo(0.4);
    assertThat(Metric.values())
        .allSatisfy(m -> assertThat(closed(PLUGGED_IN_BXE, m)).isNotNegative());
  }

  /** Up to the rounding of an extractor that training left alone. */
  @ParameterizedTest
  @EnumSource
  void bxeDoesNotSpoilVariationalBayes(Metric metric) {
    assertThat(of(VB_BXE, metric)).isLessThanOrEqualTo(of(VB, metric) + 1e-9);
  }
}
