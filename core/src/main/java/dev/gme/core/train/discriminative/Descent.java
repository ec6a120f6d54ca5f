package dev.gme.core.train.discriminative;

import dev.gme.core.Checkpoint;
import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Walks down a criterion, stage by stage, as held-out speakers advise (docs/math.md 5.5). The
 * speakers are divided into folds; for each fold a model whose start has not seen it takes the same
 * steps as the model of all speakers will, and the fold judges it. A stage takes as many steps as
 * serve the folds best, and none if they do not show a gain.
 *
 * <p>A checkpoint is saved after every look at the folds. Minibatches are functions of the seed and
 * the step's number, so that where it stands is known from counts, parameters and what the steps
 * remember.
 */
final class Descent {
  /** Iterations over few parameters, of which the first dozen do nearly all. */
  private static final int FEW_PARAMETER_STEPS = 25;

  /** Such iterations end where one gains less than this share of the loss. */
  private static final double FEW_PARAMETER_GAIN = 1e-4;

  private final String name;
  private final String method;
  private final List<Branch> folds;
  private final Branch all;
  private final List<DescentStage> stages;
  private final DescentOptions options;
  private final Judges judges;
  private final double carriedOver;

  private final List<Double> objective = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private int stage;

  /** Steps of the folds in this stage, and of the model of all speakers. */
  private int made;

  private int madeByAll;

  /** Whether the folds have said how many steps to take. */
  private boolean isDecided;

  private int chosen;
  private int stale;
  private HeldOutResult atBegin;
  private HeldOutResult atBest;
  private HeldOutResult last;

  /**
   * A descent.
   *
   * @param name of the criterion, for progress reports
   * @param method all that two runs must have in common
   * @param carriedOver the share of what held-out speakers teach that is right for the model of all
   *     speakers, which needs less of it because it has seen more of them
   */
  Descent(
      String name,
      String method,
      List<Branch> folds,
      Branch all,
      List<DescentStage> stages,
      DescentOptions options,
      Judges judges,
      double carriedOver) {
    this.name = name;
    this.method = method;
    this.folds = folds;
    this.all = all;
    this.stages = stages;
    this.options = options;
    this.judges = judges;
    this.carriedOver = carriedOver;
  }

  /**
   * Goes through all stages, or goes on from the last checkpoint. The objective is the mean loss of
   * the folds: at the start, and at the end of each stage.
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
      if (stages.get(stage).teacher() == DescentStage.Teacher.HELD_OUT) {
        learnFromHeldOut(progress);
      } else {
        walk(checkpoints, progress);
      }
      objective.add(atBegin.loss());
      stage++;
      if (stage < stages.size()) {
        enter();
        checkpoints.save(checkpoint());
      }
    }
    return new Trained<>(all.parameters(), objective, notes);
  }

  private void start() {
    atBegin = look(Branch::lookAtBegin);
    if (!Double.isFinite(atBegin.loss())) {
      throw new GmeException(
          "the model to start from gives held-out speakers scores that are not finite",
          "start from a model that was trained on such vectors");
    }
    objective.add(atBegin.loss());
    enter();
  }

  private void enter() {
    everyBranch(branch -> branch.enter(stages.get(stage), stage));
    made = 0;
    madeByAll = 0;
    isDecided = false;
    chosen = 0;
    stale = 0;
    atBest = atBegin;
    last = atBegin;
  }

  private void everyBranch(Consumer<Branch> action) {
    folds.forEach(action);
    action.accept(all);
  }

  /** Folds side by side where they keep all threads busy, else one after the other. */
  private void inFolds(IntConsumer task) {
    if (folds.size() >= Workers.threads()) {
      Workers.forEach(folds.size(), task);
    } else {
      IntStream.range(0, folds.size()).forEach(task);
    }
  }

  private HeldOutResult look(Function<Branch, HeldOutResult.OfFold> how) {
    HeldOutResult.OfFold[] results = new HeldOutResult.OfFold[folds.size()];
    inFolds(k -> results[k] = how.apply(folds.get(k)));
    return HeldOutResult.of(Arrays.asList(results));
  }

  // ---- few parameters, from held-out speakers

  /**
   * Each fold is judged with what the others have taught; the model of all speakers gets what all
   * of them teach.
   */
  private void learnFromHeldOut(Progress progress) {
    progress.step(label(), 0, folds.size() + 1L);
    double[] ofAll = fit(new double[all.freeParameters()], -1);
    HeldOutResult.OfFold[] results = new HeldOutResult.OfFold[folds.size()];
    double[][] ofOthers = new double[folds.size()][];
    for (int k = 0; k < folds.size(); k++) {
      progress.step(label(), k + 1L, folds.size() + 1L);
      ofOthers[k] = folds.size() == 1 ? ofAll : fit(ofAll, k);
    }
    inFolds(k -> results[k] = folds.get(k).lookAt(ofOthers[k]));
    last = HeldOutResult.of(Arrays.asList(results));
    boolean mayBeKept = !stages.get(stage).undoChance() || judges.allow(atBegin, last);
    if (Double.isFinite(last.loss()) && mayBeKept) {
      for (int k = 0; k < folds.size(); k++) {
        folds.get(k).remember(ofOthers[k]);
      }
      all.remember(Arrays.stream(ofAll).map(x -> carriedOver * x).toArray());
      atBest = last;
    }
    progress.objective(standing());
    finish("", Optional.empty());
  }

  /** The parameters that suit all folds but one best. */
  private double[] fit(double[] from, int without) {
    int[] teaching = IntStream.range(0, folds.size()).filter(k -> k != without).toArray();
    Lbfgs search =
        new Lbfgs(
            (x, gradient) -> {
              double[] values = new double[folds.size()];
              double[][] gradients = new double[folds.size()][x.length];
              inFolds(
                  k -> {
                    if (k != without) {
                      values[k] = folds.get(k).ofHeldOut(x, gradients[k]);
                    }
                  });
              double sum = 0;
              for (int k : teaching) {
                sum += values[k] / teaching.length;
                for (int i = 0; i < x.length; i++) {
                  gradient[i] += gradients[k][i] / teaching.length;
                }
              }
              return sum;
            },
            from,
            stages.get(stage).rate());
    double before = search.value();
    for (int i = 0; i < FEW_PARAMETER_STEPS && search.step(); i++) {
      if (before - search.value() < FEW_PARAMETER_GAIN * before) {
        break;
      }
      before = search.value();
    }
    return stages.get(stage).limited(search.point());
  }

  // ---- many parameters, from training speakers

  private void walk(Checkpoints checkpoints, Progress progress) {
    long total = 2L * options.steps();
    if (!isDecided) {
      progress.objective(standing());
      Optional<String> end = Optional.empty();
      while (made < options.steps() && stale < options.patience() && end.isEmpty()) {
        progress.step(label(), made, total);
        end = round();
        progress.objective(standing());
        if (end.isEmpty()) {
          checkpoints.save(checkpoint());
        }
      }
      finish(made + " steps, ", end);
      isDecided = true;
      checkpoints.save(checkpoint());
    }
    while (madeByAll < chosen) {
      progress.step(label(), options.steps() + madeByAll, total);
      int to = Math.min(chosen, madeByAll + all.evaluateEvery());
      Optional<String> end = all.walk(madeByAll, to);
      if (end.isPresent()) {
        // What the folds could do, all speakers together cannot: they stay where they are.
        notes.add(label() + " of all speakers " + end.get() + "; the stage is undone");
        break;
      }
      madeByAll = to;
      checkpoints.save(checkpoint());
    }
    if (chosen > 0 && madeByAll == chosen) {
      all.remember();
      all.keepBest();
    }
  }

  /** The steps to the next look, and the look. */
  private Optional<String> round() {
    int to = Math.min(options.steps(), made + folds.get(0).evaluateEvery());
    String[] ends = new String[folds.size()];
    int from = made;
    inFolds(k -> ends[k] = folds.get(k).walk(from, to).orElse(null));
    Optional<String> end = Arrays.stream(ends).filter(Objects::nonNull).findFirst();
    if (end.isPresent()) {
      return end;
    }
    made = to;
    last = look(Branch::lookHere);
    if (!Double.isFinite(last.loss())) {
      return Optional.of(DescentSteps.OVERFLOW);
    }
    if (last.loss() < atBest.loss() && judges.allow(atBegin, last)) {
      folds.forEach(Branch::remember);
      atBest = last;
      chosen = made;
      stale = 0;
    } else {
      stale++;
    }
    return Optional.empty();
  }

  /** Judges the stage, and ends it for the folds. */
  private void finish(String steps, Optional<String> end) {
    DescentStage now = stages.get(stage);
    Judges.Verdict verdict = judges.verdict(atBegin, atBest);
    boolean isKept = now.undoChance() ? verdict.isShown() : verdict.gain() > 0;
    notes.add(
        String.format(
            Locale.ROOT,
            "%s: %sheld-out loss %.5f to %.5f (standard error of the difference %.5f)%s%s",
            now.name(),
            steps,
            atBegin.loss(),
            atBest.loss(),
            verdict.standardError(),
            end.map(reason -> ", " + reason).orElse(""),
            isKept ? "" : "; not kept, because it is not shown to help new speakers"));
    if (isKept) {
      folds.forEach(Branch::keepBest);
      if (now.teacher() == DescentStage.Teacher.HELD_OUT) {
        all.keepBest();
      }
      atBegin = atBest;
    } else {
      chosen = 0;
    }
  }

  private String label() {
    return name + " " + stages.get(stage).name();
  }

  private Progress.Objective standing() {
    return new Progress.Objective(
        label(), made, "held-out loss", last.loss(), last.rates().toString());
  }

  // ---- checkpoints

  private Checkpoint checkpoint() {
    Map<String, DoubleMatrix> state = new HashMap<>();
    state.put("counts", row(stage, made, stale, chosen, isDecided ? 1 : 0, madeByAll));
    put("at begin", atBegin, state);
    put("at best", atBest, state);
    put("last", last, state);
    for (int k = 0; k < folds.size(); k++) {
      folds.get(k).save("fold " + k + " ", state);
    }
    all.save("all ", state);
    return new Checkpoint(method, state, objective, notes);
  }

  private static DoubleMatrix row(double... x) {
    return DoubleMatrix.wrap(1, x.length, x.clone());
  }

  private static void put(String name, HeldOutResult r, Map<String, DoubleMatrix> state) {
    state.put(name, row(r.loss(), r.rates().eer(), r.rates().minDcf(), r.rates().cllr()));
    state.put(name + ", speakers", row(r.ofSpeakers()));
  }

  private static HeldOutResult result(String name, Checkpoint checkpoint) {
    double[] r = checkpoint.get(name).row(0);
    return new HeldOutResult(
        r[0],
        new HeldOutHistogram.ErrorRates(r[1], r[2], r[3]),
        checkpoint.get(name + ", speakers").row(0));
  }

  private void resume(Checkpoint checkpoint) {
    double[] counts = checkpoint.require(method).get("counts").row(0);
    objective.addAll(checkpoint.objective());
    notes.addAll(checkpoint.notes());
    stage = (int) counts[0];
    made = (int) counts[1];
    stale = (int) counts[2];
    chosen = (int) counts[3];
    isDecided = counts[4] == 1;
    madeByAll = (int) counts[5];
    atBegin = result("at begin", checkpoint);
    atBest = result("at best", checkpoint);
    last = result("last", checkpoint);
    for (int k = 0; k < folds.size(); k++) {
      folds.get(k).restore("fold " + k + " ", checkpoint, stages.get(stage), stage);
    }
    all.restore("all ", checkpoint, stages.get(stage), stage);
  }
}
