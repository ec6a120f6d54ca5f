package dev.gme.core.score.tile;

import java.util.Arrays;

/**
 * Chooses the ranks of a tile's components, as few as keep the error within the tolerance
 * (docs/math.md 6.2). Components are taken in groups, and a rank belongs to the groups of largest
 * λ.
 */
final class RankChoice {
  /** The first is enough for nearly every tile; the rest is tried with more. */
  private static final int[] MOST_RANKS = {3, 8, 20};

  /**
   * What is left of a sum when large numbers have been taken away may be nothing but rounding, of
   * either sign: below this share of the sum it is added up anew.
   */
  private static final double ROUNDED = 1e-6;

  private final TilePlan plan;
  private final TilePlan.Accuracy kind;
  private final double tolerance;
  private final double budget;
  private boolean fits;

  /**
   * Prepares the choice of ranks for one tile.
   *
   * @param budget the share of the squared tolerance that the cross term may take
   */
  RankChoice(TilePlan plan, TilePlan.Accuracy kind, double tolerance, double budget) {
    this.budget = budget;
    this.plan = plan;
    this.kind = kind;
    this.tolerance = tolerance;
  }

  /** How many components have a first, second, … rank. */
  int[] blocks() {
    int[] sizes = {};
    for (int most : MOST_RANKS) {
      sizes = sizes(most);
      if (sizes[most - 1] == 0) {
        break;
      }
    }
    int ranks = 1;
    while (ranks < sizes.length && sizes[ranks] > 0) {
      ranks++;
    }
    return Arrays.copyOf(sizes, ranks);
  }

  /** Whether the ranks of {@link #blocks} keep the error of scores within the budget. */
  boolean fits() {
    return fits;
  }

  /** Numbers of components, with so many ranks at most. */
  private int[] sizes(int maxRank) {
    ComponentGroups components = plan.groups;
    TileStatistics rows = plan.rows;
    TileStatistics cols = plan.cols;
    int groups = components.count();
    double[][] square = new double[maxRank][groups];
    double[][] coherent = new double[maxRank][groups];
    double[][] slope = new double[maxRank][groups];
    double weight = 0;
    boolean overlap = rows.lowest <= cols.highest && cols.lowest <= rows.highest;
    Powers u = new Powers(maxRank, overlap);
    Powers v = new Powers(maxRank, overlap);
    double meanSum = rows.mean() + cols.mean();
    for (int g = 0; g < groups; g++) {
      int count = components.size(g);
      int middle = components.middle(g);
      double l = components.lambda[middle];
      u.of(rows, l, plan.alpha[middle], plan.beta[middle]);
      v.of(cols, l, plan.beta[middle], plan.alpha[middle]);
      double kernel = 1 / (1 + l * meanSum);
      double aa = rows.power[g] * cols.power[g] * kernel * kernel;
      double w = l * Math.sqrt(aa) * kernel;
      weight += count * w;
      double excess = plan.excess(g);
      for (int r = 0; r < maxRank; r++) {
        // Pairs of one speaker: l²bb'z² of mean l²bb', where z² has variance 2. The mean squares
        // know of half of that, but not that a is large where b is.
        double same = excess * l * l * kernel * u.withB(r + 1) * v.withB(r + 1);
        square[r][g] = count * (aa * u.square[r + 1] * v.square[r + 1] + 2 * same * same);
        coherent[r][g] = plan.biasLeft(r + 1) * count * same;
        if (kind == TilePlan.Accuracy.GRADIENT) {
          // The remainder's derivative by p has lost one factor u, that by q one factor v.
          slope[r][g] =
              count
                  * w
                  * (r + 1)
                  * Math.sqrt(
                      Math.max(u.square[r] * v.square[r + 1], u.square[r + 1] * v.square[r]));
        }
      }
    }
    Sizes ofScore = smallest(square, coherent, budget * tolerance * tolerance);
    fits = ofScore.fit;
    int[] sizes = ofScore.of;
    if (kind == TilePlan.Accuracy.GRADIENT) {
      double[][] none = new double[maxRank][groups];
      Sizes ofSlope = smallest(none, slope, Math.pow(tolerance * weight, 2));
      for (int r = 0; r < maxRank; r++) {
        sizes[r] = Math.max(sizes[r], ofSlope.of[r]);
      }
    }
    return sizes;
  }

  /** Sizes of ((p − own)/(p + other))^r for r = 0, 1, … */
  private static final class Powers {
    /** Mean squares of the powers. */
    final double[] square;

    /** Mean squares of b times these, or mean fourth powers. */
    private final double[] withB;

    private final boolean fourth;

    /**
     * Makes room for the powers that expansions of up to a rank need.
     *
     * @param fourth whether to use fourth powers beside b. Recordings of one speaker may well have
     *     the same precision, where a tile allows it; then it is these that their errors follow.
     */
    Powers(int maxRank, boolean fourth) {
      square = new double[maxRank + 1];
      withB = new double[maxRank + 1];
      this.fourth = fourth;
    }

    /** The size of b times the r-th power. */
    double withB(int r) {
      double root = Math.sqrt(withB[r]);
      return fourth ? Math.sqrt(root) : root;
    }

    void of(TileStatistics side, double l, double own, double other) {
      Arrays.fill(square, 0);
      Arrays.fill(withB, 0);
      for (int i = 0; i < side.samples.length; i++) {
        double s = side.samples[i];
        double share = side.shares[i];
        double p = 0.5 + l * s;
        double u = (p - own) / (p + other);
        double u2 = u * u;
        double power = 1;
        double b2 = s * s;
        for (int r = 0; r < square.length; r++) {
          square[r] += power * share;
          withB[r] += (fourth ? power * power * b2 * b2 : power * b2) * share;
          power *= u2;
        }
      }
    }
  }

  /** The sum over groups, of which so many have a first, second, … rank. */
  private static double total(double[][] ofRank, int[] groups) {
    double sum = 0;
    int r = ofRank.length - 1;
    for (int g = 0; g < groups[0]; g++) {
      while (g >= groups[r]) {
        r--;
      }
      sum += ofRank[r][g];
    }
    return sum;
  }

  /** Numbers of components for each rank, and whether they are enough. */
  private static final class Sizes {
    final int[] of;
    final boolean fit;

    Sizes(int[] of, boolean fit) {
      this.of = of;
      this.fit = fit;
    }
  }

  /**
   * Small numbers of components for each rank with Σ square + (Σ coherent)² within the budget: the
   * rank that lowers it most is raised, by a group of components at a time, until it fits; of the
   * last group only as many as are wanted.
   */
  private Sizes smallest(double[][] square, double[][] coherent, double budget) {
    int maxRank = square.length;
    ComponentGroups components = plan.groups;
    int[] groups = new int[maxRank];
    groups[0] = square[0].length;
    double squares = total(square, groups);
    double sum = total(coherent, groups);
    double large = squares + sum * sum;
    int spare = 0;
    int last = 0;
    while (!(squares + sum * sum <= budget)) {
      int best = -1;
      double bestCost = Double.POSITIVE_INFINITY;
      for (int r = 1; r < maxRank; r++) {
        int g = groups[r];
        if (g < groups[r - 1]) {
          double newSum = sum + coherent[r][g] - coherent[r - 1][g];
          double cost = square[r][g] - square[r - 1][g] + newSum * newSum;
          if (cost < bestCost) {
            best = r;
            bestCost = cost;
          }
        }
      }
      if (best < 0) {
        break;
      }
      int g = groups[best]++;
      double lessSquare = square[best - 1][g] - square[best][g];
      double lessSum = coherent[best - 1][g] - coherent[best][g];
      squares -= lessSquare;
      sum -= lessSum;
      last = best;
      spare = 0;
      if (squares + sum * sum <= Math.max(budget, ROUNDED * large)) {
        squares = total(square, groups);
        sum = total(coherent, groups);
        large = squares + sum * sum;
      }
      if (squares + sum * sum <= budget) {
        int size = components.size(g);
        while (spare + 1 < size) {
          double share = (spare + 1.0) / size;
          double without = sum + share * lessSum;
          if (squares + share * lessSquare + without * without > budget) {
            break;
          }
          spare++;
        }
      }
    }
    int[] size = new int[maxRank];
    for (int r = 0; r < maxRank; r++) {
      size[r] = components.first(groups[r]);
    }
    size[last] -= spare;
    return new Sizes(size, squares + sum * sum <= budget);
  }
}
