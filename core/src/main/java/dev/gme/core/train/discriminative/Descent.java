package dev.gme.core.train.discriminative;

import dev.gme.core.Checkpoint;
import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Walks down a criterion, stage by stage. Now and then it evaluates the held-out speakers; a stage
 * ends when these have not gained for a while, and the best parameters seen are kept, so that
 * training never ends worse on them than it began.
 *
 * <p>A checkpoint is saved after every evaluation. Minibatches are functions of the seed and the
 * step's number, so that where it stands is known from counts, parameters and what the steps
 * remember.
 */
final class Descent {
  private static final double MOMENTUM = 0.9;

  private final Criterion criterion;
  private final List<DescentStage> stages;
  private final DescentOptions options;
  private final WhitenedData data;
  private final String method;

  private final double[] start;
  private final List<Double> objective = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private int stage;
  private double[] begin;
  private HeldOutResult atBegin;
  private DescentSteps steps;
  private int made;
  private double[] best;
  private HeldOutResult atBest;
  private int stale;
  private HeldOutResult last;

  Descent(Criterion criterion, List<DescentStage> stages, double[] start, WhitenedData data) {
    this.criterion = criterion;
    this.stages = stages;
    this.start = start;
    this.data = data;
    options = data.options;
    method = criterion + ", " + options + ", " + data;
  }

  /**
   * Goes through all stages, or goes on from the last checkpoint. The objective is the loss of the
   * held-out speakers: at the start, and at the end of each stage.
   */
  Trained<double[]> run(Checkpoints checkpoints, Progress progress) {
    Optional<Checkpoint> reached = checkpoints.last();
    if (reached.isPresent()) {
      resume(reached.get());
    } else {
      start();
      checkpoints.save(checkpoint());
    }
    while (stage < stages.size()) {
      finish(walk(checkpoints, progress));
      stage++;
      if (stage < stages.size()) {
        enter();
      }
    }
    return new Trained<>(begin, objective, notes);
  }

  private void start() {
    begin = start.clone();
    atBegin = criterion.heldOut(begin);
    if (!Double.isFinite(atBegin.loss())) {
      throw new GmeException(
          "the model to start from gives the held-out speakers scores that are not finite",
          "start from a model that was trained on such vectors");
    }
    objective.add(atBegin.loss());
    enter();
  }

  private void enter() {
    DescentStage now = stages.get(stage);
    Penalized penalized =
        new Penalized(now.free(), begin, start, data.space.size(), options.penalty());
    steps =
        now.fixed()
            .map(all -> DescentSteps.fixed(penalized, all, now.rate()))
            .orElseGet(() -> minibatches(penalized, now.rate()));
    made = 0;
    stale = 0;
    best = begin;
    atBest = atBegin;
    last = atBegin;
  }

  private DescentSteps minibatches(Penalized penalized, double rate) {
    // Stream 0 chose the held-out speakers; the streams of stages are far apart.
    long stream = 1 + ((long) stage << 32);
    return DescentSteps.minibatches(
        penalized,
        number -> criterion.minibatch(new SeededRandom(options.seed(), stream + number)),
        options.method() == DescentOptions.Method.ADAM
            ? Optimizer.adam(penalized.size(), rate)
            : Optimizer.momentum(penalized.size(), rate, MOMENTUM),
        options.evaluateEvery());
  }

  /** Makes the steps of a stage; says why it ended, unless steps or patience did. */
  private Optional<String> walk(Checkpoints checkpoints, Progress progress) {
    String name = criterion.name() + " " + stages.get(stage).name();
    long total = (long) stages.size() * options.steps();
    progress.objective(standing(name));
    while (made < options.steps() && stale < options.patience()) {
      progress.step(name, (long) stage * options.steps() + made, total);
      Optional<String> stuck = steps.next(made);
      if (stuck.isPresent()) {
        return stuck;
      }
      made++;
      if (made % steps.evaluateEvery() == 0 || made == options.steps()) {
        evaluate();
        if (!Double.isFinite(last.loss())) {
          return Optional.of(DescentSteps.OVERFLOW);
        }
        progress.objective(standing(name));
        checkpoints.save(checkpoint());
      }
    }
    return Optional.empty();
  }

  private Progress.Objective standing(String name) {
    return new Progress.Objective(name, made, "held-out loss", last.loss(), last.errorRates());
  }

  private void evaluate() {
    double[] now = stages.get(stage).free().at(begin, steps.free());
    last = criterion.heldOut(now);
    if (last.loss() < atBest.loss()) {
      best = now;
      atBest = last;
      stale = 0;
    } else {
      stale++;
    }
  }

  private void finish(Optional<String> end) {
    DescentStage now = stages.get(stage);
    double chance = now.undoChance() ? criterion.chance() / Math.sqrt(data.heldOut.length) : 0;
    boolean isKept = atBest.loss() < (1 - chance) * atBegin.loss();
    notes.add(
        String.format(
            Locale.ROOT,
            "%s: %d steps, held-out loss %.5f to %.5f%s%s",
            now.name(),
            made,
            atBegin.loss(),
            atBest.loss(),
            end.map(reason -> ", " + reason).orElse(""),
            isKept ? "" : ", too little to be kept"));
    if (isKept) {
      begin = best;
      atBegin = atBest;
    }
    objective.add(atBegin.loss());
  }

  private Checkpoint checkpoint() {
    Map<String, DoubleMatrix> state = new HashMap<>();
    state.put("counts", row(stage, made, stale));
    state.put("begin", row(begin));
    state.put("best", row(best));
    state.put("looks", DoubleMatrix.of(new double[][] {row(atBegin), row(atBest), row(last)}));
    steps.save(state);
    return new Checkpoint(method, state, objective, notes);
  }

  private static DoubleMatrix row(double... x) {
    return DoubleMatrix.wrap(1, x.length, x.clone());
  }

  private static double[] row(HeldOutResult r) {
    return new double[] {r.loss(), r.eer(), r.cprmMin()};
  }

  private static HeldOutResult result(DoubleMatrix m, int i) {
    return new HeldOutResult(m.get(i, 0), m.get(i, 1), m.get(i, 2));
  }

  private void resume(Checkpoint checkpoint) {
    double[] counts = checkpoint.require(method).get("counts").row(0);
    objective.addAll(checkpoint.objective());
    notes.addAll(checkpoint.notes());
    stage = (int) counts[0];
    begin = checkpoint.get("begin").row(0);
    DoubleMatrix results = checkpoint.get("looks");
    atBegin = result(results, 0);
    enter();
    made = (int) counts[1];
    stale = (int) counts[2];
    best = checkpoint.get("best").row(0);
    atBest = result(results, 1);
    last = result(results, 2);
    steps.restore(checkpoint);
  }
}
