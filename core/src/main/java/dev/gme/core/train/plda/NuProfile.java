package dev.gme.core.train.plda;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.math.SpecialFunctions;
import dev.gme.core.model.HtPlda;
import dev.gme.core.parallel.Workers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Helps to choose ν for the paper's shortcut, which trains Gaussian PLDA and then plugs ν in: the
 * normalized binary cross-entropy (docs/math.md 5.1) of all pairs of held-out recordings, for each
 * ν of a grid. 1 is what a system without information gets, lower is better.
 *
 * <pre>{@code
 * NuProfile profile = NuProfile.of(plda, heldOut, speakers, NuProfile.GRID, 0, progress);
 * HtPlda heavyTailed = plda.withNu(profile.best().nu());
 * }</pre>
 *
 * <p>Scores are exact, so time grows with the pairs times d: a few thousand recordings will do.
 *
 * @param points one for each ν of the grid, in its order
 */
public record NuProfile(List<Point> points) {
  /** From noise without a mean to Gaussian noise. */
  public static final List<Double> GRID =
      List.of(0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 100.0, Double.POSITIVE_INFINITY);

  /** Beyond it the prior probability of a kind of trial is 0 to a double, and the cost 0/0. */
  private static final double LARGEST_LOG_ODDS = 700;

  /** Scores that are held at a time: 8 MB. */
  private static final int SCORES = 1 << 20;

  /** The cost with one ν. */
  public record Point(double nu, double normalizedBxe) {}

  public NuProfile {
    if (points.isEmpty()) {
      throw new IllegalArgumentException("a profile needs at least one nu");
    }
    points = List.copyOf(points);
  }

  /**
   * The profile of a model.
   *
   * @param model the model; its own ν does not matter
   * @param heldOut recordings that the model was not trained on, one a row
   * @param speakers the speaker of each, any numbers
   * @param grid the ν to try
   * @param priorLogOdds prior log-odds of a target trial, from −700 to 700
   */
  public static NuProfile of(
      HtPlda model,
      RowSource heldOut,
      int[] speakers,
      List<Double> grid,
      double priorLogOdds,
      Progress progress) {
    if (speakers.length != heldOut.rows()) {
      throw new IllegalArgumentException(
          heldOut.rows() + " recordings need as many speakers, found " + speakers.length);
    }
    AllPairs pairs = new AllPairs(speakers, priorLogOdds);
    List<Point> points = new ArrayList<>();
    for (double nu : grid) {
      progress.step("profile of nu", points.size(), grid.size());
      MetaEmbeddings f = model.withNu(nu).extractor().extract(heldOut);
      points.add(new Point(nu, pairs.normalizedBxe(f)));
    }
    return new NuProfile(points);
  }

  /** The point of least cost; of equal ones the first. */
  public Point best() {
    return points.stream().min(Comparator.comparingDouble(Point::normalizedBxe)).orElseThrow();
  }

  /** Every pair of different recordings, once. */
  private static final class AllPairs {
    private final int[] speakers;
    private final double priorLogOdds;
    private final long targets;
    private final long nontargets;

    AllPairs(int[] speakers, double priorLogOdds) {
      if (!(Math.abs(priorLogOdds) <= LARGEST_LOG_ODDS)) {
        throw new IllegalArgumentException(
            "the prior log-odds must be from -700 to 700, found " + priorLogOdds);
      }
      this.speakers = speakers.clone();
      this.priorLogOdds = priorLogOdds;
      Map<Integer, Integer> seen = new HashMap<>();
      long same = 0;
      for (int s : speakers) {
        same += seen.merge(s, 1, Integer::sum) - 1;
      }
      targets = same;
      nontargets = speakers.length * (speakers.length - 1L) / 2 - same;
      if (targets == 0 || nontargets == 0) {
        throw new GmeException(
            "a profile of nu needs pairs of one speaker and pairs of two, found "
                + targets
                + " and "
                + nontargets,
            "hold out several recordings of each of several speakers");
      }
    }

    double normalizedBxe(MetaEmbeddings f) {
      int n = f.size();
      double[] ofTargets = new double[n];
      double[] ofNontargets = new double[n];
      int block = Math.max(1, SCORES / n);
      for (int from = 0; from < n; from += block) {
        int first = from;
        int to = Math.min(n, from + block);
        // Row i − first, column j − first: a pair is scored with its earlier recording as row.
        DoubleMatrix llr = f.range(from, to).llr(f.range(from, n));
        Workers.forEach(to - from, row -> addRow(first + row, first, llr, ofTargets, ofNontargets));
      }
      double logPi = -SpecialFunctions.softplus(-priorLogOdds);
      double logOneMinusPi = -SpecialFunctions.softplus(priorLogOdds);
      double pi = Math.exp(logPi);
      double oneMinusPi = Math.exp(logOneMinusPi);
      double cost = pi * sum(ofTargets) / targets + oneMinusPi * sum(ofNontargets) / nontargets;
      return cost / -(pi * logPi + oneMinusPi * logOneMinusPi);
    }

    private void addRow(
        int i, int first, DoubleMatrix llr, double[] ofTargets, double[] ofNontargets) {
      for (int j = i + 1; j < speakers.length; j++) {
        double v = llr.get(i - first, j - first) + priorLogOdds;
        if (speakers[i] == speakers[j]) {
          ofTargets[i] += SpecialFunctions.softplus(-v);
        } else {
          ofNontargets[i] += SpecialFunctions.softplus(v);
        }
      }
    }

    private static double sum(double[] parts) {
      double sum = 0;
      for (double part : parts) {
        sum += part;
      }
      return sum;
    }
  }
}
