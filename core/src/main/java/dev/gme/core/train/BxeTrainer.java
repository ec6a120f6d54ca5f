package dev.gme.core.train;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.score.PairTiles;
import dev.gme.core.simulate.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Trains an extractor by binary cross-entropy over all pairs of minibatches, the paper's recipe
 * (docs/math.md 5): from a generative model, in whitened coordinates, first the scales, then
 * everything, stopped by speakers that were held out. The best parameters on these are kept, so
 * training never ends worse there than it began.
 *
 * <pre>{@code
 * Trained<BxeTrainer.Result> t =
 *     new BxeTrainer(BxeOptions.standard()).train(data, plda.withNu(2).extractor(), progress);
 * GmeExtractor extractor = t.model().extractor();
 * }</pre>
 */
public final class BxeTrainer {
  /** Error of derivatives relative to their size: far below the noise of a minibatch. */
  private static final double TOLERANCE = 1e-3;

  /**
   * A stage that gains less than this share of the held-out cost, over the root of the number of
   * held-out speakers, is undone: the best of many looks gains something by chance. From models as
   * good as the truth it was up to 0.5 % with 150 speakers, and on the average other speakers were
   * none the better for it; the limit is twice that.
   */
  private static final double CHANCE = 0.12;

  private final BxeOptions options;

  public BxeTrainer(BxeOptions options) {
    this.options = options;
  }

  /**
   * A trained extractor and the calibration llr = scale · score + offset, 1 and 0 unless trained.
   */
  public record Result(GmeExtractor extractor, double scale, double offset) {}

  /**
   * Trains from a start. The objective is the normalized cross-entropy on the held-out speakers: at
   * the start, and at the end of each stage.
   */
  public Trained<Result> train(TrainingData data, GmeExtractor start, Progress progress) {
    Run run = new Run(data, start, progress);
    double[] theta = run.start();
    List<Double> objective = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    objective.add(run.heldOutCost(theta));
    for (Stage stage : List.of(new Scales(run.d, run.dim), new Everything())) {
      theta = run.optimize(stage, theta, objective, notes);
    }
    int calibration = theta.length - 2;
    return new Trained<>(
        new Result(
            run.space.extractor(theta), Math.exp(theta[calibration]), theta[calibration + 1]),
        objective,
        notes);
  }

  /** Which parameters move, as functions of free ones. */
  private interface Stage {
    String name();

    double rate(BxeOptions options);

    /** The number of free parameters; they begin at 0. */
    int size(int parameters);

    /** The parameters at these free ones, from where the stage began. */
    double[] at(double[] begin, double[] free);

    /** The gradient with respect to the free ones, from that with respect to all. */
    double[] gradient(double[] theta, double[] gradient);
  }

  /** A factor for every row of P, one for H, one for every λ, and the calibration. */
  private static final class Scales implements Stage {
    private final int d;
    private final int dim;

    Scales(int d, int dim) {
      this.d = d;
      this.dim = dim;
    }

    @Override
    public String name() {
      return "scales";
    }

    @Override
    public double rate(BxeOptions options) {
      return options.scaleRate();
    }

    @Override
    public int size(int parameters) {
      return d + 1 + d + 2;
    }

    private int factor(int row) {
      return Math.min(row, d);
    }

    @Override
    public double[] at(double[] begin, double[] free) {
      double[] theta = begin.clone();
      for (int row = 0; row < dim; row++) {
        double f = Math.exp(free[factor(row)]);
        for (int i = row * dim; i < (row + 1) * dim; i++) {
          theta[i] *= f;
        }
      }
      for (int k = 0; k < d + 2; k++) {
        theta[dim * dim + k] += free[d + 1 + k];
      }
      return theta;
    }

    @Override
    public double[] gradient(double[] theta, double[] gradient) {
      double[] out = new double[size(theta.length)];
      for (int row = 0; row < dim; row++) {
        for (int i = row * dim; i < (row + 1) * dim; i++) {
          out[factor(row)] += theta[i] * gradient[i];
        }
      }
      System.arraycopy(gradient, dim * dim, out, d + 1, d + 2);
      return out;
    }
  }

  private static final class Everything implements Stage {
    @Override
    public String name() {
      return "everything";
    }

    @Override
    public double rate(BxeOptions options) {
      return options.rate();
    }

    @Override
    public int size(int parameters) {
      return parameters;
    }

    @Override
    public double[] at(double[] begin, double[] free) {
      double[] theta = begin.clone();
      for (int i = 0; i < theta.length; i++) {
        theta[i] += free[i];
      }
      return theta;
    }

    @Override
    public double[] gradient(double[] theta, double[] gradient) {
      return gradient;
    }
  }

  /** Data in whitened coordinates, and what training keeps from step to step. */
  private final class Run {
    private final Progress progress;
    final WhitenedExtractor space;
    final int dim;
    final int d;
    private final float[] x;
    private final int[] speaker;
    private final int speakers;
    private final int[] training;
    private final int[] heldOut;
    private final PairTiles tiles = new PairTiles(TOLERANCE);
    private final SeededRandom random = new SeededRandom(options.seed(), 1);
    private final double[] theta0;
    private final double chance;

    Run(TrainingData data, GmeExtractor start, Progress progress) {
      this.progress = progress;
      space = new WhitenedExtractor(start);
      dim = space.dimension();
      d = space.speakerDimension();
      x = space.whiten(data.vectors());
      speakers = data.speakers();
      speaker = new int[data.size()];
      boolean[] held = heldOutSpeakers(data.speakers());
      chance = CHANCE / Math.sqrt(heldOutCount(data.speakers()));
      List<Integer> in = new ArrayList<>();
      List<Integer> out = new ArrayList<>();
      for (int j = 0; j < speaker.length; j++) {
        speaker[j] = data.speaker(j);
        if (speaker[j] >= 0) {
          requireFinite(j);
          (held[speaker[j]] ? out : in).add(j);
        }
      }
      training = in.stream().mapToInt(j -> j).toArray();
      heldOut = subset(out.stream().mapToInt(j -> j).toArray());
      requireTargets("training", training);
      requireTargets("held-out", heldOut);
      theta0 = Arrays.copyOf(space.parameters(), dim * dim + d + 2);
    }

    private void requireFinite(int j) {
      for (int i = j * dim; i < (j + 1) * dim; i++) {
        if (!Float.isFinite(x[i])) {
          throw new GmeException(
              "training vector " + j + " (from 0) holds NaN, infinite or far too large elements",
              "drop the recording or extract its vector again");
        }
      }
    }

    double[] start() {
      return theta0.clone();
    }

    private int heldOutCount(int n) {
      return Math.max(1, (int) Math.round(n * options.heldOut()));
    }

    private boolean[] heldOutSpeakers(int n) {
      int count = heldOutCount(n);
      SeededRandom choice = new SeededRandom(options.seed(), 0);
      boolean[] held = new boolean[n];
      for (int s = 0; s < count; ) {
        int pick = choice.nextInt(n);
        if (!held[pick]) {
          held[pick] = true;
          s++;
        }
      }
      return held;
    }

    /**
     * As many of the recordings as a minibatch has, spread evenly; all pairs of them are scored.
     */
    private int[] subset(int[] all) {
      if (all.length <= options.batch()) {
        return all;
      }
      int[] out = new int[options.batch()];
      for (int i = 0; i < out.length; i++) {
        out[i] = all[(int) ((long) i * all.length / out.length)];
      }
      return out;
    }

    private void requireTargets(String kind, int[] recordings) {
      BxeObjective.Pairs pairs = new BxeObjective.Pairs(speaker, recordings, recordings);
      if (pairs.targets == 0 || pairs.nontargets == 0) {
        throw new GmeException(
            "discriminative training needs pairs of one speaker and of two among the "
                + kind
                + " recordings, found "
                + pairs.targets
                + " and "
                + pairs.nontargets,
            "give several recordings of more speakers");
      }
    }

    /** One stage: steps until the held-out cost has not improved for a while. */
    double[] optimize(Stage stage, double[] begin, List<Double> objective, List<String> notes) {
      double[] best = begin;
      double bestCost = objective.get(objective.size() - 1);
      Steps steps = steps(stage, begin);
      int stale = 0;
      int made = 0;
      boolean moved = true;
      while (moved && made < options.minibatches() && stale < options.patience()) {
        progress.step("training " + stage.name(), made, options.minibatches());
        moved = steps.next();
        made++;
        if (made % steps.evaluateEvery() == 0) {
          double[] now = stage.at(begin, steps.free());
          double cost = heldOutCost(now);
          if (cost < bestCost) {
            best = now;
            bestCost = cost;
            stale = 0;
          } else {
            stale++;
          }
        }
      }
      double beginCost = objective.get(objective.size() - 1);
      boolean kept = bestCost < (1 - chance) * beginCost;
      notes.add(
          String.format(
              Locale.ROOT,
              "%s: %d steps, held-out cross-entropy %.5f to %.5f%s",
              stage.name(),
              made,
              beginCost,
              bestCost,
              kept ? "" : ", too little to be kept"));
      objective.add(kept ? bestCost : beginCost);
      return kept ? best : begin;
    }

    private Steps steps(Stage stage, double[] begin) {
      double[] free = new double[stage.size(begin.length)];
      double rate = stage.rate(options);
      if (options.method() == BxeOptions.Method.LBFGS) {
        return new FullBatches(stage, begin, free, rate);
      }
      Optimizer optimizer =
          options.method() == BxeOptions.Method.ADAM
              ? Optimizer.adam(rate)
              : Optimizer.momentum(rate, 0.9);
      return new Minibatches(stage, begin, free, optimizer);
    }

    /** How a stage moves. */
    private interface Steps {
      /** Takes a step; false if there is none to take. */
      boolean next();

      /** The free parameters now. */
      double[] free();

      /** Steps between two looks at the held-out speakers. */
      int evaluateEvery();
    }

    /** A step along the gradient of a new minibatch. */
    private final class Minibatches implements Steps {
      private final Stage stage;
      private final double[] begin;
      private final double[] free;
      private final Optimizer optimizer;

      Minibatches(Stage stage, double[] begin, double[] free, Optimizer optimizer) {
        this.stage = stage;
        this.begin = begin;
        this.free = free;
        this.optimizer = optimizer;
      }

      @Override
      public boolean next() {
        double[] theta = stage.at(begin, free);
        double[] gradient = new double[theta.length];
        evaluate(theta, draw(), draw(), gradient);
        optimizer.step(free, stage.gradient(theta, gradient));
        return true;
      }

      @Override
      public double[] free() {
        return free;
      }

      @Override
      public int evaluateEvery() {
        return options.evaluateEvery();
      }
    }

    /** A step of L-BFGS over all pairs of the training recordings. */
    private final class FullBatches implements Steps {
      private final Lbfgs search;

      FullBatches(Stage stage, double[] begin, double[] free, double firstStep) {
        search =
            new Lbfgs(
                (x, out) -> {
                  double[] theta = stage.at(begin, x);
                  double[] gradient = new double[theta.length];
                  double value = evaluate(theta, training, training, gradient);
                  System.arraycopy(stage.gradient(theta, gradient), 0, out, 0, out.length);
                  return value;
                },
                free,
                firstStep);
      }

      @Override
      public boolean next() {
        return search.step();
      }

      @Override
      public double[] free() {
        return search.point();
      }

      @Override
      public int evaluateEvery() {
        return 1;
      }
    }

    /** Objective and gradient over all pairs of two lists of recordings, penalty included. */
    private double evaluate(double[] theta, int[] enrol, int[] test, double[] gradient) {
      double scale = Math.exp(theta[theta.length - 2]);
      BxeLoss loss =
          new BxeLoss(
              speaker,
              speakers,
              enrol,
              test,
              options.priorLogOdds(),
              scale,
              theta[theta.length - 1]);
      ExtractorPass left = pass(theta, enrol);
      ExtractorPass right = pass(theta, test);
      PairTiles.Gradient g = tiles.run(left.embeddings(), right.embeddings(), loss);
      float[] dP = new float[d * dim];
      float[] dH = new float[(dim - d) * dim];
      left.backward(g.enrol(), dP, dH);
      right.backward(g.test(), dP, dH);
      for (int i = 0; i < dP.length; i++) {
        gradient[i] = dP[i];
      }
      for (int i = 0; i < dH.length; i++) {
        gradient[dP.length + i] = dH[i];
      }
      for (int k = 0; k < d; k++) {
        gradient[dim * dim + k] = Math.exp(theta[dim * dim + k]) * g.lambda().get(0, k);
      }
      if (options.calibration()) {
        gradient[theta.length - 2] = scale * g.sums().get(0, BxeLoss.SCALE);
        gradient[theta.length - 1] = g.sums().get(0, BxeLoss.OFFSET);
      }
      double penalty = 0;
      for (int i = 0; i < theta.length; i++) {
        double away = theta[i] - theta0[i];
        gradient[i] += options.penalty() * away;
        penalty += 0.5 * options.penalty() * away * away;
      }
      return g.sums().get(0, BxeLoss.OBJECTIVE) + penalty;
    }

    private int[] draw() {
      int[] out = new int[options.batch()];
      for (int i = 0; i < out.length; i++) {
        out[i] = training[random.nextInt(training.length)];
      }
      return out;
    }

    private ExtractorPass pass(double[] theta, int[] recordings) {
      float[] p = new float[d * dim];
      float[] h = new float[(dim - d) * dim];
      for (int i = 0; i < p.length; i++) {
        p[i] = (float) theta[i];
      }
      for (int i = 0; i < h.length; i++) {
        h[i] = (float) theta[p.length + i];
      }
      double[] lambda = new double[d];
      for (int k = 0; k < d; k++) {
        lambda[k] = Math.exp(theta[dim * dim + k]);
      }
      float[] rows = new float[recordings.length * dim];
      for (int i = 0; i < recordings.length; i++) {
        System.arraycopy(x, recordings[i] * dim, rows, i * dim, dim);
      }
      return new ExtractorPass(recordings.length, dim, rows, p, h, lambda, space.nu());
    }

    /**
     * Cross-entropy of all pairs of held-out recordings, over that of a system that says nothing.
     */
    double heldOutCost(double[] theta) {
      BxeLoss loss =
          new BxeLoss(
              speaker,
              speakers,
              heldOut,
              heldOut,
              options.priorLogOdds(),
              Math.exp(theta[theta.length - 2]),
              theta[theta.length - 1]);
      MetaEmbeddings e = pass(theta, heldOut).embeddings();
      double prior = 1 / (1 + Math.exp(-options.priorLogOdds()));
      double entropy = -prior * Math.log(prior) - (1 - prior) * Math.log1p(-prior);
      return tiles.forward(e, e, TOLERANCE, loss).get(0, BxeLoss.OBJECTIVE) / entropy;
    }
  }
}
