package dev.gme.core.train.discriminative;

import dev.gme.core.Checkpoint;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One of the models that are trained side by side: that of all speakers, or one whose start has not
 * seen some of them.
 */
final class Branch {
  private static final double MOMENTUM = 0.9;

  private final Criterion criterion;
  private final WhitenedExtractor space;
  private final DescentOptions options;
  private final double[] start;

  /** Where the stage began. */
  private double[] begin;

  /** The best seen in the stage. */
  private double[] best;

  private DescentStage stage;
  private FreeParameters free;
  private Penalized penalized;
  private DescentSteps steps;

  /**
   * A model at its start.
   *
   * @param behind how many parameters, 0 at the start, there are behind those of the extractor
   */
  Branch(Criterion criterion, WhitenedExtractor space, int behind, DescentOptions options) {
    this.criterion = criterion;
    this.space = space;
    this.options = options;
    start = Arrays.copyOf(space.parameters(), space.size() + behind);
    begin = start;
  }

  /** The parameters at the end of the last stage. */
  double[] parameters() {
    return begin.clone();
  }

  /** Begins a stage where the last one ended. */
  void enter(DescentStage next, int number) {
    stage = next;
    free = next.free().of(space);
    penalized = new Penalized(free, begin, start, space.size(), options.penalty());
    best = begin;
    if (next.teacher() == DescentStage.Teacher.TRAINING) {
      steps =
          options.method() == DescentOptions.Method.LBFGS
              ? DescentSteps.fixed(penalized, criterion.all(), next.rate())
              : minibatches(next.rate(), number);
    }
  }

  private DescentSteps minibatches(double rate, int number) {
    // The first streams choose the held-out speakers; those of stages are far apart.
    long stream = (long) (number + 1) << 32;
    return DescentSteps.minibatches(
        penalized,
        step -> criterion.minibatch(new SeededRandom(options.seed(), stream + step)),
        options.method() == DescentOptions.Method.ADAM
            ? Optimizer.adam(penalized.size(), rate)
            : Optimizer.momentum(penalized.size(), rate, MOMENTUM),
        options.evaluateEvery());
  }

  int freeParameters() {
    return free.size();
  }

  /** Steps between two looks at the held-out speakers. */
  int evaluateEvery() {
    return steps.evaluateEvery();
  }

  /** Makes the steps from one number to another, or says why it could not. */
  Optional<String> walk(int from, int to) {
    for (int step = from; step < to; step++) {
      Optional<String> stuck = steps.next(step);
      if (stuck.isPresent()) {
        return stuck;
      }
    }
    return Optional.empty();
  }

  /** What the held-out speakers say of the few parameters that they teach, with its gradient. */
  double ofHeldOut(double[] x, double[] gradient) {
    return penalized.evaluate(criterion.ofHeldOut(), x, gradient);
  }

  /** How the held-out speakers fare where the stage began. */
  HeldOutResult.OfFold lookAtBegin() {
    return criterion.heldOut(begin);
  }

  HeldOutResult.OfFold lookHere() {
    return criterion.heldOut(free.at(begin, steps.free()));
  }

  HeldOutResult.OfFold lookAt(double[] x) {
    return criterion.heldOut(free.at(begin, x));
  }

  /** What is here is the best so far. */
  void remember() {
    best = free.at(begin, steps.free());
  }

  void remember(double[] x) {
    best = free.at(begin, x);
  }

  /** Ends the stage with the best that was seen. */
  void keepBest() {
    begin = best;
  }

  void save(String name, Map<String, DoubleMatrix> state) {
    state.put(name + "begin", row(begin));
    state.put(name + "best", row(best));
    if (stage.teacher() == DescentStage.Teacher.TRAINING) {
      Map<String, DoubleMatrix> own = new HashMap<>();
      steps.save(own);
      own.forEach((key, value) -> state.put(name + key, value));
    }
  }

  private static DoubleMatrix row(double[] x) {
    return DoubleMatrix.wrap(1, x.length, x.clone());
  }

  /** Goes on from where it was in a stage. */
  void restore(String name, Checkpoint checkpoint, DescentStage in, int number) {
    begin = checkpoint.get(name + "begin").row(0);
    enter(in, number);
    best = checkpoint.get(name + "best").row(0);
    if (in.teacher() == DescentStage.Teacher.TRAINING) {
      Map<String, DoubleMatrix> own = new HashMap<>();
      checkpoint
          .state()
          .forEach(
              (key, value) -> {
                if (key.startsWith(name)) {
                  own.put(key.substring(name.length()), value);
                }
              });
      steps.restore(new Checkpoint(checkpoint.method(), own, List.of(), List.of()));
    }
  }
}
