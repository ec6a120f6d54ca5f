package dev.gme.core.train.discriminative;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.PrecisionHead;
import dev.gme.core.train.data.SpeakerFolds;
import dev.gme.core.train.data.TrainingData;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Trains a {@link PrecisionHead} by cross-entropy (docs/math.md 5.6) on pairs that no speaker's own
 * model made: folds of speakers, each scored by a start that was trained on the others, one head
 * for all. Every fold is judged by a head of the other folds; a head that they do not show to help
 * is given up for the plug-in.
 *
 * <pre>{@code
 * Trained<PrecisionHead> head =
 *     PrecisionHeadTrainer.DEFAULT.train(data, List.of("log:duration"), side, starts, progress);
 * }</pre>
 *
 * @param prior of a target, of the cross-entropy
 * @param seed of the folds
 */
public record PrecisionHeadTrainer(double prior, long seed) {
  /** All thresholds alike matter to a head, which moves the scores of recordings apart. */
  public static final PrecisionHeadTrainer DEFAULT = new PrecisionHeadTrainer(0.5, 1);

  private static final int FOLDS = 4;
  private static final int ITERATIONS = 60;

  /** Recordings of a fold beyond these say nothing new about ten parameters: 125,000 pairs. */
  private static final int MOST_RECORDINGS = 500;

  public PrecisionHeadTrainer {
    if (!(prior > 0 && prior < 1)) {
      throw new IllegalArgumentException("a prior lies between 0 and 1, found " + prior);
    }
  }

  /**
   * Trains a head.
   *
   * @param data the training vectors
   * @param columns names of the side information
   * @param side it, a recording a row
   * @param starts trains the model without some speakers
   */
  public Trained<PrecisionHead> train(
      TrainingData data,
      List<String> columns,
      DoubleMatrix side,
      StartTrainer starts,
      Progress progress) {
    if (side.rows() != data.size() || side.cols() != columns.size()) {
      throw new IllegalArgumentException(
          "side information of "
              + side.rows()
              + " x "
              + side.cols()
              + " for "
              + data.size()
              + " recordings and "
              + columns.size()
              + " columns");
    }
    if (data.speakers() < 2 * FOLDS) {
      throw new GmeException(
          "a precision head needs at least "
              + 2 * FOLDS
              + " speakers to be judged by, found "
              + data.speakers(),
          "give recordings of more speakers, or use the model without a head");
    }
    double[] centres = centres(data, side);
    DoubleMatrix centred = side.minusFromRows(centres);
    List<PrecisionFold> folds = new ArrayList<>();
    double meanLogB = 0;
    for (boolean[] held : SpeakerFolds.of(data.speakers(), FOLDS, seed).subList(0, FOLDS)) {
      progress.step("training without a fold", folds.size(), FOLDS);
      HeldOut fold = fold(data, centred, held, starts);
      folds.add(fold.pairs());
      meanLogB += fold.meanLogB() / FOLDS;
    }
    PrecisionHead.Origin origin = new PrecisionHead.Origin(meanLogB);
    PrecisionHead plugIn = PrecisionHead.plugIn(columns, centres, origin);
    List<String> notes = new ArrayList<>();
    List<Double> objective = new ArrayList<>();
    boolean[] isFree = varying(data, side);
    for (int k = 0; k < isFree.length; k++) {
      if (!isFree[k]) {
        notes.add(
            "the column '"
                + columns.get(k)
                + "' is left out: it is the same in nine tenths of the training recordings");
      }
    }
    double[] all = fit(folds, isFree, objective, progress);
    double[] w = IntStream.range(0, columns.size() + 2).mapToDouble(k -> all[k]).toArray();
    Verdict verdict = judge(folds, isFree, progress);
    notes.add(verdict.toString());
    if (w[1] < 0) {
      notes.add(
          "the head is given up for the plug-in: it would trust recordings the more, the noisier"
              + " their vectors are");
    } else if (!verdict.isShown()) {
      notes.add(
          "the head is given up for the plug-in: held-out speakers do not show that it helps");
    } else {
      return new Trained<>(new PrecisionHead(columns, centres, w, origin), objective, notes);
    }
    return new Trained<>(plugIn, objective, notes);
  }

  private static double[] centres(TrainingData data, DoubleMatrix side) {
    double[] out = new double[side.cols()];
    for (int j = 0; j < data.size(); j++) {
      for (int k = 0; k < out.length; k++) {
        double v = side.get(j, k);
        if (data.weight(j) > 0 && !Double.isFinite(v)) {
          throw new GmeException(
              "side information must be finite, found "
                  + v
                  + " of vector "
                  + data.vectors().name(j)
                  + " in column "
                  + k
                  + " (from 0)",
              "give a number for every recording");
        }
        out[k] += data.weight(j) > 0 ? data.weight(j) * v / data.totalWeight() : 0;
      }
    }
    return out;
  }

  /**
   * Whether a column varies: its 5th and 95th of a hundred parts differ. A few recordings that are
   * not like all others teach no weight that others may be scored with.
   */
  private static boolean[] varying(TrainingData data, DoubleMatrix side) {
    boolean[] out = new boolean[side.cols()];
    for (int k = 0; k < out.length; k++) {
      int column = k;
      double[] sorted =
          IntStream.range(0, data.size())
              .filter(j -> data.weight(j) > 0)
              .mapToDouble(j -> side.get(j, column))
              .sorted()
              .toArray();
      out[k] = sorted[sorted.length * 95 / 100] > sorted[sorted.length * 5 / 100];
    }
    return out;
  }

  private record HeldOut(PrecisionFold pairs, double meanLogB) {}

  private static HeldOut fold(
      TrainingData data, DoubleMatrix side, boolean[] held, StartTrainer starts) {
    StartTrainer.Start start =
        starts.train(data.only(j -> data.speaker(j) >= 0 && !held[data.speaker(j)]));
    int[] own =
        IntStream.range(0, data.size())
            .filter(j -> data.speaker(j) >= 0 && held[data.speaker(j)])
            .toArray();
    // Evenly, so that all speakers stay.
    int n = Math.min(own.length, MOST_RECORDINGS);
    int[] kept = IntStream.range(0, n).map(i -> own[(int) ((long) i * own.length / n)]).toArray();
    GmeExtractor extractor = start.extractor();
    int complement = extractor.inputDimension() - extractor.speakerDimension();
    if (complement == 0) {
      throw new GmeException(
          "the speaker space takes all dimensions, so nothing shows whether recordings to be scored"
              + " are like those of training",
          "use a model with a smaller speaker dimension");
    }
    DoubleMatrix vectors = start.vectors().doubles(kept);
    return new HeldOut(
        PrecisionFold.of(
            extractor.extract(vectors),
            side.selectRows(kept),
            IntStream.of(kept).map(data::speaker).toArray()),
        PrecisionHead.meanLogB(extractor.q(vectors), complement));
  }

  /** w, then the logarithm of the scale and the offset of the scores. */
  private double[] fit(
      List<PrecisionFold> folds, boolean[] isFree, List<Double> objective, Progress progress) {
    double[] start = new double[isFree.length + 4];
    start[1] = 1;
    Lbfgs lbfgs =
        new Lbfgs(
            (x, gradient) -> {
              double sum = 0;
              for (PrecisionFold fold : folds) {
                sum += fold.loss(x, prior, gradient);
              }
              for (int k = 0; k < gradient.length; k++) {
                boolean isColumn = k >= 2 && k < 2 + isFree.length;
                gradient[k] = isColumn && !isFree[k - 2] ? 0 : gradient[k] / folds.size();
              }
              return sum / folds.size();
            },
            start,
            0.1);
    objective.add(lbfgs.value());
    for (int i = 0; i < ITERATIONS; i++) {
      progress.step("precision head", i, ITERATIONS);
      double before = lbfgs.value();
      if (!lbfgs.step() || before - lbfgs.value() < 1e-7) {
        break;
      }
      objective.add(lbfgs.value());
    }
    return lbfgs.point();
  }

  /** What held-out folds say: figures before and after, means over the folds. */
  private record Verdict(
      double eer, double minCllr, double eerAfter, double minCllrAfter, int better, int folds) {
    /** Most folds must gain in both figures, and the mean must. */
    boolean isShown() {
      return eerAfter < eer && minCllrAfter < minCllr && 4 * better >= 3 * folds;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "held-out speakers: EER %.2f %% by the plug-in, %.2f %% by a head of the others; min Cllr"
              + " %.3f and %.3f; %d of %d folds gain in both",
          100 * eer,
          100 * eerAfter,
          minCllr,
          minCllrAfter,
          better,
          folds);
    }
  }

  private Verdict judge(List<PrecisionFold> folds, boolean[] isFree, Progress progress) {
    double[] plugIn = new double[isFree.length + 2];
    plugIn[1] = 1;
    double[] sums = new double[4];
    int better = 0;
    for (int f = 0; f < folds.size(); f++) {
      List<PrecisionFold> others = new ArrayList<>(folds);
      PrecisionFold judge = others.remove(f);
      MetricSummary before = figures(judge, plugIn);
      MetricSummary after = figures(judge, fit(others, isFree, new ArrayList<>(), progress));
      sums[0] += before.eer() / folds.size();
      sums[1] += before.minCllr() / folds.size();
      sums[2] += after.eer() / folds.size();
      sums[3] += after.minCllr() / folds.size();
      better += after.eer() <= before.eer() && after.minCllr() <= before.minCllr() ? 1 : 0;
    }
    return new Verdict(sums[0], sums[1], sums[2], sums[3], better, folds.size());
  }

  private static MetricSummary figures(PrecisionFold fold, double[] w) {
    return MetricSummary.of(ScoredTrials.of(fold.scores(w), fold.targets()));
  }
}
