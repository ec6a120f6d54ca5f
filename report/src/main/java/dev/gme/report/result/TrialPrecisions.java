package dev.gme.report.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The precisions b on both sides of trials (docs/math.md 3.1). What counts for a trial is log b_e +
 * log b_t, as in quality-aware calibration (docs/math.md 7.10); half of it is the logarithm of the
 * geometric mean, which is on the scale of b itself.
 */
final class TrialPrecisions {
  /** Trials are put into as many groups of equal size by their precision. */
  private static final int GROUPS = 10;

  /** So many trials give the limits of the groups to a tenth of a percent of the trials. */
  private static final int SAMPLE = 1_000_000;

  private final double[] enrolB;
  private final int[] enrolOfTrial;
  private final double[] testB;
  private final int[] testOfTrial;

  TrialPrecisions(double[] enrolB, int[] enrolOfTrial, double[] testB, int[] testOfTrial) {
    this.enrolB = requirePositive("enrolment", enrolB);
    this.enrolOfTrial = enrolOfTrial;
    this.testB = requirePositive("test", testB);
    this.testOfTrial = testOfTrial;
  }

  private static double[] requirePositive(String side, double[] b) {
    for (int i = 0; i < b.length; i++) {
      if (!(b[i] > 0 && b[i] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "b is positive and finite, but that of " + side + " " + i + " is " + b[i]);
      }
    }
    return b.clone();
  }

  PrecisionCurves evaluate(Subsets subsets) {
    double[] limits = limits();
    int[] group = new int[enrolOfTrial.length];
    for (int i = 0; i < group.length; i++) {
      int found = Arrays.binarySearch(limits, meanLog(i));
      group[i] = found < 0 ? -found - 1 : found;
    }
    Subsets.Split split = subsets.split(group);
    List<PrecisionCurves.Group> groups = new ArrayList<>();
    for (int g = 0; g <= limits.length; g++) {
      double b = meanOf(group, g);
      split
          .trials(g)
          .map(split::figures)
          .ifPresent(f -> groups.add(new PrecisionCurves.Group(b, f)));
    }
    double[] enrolled = occurring(enrolB, enrolOfTrial);
    double[] tested = occurring(testB, testOfTrial);
    return new PrecisionCurves(
        Histogram.ofLogs(enrolled, tested),
        Histogram.ofLogs(tested, enrolled),
        enrolled.length,
        tested.length,
        groups);
  }

  /**
   * The precisions that trials have, each once: a set may hold recordings that no trial enrols, or
   * none tests.
   */
  private static double[] occurring(double[] b, int[] ofTrial) {
    return IntStream.of(ofTrial).distinct().sorted().mapToDouble(i -> b[i]).toArray();
  }

  private double meanLog(int trial) {
    return 0.5 * (Math.log(enrolB[enrolOfTrial[trial]]) + Math.log(testB[testOfTrial[trial]]));
  }

  /** The distinct upper limits of all groups but the last. */
  private double[] limits() {
    int stride = enrolOfTrial.length / SAMPLE + 1;
    double[] sample = new double[(enrolOfTrial.length + stride - 1) / stride];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = meanLog(i * stride);
    }
    Arrays.sort(sample);
    double[] limits = new double[GROUPS - 1];
    for (int g = 0; g < limits.length; g++) {
      limits[g] = sample[(int) ((g + 1L) * (sample.length - 1) / GROUPS)];
    }
    // The highest value itself would leave the last group empty.
    return Arrays.stream(limits).distinct().filter(l -> l < sample[sample.length - 1]).toArray();
  }

  private double meanOf(int[] group, int g) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < group.length; i++) {
      if (group[i] == g) {
        sum += meanLog(i);
        count++;
      }
    }
    return Math.exp(sum / count);
  }
}
