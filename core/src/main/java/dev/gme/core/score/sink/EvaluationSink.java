package dev.gme.core.score.sink;

import dev.gme.core.metric.EvaluationOptions;

/**
 * Evaluates scores as they are made, without keeping them all: EER, detection costs, Cllr and the
 * rest of {@link dev.gme.core.metric.Metrics}.
 *
 * <pre>{@code
 * EvaluationSink sink = EvaluationSink.ofSpeakers(enrolSpeakers, testSpeakers);
 * scorer.all(sink);
 * StreamedEvaluation e = sink.evaluate(EvaluationOptions.DEFAULT);
 * double eer = e.best().eerRocch();   // and e.worst().eerRocch() is not much more
 * }</pre>
 *
 * <p>Target scores are kept, and all scores if there are no more than 2^24 pairs: the figures are
 * exact then. More than 2^24 scores of a kind are counted in {@link ScoreBins#fine}, 8 MiB a
 * thread.
 */
public final class EvaluationSink implements ScoreSink<EvaluationSink.Part> {
  /** Null where there is a key. */
  private final PairSet targetPairs;

  /** All pairs that are not non-targets. */
  private final PairSet markedPairs;

  /** Null where there are pairs. */
  private final TrialKey key;

  private final TrialClassScores targets;
  private final TrialClassScores nontargets;

  /** What a band gathers. */
  public static final class Part {
    private final BandPairs targetPairs;
    private final BandPairs markedPairs;
    private final TrialClassScores.Part targets;
    private final TrialClassScores.Part nontargets;

    private Part(EvaluationSink sink, ScoreBand band) {
      boolean hasPairs = sink.key == null;
      targetPairs = hasPairs ? new BandPairs(sink.targetPairs, band) : null;
      markedPairs = hasPairs ? new BandPairs(sink.markedPairs, band) : null;
      targets = sink.targets.open();
      nontargets = sink.nontargets.open();
    }
  }

  EvaluationSink(PairSet targetPairs, PairSet markedPairs, TrialKey key, long pairs, int kept) {
    this.targetPairs = targetPairs;
    this.markedPairs = markedPairs;
    this.key = key;
    targets = new TrialClassScores(true, kept);
    nontargets = new TrialClassScores(pairs <= kept, kept);
  }

  /** Every pair is a trial; those of one speaker, by any numbers, are targets. */
  public static EvaluationSink ofSpeakers(int[] enrol, int[] test) {
    return ofPairs(PairSet.equal(enrol, test), PairSet.none(enrol.length), test.length);
  }

  /**
   * Targets and pairs that are no trials as lists, all others being non-targets.
   *
   * @param leftOut no trials, though they may be among the targets
   * @param cols how many columns there are
   */
  public static EvaluationSink ofPairs(PairSet targets, PairSet leftOut, int cols) {
    return new EvaluationSink(
        targets.without(leftOut),
        targets.plus(leftOut),
        null,
        (long) targets.rows() * cols,
        StreamedScores.KEPT);
  }

  /** By a key that is asked for every pair, which takes longer than scoring it. */
  public static EvaluationSink ofKey(TrialKey key, int rows, int cols) {
    return new EvaluationSink(null, null, key, (long) rows * cols, StreamedScores.KEPT);
  }

  @Override
  public Part open(ScoreBand band) {
    return new Part(this, band);
  }

  @Override
  public void accept(Part part, ScoreTile tile) {
    if (key != null) {
      askForEach(part, tile);
      return;
    }
    float[] scores = tile.scores();
    if (!part.nontargets.keeps()) {
      part.nontargets.addAll(scores, 0, tile.rows() * tile.cols());
    }
    for (int i = 0; i < tile.rows(); i++) {
      int row = i * tile.cols();
      part.targetPairs.forEach(i, tile, j -> part.targets.add(scores[row + j]));
      if (part.nontargets.keeps()) {
        part.markedPairs.forEachRunBetween(
            i, tile, (off, n) -> part.nontargets.addAll(scores, off, n));
      } else {
        part.markedPairs.forEach(i, tile, j -> part.nontargets.subtract(scores[row + j]));
      }
    }
  }

  private void askForEach(Part part, ScoreTile tile) {
    for (int i = 0; i < tile.rows(); i++) {
      for (int j = 0; j < tile.cols(); j++) {
        float score = tile.scores()[i * tile.cols() + j];
        switch (key.kind(tile.row(i), tile.col(j))) {
          case TARGET -> part.targets.add(score);
          case NONTARGET -> part.nontargets.add(score);
          case NONE -> {}
        }
      }
    }
  }

  @Override
  public void close(Part part, ScoreBand band) {
    targets.close(part.targets);
    nontargets.close(part.nontargets);
  }

  @Override
  public void merge(Part part) {
    targets.merge(part.targets);
    nontargets.merge(part.nontargets);
  }

  /** All trials so far, which add up with those of other sinks. */
  public StreamedTrials trials() {
    return new StreamedTrials(targets.scores(), nontargets.scores());
  }

  /** The figures of all scores; to be asked for when scoring is over. */
  public StreamedEvaluation evaluate(EvaluationOptions options) {
    return trials().evaluate(options);
  }
}
