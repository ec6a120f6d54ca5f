package dev.gme.core.train.discriminative;

import dev.gme.core.Checkpoints;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.train.data.SpeakerFolds;
import dev.gme.core.train.data.TrainingData;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Makes the models that a descent trains side by side, and runs it; or leaves the start as it is
 * where held-out speakers could not judge what becomes of it.
 */
final class FoldedDescent {
  /** Of the degrees of freedom beyond the dimension, so much must be left without a fold. */
  private static final double LEAST_FREEDOM = 0.5;

  private final TrainingData data;
  private final GmeExtractor start;
  private final StartTrainer starts;
  private final DescentOptions options;
  private final Function<WhitenedData, Criterion> criterion;

  FoldedDescent(
      TrainingData data,
      GmeExtractor start,
      StartTrainer starts,
      DescentOptions options,
      Function<WhitenedData, Criterion> criterion) {
    this.data = data;
    this.start = start;
    this.starts = starts;
    this.options = options;
    this.criterion = criterion;
  }

  /**
   * What the descent ends with.
   *
   * @param space the coordinates of the parameters
   * @param trained the parameters of the model of all speakers
   * @param twins the models without the speakers of each fold; none where nobody could judge
   */
  record Result(WhitenedExtractor space, Trained<double[]> trained, List<TwinModel> twins) {}

  /**
   * Runs all stages.
   *
   * @param behind how many parameters there are behind those of the extractor
   */
  Result run(List<DescentStage> stages, int behind, Checkpoints checkpoints, Progress progress) {
    WhitenedData whole = new WhitenedData(data, start, new boolean[data.speakers()]);
    Criterion ofAll = criterion.apply(whole);
    List<boolean[]> groups = SpeakerFolds.of(data.speakers(), options.folds(), options.seed());
    List<Branch> folds = new ArrayList<>();
    List<WhitenedData> dataOfFolds = new ArrayList<>();
    List<Integer> judges = new ArrayList<>();
    try {
      requireSpeakers(groups.get(0), ofAll);
      for (boolean[] held : groups) {
        progress.step(ofAll.name() + " starts of the folds", folds.size(), groups.size());
        WhitenedData fold = fold(held);
        dataOfFolds.add(fold);
        folds.add(new Branch(criterion.apply(fold), fold.space, behind, options));
        for (int[] recordings : fold.heldOut) {
          judges.add(fold.speaker[recordings[0]]);
        }
      }
    } catch (GmeException e) {
      return new Result(
          whole.space, left(new Branch(ofAll, whole.space, behind, options), e), List.of());
    }
    Trained<double[]> trained =
        new Descent(
                ofAll.name(),
                ofAll + ", " + options + ", " + whole,
                folds,
                new Branch(ofAll, whole.space, behind, options),
                stages,
                options,
                new Judges(judges.stream().mapToInt(s -> s).toArray()),
                carriedOver(groups.get(0)))
            .run(checkpoints, progress);
    List<TwinModel> twins = new ArrayList<>();
    for (int k = 0; k < folds.size(); k++) {
      WhitenedData fold = dataOfFolds.get(k);
      twins.add(
          new TwinModel(
              groups.get(k), fold.space.extractor(folds.get(k).parameters()), fold.preprocessed()));
    }
    return new Result(whole.space, trained, twins);
  }

  private static Trained<double[]> left(Branch start, GmeException why) {
    return new Trained<>(
        start.parameters(),
        List.of(),
        List.of(
            "the model is left as it was, because nothing could judge it: " + why.getMessage()));
  }

  /** The data of a fold, as a start sees them that was trained without it. */
  private WhitenedData fold(boolean[] held) {
    TrainingData others = without(held);
    requireFreedom(others);
    StartTrainer.Start begin = starts.train(others);
    return new WhitenedData(data.withVectors(begin.vectors()), begin.extractor(), held);
  }

  private TrainingData without(boolean[] held) {
    return data.only(j -> data.speaker(j) >= 0 && !held[data.speaker(j)]);
  }

  /**
   * At a prior of 0.01 costs depend on the one non-target in a hundred that scores highest: fewer
   * pairs of speakers than that cannot tell them.
   */
  private void requireSpeakers(boolean[] held, Criterion of) {
    long n = 0;
    for (boolean h : held) {
      n += h ? 1 : 0;
    }
    long pairs = options.folds() * n * (n - 1) / 2;
    double least = 1 / of.costPrior();
    if (pairs < least) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "%d speakers in %d folds make %d pairs of held-out speakers, and costs at a prior of"
                  + " %s need at least %.0f",
              data.speakers(),
              options.folds(),
              pairs,
              new BigDecimal(of.costPrior())
                  .round(new MathContext(4))
                  .stripTrailingZeros()
                  .toPlainString(),
              least),
          "give recordings of more speakers");
    }
  }

  /**
   * Noise that is all but undetermined without a fold says nothing about a model that was trained
   * with it.
   */
  private void requireFreedom(TrainingData others) {
    if (freedom(others) < LEAST_FREEDOM * freedom(data) || freedom(others) <= 0) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "%.0f recordings of %d speakers are too few for %d dimensions once a fold is left out",
              data.totalWeight(),
              data.speakers(),
              data.dimension()),
          "give more recordings");
    }
  }

  /** Degrees of freedom of the noise beyond the dimension. */
  private double freedom(TrainingData of) {
    return of.totalWeight() - of.speakers() - data.dimension();
  }

  /**
   * The less a start has seen, the more it is overrated by itself: precisions that are estimated
   * from m degrees of freedom in D dimensions are too large by m/(m − D). The share is the ratio of
   * the logarithms of these factors with all speakers and without a fold.
   */
  private double carriedOver(boolean[] held) {
    return logOverrated(data) / logOverrated(without(held));
  }

  private double logOverrated(TrainingData of) {
    return Math.log((freedom(of) + data.dimension()) / freedom(of));
  }
}
