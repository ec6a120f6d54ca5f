package dev.gme.lab.experiment;

import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.lab.data.EvaluationSet;
import dev.gme.lab.data.TrainSet;
import dev.gme.lab.system.SystemSpec;
import java.util.List;
import java.util.Optional;

/**
 * What an experiment is to train, score and evaluate.
 *
 * @param seed of the folds of speakers
 * @param draws how speakers are drawn for intervals
 */
public record ExperimentPlan(
    String title,
    TrainSet train,
    Optional<Development> development,
    List<EvaluationSet> sets,
    List<SystemSpec> systems,
    long seed,
    List<OperatingPoint> points,
    List<CostPreset> presets,
    BootstrapOptions draws) {
  public ExperimentPlan {
    sets = List.copyOf(sets);
    systems = List.copyOf(systems);
    points = List.copyOf(points);
    presets = List.copyOf(presets);
  }
}
