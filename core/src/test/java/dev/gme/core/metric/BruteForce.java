package dev.gme.core.metric;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** The definitions of docs/math.md 7, word by word and as slow as that is. */
final class BruteForce {
  private final TrialSet set;
  private final double allTargets;
  private final double allNontargets;

  /** Distinct scores of trials with positive weight. */
  private final double[] u;

  BruteForce(TrialSet set) {
    this.set = set;
    u =
        IntStream.range(0, set.size())
            .filter(i -> set.weights[i] > 0)
            .mapToDouble(i -> set.scores[i] + 0.0)
            .sorted()
            .distinct()
            .toArray();
    allTargets = weight(true, 0, u.length);
    allNontargets = weight(false, 0, u.length);
  }

  /** The weight of one kind with scores u_from to u_(to−1). */
  private double weight(boolean targets, int from, int to) {
    return from == to
        ? 0
        : IntStream.range(0, set.size())
            .filter(i -> set.isTarget[i] == targets)
            .filter(i -> set.scores[i] >= u[from] && set.scores[i] <= u[to - 1])
            .mapToDouble(i -> set.weights[i])
            .sum();
  }

  /** Points 0 to K; point K rejects all. */
  private double pMiss(int point) {
    return weight(true, 0, point) / allTargets;
  }

  private double pFa(int point) {
    return weight(false, point, u.length) / allNontargets;
  }

  private double gap(int point) {
    return pMiss(point) - pFa(point);
  }

  /** Where the chord between two points on both sides of the diagonal crosses it. */
  private double crossing(int i, int j) {
    double share = gap(i) / (gap(i) - gap(j));
    return pFa(i) + share * (pFa(j) - pFa(i));
  }

  double eerInterpolated() {
    int j = 0;
    while (gap(j) < 0) {
      j++;
    }
    return crossing(j - 1, j);
  }

  /** The lowest crossing of all chords. */
  double eerRocch() {
    double eer = 1;
    for (int i = 0; i <= u.length; i++) {
      for (int j = i + 1; j <= u.length; j++) {
        if (gap(i) < 0 && gap(j) >= 0) {
          eer = Math.min(eer, crossing(i, j));
        }
      }
    }
    return eer;
  }

  double auc() {
    double sum = 0;
    for (int i = 0; i < set.size(); i++) {
      for (int j = 0; j < set.size(); j++) {
        if (set.isTarget[i] && !set.isTarget[j]) {
          double win = set.scores[i] > set.scores[j] ? 1 : set.scores[i] == set.scores[j] ? 0.5 : 0;
          sum += set.weights[i] * set.weights[j] * win;
        }
      }
    }
    return sum / (allTargets * allNontargets);
  }

  double[] dcf(OperatingPoint p) {
    return IntStream.rangeClosed(0, u.length).mapToDouble(k -> p.dcf(pMiss(k), pFa(k))).toArray();
  }

  double minDcf(OperatingPoint p) {
    return Arrays.stream(dcf(p)).min().orElseThrow();
  }

  /** The lowest threshold whose cost is within 1e-12 of the minimum; none for "reject all". */
  OptionalDouble minDcfThreshold(OperatingPoint p) {
    double[] dcf = dcf(p);
    int k = 0;
    while (dcf[k] > minDcf(p) + 1e-12) {
      k++;
    }
    return k == u.length ? OptionalDouble.empty() : OptionalDouble.of(u[k]);
  }

  double actDcf(OperatingPoint p) {
    double t = p.bayesThreshold();
    double missed = 0;
    double accepted = 0;
    for (int i = 0; i < set.size(); i++) {
      missed += set.isTarget[i] && set.scores[i] < t ? set.weights[i] : 0;
      accepted += !set.isTarget[i] && set.scores[i] >= t ? set.weights[i] : 0;
    }
    return p.dcf(missed / allTargets, accepted / allNontargets);
  }

  double cllr() {
    return cllr(set.scores);
  }

  /** Cllr of the isotonic regression by its max-min formula. */
  double minCllr() {
    double[] llr = new double[set.size()];
    for (int i = 0; i < llr.length; i++) {
      int k = Arrays.binarySearch(u, set.scores[i] + 0.0);
      llr[i] = k < 0 ? 0 : isotonicLlr(k); // weight 0 where the score is none of u
    }
    return cllr(llr);
  }

  private double isotonicLlr(int k) {
    double max = 0;
    for (int a = 0; a <= k; a++) {
      double min = 1;
      for (int b = k + 1; b <= u.length; b++) {
        double t = weight(true, a, b);
        min = Math.min(min, t / (t + weight(false, a, b)));
      }
      max = Math.max(max, min);
    }
    return Math.log(max / (1 - max)) - Math.log(allTargets / allNontargets);
  }

  private double cllr(double[] llr) {
    double targets = 0;
    double nontargets = 0;
    for (int i = 0; i < llr.length; i++) {
      if (set.weights[i] > 0 && set.isTarget[i]) {
        targets += set.weights[i] * Math.log(1 + Math.exp(-llr[i]));
      } else if (set.weights[i] > 0) {
        nontargets += set.weights[i] * Math.log(1 + Math.exp(llr[i]));
      }
    }
    return (targets / allTargets + nontargets / allNontargets) / (2 * Math.log(2));
  }
}
