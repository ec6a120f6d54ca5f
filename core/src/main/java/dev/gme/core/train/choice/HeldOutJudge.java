package dev.gme.core.train.choice;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.CalibrationOptions;
import dev.gme.core.calibrate.CalibrationTrials;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.linalg.VectorMath;
import dev.gme.core.math.SpecialFunctions;
import dev.gme.core.metric.Cllr;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.metric.Roc;
import dev.gme.core.metric.ScoredTrials;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Judges candidates by the scores that their models, trained without the held-out speakers, give
 * these (docs/math.md 5.7). The scores of each group are calibrated linearly by those of groups
 * with other speakers, at the prior that costs are stated for: what matters is what scores are
 * worth, not what they happen to be called.
 */
public final class HeldOutJudge {
  /** Keeps coefficients finite where scores separate the trials; too small to change others. */
  private static final double RIDGE = 1e-6;

  private final HeldOutPairs pairs;
  private final double prior;
  private final double priorLogOdds;
  private final List<boolean[]> isTarget = new ArrayList<>();

  /**
   * A judge.
   *
   * @param prior probability of a target trial, between 0 and 1
   */
  public HeldOutJudge(HeldOutPairs pairs, double prior) {
    if (!(prior > 0 && prior < 1)) {
      throw new IllegalArgumentException("a prior must lie between 0 and 1, found " + prior);
    }
    this.pairs = pairs;
    this.prior = prior;
    priorLogOdds = Math.log(prior) - Math.log1p(-prior);
    for (HeldOutPairs.Group group : pairs.groups()) {
      isTarget.add(ScoredTrials.pairsOfOne(group.speaker()));
    }
  }

  /**
   * What the pairs say.
   *
   * @param scores of the pairs of each group, (0, 1), (0, 2), … (1, 2), …
   */
  public Judgement of(List<double[]> scores) {
    for (double[] some : scores) {
      if (!Arrays.stream(some).allMatch(Double::isFinite)) {
        throw new GmeException(
            "scores of held-out speakers are not finite",
            "look at the training data with 'gme info'");
      }
    }
    Sums sums = new Sums(pairs.speakers());
    List<double[]> calibrated = new ArrayList<>();
    for (int g = 0; g < scores.size(); g++) {
      LinearCalibration by = train(pairs.apart(g), scores, priorLogOdds);
      double[] llr = Arrays.stream(scores.get(g)).map(by::apply).toArray();
      sums.add(pairs.groups().get(g).speaker(), isTarget.get(g), llr);
      calibrated.add(llr);
    }
    List<Integer> all = IntStream.range(0, scores.size()).boxed().toList();
    ScoredTrials trials = ScoredTrials.of(joined(all, calibrated), targets(all));
    Roc roc = Roc.of(trials);
    return new Judgement(
        sums.cost(),
        sums.without(),
        roc.eerRocch(),
        roc.minDcf(OperatingPoint.ofPrior(prior)).dcf(),
        Cllr.of(trials),
        train(all, scores, CalibrationOptions.DEFAULT.priorLogOdds()));
  }

  private LinearCalibration train(List<Integer> groups, List<double[]> scores, double logOdds) {
    return LinearCalibration.train(
            CalibrationTrials.of(targets(groups), joined(groups, scores)),
            new CalibrationOptions(logOdds, RIDGE))
        .calibration();
  }

  private static double[] joined(List<Integer> groups, List<double[]> of) {
    return groups.stream().flatMapToDouble(g -> Arrays.stream(of.get(g))).toArray();
  }

  private boolean[] targets(List<Integer> groups) {
    boolean[] out = new boolean[groups.stream().mapToInt(g -> isTarget.get(g).length).sum()];
    int at = 0;
    for (int g : groups) {
      System.arraycopy(isTarget.get(g), 0, out, at, isTarget.get(g).length);
      at += isTarget.get(g).length;
    }
    return out;
  }

  /** Costs of pairs, in all and of each speaker, so that one can be left out. */
  private final class Sums {
    /** Cost and number of the target and the non-target pairs of each speaker. */
    private final double[][] ofSpeakers;

    private final double[] all = new double[4];

    Sums(int speakers) {
      ofSpeakers = new double[speakers][4];
    }

    void add(int[] speaker, boolean[] same, double[] llr) {
      double[] cost = new double[llr.length];
      for (int t = 0; t < cost.length; t++) {
        cost[t] = (same[t] ? -1 : 1) * (llr[t] + priorLogOdds);
      }
      VectorMath.softplus(cost.length, cost, 0, cost, 0);
      int t = 0;
      for (int i = 0; i < speaker.length; i++) {
        for (int j = i + 1; j < speaker.length; j++) {
          int kind = same[t] ? 0 : 2;
          add(all, kind, cost[t]);
          add(ofSpeakers[speaker[i]], kind, cost[t]);
          if (!same[t]) {
            add(ofSpeakers[speaker[j]], kind, cost[t]);
          }
          t++;
        }
      }
    }

    private static void add(double[] to, int kind, double cost) {
      to[kind] += cost;
      to[kind + 1]++;
    }

    double cost() {
      return cost(all, new double[4]);
    }

    double[] without() {
      return Arrays.stream(ofSpeakers)
          .mapToDouble(of -> of[1] + of[3] == 0 ? Double.NaN : cost(all, of))
          .toArray();
    }

    /** The mean costs of both kinds at the prior, over what is paid without any score. */
    private double cost(double[] of, double[] less) {
      double targets = (of[0] - less[0]) / (of[1] - less[1]);
      double nontargets = (of[2] - less[2]) / (of[3] - less[3]);
      double nothing =
          prior * SpecialFunctions.softplus(-priorLogOdds)
              + (1 - prior) * SpecialFunctions.softplus(priorLogOdds);
      return (prior * targets + (1 - prior) * nontargets) / nothing;
    }
  }
}
