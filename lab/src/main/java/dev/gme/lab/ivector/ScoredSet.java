package dev.gme.lab.ivector;

import dev.gme.core.Progress;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.formats.table.ScoreAbout;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.ScoredKey;
import dev.gme.lab.evaluate.SystemFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A list of trials with the scores of all systems of the recipe.
 *
 * @param name of the list
 * @param systems their names in files, in the order of the scores
 * @param abouts what the scores of each system are
 * @param trials those that were scored, with the scores of each system
 * @param figures of each system on all trials and on those of each condition; none without labels
 */
public record ScoredSet(
    String name,
    List<String> systems,
    List<ScoreAbout> abouts,
    ScoredKey trials,
    List<SystemFigures> figures) {
  static final String ALL = "all";
  static final CostPreset COSTS = CostPreset.SRE16;

  /** A column with more different words has durations or ids, which are no conditions. */
  private static final int MOST_WORDS = 40;

  static ScoredSet of(String name, List<RecipeSystem> systems, ScoredKey trials) {
    List<SystemFigures> figures = new ArrayList<>();
    for (int k = 0; k < systems.size() && trials.key().hasLabels(); k++) {
      RecipeSystem system = systems.get(k);
      figures.add(figures(system, ALL, trials.of(k)));
      for (TrialList.Condition c : trials.key().conditions()) {
        if (c.words().size() > 1 && c.words().size() <= MOST_WORDS) {
          trials
              .parts(c.name(), k)
              .forEach((word, some) -> figures.add(figures(system, c.name() + "=" + word, some)));
        }
      }
    }
    return new ScoredSet(
        name,
        systems.stream().map(s -> s.spec().id()).toList(),
        systems.stream().map(s -> s.spec().about()).toList(),
        trials,
        List.copyOf(figures));
  }

  private static SystemFigures figures(RecipeSystem system, String part, ScoredTrials trials) {
    SystemFigures all =
        SystemFigures.of(
            system.spec().label(), part, trials, COSTS.points(), Optional.empty(), Progress.NONE);
    return system.spec().isLlr() ? all : all.notLlr();
  }

  /** The figures on all trials, a system each. */
  List<SystemFigures> overall() {
    return figures.stream().filter(f -> f.trials().equals(ALL)).toList();
  }

  /** The name in files of the system that some figures are of. */
  String idOf(SystemFigures some) {
    List<String> labels = overall().stream().map(SystemFigures::system).toList();
    return systems.get(labels.indexOf(some.system()));
  }
}
