package dev.gme.benchmarks.study;

import dev.gme.core.metric.MetricSummary;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How near the ways to train come to the truth where the model is right (docs/studies/systems.md),
 * beside Gaussian PLDA after length normalization. D = 150, d = 40, ν = 2, λ from 25 to 2; 1500
 * speakers of 8 recordings to train on, all pairs of 500 other speakers' 4 to evaluate on; means of
 * the seeds 1 to 3.
 */
public final class SystemsStudy implements Study {
  static final String TOTAL = "after centre, whiten total, length, centre";
  static final String WITHIN = "after centre, whiten within, length, centre";
  static final String TRUTH = "truth";

  private static final Map<String, List<StepSpec>> NORMALIZATIONS = new LinkedHashMap<>();

  static {
    NORMALIZATIONS.put(TOTAL, PldaRecipe.baseline());
    NORMALIZATIONS.put(
        WITHIN,
        List.of(StepSpec.centre(), StepSpec.whitenWithin(), StepSpec.length(), StepSpec.centre()));
  }

  private static final SimulatedDraw.Size SIZE = SimulatedDraw.Size.DEFAULT;

  @Override
  public StudyResult run(Consumer<String> progress) {
    List<List<Cell>> rows = new ArrayList<>();
    figures(progress)
        .forEach(
            (system, f) ->
                rows.add(
                    List.of(
                        Cell.text(system),
                        Cell.percent(f.eer()),
                        Cell.number("%.3f", f.cprmMin()),
                        Cell.number("%.3f", f.cllr()))));
    return StudyResult.of(new StudyTable("", List.of("system", "EER", "Cprm_min", "Cllr"), rows));
  }

  /** The figures of every system, in the order of the table. */
  Map<String, MetricSummary> figures(Consumer<String> progress) {
    CountedSteps steps = new CountedSteps(SIZE.seeds(), progress);
    return SimulatedDraw.means(
        SIZE.seeds(),
        seed -> {
          steps.accept("seed " + seed);
          return systems(new SimulatedDraw(SIZE, SimulatedCorpus.AS_MODELLED, seed));
        });
  }

  private static Map<String, MetricSummary> systems(SimulatedDraw experiment) {
    Map<String, MetricSummary> out = new LinkedHashMap<>();
    experiment
        .systems()
        .forEach(
            (system, figures) -> {
              out.put(system, figures);
              if (system.equals(WayToTrain.GAUSSIAN.title())) {
                NORMALIZATIONS.forEach(
                    (name, steps) ->
                        out.put(
                            name,
                            experiment.figures(
                                experiment.plda(recipe -> recipe.preprocessedBy(steps)))));
              }
            });
    out.put(TRUTH, experiment.figures(experiment.truth().extractor()));
    return out;
  }
}
