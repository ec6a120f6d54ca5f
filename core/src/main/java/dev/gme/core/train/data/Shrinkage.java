package dev.gme.core.train.data;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Shrinkage of the covariance within speakers towards a multiple of I (docs/math.md 4.6): what
 * makes PLDA hold where recordings are few for their dimensions. The share of the target is given,
 * or found from the data by one of two rules (docs/decisions/0021).
 *
 * <pre>{@code
 * Shrinkage.Shrunk shrunk = Shrinkage.HELD_OUT.apply(data, SpeakerStatistics.gather(data));
 * }</pre>
 *
 * @param rule how the share is found
 * @param share that of the target from 0 to below 1, where it is given; else 0
 */
public record Shrinkage(Rule rule, double share) {
  /** How the share of the target is found. */
  public enum Rule {
    /** It is given. */
    GIVEN,
    /** By the likelihood of held-out speakers' noise. */
    HELD_OUT,
    /** By the formula of Ledoit and Wolf, from fourth moments. */
    LEDOIT_WOLF
  }

  /** None. */
  public static final Shrinkage NONE = new Shrinkage(Rule.GIVEN, 0);

  /** See {@link Rule#HELD_OUT}. */
  public static final Shrinkage HELD_OUT = new Shrinkage(Rule.HELD_OUT, 0);

  /** See {@link Rule#LEDOIT_WOLF}. */
  public static final Shrinkage LEDOIT_WOLF = new Shrinkage(Rule.LEDOIT_WOLF, 0);

  private static final int FOLDS = 5;
  private static final long SEED = 1;

  /** Odds of the target that are tried, as logarithms: a share of 0.001 to 0.99. */
  private static final double LEAST = -7;

  private static final double MOST = 5;
  private static final double STEP = 0.25;

  /** More than this is no covariance of the data any more; Ledoit and Wolf may say 1. */
  private static final double LARGEST = 0.999;

  public Shrinkage {
    if (!(share >= 0 && share < 1)) {
      throw new GmeException(
          "the share of shrinkage must be from 0 to below 1, found " + share,
          "0.1 is usual where recordings are few, or let it be found by held-out likelihood");
    }
  }

  /** A given share. */
  public static Shrinkage of(double share) {
    return new Shrinkage(Rule.GIVEN, share);
  }

  /** Reads what {@link #toString} writes: {@code held-out}, {@code ledoit-wolf} or a share. */
  public static Shrinkage parse(String text) {
    for (Shrinkage rule : List.of(HELD_OUT, LEDOIT_WOLF)) {
      if (text.equals(rule.toString())) {
        return rule;
      }
    }
    try {
      return of(Double.parseDouble(text));
    } catch (NumberFormatException e) {
      throw new GmeException(
          "expected a share of shrinkage or a rule that finds it, found '" + text + "'",
          "write held-out, ledoit-wolf, or a number from 0 to below 1");
    }
  }

  public boolean isNone() {
    return equals(NONE);
  }

  /** Statistics that have been shrunk, and what there is to say about it. */
  public record Shrunk(SpeakerStatistics statistics, Optional<String> note) {}

  /**
   * Statistics whose noise covariance comes out shrunk, whatever is trained from them.
   *
   * @param data what the statistics were gathered from
   */
  public Shrunk apply(TrainingData data, SpeakerStatistics statistics) {
    return apply(Optional.of(data), statistics);
  }

  /**
   * Statistics whose noise covariance comes out shrunk, whatever is trained from them.
   *
   * @param data what the statistics were gathered from; rules that find the share refuse to do
   *     without
   */
  public Shrunk apply(Optional<TrainingData> data, SpeakerStatistics statistics) {
    if (isNone()) {
      return new Shrunk(statistics, Optional.empty());
    }
    double free = statistics.recordings() - statistics.speakers();
    SpeakerScatter scatter = SpeakerScatter.of(statistics);
    DataRules.enforce(DataRules.constantColumns(scatter));
    if (!(free > 0) || !(scatter.within().trace() > 0)) {
      NoiseEstimate.of(scatter).orThrow();
    }
    DoubleMatrix noise = scatter.within().times(statistics.recordings() / free);
    double used =
        switch (rule) {
          case GIVEN -> share;
          case HELD_OUT -> heldOut(vectors(data));
          case LEDOIT_WOLF -> ledoitWolf(vectors(data), statistics, noise, free);
        };
    String note =
        String.format(
            Locale.ROOT,
            "the covariance within speakers is shrunk by %.3f towards a multiple of I (%s)",
            used,
            rule == Rule.GIVEN ? "as asked for" : this);
    DoubleMatrix target = DoubleMatrix.identity(noise.rows()).times(noise.trace() / noise.rows());
    return new Shrunk(
        statistics.withImagined(target, used / (1 - used) * statistics.recordings()),
        Optional.of(note));
  }

  private TrainingData vectors(Optional<TrainingData> data) {
    return data.orElseThrow(
        () ->
            new GmeException(
                "the rule "
                    + this
                    + " for the share of shrinkage needs all vectors on one computer",
                "give the share as a number"));
  }

  /** The sum of squares within speakers, and the number of differences it is of. */
  private record Noise(DoubleMatrix squares, double free) {
    static Noise of(TrainingData data) {
      SpeakerScatter scatter = SpeakerScatter.of(data);
      return new Noise(
          scatter.within().times(scatter.weight()), scatter.weight() - scatter.speakers());
    }
  }

  /** The share under which the noise of speakers is likeliest that it was not estimated from. */
  private static double heldOut(TrainingData data) {
    Noise all = Noise.of(data);
    List<Double> shares = new ArrayList<>(List.of(0.0));
    for (double odds = LEAST; odds <= MOST; odds += STEP) {
      shares.add(1 / (1 + Math.exp(-odds)));
    }
    double[] loss = new double[shares.size()];
    int folds = 0;
    for (boolean[] held : SpeakerFolds.of(data.speakers(), FOLDS, SEED)) {
      if (!any(held)) {
        continue;
      }
      Noise out = Noise.of(data.only(j -> data.speaker(j) >= 0 && held[data.speaker(j)]));
      double free = all.free() - out.free();
      if (out.free() < 1 || free < 1) {
        continue;
      }
      folds++;
      SymmetricEigen eigen =
          SymmetricEigen.of(all.squares().minus(out.squares()).times(1 / free).symmetrized());
      DoubleMatrix v = eigen.vectors();
      DoubleMatrix seen = out.squares().times(v);
      double[] l = eigen.values();
      double mean = 0;
      for (double value : l) {
        mean += value / l.length;
      }
      for (int i = 0; i < l.length; i++) {
        double variance = 0;
        for (int k = 0; k < l.length; k++) {
          variance += v.get(k, i) * seen.get(k, i);
        }
        for (int s = 0; s < loss.length; s++) {
          double share = shares.get(s);
          double shrunk = (1 - share) * Math.max(0, l[i]) + share * mean;
          // Without shrinkage a direction that never varied makes everything else impossible.
          loss[s] +=
              shrunk > NoiseEstimate.ZERO * l[0]
                  ? out.free() * Math.log(shrunk) + variance / shrunk
                  : Double.POSITIVE_INFINITY;
        }
      }
    }
    if (folds == 0) {
      throw new GmeException(
          "shrinkage by held-out likelihood needs two speakers with several recordings each",
          "give the share of shrinkage as a number, or recordings of more speakers");
    }
    int best = 0;
    for (int s = 1; s < loss.length; s++) {
      best = loss[s] < loss[best] ? s : best;
    }
    return shares.get(best);
  }

  private static boolean any(boolean[] held) {
    for (boolean h : held) {
      if (h) {
        return true;
      }
    }
    return false;
  }

  /** The variance of the covariance's elements over what separates it from the target. */
  private static double ledoitWolf(
      TrainingData data, SpeakerStatistics statistics, DoubleMatrix noise, double free) {
    SpeakerStatistics each =
        statistics.isByCount()
            ? SpeakerStatistics.ofEachSpeaker(data, statistics.mean())
            : statistics;
    int dim = noise.rows();
    double mean = noise.trace() / dim;
    double squared = 0;
    for (double v : noise.array()) {
      squared += v * v;
    }
    double distance = squared - dim * mean * mean;
    double spread = fourthMoments(data, each) / (free * free) - squared / free;
    return distance > 0 ? Math.max(0, Math.min(LARGEST, spread / distance)) : LARGEST;
  }

  /** Σ |y|⁴ of differences y from speakers' means, scaled to have the noise's variance. */
  private static double fourthMoments(TrainingData data, SpeakerStatistics statistics) {
    double[] mean = statistics.mean();
    double[] n = statistics.counts();
    DoubleMatrix f = statistics.sums();
    double sum = 0;
    for (int j = 0; j < data.size(); j++) {
      int s = data.speaker(j);
      if (s < 0 || n[s] <= 1) {
        continue;
      }
      double[] x = data.vectors().doubles(j, j + 1).row(0);
      double square = 0;
      for (int i = 0; i < x.length; i++) {
        double y = x[i] - mean[i] - f.get(s, i) / n[s];
        square += y * y;
      }
      square *= n[s] / (n[s] - 1);
      sum += data.weight(j) * square * square;
    }
    return sum;
  }

  @Override
  public String toString() {
    return rule == Rule.GIVEN
        ? Double.toString(share)
        : rule.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
