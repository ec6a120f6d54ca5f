package dev.gme.lab.system;

import dev.gme.core.Trained;
import java.util.List;
import java.util.Locale;

/**
 * How the system scores, where that is not by tiles: {@code cosine}, {@code quadratic}, {@code
 * exact}.
 */
public record ScoredBy(SystemModel.Scoring scoring) implements Step {
  /** How a chain of these steps scores: by tiles where none of them says another way. */
  public static SystemModel.Scoring of(List<Step> steps) {
    return steps.stream()
        .filter(ScoredBy.class::isInstance)
        .map(step -> ((ScoredBy) step).scoring)
        .findFirst()
        .orElse(SystemModel.Scoring.TILES);
  }

  @Override
  public Place place() {
    return Place.SCORING;
  }

  @Override
  public String text() {
    return scoring.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Trained<SystemModel> train(SystemModel soFar, StepInputs inputs) {
    return new Trained<>(soFar.withScoring(scoring), List.of(), List.of());
  }

  @Override
  public boolean takesTime() {
    return false;
  }
}
