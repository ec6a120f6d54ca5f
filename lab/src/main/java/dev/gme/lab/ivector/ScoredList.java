package dev.gme.lab.ivector;

import dev.gme.core.metric.Figures;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.formats.table.TrialList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A list of trials with the scores of some systems.
 *
 * @param name of the list
 * @param trials those that were scored
 * @param scores of each system, in the order of the trials
 */
public record ScoredList(String name, TrialList trials, Map<String, double[]> scores) {
  /** The system whose scores are no log-likelihood ratios. */
  public static final String COSINE = "cosine";

  /** Of each system all trials, then those of each condition; nothing without labels. */
  public List<FigureRow> figures() {
    List<FigureRow> out = new ArrayList<>();
    if (!trials.hasLabels()) {
      return out;
    }
    for (String system : scores.keySet()) {
      out.add(row(system, "", i -> true));
      for (TrialList.Condition c : trials.conditions()) {
        for (int w = 0; c.words().size() > 1 && w < c.words().size(); w++) {
          int word = w;
          out.add(row(system, c.words().get(w), i -> c.code(i) == word));
        }
      }
    }
    return out;
  }

  private FigureRow row(String system, String condition, IntPredicate which) {
    int[] some = IntStream.range(0, trials.size()).filter(which).toArray();
    double[] all = scores.get(system);
    double[] s = IntStream.of(some).mapToDouble(i -> all[i]).toArray();
    boolean[] target = new boolean[some.length];
    int targets = 0;
    for (int i = 0; i < some.length; i++) {
      target[i] = trials.isTarget(some[i]);
      targets += target[i] ? 1 : 0;
    }
    return new FigureRow(
        name,
        condition,
        targets,
        some.length - targets,
        system,
        Figures.of(ScoredTrials.of(s, target)));
  }
}
