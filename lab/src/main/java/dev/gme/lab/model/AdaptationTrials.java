package dev.gme.lab.model;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.data.EvaluationSet;
import dev.gme.lab.evaluate.TrialSpeakerLists;
import dev.gme.lab.score.LlrAccuracy;
import dev.gme.lab.score.Side;
import dev.gme.lab.score.TrialScoring;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Judges ways to adapt by trials of the target. The speakers of the trials are split into folds,
 * and a trial is scored by models that were adapted without the vectors of its folds, so that
 * figures are of speakers that no part of the adaptation has seen.
 *
 * <pre>{@code
 * AdaptationTrials trials = new AdaptationTrials(set, target);
 * AdaptationVerdict verdict = trials.judge(model, AdaptationOptions.DEFAULT, Progress.NONE);
 * AdaptedModel adapted = verdict.model();
 * }</pre>
 */
public final class AdaptationTrials {
  /** With five folds a trial is judged by what at least three fifths of the speakers gave. */
  private static final int FOLDS = 5;

  private static final int FEWEST_SPEAKERS = 2 * FOLDS;
  private static final long SEED = 1;

  private final EvaluationSet set;
  private final TargetVectors target;
  private final TrialSpeakerLists speakers;
  private final int[] enrol;
  private final int[] test;
  private final boolean[] isTarget;

  /** The trials of each pair of folds, and the fold of each recording that trials have. */
  private final Map<Cell, int[]> cells = new TreeMap<>();

  private final Map<String, Integer> foldOf = new HashMap<>();

  /**
   * Trials of known speakers.
   *
   * @param target what models are adapted to; may contain the recordings of the trials
   */
  public AdaptationTrials(EvaluationSet set, TargetVectors target) {
    this.set = set;
    this.target = target;
    speakers =
        set.speakers()
            .orElseThrow(
                () ->
                    new GmeException(
                        "the speakers of the trials are not known, without whom a gain cannot be"
                            + " told from chance",
                        "name the speakers of the recordings"));
    if (speakers.count() < FEWEST_SPEAKERS) {
      throw new GmeException(
          "the trials are of "
              + speakers.count()
              + " speakers, but at least "
              + FEWEST_SPEAKERS
              + " are needed to hold some of them out",
          "give trials of more speakers, or adapt without trials");
    }
    enrol = set.pairs().enrol();
    test = set.pairs().test();
    TrialList trials = set.trials();
    isTarget = new boolean[trials.size()];
    for (int t = 0; t < isTarget.length; t++) {
      isTarget[t] = trials.isTarget(t);
    }
    split();
  }

  private void split() {
    List<Integer> order = new ArrayList<>(IntStream.range(0, speakers.count()).boxed().toList());
    Collections.shuffle(order, new Random(SEED));
    int[] fold = new int[order.size()];
    for (int k = 0; k < fold.length; k++) {
      fold[order.get(k)] = k % FOLDS;
    }
    Map<Cell, List<Integer>> lists = new TreeMap<>();
    int[][] rows = set.models().rows();
    List<String> ids = set.vectors().ids();
    for (int t = 0; t < enrol.length; t++) {
      int a = fold[speakers.enrol(t)];
      int b = fold[speakers.test(t)];
      lists
          .computeIfAbsent(new Cell(Math.min(a, b), Math.max(a, b)), c -> new ArrayList<>())
          .add(t);
      for (int row : rows[enrol[t]]) {
        foldOf.put(ids.get(row), a);
      }
      foldOf.put(ids.get(test[t]), b);
    }
    lists.forEach((c, all) -> cells.put(c, all.stream().mapToInt(t -> t).toArray()));
    // Other recordings of these speakers.
    Map<String, Integer> ofSpeaker = new HashMap<>();
    foldOf.forEach(
        (id, f) -> {
          String speaker = target.speakers().get(id);
          if (speaker != null) {
            ofSpeaker.put(speaker, f);
          }
        });
    target
        .speakers()
        .forEach(
            (id, speaker) -> {
              if (ofSpeaker.containsKey(speaker)) {
                foldOf.put(id, ofSpeaker.get(speaker));
              }
            });
  }

  /** Two folds, those of a trial's sides; they may be one and the same. */
  private record Cell(int first, int second) implements Comparable<Cell> {
    boolean has(int fold) {
      return fold == first || fold == second;
    }

    boolean isApartFrom(Cell other) {
      return !has(other.first) && !has(other.second);
    }

    @Override
    public int compareTo(Cell o) {
      return first != o.first ? Integer.compare(first, o.first) : Integer.compare(second, o.second);
    }
  }

  /**
   * Judges the way that the options name, or chooses one by folds and judges the choice.
   *
   * @return with the start as its model where nothing could be shown to help
   */
  public AdaptationVerdict judge(Pipeline before, AdaptationOptions options, Progress progress) {
    boolean isChoice = options.method() == AdaptationMethod.AUTO;
    List<AdaptationMethod> ways =
        isChoice ? AdaptationMethod.candidates(target.hasLabels()) : List.of(options.method());
    double[] start = new double[enrol.length];
    score(before, IntStream.range(0, enrol.length).toArray(), start);
    List<String> notes = new ArrayList<>();
    Map<AdaptationMethod, double[]> scores = new EnumMap<>(AdaptationMethod.class);
    for (AdaptationMethod way : ways) {
      try {
        scores.put(way, heldOut(before, options.with(way), scores.size(), ways.size(), progress));
      } catch (GmeException e) {
        if (!isChoice) {
          throw e;
        }
        notes.add("the way '" + way + "' was left out: " + e.getMessage());
      }
    }
    AdaptationChoice choice = new AdaptationChoice(start, scores, this::summary);
    int[] all = IntStream.range(0, enrol.length).toArray();
    Optional<AdaptationMethod> chosen = isChoice ? choice.best(all) : Optional.of(options.method());
    double[] judged = isChoice ? crossed(choice, start, scores) : scores.get(options.method());
    AdaptationFigures figures =
        AdaptationFigures.of(scored(start), scored(judged), BootstrapOptions.DEFAULT, progress);
    Map<String, MetricSummary> tried = choice.summaries(all);
    if (isChoice && (chosen.isEmpty() || !figures.helps())) {
      notes.add(
          "the model is returned as it was: by the speakers held out no way to adapt it was shown to"
              + " help in EER, Cprm_min or Cllr without harm in another");
      return new AdaptationVerdict(
          AdaptedModel.unchanged(before, target.vectors().size(), notes), false, figures, tried);
    }
    AdaptedModel adapted =
        new ModelAdapter(options.with(chosen.orElseThrow())).adapt(before, target, progress);
    notes.addAll(adapted.notes());
    if (!isChoice && figures.harms()) {
      notes.add("by these trials the adapted model is worse than the model as it was");
    }
    return new AdaptationVerdict(adapted.withNotes(notes), true, figures, tried);
  }

  /** The scores of every trial by a model that was adapted without the trial's folds. */
  private double[] heldOut(
      Pipeline before, AdaptationOptions options, int way, int ways, Progress progress) {
    ModelAdapter adapter = new ModelAdapter(options);
    double[] out = new double[enrol.length];
    Pipeline whole = null;
    int done = 0;
    for (Map.Entry<Cell, int[]> cell : cells.entrySet()) {
      progress.step(
          "ways to adapt", way * (long) cells.size() + done++, ways * (long) cells.size());
      TargetVectors rest =
          target
              .only(id -> !foldOf.containsKey(id) || !cell.getKey().has(foldOf.get(id)))
              .orElseThrow(
                  () ->
                      new GmeException(
                          "without the speakers of a fold of the trials no vectors are left to adapt"
                              + " to",
                          "give vectors of other speakers of the target as well"));
      Pipeline model;
      if (rest.vectors().size() == target.vectors().size()) {
        whole = whole == null ? adapter.adapt(before, target, Progress.NONE).model() : whole;
        model = whole;
      } else {
        model = adapter.adapt(before, rest, Progress.NONE).model();
      }
      score(model, cell.getValue(), out);
    }
    return out;
  }

  private void score(Pipeline model, int[] some, double[] out) {
    TrialScoring how = TrialScoring.llr(model, LlrAccuracy.DEFAULT);
    Side tested = how.recordings(set.vectors());
    Side enrolled = how.side(set.vectors(), set.models(), set.enrolment());
    float[] scores =
        how.scorer(enrolled, tested)
            .list(
                IntStream.of(some).map(t -> enrol[t]).toArray(),
                IntStream.of(some).map(t -> test[t]).toArray(),
                Progress.NONE)
            .scores();
    for (int i = 0; i < some.length; i++) {
      out[some[i]] = scores[i];
    }
  }

  /** The trials of each cell by what was best for the trials of other speakers. */
  private double[] crossed(
      AdaptationChoice choice, double[] start, Map<AdaptationMethod, double[]> scores) {
    double[] out = start.clone();
    cells.forEach(
        (cell, own) -> {
          int[] others =
              cells.entrySet().stream()
                  .filter(e -> e.getKey().isApartFrom(cell))
                  .flatMapToInt(e -> IntStream.of(e.getValue()))
                  .toArray();
          choice
              .best(others)
              .ifPresent(
                  way -> {
                    for (int t : own) {
                      out[t] = scores.get(way)[t];
                    }
                  });
        });
    return out;
  }

  /** Empty where some of the trials lack a kind. */
  private Optional<MetricSummary> summary(double[] scores, int[] some) {
    long targets = IntStream.of(some).filter(t -> isTarget[t]).count();
    if (targets == 0 || targets == some.length) {
      return Optional.empty();
    }
    boolean[] labels = new boolean[some.length];
    double[] chosen = new double[some.length];
    for (int i = 0; i < some.length; i++) {
      labels[i] = isTarget[some[i]];
      chosen[i] = scores[some[i]];
    }
    return Optional.of(MetricSummary.of(ScoredTrials.of(chosen, labels)));
  }

  private ScoredTrials scored(double[] scores) {
    int n = scores.length;
    return ScoredTrials.of(scores, isTarget)
        .withSpeakers(
            IntStream.range(0, n).map(speakers::enrol).toArray(),
            IntStream.range(0, n).map(speakers::test).toArray());
  }
}
